import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../temporary-folder.ts';

const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export interface CrawlMemory {
  readonly pages: number;
  /** The most so far, in megabytes, after each tenth of the pages. */
  readonly peaksMb: readonly number[];
}

/**
 * Peak memory of a program that crawls static pages over HTTP, one reading thread, while it runs. Linux only.
 * @param program what Node runs: `bin.mjs` of a built package, or `main.ts`
 */
export async function crawlMemory(program: string, pages: number): Promise<CrawlMemory> {
  const server = fork(fileOf('./pages-server.ts'), [String(pages)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const storage = temporaryFolder('crawl-memory-');
  try {
    const [{ port }] = (await once(server, 'message')) as [{ port: number }];
    const seeds = join(storage, 'seeds.txt');
    writeFileSync(seeds, `http://127.0.0.1:${port}/\n`);
    const told =
      '--strategy breadth-first --render never --no-submit --allow-private --delay 0 --per-host 16 --max-depth 20 --json';
    const budgets = ['--max-pages', String(pages), '--max-pages-per-site', String(pages + 1)];
    const child = spawn(
      process.execPath,
      [program, 'harvest', 'product', '--seeds', seeds, '--storage', storage, ...told.split(' '), ...budgets],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const ended = once(child, 'exit');
    const peaksMb: number[] = [];
    let read = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      if (!line.startsWith('{"type":"page"')) continue;
      if (++read % Math.ceil(pages / 10) === 0) peaksMb.push(peakMb(child.pid));
    }
    const [code] = await ended;
    if (code !== 0) throw new Error(`the crawl ended with ${code}`);
    return { pages: read, peaksMb };
  } finally {
    server.disconnect();
  }
}

function peakMb(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1');
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN) / 1_000;
}
