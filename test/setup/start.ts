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
  readonly modules: number;
  readonly cpuMs: number;
}

/** Runs a program of Node; what else the machine does is not in the milliseconds. */
export async function watchStart(
  args: readonly string[],
  where: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<Started> {
  const { code, out, err } = await start(process.execPath, ['--import', WATCH, ...args], where).ended;
  return {
    code,
    out,
    ...(JSON.parse(/watched (\{.*\})/.exec(err)?.[1] ?? '{}') as Omit<Started, 'code' | 'out'>),
  };
}
