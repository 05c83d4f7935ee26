import fs from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { familyCpuMs } from '../bench/tree-cpu.ts';
import { openPort } from '../open-port.ts';
import { start } from './checkout.ts';

/** Tells, when a program ends, the files of modules it loaded and the milliseconds it worked. */
const WATCH = `data:text/javascript,${encodeURIComponent(`
import { registerHooks } from 'node:module';
import { isMainThread } from 'node:worker_threads';
let modules = 0;
registerHooks({ load: (url, context, next) => { modules += url.startsWith('file:') ? 1 : 0; return next(url, context); } });
if (isMainThread) process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  process.stderr.write('watched ' + JSON.stringify({ modules, cpuMs: (user + system) / 1000 }));
});`)}`;

export interface Started {
  readonly code: number | null;
  readonly out: string;
  readonly ms: number;
  readonly modules: number;
  readonly cpuMs: number;
}

/** Runs a program of Node; what else the machine does is not in the milliseconds. */
export async function watchStart(
  args: readonly string[],
  where: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<Started> {
  const { code, out, ms, err } = await start(process.execPath, ['--import', WATCH, ...args], where).ended;
  const watched = JSON.parse(/watched (\{.*\})/.exec(err)?.[1] ?? '{}') as Pick<Started, 'modules' | 'cpuMs'>;
  return { code, out, ms, ...watched };
}

/** From the start of a harvest until it asks for its first page. */
export interface FirstFetch {
  readonly ms: number;
  /** Work of all its threads; undefined without /proc. */
  readonly cpuMs: number | undefined;
}

/**
 * Runs a harvest of one page, without a browser, and looks at it at the moment that a server here is asked for that page.
 * @param program `bin.mjs` of a package, or `main.ts`
 */
export async function firstFetch(
  program: string,
  where: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<FirstFetch> {
  const storage = fs.mkdtempSync(path.join(where.cwd, 'first-fetch-'));
  let fetched: FirstFetch | undefined;
  let look = (): FirstFetch | undefined => undefined;
  const server = createServer(({ url }, response) => {
    if (url === '/') fetched ??= look();
    response.writeHead(url === '/' ? 200 : 404, { 'content-type': 'text/html' }).end('<title>Books</title>');
  });
  const port = await openPort(server);
  try {
    const seeds = path.join(storage, 'seeds.txt');
    fs.writeFileSync(seeds, `http://127.0.0.1:${port}/\n`);
    const told = '--render never --no-submit --allow-private --delay 0 --max-pages 1 --quiet --storage'.split(
      ' ',
    );
    const begun = performance.now();
    const { child, ended } = start(
      process.execPath,
      [program, 'harvest', 'book', '--seeds', seeds, ...told, storage],
      where,
    );
    look = () => ({ ms: performance.now() - begun, cpuMs: familyCpuMs(child.pid ?? 0) });
    const { code, err } = await ended;
    if (code !== 0 || fetched === undefined) throw new Error(`the harvest ended with ${code}: ${err}`);
    return fetched;
  } finally {
    server.close();
    fs.rmSync(storage, { recursive: true, force: true });
  }
}
