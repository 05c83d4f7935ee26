import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { judgeNovelty, searchLibrary } from '../../src/library/index.ts';
import { keepAll, page, shelfStore } from './shelf.ts';

const SAILING = ['sails', 'harbour', 'mast', 'anchor', 'regatta'];
const BAKING = ['flour', 'oven', 'yeast', 'dough', 'crust'];
const textOf = (words: readonly string[], i: number) =>
  words.map(
    (word, n) =>
      `In story ${i} of part ${n} the ${word} and the ${words[(n + i) % 5]} matter to reader ${i * 7 + n}.`,
  );

test('documents of a domain are grouped by what they are about, and a group is named by its words', async () => {
  const store = await shelfStore();
  const pages = Array.from({ length: 12 }, (_, i) =>
    page(`http://site${i}.test/`, textOf(i % 2 === 0 ? SAILING : BAKING, i), { title: 'A page' }),
  );
  await keepAll(store, [
    ...pages,
    page('http://z.test/', ['A lonely sentence about quantum gravity stands here.'], { title: 'x' }),
  ]);
  await judgeNovelty(store, 1, { mode: 'sentence' });
  const rows = await store.db.selectFrom('document').select(['key', 'cluster']).orderBy('id').execute();
  const [sailing, baking] = [rows[0]!.cluster!, rows[1]!.cluster!];
  expect(sailing).not.toBe(baking);
  expect(SAILING).toEqual(expect.arrayContaining(sailing.split(', ')));
  expect(BAKING).toEqual(expect.arrayContaining(baking.split(', ')));
  rows.slice(0, 12).forEach((row, i) => {
    expect(row.cluster).toBe(i % 2 === 0 ? sailing : baking);
  });
  expect(rows[12]!.cluster).toBeNull();
  const { facets } = await searchLibrary(store, 'kind:page', { facets: true });
  expect(facets!.cluster).toEqual(
    expect.arrayContaining([
      { value: sailing, count: 6 },
      { value: baking, count: 6 },
    ]),
  );
  await store.close();
  rmSync(store.folder, { recursive: true, force: true });
});
