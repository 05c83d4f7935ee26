import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';

const PAGES = 10_000;
const run = promisify(execFile);

/** Memory of our process and its browsers after a tenth of the rendered pages, and after all of them. */
export async function memoryBench(json: boolean, pages = PAGES): Promise<void> {
  const server = fork(new URL('./pages-server.ts', import.meta.url), [String(pages)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  try {
    const [{ port }] = (await once(server, 'message')) as [{ port: number }];
    const arm = new URL('./memory-arm.ts', import.meta.url).pathname;
    const child = run(process.execPath, [arm, String(port), String(pages)], { maxBuffer: 1e8 });
    child.child.stderr?.pipe(process.stderr);
    const { stdout } = await child;
    const result = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { earlyMb: number; lateMb: number };
    const ratio = result.lateMb / result.earlyMb;
    if (json) process.stdout.write(`${JSON.stringify({ memory: { ...result, ratio } })}\n`);
    else {
      process.stdout.write(
        `every page rendered, process and browsers: ${result.earlyMb.toFixed(0)} MB after ${pages / 10} pages, ${result.lateMb.toFixed(0)} MB after ${pages} (× ${ratio.toFixed(2)})\n`,
      );
    }
  } finally {
    server.disconnect();
  }
}
