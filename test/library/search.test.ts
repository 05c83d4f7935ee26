import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SqliteStore } from '../../src/drivers/sqlite/index.ts';
import type { NewDocument } from '../../src/library/documents/keep-document.ts';
import {
  judgeNovelty,
  listCategories,
  moreLikeThis,
  readDocument,
  rebuildIndexes,
  SearchError,
  searchLibrary,
} from '../../src/library/index.ts';
import { noveltySettings } from '../../src/library/ontology/settings.ts';
import { parseQuery } from '../../src/library/search/parse-query.ts';
import { keepAll, page, sentences, shelfStore } from './shelf.ts';

let store: SqliteStore;
const GARDEN = 'The old garden behind the school is full of roses and apple trees.';
const MATCH = [
  'The goalkeeper of the home team saved three shots in the second half.',
  'Both the coach and the players left the stadium after the match.',
  'Their league begins with a tournament in which football and tennis players meet.',
];

const record = (key: string, fields: Record<string, string>): NewDocument => ({
  ...page(`http://shop.test/item/${key}`, [Object.values(fields).join('; ')]),
  kind: 'record',
  key,
  title: fields.title ?? '',
  fields,
});

beforeAll(async () => {
  store = await shelfStore();
  await keepAll(store, [
    page('http://a.test/garden', [GARDEN, ...sentences(1, 6)], { title: 'Gardens of the city' }),
    page('http://a.test/copy', [GARDEN, ...sentences(1, 6)], { title: 'Gardens again', depth: 2 }),
    page('http://b.test/match', MATCH, {
      title: 'A match report',
      domain: null,
      fetchedAt: Date.UTC(2026, 2, 3),
    }),
    page(
      'http://b.test/jardin',
      ['Le jardin derrière l’école est plein de roses et de pommiers en fleurs.'],
      {
        title: 'Le jardin',
        language: 'fr',
      },
    ),
    page('http://c.test/<script>', [
      'A page about <b>bold</b> claims and "quoted" words, and \u0001marks\u0002 too.',
    ]),
    record('1', { title: 'The Silver River', author: 'Ada Stone', price: '12.50' }),
    record('2', { title: 'The Golden Orchard', author: 'Paula Rahman', price: '9.00' }),
  ]);
  await judgeNovelty(store, 1, { mode: 'sentence', categoriser: noveltySettings([]).categoriser });
});
afterAll(() => store.close());

const urls = async (query: string, options = {}) =>
  (await searchLibrary(store, query, options)).results.map((result) => result.url);

describe('a search', () => {
  test('finds words in any form, without regard to case and accents', async () => {
    expect(await urls('GARDENS')).toEqual(['http://a.test/garden']);
    expect(await urls('ecole')).toEqual(['http://b.test/jardin']);
  });

  test('shows what is novel only, unless all is wanted', async () => {
    expect(await urls('garden', { novelOnly: false })).toHaveLength(2);
    const { results } = await searchLibrary(store, 'garden', { novelOnly: false });
    expect(results.map((result) => result.novel)).toEqual(expect.arrayContaining([true, false]));
  });

  test.each([
    ['"apple trees"', ['http://a.test/garden']],
    ['"trees apple"', []],
    ['goalk*', ['http://b.test/match']],
    ['roses -apple', ['http://b.test/jardin']],
    ['goalkeeper OR roses', ['http://b.test/match', 'http://a.test/garden', 'http://b.test/jardin']],
    ['title:report', ['http://b.test/match']],
    ['text:report', []],
    ['url:match', ['http://b.test/match']],
    ['site:b.test', ['http://b.test/match', 'http://b.test/jardin']],
    ['roses language:fr', ['http://b.test/jardin']],
    ['date:2026-03', ['http://b.test/match']],
    ['date:..2026-02 kind:record', ['http://shop.test/item/1', 'http://shop.test/item/2']],
    ['author:rahman', ['http://shop.test/item/2']],
    ['author:silver', []],
    ['kind:record silver', ['http://shop.test/item/1']],
    ['category:sports', ['http://b.test/match']],
  ])('%s', async (query, expected) => {
    expect((await urls(query)).sort()).toEqual([...expected].sort());
  });

  test('ticked categories narrow it, and the number wanted is what comes', async () => {
    expect(await urls('match', { categories: ['sports', 'politics'] })).toEqual(['http://b.test/match']);
    expect(await urls('match', { categories: ['politics'] })).toEqual([]);
    expect((await searchLibrary(store, 'kind:record', { limit: 1 })).results).toHaveLength(1);
    const counts = await listCategories(store);
    expect(counts).toContainEqual({ name: 'sports', count: 1 });
    // The twelve of paper 000.
    const twelve =
      'business education entertainment health politics science sports technology transport travel world zoology'.split(
        ' ',
      );
    expect(counts.map(({ name }) => name)).toEqual(expect.arrayContaining(twelve));
  });

  test('synonyms stand in where that is wanted', async () => {
    expect(await urls('trainer')).toEqual([]);
    expect(await urls('manager', { expand: true })).toEqual(['http://b.test/match']);
  });

  test('counts facets, and says what it found where', async () => {
    const { total, facets, results } = await searchLibrary(store, 'roses', { facets: true });
    expect(total).toBe(2);
    expect(facets!.language).toEqual([
      { value: 'en', count: 1 },
      { value: 'fr', count: 1 },
    ]);
    const hits = results[0]!.snippet.filter((part) => part.hit).map((part) => part.text);
    expect(hits).toEqual(['roses']);
  });

  test('what a page holds is text, whatever it looks like', async () => {
    const { results } = await searchLibrary(store, 'bold');
    expect(results[0]!.snippet.map((part) => part.text).join('')).toContain('<b>bold</b> claims');
  });

  test('what is like a document, and what is new of it', async () => {
    const [match] = (await searchLibrary(store, 'goalkeeper')).results;
    expect((await moreLikeThis(store, match!.id!)).results.map((result) => result.id)).not.toContain(
      match!.id!,
    );
    const [copy] = (await searchLibrary(store, 'title:again', { novelOnly: false })).results;
    const like = await moreLikeThis(store, copy!.id!);
    expect(like.results[0]!.url).toBe('http://a.test/garden');
    const document = await readDocument(store, match!.id!);
    expect(document.parts.filter((part) => part.isNew).map((part) => part.text)).toEqual(MATCH);
    expect(await readDocument(store, copy!.id!)).toMatchObject({
      state: 'known',
      like: 'http://a.test/garden',
    });
  });
});

describe('a mistake in a search', () => {
  test.each([
    ['"apple trees', 'the quotation mark at character 1 is not closed'],
    ['apple ""', 'there is nothing between the quotation marks at character 7'],
    ['apple OR', 'OR at the end of the search has no word after it'],
    ['OR apple', 'OR at character 1 has no word before it'],
    ['title:', 'title: at character 1 has no word after it'],
    ['-apple', 'a search cannot consist of -words alone; add a word to search for'],
    ['date:2026-13', 'date:2026-13 at character 1 is no date'],
    ['date:20x..', 'date:20x at character 1 is no date'],
    ['run:one', 'run:one is no run; write its number, as run:3'],
    ['***', '"***" at character 1 contains no word to search for'],
  ])('%s is told in one line', async (query, message) => {
    await expect(searchLibrary(store, query)).rejects.toThrow(message);
  });

  test('nothing that can be typed breaks the search', async () => {
    const anything = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.stringMatching(/^[a-z"*:()^{}+ -]{0,30}$/),
      fc.constantFrom('NEAR(a b)', 'a AND', 'NOT', '{title} : x', 'a^2', 'x:"y', "'; drop table run; --"),
    );
    await fc.assert(
      fc.asyncProperty(anything, async (query) => {
        try {
          parseQuery(query);
          await searchLibrary(store, query, { facets: true, novelOnly: false });
        } catch (error) {
          if (!(error instanceof SearchError)) throw error;
        }
      }),
      { numRuns: 300 },
    );
  });
});

test('a damaged full-text index is told in one line and made anew', async () => {
  const raw = new DatabaseSync(join(store.folder, 'fieldfare.sqlite'), { defensive: false } as object);
  raw.exec('delete from document_words_data where id > 1000');
  raw.close();
  const broken = await searchLibrary(store, 'apple').catch((error: Error) => error);
  expect(broken).toMatchObject({
    name: 'StoreError',
    message: expect.stringMatching(
      /^the full-text index of .+ is damaged \(.+\); make it anew with: .+--reindex$/,
    ),
  });
  expect(await rebuildIndexes(store)).toBeGreaterThan(5);
  expect((await searchLibrary(store, 'apple')).total).toBeGreaterThan(0);
});
