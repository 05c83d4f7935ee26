import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { crawlMemory } from './crawl-memory.ts';

const RENDERED_PAGES = 10_000;
const STATIC_PAGES = 3_000;
const THREADS = 3;
const run = promisify(execFile);
const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Memory of the HTTP path, of each further reading thread, and of a crawl that renders every page. */
export async function memoryBench(
  json: boolean,
  pages = RENDERED_PAGES,
  parts: readonly string[] = ['static', 'threads', 'rendered'],
): Promise<void> {
  const say = (line: string) => (json ? process.stderr : process.stdout).write(`${line}\n`);
  const result: Record<string, unknown> = {};
  if (parts.includes('static')) {
    const built = existsSync(fileOf('../../dist/interfaces/cli/main.js'));
    const { peaksMb } = await crawlMemory(fileOf('../../src/setup/bin.mjs'), STATIC_PAGES);
    result.static = { built, peaksMb };
    const [first = Number.NaN] = peaksMb;
    say(
      `HTTP path, ${built ? 'built package' : 'sources (npm run build makes the package)'}: peak ${first.toFixed(0)} MB after ${STATIC_PAGES / 10} pages, ${(peaksMb.at(-1) ?? Number.NaN).toFixed(0)} MB after ${STATIC_PAGES}`,
    );
  }
  if (parts.includes('threads')) {
    const { sizesMb } = await arm<{ sizesMb: number[] }>('./thread-memory-arm.ts', STATIC_PAGES, THREADS);
    const stepsMb = sizesMb.slice(1).map((size, i) => size - (sizesMb[i] ?? 0));
    result.threads = { stepsMb };
    say(
      `reading threads, from sources, one after the other: ${stepsMb.map((mb) => `+${mb.toFixed(0)}`).join(', ')} MB`,
    );
  }
  if (parts.includes('rendered')) {
    const rendered = await arm<{ earlyMb: number; lateMb: number }>('./memory-arm.ts', pages, pages);
    const ratio = rendered.lateMb / rendered.earlyMb;
    result.memory = { ...rendered, ratio };
    say(
      `every page rendered, process and browsers: ${rendered.earlyMb.toFixed(0)} MB after ${pages / 10} pages, ${rendered.lateMb.toFixed(0)} MB after ${pages} (× ${ratio.toFixed(2)})`,
    );
  }
  if (json) process.stdout.write(`${JSON.stringify(result)}\n`);
}

/** What a program prints on its last line, beside a server of so many pages. */
async function arm<Result>(file: string, pages: number, argument: number): Promise<Result> {
  const server = fork(fileOf('./pages-server.ts'), [String(pages)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  try {
    const [{ port }] = (await once(server, 'message')) as [{ port: number }];
    const child = run(process.execPath, [fileOf(file), String(port), String(argument)], { maxBuffer: 1e8 });
    child.child.stderr?.pipe(process.stderr);
    const { stdout } = await child;
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Result;
  } finally {
    server.disconnect();
  }
}
