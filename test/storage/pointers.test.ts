import { describe, expect, test } from 'vitest';
import type { DocumentFilter, DocumentVerdict, PageRow, Store } from '../../src/storage/index.ts';
import { add, BYTES, document, judge, verdict } from './document-rows.ts';
import { DRIVERS, withStore } from './drivers.ts';
import { fill, linkRow, pageRow } from './rows.ts';

describe.each(DRIVERS)('documents without a text on %s', (...driver) => {
  /** A verdict of which only a pointer is kept. */
  const pointer = (id: number, like_id: number): DocumentVerdict => {
    const { text: _, print: __, ...kept } = verdict(id, { state: 'known', like_id, content: BYTES });
    return kept;
  };
  const novelAndPointer = async (store: Store): Promise<[number, number]> => {
    await add(
      store,
      document('x'),
      document('copy', { run_id: 2, site: 'b.test', url: 'http://b.test/copy' }),
    );
    const [x, copy] = (await store.documents.ids({})) as [number, number];
    await judge(store, verdict(x), pointer(copy, x));
    await store.transaction((trx) => trx.documents.update([x, copy], { blocks: null }));
    return [x, copy];
  };
  const finding = (id: number, filter: DocumentFilter = {}) => ({
    wanted: [[{ texts: [`${id}`] }]],
    unwanted: [],
    ...filter,
  });

  test('a known document without a text is found by that of the document it repeats', () =>
    withStore(driver, async (store) => {
      const [x, copy] = await novelAndPointer(store);
      expect(await store.documents.get([copy])).toMatchObject([{ text: null, content: BYTES, like_id: x }]);
      const found = async (filter?: DocumentFilter) =>
        (await store.searchIndex.find(finding(x, filter), 10, 0)).map(({ id }) => id);
      expect(await found()).toEqual([x, copy]);
      expect(await found({ states: ['novel'] })).toEqual([x]);
      expect(await found({ states: ['known'] })).toEqual([copy]);
      expect(await found({ run: 2, site: 'b.test' })).toEqual([copy]);
      expect(await store.searchIndex.count(finding(x), ['site'], 10)).toMatchObject([
        { site: 'a.test', documents: 1 },
        { site: 'b.test', documents: 1 },
      ]);
      const all = await store.searchIndex.find({ wanted: [], unwanted: [] }, 10, 0);
      expect(all.map(({ id, snippet }) => [id, snippet])).toEqual(
        [x, copy].map((id) => [id, [{ text: `Text of ${x}`, hit: false }]]),
      );
      expect(await store.novelty.textBytes({ run: 1 })).toEqual({ judged: 9, held: 9 });
      expect(await store.novelty.textBytes({ run: 2 })).toEqual({ judged: 9, held: 0 });
    }));

  test('a text that need not be kept any more is deleted, and what repeated the document repeats another', () =>
    withStore(driver, async (store) => {
      await add(store, document('x'), document('y'), document('copy'));
      const [x, y, copy] = (await store.documents.ids({})) as [number, number, number];
      await judge(store, verdict(x), verdict(y), pointer(copy, y));
      await judge(store, pointer(y, x));
      expect(await store.documents.get([y, copy])).toMatchObject([
        { text: null, like_id: x },
        { text: null, like_id: x },
      ]);
      expect(await store.searchIndex.find(finding(y), 10, 0)).toEqual([]);
      expect(await store.transaction((trx) => trx.searchIndex.rebuild())).toBe(1);
    }));

  test('a pointer to nothing waits, its run is named, and it takes blocks again', () =>
    withStore(driver, async (store) => {
      const [x, copy] = await novelAndPointer(store);
      await store.transaction((trx) => trx.documents.delete([x]));
      expect(await store.novelty.orphanedRuns()).toEqual([{ run: 2, mode: 'page', keepKnown: false }]);
      await add(
        store,
        document('copy', { run_id: 2, site: 'b.test', title: 'another', blocks: new Uint8Array([4]) }),
      );
      const [row] = await store.documents.get([copy]);
      expect(row).toMatchObject({ state: 'waiting', title: 'Title of copy', content: BYTES });
      expect([...row!.blocks!]).toEqual([4]);
      await judge(store, verdict(copy));
      expect(await store.documents.get([copy])).toMatchObject([{ text: `Text of ${copy}`, content: null }]);
      await add(store, document('copy', { run_id: 2, site: 'b.test', blocks: new Uint8Array([5]) }));
      expect([...(await store.documents.get([copy]))[0]!.blocks!]).toEqual([4]);
    }));

  test('a page that HTTP read into the archive can be read again, and so can what is behind forms', () =>
    withStore(driver, async (store) => {
      const place = { exchange_offset: 0, exchange_length: 9 };
      const pages: [string, Partial<PageRow>][] = [
        ['http', place],
        ['unarchived', {}],
        ['browser', { ...place, rendered_by: 'browser' }],
        ['later', { ...place, run_id: 2 }],
      ];
      await fill(store, {
        link: pages.map(([url, { run_id = 1 }], i) => linkRow(i + 1, { url, run_id })),
        page: pages.map(([url, change], i) => pageRow(i + 1, { url, ...change })),
      });
      await add(store, ...pages.map(([key]) => document(key)), document('r', { kind: 'record' }));
      const rows = await store.novelty.documentsOfSite(1, 'a.test');
      const restorable = rows.filter((row) => row.restorable).map(({ id }) => id);
      expect((await store.documents.get(restorable)).map(({ key }) => key)).toEqual(['http', 'r']);
      await judge(store, pointer(restorable[0]!, restorable[1]!));
      const missing = async () => (await store.pages.withoutDocument(1, 0, 9)).map(({ url }) => url);
      expect(await missing()).toEqual([]);
      await store.transaction(async (trx) => {
        await trx.documents.update(restorable, { blocks: null });
        await trx.documents.delete([restorable[1]!]);
      });
      expect(await missing()).toEqual(['http']);
    }));
});
