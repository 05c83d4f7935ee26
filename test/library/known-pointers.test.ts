import { rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { harvest } from '../../src/app/index.ts';
import type { HarvestOptions } from '../../src/crawl/settings/index.ts';
import { openStore, type SqliteStore } from '../../src/drivers/sqlite/index.ts';
import { replayTransport } from '../../src/foundation/http/index.ts';
import {
  compareNovelty,
  compareRuns,
  forgetRun,
  judgeLibrary,
  judgeNovelty,
  judgeOrphans,
  moreLikeThis,
  readDocument,
  searchLibrary,
} from '../../src/library/index.ts';
import { exportLines } from '../../src/reports/index.ts';
import { page as html, links, SEARCH, smallWeb } from '../crawl/run/small-web.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { keepAll, page, sentences, shelfStore } from './shelf.ts';

const MENU = sentences(70, 3);
const paragraphs = (texts: readonly string[]) => texts.map((text) => `<p>${text}</p>`).join('');
/** Five pages of a site with a menu of their own, which is boilerplate. */
const PAGES = Object.fromEntries(
  [0, 1, 2, 3, 4].map((i) => [
    i === 0 ? 'a.test/' : `a.test/${i}`,
    html(SEARCH + links('/1', '/2', '/3', '/4') + paragraphs([...MENU, ...sentences(i, 4)])),
  ]),
);

const storage = temporaryFolder('pointers-');
let store: SqliteStore;
/** Two harvests of the same site. */
beforeAll(async () => {
  const small = await smallWeb(PAGES, ['http://a.test/']);
  const options: HarvestOptions = {
    domains: ['book'],
    web: small.web,
    storage,
    maxDepth: 1,
    render: 'never',
    submit: false,
    strategy: 'breadth-first',
    novelty: 'sentence',
  };
  for (let run = 1; run <= 2; run++)
    for await (const event of harvest(options))
      if (event.type === 'end') expect(event.status).toBe('complete');
  await small.close();
}, 60_000);
beforeEach(async () => {
  const folder = temporaryFolder('pointers-');
  await cp(storage, folder, { recursive: true });
  store = await openStore(folder, { mode: 'write' });
});
afterEach(() => store.close());

/** Address and text of every document of a run. */
const textsOf = async (run: number) => {
  const rows = await store.documents.get(await store.documents.ids({ run }));
  return rows
    .map(({ url, state, text, like_url }) => ({ url, state, text, like: like_url }))
    .sort((a, b) => (a.url < b.url ? -1 : 1));
};

test('what a run repeats is kept as a pointer, and all of the library works on it', async () => {
  const [first, second] = [await textsOf(1), await textsOf(2)];
  expect(first.map(({ state }) => state)).toEqual(Array(5).fill('novel'));
  expect(second).toEqual(first.map(({ url }) => ({ url, state: 'known', text: null, like: url })));
  expect(await store.db.selectFrom('document_text').select('id').execute()).toHaveLength(5);

  const [word] = /\w{6,}/.exec(sentences(3, 4)[0]!)!;
  const [all, novel] = [
    await searchLibrary(store, `${word} run:2`, { novelOnly: false, facets: true }),
    await searchLibrary(store, `${word} run:2`),
  ];
  expect(novel.total).toBe(0);
  expect(all.total).toBeGreaterThan(0);
  expect(all.results.map(({ novel }) => novel)).not.toContain(true);
  const like = await store.documents.ids({ run: 1 });
  const [known] = await store.documents.ids({ run: 2, site: 'a.test' });
  const shown = await readDocument(store, known!);
  expect(shown).toMatchObject({ state: 'known', like: shown.url, textOf: shown.url });
  expect(shown.parts).toEqual([{ text: first.find(({ url }) => url === shown.url)!.text, isNew: false }]);
  const alike = await moreLikeThis(store, known!);
  expect(like).toContain(alike.results[0]!.id);

  const lines = [];
  for await (const line of exportLines(store, 2, 'documents', 'jsonl')) lines.push(JSON.parse(line));
  expect(lines.map(({ state, text, like }) => [state, text, like])).toEqual(
    second.map(({ url }) => ['known', '', url]),
  );
  expect(await compareRuns(store)).toMatchObject({ novelDocuments: 0, pages: { notRevisited: 0 } });
  const { memory } = await compareNovelty(store, 2, [word!]);
  // Each page counts as it was crawled first, when nothing repeated it.
  expect(memory).toMatchObject({ genericPages: 5, novelPages: 5 });
  const bytes = first.reduce((sum, { text }) => sum + Buffer.byteLength(text!), 0);
  expect([memory.genericTextMb, memory.heldTextMb]).toEqual([bytes / 1e6, bytes / 1e6]);
  expect(memory.onDiskMb).toBeGreaterThan(0.01);
  const web = await replayTransport(join(store.runFolder(2), 'exchanges.warc.gz'));
  expect(second.map(({ url }) => web.holds(url))).toEqual(Array(5).fill(true));
  await web.close();
});

test('a pointer whose document is forgotten is read from the archive, and says what it said', async () => {
  const before = await textsOf(1);
  await forgetRun(store, 1);
  expect(await store.novelty.orphanedRuns()).toEqual([{ run: 2, mode: 'sentence', keepKnown: false }]);
  expect(await judgeOrphans(store)).toEqual([2]);
  expect(await textsOf(2)).toEqual(before);
  expect(before[0]!.text).not.toContain(MENU[0]);
  expect(await judgeOrphans(store)).toEqual([]);
});

test('a pointer that cannot be read from the archive waits, and says so', async () => {
  rmSync(join(store.runFolder(2), 'exchanges.warc.gz'));
  await forgetRun(store, 1);
  const warnings: string[] = [];
  expect(await judgeOrphans(store, (line) => warnings.push(line))).toEqual([2]);
  expect(warnings).toHaveLength(5);
  expect((await textsOf(2)).map(({ state }) => state)).toEqual(Array(5).fill('waiting'));
});

test('texts of known documents are brought back where that is asked for, and let go again', async () => {
  const [texts, pointers] = [await textsOf(1), await textsOf(2)];
  const again = { mode: 'sentence', run: 2, again: true } as const;
  await judgeLibrary(store, { ...again, keepKnown: true });
  const kept = texts.map(({ url, text }) => ({ url, state: 'known', text, like: url }));
  expect(await textsOf(2)).toEqual(kept);
  await judgeLibrary(store, again);
  expect(await textsOf(2)).toEqual(pointers);
});

test('the text of a page that a browser rendered is kept: the archive has it as it was sent', async () => {
  const again = { mode: 'sentence', run: 2, again: true } as const;
  await judgeLibrary(store, { ...again, keepKnown: true });
  await store.db
    .updateTable('page')
    .set({ rendered_by: 'browser' })
    .where('url', '=', 'http://a.test/1')
    .execute();
  await judgeLibrary(store, again);
  const withText = (await textsOf(2)).filter(({ text }) => text !== null);
  expect(withText.map(({ url }) => url)).toEqual(['http://a.test/1']);
});

test('records that repeat are kept as pointers, too, and found by their fields', async () => {
  const shelf = await shelfStore(2);
  const record = (runId: number) =>
    page('http://shop.test/1', ['The Silver River; Ada Stone'], {
      runId,
      kind: 'record',
      fields: { title: 'The Silver River', author: 'Ada Stone' },
    });
  await keepAll(shelf, [record(1), record(2)]);
  for (const run of [1, 2]) await judgeNovelty(shelf, run, { mode: 'sentence' });
  const ids = await shelf.documents.ids({});
  expect(await shelf.documents.get(ids)).toMatchObject([{ state: 'novel' }, { state: 'known', text: null }]);
  const found = await searchLibrary(shelf, 'author:stone silver', { novelOnly: false });
  expect(found.results.map(({ runId }) => runId)).toEqual([1, 2]);
  await shelf.close();
  rmSync(shelf.folder, { recursive: true, force: true });
});
