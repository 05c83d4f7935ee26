import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import {
  forgetExpired,
  forgetRun,
  judgeNovelty,
  judgeOrphans,
  listRuns,
  type Retention,
} from '../../src/library/index.ts';
import { expiredRuns } from '../../src/library/retention.ts';
import { keepAll, page, sentences, shelfStore } from './shelf.ts';

const DAY = 86_400_000;
const NOW = 100 * DAY;

async function begin(runs: number) {
  const store = await shelfStore(runs);
  onTestFinished(() => store.close());
  return store;
}

/** Five runs, 40, 30, 20, 10 and 0 days old, of 1 kB each; the second is about hotels too. */
async function fiveRuns() {
  const store = await begin(5);
  await sql`update run set updated_at = ${NOW} - (5 - id) * ${10 * DAY}`.execute(store.db);
  await sql`update run set domains = '["book","hotel"]' where id = 2`.execute(store.db);
  for (let id = 1; id <= 5; id++) {
    mkdirSync(store.runFolder(id), { recursive: true });
    writeFileSync(join(store.runFolder(id), 'exchanges.warc.gz'), Buffer.alloc(1_000));
  }
  return store;
}

test.each<[Retention, Retention | undefined, number[]]>([
  [{ runs: 2 }, undefined, [1, 3]],
  [{ runs: 2 }, { runs: 1 }, [1, 3]],
  [{ days: 15 }, undefined, [1, 3]],
  [{ disk: 2_500 }, undefined, [1, 3]],
  [{ disk: 10 }, undefined, [1, 3, 4]],
  [{ runs: 4, days: 25 }, undefined, [1]],
  [{}, undefined, []],
])('book keeps %j, hotel %j: gone are %j', async (book, hotel, gone) => {
  const store = await fiveRuns();
  const rules = new Map([['book', book], ...(hotel ? [['hotel', hotel] as const] : [])]);
  expect((await expiredRuns(store, rules, NOW)).map(({ run }) => run.id)).toEqual(gone);
});

test('what is to go goes with its files, and says why; a run that goes on stays', async () => {
  const store = await fiveRuns();
  await sql`update run set status = 'running' where id = 1`.execute(store.db);
  const gone = await forgetExpired(store, new Map([['book', { runs: 1 }]]), NOW);
  expect(gone.map(({ run, why }) => `${run.id} ${why}`)).toEqual([
    '3 more than 1 runs',
    '4 more than 1 runs',
  ]);
  expect((await listRuns(store)).map(({ id }) => id)).toEqual([1, 2, 5]);
});

test.each(['page', 'sentence'] as const)(
  'what repeated a forgotten page is judged again and takes its place (%s)',
  { timeout: 20_000 },
  async (mode) => {
    const store = await begin(2);
    const text = sentences(1, 6);
    await keepAll(store, [page('http://a.test/1', text), page('http://b.test/2', text, { runId: 2 })]);
    await judgeNovelty(store, 1, { mode });
    expect(await judgeNovelty(store, 2, { mode })).toMatchObject({ novel: 0, known: 1 });
    await forgetRun(store, 1);
    expect(await judgeOrphans(store)).toEqual([2]);
    const rows = await store.db.selectFrom('document').select(['state', 'like_id', 'new_spans']).execute();
    expect(rows).toEqual([
      { state: 'novel', like_id: null, new_spans: mode === 'page' ? null : expect.any(String) },
    ]);
    expect(await judgeOrphans(store)).toEqual([]);
  },
);
