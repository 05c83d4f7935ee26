import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ListName, ListRange, NewListRow, Store } from '../../src/storage/index.ts';
import { DRIVERS, withStore } from './drivers.ts';

const LIST: ListName = { runId: 1, kind: 'records', version: '7' };
const NOTHING = { limit: 500 };

async function* rowsOfTexts(texts: readonly string[]): AsyncGenerator<NewListRow> {
  for (const [i, text] of texts.entries()) yield { key: `k${i}`, row: JSON.stringify({ text }), text };
}

const keep = (store: Store, texts: readonly string[], list = LIST) =>
  store.lists.keep(list, rowsOfTexts(texts));
const keysOf = async (store: Store, range: { text?: string; after?: string; limit?: number } = {}) =>
  (await store.lists.rows(LIST, { limit: 500, ...range }))?.map(({ key }) => key);
const counted = (count: number) => Array.from({ length: count }, (_, i) => `row ${i}`);

describe.each(DRIVERS)('kept lists on %s', (...driver) => {
  test('rows come in their order, from behind a key on', () =>
    withStore(driver, async (store) => {
      await keep(store, counted(200));
      expect(await keysOf(store, { limit: 2 })).toEqual(['k0', 'k1']);
      expect(await keysOf(store, { after: 'k62', limit: 3 })).toEqual(['k63', 'k64', 'k65']);
      expect(await keysOf(store, { after: 'k198' })).toEqual(['k199']);
      expect(await keysOf(store, { after: 'k199' })).toEqual([]);
      expect(await keysOf(store, { after: 'none' })).toEqual([]);
      const [row] = (await store.lists.rows(LIST, { after: 'k130', limit: 1 })) ?? [];
      expect(row).toEqual({ key: 'k131', row: '{"text":"row 131"}' });
    }));

  test('every row with a text is found, whatever the text', () =>
    withStore(driver, async (store) => {
      const texts = [
        ...[
          'The Garden Party',
          'a garden\nof "verses" \'and\' 100%',
          '北京大学图书馆',
          'İstanbul ΟΔΟΣ Straße',
        ],
        ...['half \u0000 and 😀😀😀', 'AND OR NOT * ^ col:', '', 'xy'],
      ];
      await keep(store, texts);
      for (const text of texts)
        for (let from = 0; from < text.length; from++)
          for (const length of [1, 2, 3, 4, 9]) {
            const wanted = text.slice(from, from + length).toUpperCase();
            const having = texts.flatMap((one, i) =>
              one.toLowerCase().includes(wanted.toLowerCase()) ? [`k${i}`] : [],
            );
            const found = await keysOf(store, { text: wanted });
            expect(having.filter((key) => found?.includes(key) !== true)).toEqual([]);
          }
    }));

  test('a text of three letters or more leaves rows without it out', () =>
    withStore(driver, async (store) => {
      await keep(store, counted(3_000));
      expect(await keysOf(store, { text: 'ROW 299' })).toEqual([
        'k299',
        ...Array.from({ length: 10 }, (_, i) => `k299${i}`),
      ]);
      expect(await keysOf(store, { text: 'row 299', after: 'k299', limit: 2 })).toEqual(['k2990', 'k2991']);
      expect(await keysOf(store, { text: 'nowhere' })).toEqual([]);
      // Parts of it are in 1111.
      expect(await keysOf(store, { text: '11111' })).toEqual([]);
      expect(await keysOf(store, { text: '99', limit: 3 })).toEqual(['k99', 'k199', 'k299']);
    }));

  test('rows come in the order of a column, those without a value last, filtered by what columns hold', () =>
    withStore(driver, async (store) => {
      const values = [7, 'b', null, 2, 'a', 'b', null, -1, 7].map((size, i) => ({
        size,
        kind: ['odd', 'even', null][i % 3]!,
      }));
      async function* rows(): AsyncGenerator<NewListRow> {
        for (const [i, one] of values.entries())
          yield { key: `${i}`, row: '{}', text: `row ${i}`, values: one };
      }
      await store.lists.keep(LIST, rows());
      const sorted = async (descends: boolean, range: Omit<ListRange, 'limit' | 'sort'> = {}, limit = 99) =>
        (await store.lists.rows(LIST, { ...range, sort: { column: 'size', descends }, limit }))
          ?.map(({ key }) => key)
          .join('');
      expect(await sorted(false)).toBe('730841526');
      expect(await sorted(true)).toBe('514803726');
      expect(await sorted(false, { after: '8' }, 3)).toBe('415');
      expect(await sorted(true, { after: '7' })).toBe('26');
      expect(await sorted(true, { after: '6' })).toBe('');
      expect(await sorted(false, { after: 'none' })).toBe('');
      expect(await sorted(false, { is: { kind: ['odd'] } })).toBe('306');
      expect(await sorted(false, { is: { kind: ['odd', null] } })).toBe('308526');
      expect(await sorted(false, { is: { kind: [null] } })).toBe('852');
      expect(await sorted(true, { is: { kind: ['even'], size: ['a', 7] } })).toBe('4');
      expect(await sorted(false, { is: { kind: ['odd'] }, after: '8' })).toBe('');
      expect(await sorted(true, { text: 'row 5' })).toBe('5');
      const none = await store.lists.rows(LIST, { sort: { column: 'none', descends: true }, limit: 3 });
      expect(none?.map(({ key }) => key)).toEqual(['0', '1', '2']);
    }));

  test('another version takes the place of one, another kind or run stands beside it', () =>
    withStore(driver, async (store) => {
      expect(await keysOf(store)).toBeUndefined();
      await keep(store, ['old']);
      const others = [
        { ...LIST, kind: 'forms' },
        { ...LIST, runId: 11 },
      ];
      for (const other of others) await keep(store, ['other'], other);
      expect(await keysOf(store)).toEqual(['k0']);
      const later = { ...LIST, version: '8' };
      await keep(store, ['new', 'newer'], later);
      expect(await keysOf(store)).toBeUndefined();
      expect(await store.lists.rows(later, NOTHING)).toHaveLength(2);
      await store.lists.remove(1);
      expect(await store.lists.rows(later, NOTHING)).toBeUndefined();
      expect(await store.lists.rows(others[0]!, NOTHING)).toBeUndefined();
      expect(await store.lists.rows(others[1]!, NOTHING)).toHaveLength(1);
    }));

  test('a list that cannot be read to its end is not kept', () =>
    withStore(driver, async (store) => {
      await keep(store, ['whole']);
      async function* failing() {
        yield* rowsOfTexts(counted(100));
        throw new Error('half-way');
      }
      await expect(store.lists.keep(LIST, failing())).rejects.toThrow('half-way');
      expect(await keysOf(store)).toEqual(['k0']);
      await store.lists.remove(2);
      expect(existsSync(join(store.folder, 'lists', '1-records.sqlite.new'))).toBe(false);
    }));
});
