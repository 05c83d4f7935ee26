import { describe, expect, test } from 'vitest';
import type {
  DocumentTextRow,
  NewDocumentRow,
  SearchQuery,
  SearchTerm,
  Store,
} from '../../src/storage/index.ts';
import { DRIVERS, withStore } from './drivers.ts';

type Text = Partial<Omit<DocumentTextRow, 'id'>> & Partial<Pick<NewDocumentRow, 'fetched_at' | 'language'>>;

const SHELF: Readonly<Record<string, Text>> = {
  garden: { title: 'Gardens', text: 'The old garden is full of roses and apple trees.', fetched_at: 3 },
  jardin: { title: 'Le jardin', text: 'Derrière l’école fleurissent des roses.', language: 'fr' },
  match: { title: 'A match', text: 'The goalkeeper saved three shots. The match was won.', fetched_at: 9 },
  item: { title: 'The Silver River', text: 'Silver; Stone', fields: 'author Stone\nprice 12' },
  plain: { text: 'Words about nothing in particular, but more of them than elsewhere, and a match.' },
  other: { text: 'Something else entirely.' },
};

async function fill(store: Store, shelf = SHELF): Promise<void> {
  for (const [key, { fetched_at = 1, language = 'en', ...shown }] of Object.entries(shelf)) {
    await store.transaction(async ({ documents, novelty }) => {
      const row = { run_id: 1, kind: 'page', domain: null, depth: 0, bytes: 100, fields: null } as const;
      const text = { title: '', text: '', url: `http://a.test/${key}`, site: 'a.test', fields: '', ...shown };
      const { title, url, site } = text;
      await documents.insert([{ ...row, key, site, url, title, language, fetched_at, blocks: null }]);
      const id = (await documents.ids({})).at(-1)!;
      const verdict = {
        state: 'novel',
        similarity: 0,
        like_id: null,
        sentences: 1,
        new_spans: null,
        content: null,
        text_bytes: 0,
      } as const;
      await novelty.judge([
        { ...verdict, id, seq: id, language, category: key.length > 5 ? 'long' : null, text },
      ]);
    });
  }
}

const wanting = (...terms: SearchTerm[]): SearchQuery => ({
  wanted: terms.map((term) => [term]),
  unwanted: [],
});
const word = (...texts: string[]): SearchTerm => ({ texts });

describe.each(DRIVERS)('the search index on %s', (...driver) => {
  const keys = async (store: Store, query: SearchQuery, limit = 10, offset = 0) =>
    (await store.searchIndex.find(query, limit, offset)).map(({ url }) => url.split('/').at(-1));

  test.each<[string, SearchQuery, string[]]>([
    ['a word in any form and case', wanting(word('GARDENING')), ['garden']],
    ['a word without its accents', wanting(word('ecole')), ['jardin']],
    ['an accented word', wanting(word('rosés')), ['garden', 'jardin']],
    ['all words', wanting(word('roses'), word('apple')), ['garden']],
    ['words in different columns', wanting(word('jardin'), word('fleurissent')), ['jardin']],
    ['one of several words', wanting(word('goalkeeper', 'apple')), ['garden', 'match']],
    ['words that follow one another', wanting(word('apple trees')), ['garden']],
    ['not the other way round', wanting(word('trees apple')), []],
    ['not from one column to the next', wanting(word('river silver')), []],
    ['a beginning', wanting({ texts: ['goalk'], prefix: true }), ['match']],
    ['no beginning unless it is wanted', wanting(word('goalk')), []],
    ['words that go on', wanting({ texts: ['three sho'], prefix: true }), ['match']],
    ['a column', wanting({ texts: ['match'], column: 'title' }), ['match']],
    ['another column', wanting({ texts: ['stone'], column: 'fields' }), ['item']],
    ['an address', wanting({ texts: ['item'], column: 'url' }), ['item']],
    ['the site', wanting(word('a.test'), word('entirely')), ['other']],
    [
      'one term or another',
      { wanted: [[word('goalkeeper'), word('jardin')]], unwanted: [] },
      ['jardin', 'match'],
    ],
    ['all but', { wanted: [[word('roses')]], unwanted: [word('apple')] }, ['jardin']],
    [
      'all but a beginning',
      { wanted: [[word('roses')]], unwanted: [{ texts: ['appl'], prefix: true }] },
      ['jardin'],
    ],
    ['a filter besides', { ...wanting(word('roses')), language: 'fr' }, ['jardin']],
    ['a filter that fits none', { ...wanting(word('roses')), run: 2 }, []],
    ['operators as text', wanting(word('roses" OR "match')), []],
    ['what is not there', wanting(word('nowhere')), []],
  ])('finds %s', (_, query, expected) =>
    withStore(driver, async (store) => {
      await fill(store);
      expect((await keys(store, query)).sort()).toEqual([...expected].sort());
      const [all] = await store.searchIndex.count(query, [], 100);
      expect(all).toEqual({ documents: expected.length, bytes: 100 * expected.length });
    }),
  );

  test('gives the best first, and a part of them', () =>
    withStore(driver, async (store) => {
      await fill(store);
      // In title, address and text against once in a long text.
      expect(await keys(store, wanting(word('match')))).toEqual(['match', 'plain']);
      expect(await keys(store, wanting(word('match')), 1)).toEqual(['match']);
      expect(await keys(store, wanting(word('match')), 1, 1)).toEqual(['plain']);
      const [first, second] = await store.searchIndex.find(wanting(word('match')), 10, 0);
      expect(first!.score).toBeGreaterThan(second!.score);
      expect(second!.score).toBeGreaterThan(0);
    }));

  test('tells the signs of vowels apart, and finds letters in one piece and in several', () =>
    withStore(driver, async (store) => {
      const hangul = { text: '한국 도서관'.normalize('NFD') };
      await fill(store, { rampur: { text: 'रामपुर' }, rimpur: { text: 'रिमपुर' }, hangul });
      expect(await keys(store, wanting(word('रामपुर')))).toEqual(['rampur']);
      expect(await keys(store, wanting(word('रमपुर')))).toEqual([]);
      expect(await keys(store, wanting(word('한국')))).toEqual(['hangul']);
    }));

  test('weighs rare words by the formula of BM25', () =>
    withStore(driver, async (store) => {
      await fill(store);
      const [found] = await store.searchIndex.find(wanting(word('goalkeeper')), 1, 0);
      // One of six texts has it, once; 17 words stand there, and 92 in all of them.
      const rare = Math.log((6 - 1 + 0.5) / (1 + 0.5));
      const length = 17 / (92 / 6);
      expect(found!.score).toBeCloseTo((rare * 2.2) / (1 + 1.2 * (0.25 + 0.75 * length)), 3);
    }));

  test('gives the latest first where no words are wanted', () =>
    withStore(driver, async (store) => {
      await fill(store);
      const query = { wanted: [], unwanted: [], language: 'en' };
      expect(await keys(store, query)).toEqual(['match', 'garden', 'item', 'plain', 'other']);
      const [first] = await store.searchIndex.find(query, 1, 0);
      expect(first).toEqual({
        id: expect.any(Number),
        run_id: 1,
        kind: 'page',
        site: 'a.test',
        domain: null,
        category: null,
        language: 'en',
        url: 'http://a.test/match',
        title: 'A match',
        state: 'novel',
        fields: null,
        fetched_at: 9,
        score: expect.closeTo(0),
        snippet: [{ text: SHELF.match!.text, hit: false }],
      });
    }));

  test('shows the words found', () =>
    withStore(driver, async (store) => {
      await fill(store);
      const [apples] = await store.searchIndex.find(wanting(word('apple tree'), word('rose')), 1, 0);
      expect(apples!.snippet).toEqual([
        { text: 'The old garden is full of ', hit: false },
        { text: 'roses', hit: true },
        { text: ' and ', hit: false },
        { text: 'apple trees', hit: true },
        { text: '.', hit: false },
      ]);
    }));

  test('counts in groups, and not beyond what is asked for', () =>
    withStore(driver, async (store) => {
      await fill(store);
      const roses = wanting(word('roses'));
      expect(await store.searchIndex.count(roses, ['language', 'category'], 100)).toEqual([
        { language: 'en', category: 'long', documents: 1, bytes: 100 },
        { language: 'fr', category: 'long', documents: 1, bytes: 100 },
      ]);
      expect(await store.searchIndex.count(roses, [], 1)).toEqual([{ documents: 1, bytes: 100 }]);
      expect(await store.searchIndex.count(wanting(word('nowhere')), ['site'], 100)).toEqual([]);
    }));

  test('is made anew from the texts', () =>
    withStore(driver, async (store) => {
      await fill(store);
      expect(await store.transaction((trx) => trx.searchIndex.rebuild())).toBe(6);
      expect(await keys(store, wanting(word('roses')))).toHaveLength(2);
    }));

  test('knows nothing of texts whose transaction failed', () =>
    withStore(driver, async (store) => {
      await fill(store);
      const failing = store.transaction(async (trx) => {
        await trx.documents.delete(await trx.documents.ids({}));
        throw new Error('half-way');
      });
      await expect(failing).rejects.toThrow('half-way');
      expect((await keys(store, wanting(word('roses')))).sort()).toEqual(['garden', 'jardin']);
    }));
});
