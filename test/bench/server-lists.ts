/**
 * Lists of a store of 100,000 forms and 1,000,000 records over HTTP: time of a page, of facets, of a whole export, and memory.
 *
 *     npm run bench -- server-lists              the whole
 *     npm run bench -- server-lists --part 10    a tenth of it
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startServer } from '../../src/interfaces/server/index.ts';
import { LISTS, makeLargeStore } from '../interfaces/server/large-store.ts';

const WHOLE = { forms: 100_000, records: 1_000_000, sites: 1_000 };
const ROUNDS = 5;

const megabytes = (bytes: number): number => Math.round(bytes / 1e6);

export async function serverListsBench(json: boolean, part = 1): Promise<void> {
  const begun = performance.now();
  const size = { forms: WHOLE.forms / part, records: WHOLE.records / part, sites: WHOLE.sites / part };
  const folder = mkdtempSync(join(tmpdir(), 'server-lists-'));
  const storage = join(folder, 'storage');
  const made = performance.now();
  await makeLargeStore(storage, size);
  const madeMs = Math.round(performance.now() - made);
  const server = await startServer({ storage, port: 0, host: '127.0.0.1' });
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const ask = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const begun = performance.now();
    const answer = await fetch(`${server.url}/api/runs/1${path}`, { headers });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    let bytes = 0;
    for await (const part of answer.body ?? []) bytes += part.length;
    return { ms: performance.now() - begun, bytes };
  };
  try {
    await ask('/forms?limit=1');
    const before = process.memoryUsage.rss();
    delay.enable();
    const lists: Record<string, number> = {};
    for (const path of LISTS) {
      const times: number[] = [];
      for (let i = 0; i < ROUNDS; i++) times.push((await ask(path)).ms);
      lists[path] = Math.round(times.sort((a, b) => a - b)[ROUNDS >> 1] ?? 0);
    }
    const facets: Record<string, readonly number[]> = {};
    for (const kind of ['forms', 'pages', 'records']) {
      const [first, second] = [await ask(`/${kind}/facets`), await ask(`/${kind}/facets?is=site:s0001.test`)];
      facets[kind] = [Math.round(first.ms), Math.round(second.ms)];
    }
    const whole = await ask('/records', { accept: 'application/x-ndjson' });
    delay.disable();
    const result = {
      ...size,
      madeMs,
      listsMs: lists,
      slowestMs: Math.max(...Object.values(lists)),
      facetsMs: facets,
      exportMs: Math.round(whole.ms),
      exportMb: megabytes(whole.bytes),
      residentMb: [megabytes(before), megabytes(process.memoryUsage.rss())],
      wholeSeconds: Math.round((performance.now() - begun) / 1_000),
      longestBlockMs: Math.round(delay.max / 1e6),
    };
    process.stdout.write(
      json
        ? `${JSON.stringify({ bench: 'server-lists', ...result })}\n`
        : `${JSON.stringify(result, null, 2)}\n`,
    );
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
