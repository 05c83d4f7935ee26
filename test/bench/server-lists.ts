/**
 * Lists of a store of 100,000 forms and 1,000,000 records over HTTP: time of a page, of facets, of a whole export, and memory.
 *
 *     npm run bench -- server-lists              the whole
 *     npm run bench -- server-lists --part 10    a tenth of it
 */

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as later } from 'node:timers/promises';
import { startServer } from '../../src/interfaces/server/index.ts';
import { LISTS, makeLargeStore, SORTS, searchesOf } from '../interfaces/server/large-store.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const WHOLE = { forms: 100_000, records: 1_000_000, sites: 1_000 };
const ROUNDS = 5;

const megabytes = (bytes: number): number => Math.round(bytes / 1e6);

export async function serverListsBench(json: boolean, part = 1): Promise<void> {
  const begun = performance.now();
  const size = { forms: WHOLE.forms / part, records: WHOLE.records / part, sites: WHOLE.sites / part };
  const folder = temporaryFolder('server-lists-');
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
  const medianOf = async (path: string) => {
    const times: number[] = [];
    for (let i = 0; i < ROUNDS; i++) times.push((await ask(path)).ms);
    return Math.round(times.sort((a, b) => a - b)[ROUNDS >> 1] ?? 0);
  };
  /** @returns seconds until the row of a search is on its first page: until then its list is made */
  const keptAfter = async (path: string) => {
    const begun = performance.now();
    for (;;) {
      const { items } = (await (await fetch(`${server.url}/api/runs/1${path}`)).json()) as {
        items: object[];
      };
      if (items.length > 0) return Math.round((performance.now() - begun) / 100) / 10;
      await later(500);
    }
  };
  try {
    await ask('/forms?limit=1');
    const before = process.memoryUsage.rss();
    delay.enable();
    const lists: Record<string, number> = {};
    for (const path of LISTS) lists[path] = await medianOf(path);
    const keptSeconds: Record<string, number> = {};
    for (const path of searchesOf(size)) {
      keptSeconds[path] = await keptAfter(path);
      lists[path] = await medianOf(path);
    }
    keptSeconds['/things?limit=50'] = Math.round((await ask('/things?limit=50')).ms / 100) / 10;
    for (const path of ['/things?limit=50', '/things?limit=50&text=record+77'])
      lists[path] = await medianOf(path);
    const sorts: Record<string, readonly number[]> = {};
    for (const path of SORTS) sorts[path] = [Math.round((await ask(path)).ms), await medianOf(path)];
    const facets: Record<string, readonly number[]> = {};
    for (const kind of ['forms', 'pages', 'records']) {
      const [first, second] = [
        await ask(`/${kind}?facets=true`),
        await ask(`/${kind}?facets=true&is=site:s0001.test`),
      ];
      facets[kind] = [Math.round(first.ms), Math.round(second.ms)];
    }
    const whole = await ask('/records', { accept: 'application/x-ndjson' });
    delay.disable();
    const result = {
      ...size,
      madeMs,
      listsMs: lists,
      keptSeconds,
      keptMb: Object.fromEntries(
        readdirSync(join(storage, 'lists')).map((file) => [
          file,
          megabytes(statSync(join(storage, 'lists', file)).size),
        ]),
      ),
      slowestMs: Math.max(...Object.values(lists)),
      sortsMs: sorts,
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
  }
}
