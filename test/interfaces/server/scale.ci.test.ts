/** Lists of a large store: any page is quick, nothing holds the server up, memory stays flat, and no list reads a whole table. */

import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { type RunningServer, startServer } from '../../../src/interfaces/server/index.ts';
import { READS } from '../../../src/interfaces/server/reading/reads.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { LISTS, makeLargeStore, searchesOf } from './large-store.ts';

/** `npm run bench -- server-lists` has ten times as much. */
const SIZE = { forms: 10_000, records: 100_000, sites: 100 };
const LONGEST_MS = 200;
/** A text that was looked for once is looked for in a kept list. */
const LONGEST_SEARCH_MS = 1_500;

const folder = temporaryFolder('scale-');
const storage = join(folder, 'storage');
let server: RunningServer;

beforeAll(async () => {
  await makeLargeStore(storage, SIZE);
  server = await startServer({ storage, port: 0, host: '127.0.0.1' });
  await (await fetch(`${server.url}/api/runs/1/forms?limit=1`)).text();
}, 600_000);
afterAll(() => server.close());

async function timedPages(path: string): Promise<{ readonly ms: number; readonly items: readonly object[] }> {
  const times: number[] = [];
  let items: readonly object[] = [];
  for (let i = 0; i < 5; i++) {
    const begun = performance.now();
    const answer = await fetch(`${server.url}${path}`);
    let next: string | null;
    ({ items, next } = await answer.json());
    expect([answer.status, items?.length !== 0 || next === null]).toEqual([200, true]);
    times.push(performance.now() - begun);
  }
  return { ms: times.sort((a, b) => a - b)[2] ?? 0, items };
}

test.each(LISTS)(
  'the list %s comes in time, and is empty only where no row is left',
  async (path) => {
    const ms = async () => (await timedPages(`/api/runs/1${path}`)).ms;
    const isSearch = path.includes('nothing-has-it');
    // The first search reads every row, and has the list kept for the next.
    if (isSearch) await expect.poll(ms, { timeout: 120_000 }).toBeLessThanOrEqual(LONGEST_SEARCH_MS);
    else expect(await ms()).toBeLessThanOrEqual(LONGEST_MS);
  },
  150_000,
);

test.each(searchesOf(SIZE))(
  'once %s was looked for, its one row is on the first page',
  async (path) => {
    const found = async () =>
      (await (await fetch(`${server.url}/api/runs/1${path}`)).json()) as { items: object[]; next: null };
    await expect.poll(found, { timeout: 120_000 }).toMatchObject({ items: [{}], next: null });
    const { ms, items } = await timedPages(`/api/runs/1${path}`);
    expect(items).toHaveLength(1);
    expect(ms).toBeLessThanOrEqual(LONGEST_SEARCH_MS);
  },
  150_000,
);

test('records are folded once, and then every page of things comes within 200 ms', async () => {
  const path = '/api/runs/1/things?limit=50';
  const { items, next } = await (await fetch(`${server.url}${path}`)).json();
  expect(items).toHaveLength(50);
  for (const page of [path, `${path}&after=${next}`, `${path}&text=record+${SIZE.records - 1}`])
    expect((await timedPages(page)).ms).toBeLessThanOrEqual(LONGEST_MS);
}, 180_000);

test('facets count every row, by year and price too, and hold up neither lists nor the process', async () => {
  const begun = performance.eventLoopUtilization();
  const facets = fetch(`${server.url}/api/runs/1/records?limit=1&facets=true&is=site:s0001.test`);
  const page = await fetch(`${server.url}/api/runs/1/forms?limit=50`);
  expect(page.status).toBe(200);
  const counted = await (await facets).json();
  const { utilization } = performance.eventLoopUtilization(begun);
  expect(counted.total).toBe(SIZE.records / SIZE.sites);
  const column = (name: string) =>
    counted.facets.find((facet: { column: string }) => facet.column === name).values;
  expect(column('site')).toHaveLength(20);
  expect(column('year').reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(1_000);
  expect(column('price')).not.toEqual([]);
  // Where this thread counted, it would do nothing else meanwhile.
  expect(utilization).toBeLessThan(0.5);
});

test('reading all records as a stream holds few of them in memory, and lists go on beside it', async () => {
  const before = process.memoryUsage().heapUsed;
  let [most, lines] = [0, 0];
  const { body } = await fetch(`${server.url}/api/runs/1/records`, {
    headers: { accept: 'application/x-ndjson' },
  });
  for await (const part of body ?? []) {
    if (lines === 0) expect((await fetch(`${server.url}/api/runs/1/sites?limit=5`)).status).toBe(200);
    for (const byte of part) if (byte === 10) lines++;
    most = Math.max(most, process.memoryUsage().heapUsed - before);
  }
  expect(lines).toBe(SIZE.records);
  expect(most).toBeLessThan(100_000_000);
}, 300_000);

/** Statements that a piece of work prepares on any connection. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts = new Set<string>();
  const { prepare } = DatabaseSync.prototype;
  DatabaseSync.prototype.prepare = function (this: DatabaseSync, text: string): StatementSync {
    if (/^\s*select/i.test(text)) texts.add(text);
    return prepare.call(this, text);
  };
  try {
    await work();
  } finally {
    DatabaseSync.prototype.prepare = prepare;
  }
  return [...texts];
}

test('no list reads a whole table, or sorts what it reads', async () => {
  const database = new DatabaseSync(join(storage, 'fieldfare.sqlite'), { readOnly: true });
  const kinds = ['forms', 'pages', 'sites', 'submissions', 'records', 'documents'] as const;
  const ranges = [
    {},
    { is: { site: ['s0050.test'] } },
    { form: 'form77' },
    { is: { state: ['done'] } },
    { is: { domain: ['job'], type: ['search'] } },
  ];
  const slow: string[] = [];
  for (const kind of kinds)
    for (const range of ranges) {
      const store = await openStore(storage, { mode: 'read' });
      const texts = await statementsOf(() => READS.page(store, { run: 1, kind, range, limit: 50 }));
      await store.close();
      expect(texts.length).toBeGreaterThan(0);
      for (const text of texts) {
        const plan = database.prepare(`explain query plan ${text}`).all() as { detail: string }[];
        // What is sorted is a batch of forms that are named.
        const isBatch = text.includes('form_id" in (') || text.includes('form_id in (');
        const bad = plan.filter(
          ({ detail }) =>
            /^SCAN (?!json_each|CONSTANT)/.test(detail) || (/FOR ORDER BY$/.test(detail) && !isBatch),
        );
        if (bad.length > 0)
          slow.push(`${kind}: ${bad.map(({ detail }) => detail).join('; ')}: ${text.slice(0, 200)}`);
      }
    }
  database.close();
  expect(slow).toEqual([]);
});
