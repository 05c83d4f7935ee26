import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { openStore, type SqliteStore } from '../../src/drivers/sqlite/index.ts';
import type { NewDocument } from '../../src/library/documents/keep-document.ts';
import { forgetRun, forgetSite, judgeNovelty } from '../../src/library/index.ts';
import { keepAll, page, sentences, shelfStore } from './shelf.ts';

const stores: SqliteStore[] = [];
const begin = async (documents: readonly NewDocument[], runs = 1) => {
  const store = await shelfStore(runs);
  stores.push(store);
  await keepAll(store, documents);
  return store;
};
afterEach(async () => {
  for (const store of stores.splice(0)) {
    await store.close();
  }
});

const verdicts = async (store: SqliteStore) => {
  const rows = await store.db
    .selectFrom('document')
    .leftJoin('document as like', 'like.id', 'document.like_id')
    .select([
      'document.key',
      'document.state',
      'document.similarity',
      'document.new_spans',
      'like.key as like',
    ])
    .orderBy('document.run_id')
    .orderBy('document.key')
    .execute();
  return rows;
};

const text = sentences(1, 12);
const other = sentences(2, 12);
const DOCUMENTS = [
  page('http://a.test/one', text),
  page('http://a.test/two', [...text].reverse(), { depth: 1 }),
  page('http://a.test/half', [...text.slice(0, 6), ...other.slice(0, 6)], { depth: 1 }),
  page('http://b.test/other', other),
  page('http://b.test/empty', ['Home']),
];

test('copies are known, halves are new, and of a half only the new sentences', async () => {
  const store = await begin(DOCUMENTS);
  expect(await judgeNovelty(store, 1, { mode: 'sentence' })).toEqual({
    documents: 5,
    novel: 3,
    known: 1,
    bare: 1,
  });
  const rows = await verdicts(store);
  expect(rows.map(({ key, state }) => [key, state])).toEqual([
    ['http://a.test/half', 'novel'],
    ['http://a.test/one', 'novel'],
    ['http://a.test/two', 'known'],
    ['http://b.test/empty', 'bare'],
    ['http://b.test/other', 'novel'],
  ]);
  expect(rows[2]).toMatchObject({ similarity: 1, like: 'http://a.test/one' });
  const half = await store.db
    .selectFrom('document_text')
    .select('text')
    .where('url', 'like', '%half')
    .executeTakeFirstOrThrow();
  const spans = JSON.parse(rows[0]!.new_spans!) as [number, number][];
  expect(spans.map(([from, to]) => half.text.slice(from, to))).toEqual(other.slice(0, 6));
});

test('whole pages: the threshold of the domain decides', async () => {
  const documents = [
    page('http://a.test/1', text),
    page('http://a.test/2', [...text.slice(0, 11), other[0]!]),
  ];
  const strict = await begin(documents);
  expect(await judgeNovelty(strict, 1, { mode: 'page' })).toMatchObject({ novel: 1, known: 1 });
  const loose = await begin(documents);
  expect(await judgeNovelty(loose, 1, { mode: 'page', thresholdOf: () => 0.99 })).toMatchObject({ novel: 2 });
});

test('the order in which documents came plays no part', async () => {
  const [one, two] = [await begin(DOCUMENTS), await begin([...DOCUMENTS].reverse())];
  for (const store of [one, two]) await judgeNovelty(store, 1, { mode: 'sentence' });
  expect(await verdicts(one)).toEqual(await verdicts(two));
});

test('a later run knows what an earlier one said, an earlier one nothing of a later one', async () => {
  const again = DOCUMENTS.map((document) => ({ ...document, runId: 2 }));
  const store = await begin([...DOCUMENTS, ...again], 2);
  expect(await judgeNovelty(store, 1, { mode: 'sentence' })).toMatchObject({ novel: 3 });
  expect(await judgeNovelty(store, 2, { mode: 'sentence' })).toMatchObject({
    documents: 5,
    novel: 0,
    known: 4,
  });
});

test('what stands on every page of a site is boilerplate, and the page is what is left', async () => {
  const [menu, footer] = [sentences(5, 4), sentences(6, 4)];
  const pages = [0, 1, 2, 3, 4].map((i) =>
    page(`http://a.test/${i}`, [...menu, ...sentences(20 + i, 5), ...footer]),
  );
  const store = await begin(pages);
  expect(await judgeNovelty(store, 1, { mode: 'page' })).toMatchObject({ novel: 5 });
  const rows = await store.db.selectFrom('document_text').select('text').orderBy('url').execute();
  expect(rows.map((row) => row.text)).toEqual([0, 1, 2, 3, 4].map((i) => sentences(20 + i, 5).join('\n')));
});

/** Many documents of one site, judged in several batches. */
const MANY = Array.from({ length: 230 }, (_, i) =>
  page(`http://a.test/${i}`, sentences(i % 3 === 2 ? i - 1 : i, 6)),
);

test('stopped between two batches, or died there, judging goes on to the same end', async () => {
  const whole = await begin(MANY);
  await judgeNovelty(whole, 1, { mode: 'sentence' });
  const stopper = new AbortController();
  const halves = await begin(MANY);
  await judgeNovelty(halves, 1, {
    mode: 'sentence',
    signal: stopper.signal,
    onProgress: () => stopper.abort(),
  });
  const waiting = await halves.db
    .selectFrom('document')
    .select('id')
    .where('state', '=', 'waiting')
    .execute();
  expect(waiting).toHaveLength(130);
  // As if the process had died after the store's commit and before the index's.
  rmSync(join(halves.folder, 'library'), { recursive: true, force: true });
  await judgeNovelty(halves, 1, { mode: 'sentence' });
  expect(await verdicts(halves)).toEqual(await verdicts(whole));
});

test('a damaged sentence index is told and made again from the store', async () => {
  const again = MANY.map((document) => ({ ...document, runId: 2 }));
  const store = await begin([...MANY, ...again], 2);
  const first = await judgeNovelty(store, 1, { mode: 'sentence' });
  writeFileSync(
    join(store.folder, 'library', 'sentences.sqlite'),
    'no database at all, and long enough to be read as one '.repeat(80),
  );
  const warnings: string[] = [];
  const second = await judgeNovelty(store, 2, { mode: 'sentence', onWarning: (line) => warnings.push(line) });
  expect(warnings).toEqual([
    expect.stringMatching(/sentences\.sqlite cannot be read \(.+\) and is made again/),
  ]);
  expect(second).toEqual({ documents: first.documents, novel: 0, known: first.documents, bare: 0 });
});

test('what is forgotten leaves nothing behind and is new again', async () => {
  const store = await begin(DOCUMENTS);
  await judgeNovelty(store, 1, { mode: 'sentence' });
  await store.db
    .insertInto('site')
    .values({
      run_id: 1,
      site: 'a.test',
      home_url: '',
      seed: 1,
      state: 'exploring',
      domain: null,
      similarity: null,
      reason_code: null,
    })
    .execute();
  await forgetSite(store, 'a.test');
  const count = async (table: 'document' | 'document_text' | 'document_print') =>
    (await store.db.selectFrom(table).select('id').execute()).length;
  expect([await count('document'), await count('document_text'), await count('document_print')]).toEqual([
    2, 2, 1,
  ]);
  const found = await sql<{
    rowid: number;
  }>`select rowid from document_words where document_words match ${'carpet OR falcon OR lantern'}`.execute(
    store.db,
  );
  expect(found.rows).toHaveLength(1);
  await forgetRun(store, 1);
  expect(await count('document')).toBe(0);
  const later = await openStore(store.folder, { mode: 'read' });
  await later.close();
  await store.db
    .insertInto('run')
    .values({
      id: 1,
      domains: '[]',
      web: '',
      strategy: '',
      options: '{}',
      status: 'complete',
      started_at: 0,
      updated_at: 0,
    })
    .execute();
  await keepAll(store, DOCUMENTS);
  expect(await judgeNovelty(store, 1, { mode: 'sentence' })).toMatchObject({ novel: 3, known: 1 });
});

test('records are one statement each: another price makes another record', async () => {
  const record = (key: string, fields: Record<string, string>): NewDocument => ({
    ...page(`http://a.test/search?page=${key}`, []),
    kind: 'record',
    key,
    fields,
    blocks: [{ text: Object.values(fields).join('; '), chrome: false }],
  });
  const store = await begin([
    record('1', { title: 'The Silver River', author: 'Ada Stone', price: '12.50' }),
    record('2', { title: 'The Silver River', author: 'Ada Stone', price: '12.50' }),
    record('3', { title: 'The Silver River', author: 'Ada Stone', price: '15.00' }),
    record('4', { title: 'The Golden Orchard', author: 'Paula Rahman', price: '12.50' }),
  ]);
  await judgeNovelty(store, 1, { mode: 'sentence' });
  expect((await verdicts(store)).map((row) => row.state)).toEqual(['novel', 'known', 'novel', 'novel']);
});
