import { expect, test } from 'vitest';
import { deleteDocuments } from '../../src/library/documents/delete-documents.ts';
import { judgeRun } from '../../src/library/documents/judge-run.ts';
import { storeDocuments } from '../../src/library/documents/keep-document.ts';
import { exportedDocuments } from '../../src/library/exports/export-documents.ts';
import { compareNovelty } from '../../src/library/novelty-comparison.ts';
import { moreLikeThis } from '../../src/library/search/like-this.ts';
import { type SearchPage, searchLibrary } from '../../src/library/search/search.ts';
import type { Store } from '../../src/storage/index.ts';
import { DRIVERS, withStore } from '../storage/drivers.ts';
import { page, sentences } from './shelf.ts';

const DOCUMENTS = [
  ...Array.from({ length: 12 }, (_, i) =>
    page(`http://site${i % 3}.test/${i}`, sentences(i, 6), { domain: i < 6 ? 'travel' : null, depth: i % 4 }),
  ),
  page('http://twin.test/', sentences(2, 6), { kind: 'hidden' }),
  page('http://half.test/', [...sentences(3, 6), ...sentences(90, 6)], { runId: 2 }),
];

const shownOf = ({ results, ...page }: SearchPage) => ({
  ...page,
  results: results.map(({ snippet: _, ...result }) => result),
});

/** All that the library says of the documents. */
async function outcomeOf(store: Store) {
  await store.transaction((trx) => storeDocuments(trx, DOCUMENTS));
  const counts = [
    await judgeRun(store, 1, { mode: 'sentence' }),
    await judgeRun(store, 2, { mode: 'sentence' }),
  ];
  const exported = [];
  for (const run of [1, 2]) for await (const row of exportedDocuments(store, run)) exported.push(row);
  const searched = [];
  for (const query of ['harbour', 'lantern -bishop', '"of the" garden', 'domain:travel', 'url:half'])
    searched.push(shownOf(await searchLibrary(store, query, { facets: true, novelOnly: false })));
  const [first] = await store.documents.ids({ states: ['novel'] });
  const alike = shownOf(await moreLikeThis(store, first!));
  const { memory, ...comparison } = await compareNovelty(store, 1, ['harbour', 'glacier']);
  const bytes = [memory.genericTextMb, memory.heldTextMb];
  await deleteDocuments(store, { run: 1, site: 'site2.test' });
  const orphaned = await store.novelty.orphanedRuns();
  counts.push(await judgeRun(store, 1, { mode: 'sentence' }));
  return { counts, exported, searched, alike, comparison, bytes, orphaned };
}

test('documents are judged, searched, compared and deleted alike on every driver', async () => {
  const outcomes = [];
  for (const driver of DRIVERS) outcomes.push(await withStore(driver, outcomeOf));
  const [first, ...others] = outcomes;
  expect(first?.counts[0]).toMatchObject({ documents: 13, known: 1 });
  expect(first?.orphaned).toEqual([{ run: 1, mode: 'sentence', keepKnown: false }]);
  expect(first?.bytes[0]).toBeGreaterThan(first?.bytes[1] ?? 0);
  expect(others).toHaveLength(DRIVERS.length - 1);
  for (const other of others) expect(other).toEqual(first);
});
