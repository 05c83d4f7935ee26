import { describe, expect, test } from 'vitest';
import type { AnswerRecordRow, RecordDetailRow } from '../../src/storage/index.ts';
import { DRIVERS, withStore } from './drivers.ts';
import { fill, rowOf } from './rows.ts';

const RECORD: AnswerRecordRow = {
  run_id: 1,
  site: 'a.test',
  key: 'k',
  form_id: 'f',
  submission: 'q #1',
  title: 'A book',
  url: null,
  fields: '{"year":1999}',
  text: 'A book 1999',
};

const DETAIL: RecordDetailRow = {
  run_id: 1,
  site: 'a.test',
  key: 'k',
  form_id: 'f',
  url: 'http://a.test/book/1',
  state: 'read',
  reason: null,
  status: 200,
  final_url: null,
  reading: '{}',
  exchange_offset: 7,
  exchange_length: 9,
  read_at: 3,
};

describe.each(DRIVERS)('records on %s', (...driver) => {
  test('a record stays with the form that brought it first, and names all that showed it', () =>
    withStore(driver, async (store) => {
      const other = { ...RECORD, key: 'l' };
      const added = await store.transaction(async ({ records }) => [
        await records.add([RECORD, other, { ...RECORD, title: 'Twice' }]),
        await records.add([{ ...RECORD, form_id: 'e', submission: 'w #1', title: 'Elsewhere' }]),
        await records.add([{ ...RECORD, submission: 'later #1' }]),
        await records.add([
          { ...RECORD, site: 'b.test' },
          { ...RECORD, run_id: 2, form_id: 'g' },
        ]),
        await records.add([]),
      ]);
      expect(added).toEqual([2, 1, 0, 2, 0]);
      expect(await Array.fromAsync(store.records.each(1))).toEqual([
        { ...RECORD, forms: ['e', 'f'], detail: null },
        { ...other, forms: ['f'], detail: null },
        { ...RECORD, site: 'b.test', forms: ['f'], detail: null },
      ]);
      expect(await store.records.count(1)).toBe(3);
      expect(await store.records.count(1, 'f')).toBe(3);
      expect(await store.records.count(1, 'e')).toBe(0);
      expect(await store.records.count(3)).toBe(0);
    }));

  test('each record comes once, by site and key, however many there are', () =>
    withStore(driver, async (store) => {
      const keys = Array.from({ length: 1_201 }, (_, i) => `${19_999 - i}`);
      await store.transaction((trx) => trx.records.add(keys.map((key) => ({ ...RECORD, key }))));
      const read = await Array.fromAsync(store.records.each(1));
      expect(read.map(({ key }) => key)).toEqual(keys.toReversed());
    }));

  test('records that a form showed come by key, no more than the limit', () =>
    withStore(driver, async (store) => {
      const [a, b, c] = ['a', 'b', 'c'].map((key) => ({ ...RECORD, key }));
      if (a === undefined || b === undefined || c === undefined) throw new Error('three records');
      const second = { form_id: 'g', title: 'Elsewhere' };
      await store.transaction((trx) =>
        trx.records.add([c, a, b, { ...c, ...second }, { ...a, ...second }, { ...RECORD, run_id: 2 }]),
      );
      expect(await store.records.ofForm(1, 'f', 2)).toEqual([a, b]);
      expect(await store.records.ofForm(1, 'g', 9)).toEqual([a, c]);
      expect(await store.records.ofForm(1, 'h', 9)).toEqual([]);
    }));

  test('records that other forms of a site have brought come by key, no more than the limit', () =>
    withStore(driver, async (store) => {
      const at = (key: string, form_id: string, site = 'a.test') => {
        const text = `text ${key}`;
        return { ...RECORD, key, form_id, site, title: key, text };
      };
      const all = [
        at('b', 'f'),
        at('a', 'f'),
        at('c', 'g'),
        at('d', 'f', 'b.test'),
        at('e', 'f'),
        at('a', 'g'),
      ];
      await store.transaction((trx) => trx.records.add(all));
      expect(await store.records.ofOtherForms(1, 'a.test', 'g', 2)).toEqual([
        { key: 'a', title: 'a', text: 'text a' },
        { key: 'b', title: 'b', text: 'text b' },
      ]);
      expect(await store.records.ofOtherForms(1, 'a.test', 'f', 9)).toEqual([
        { key: 'c', title: 'c', text: 'text c' },
      ]);
    }));

  test('a record comes with what its own page said, and the first reading of a page stays', () =>
    withStore(driver, async (store) => {
      const refused: RecordDetailRow = {
        ...DETAIL,
        key: 'l',
        state: 'refused',
        reason: 'robots.txt',
        status: null,
        reading: null,
        exchange_offset: null,
        exchange_length: null,
      };
      await store.transaction(async ({ records }) => {
        await records.add([RECORD, { ...RECORD, key: 'l' }, { ...RECORD, key: 'm' }]);
        for (const detail of [refused, DETAIL, { ...DETAIL, state: 'gone' as const }])
          await records.addDetail(detail);
        await records.addDetail({ ...DETAIL, site: 'b.test' });
        await records.addDetail({ ...DETAIL, run_id: 2, key: 'm' });
      });
      const { url } = DETAIL;
      const read = await Array.fromAsync(store.records.each(1));
      expect(read.map(({ detail }) => detail)).toEqual([
        { url, state: 'read', reason: null, reading: '{}' },
        { url, state: 'refused', reason: 'robots.txt', reading: null },
        null,
      ]);
      expect(await store.records.details(1)).toEqual([DETAIL, refused, { ...DETAIL, site: 'b.test' }]);
      expect(await store.records.details(1, 'b.test')).toEqual([{ ...DETAIL, site: 'b.test' }]);
    }));

  test('records under new keys keep their forms and pages, and those that get the same key are one', () =>
    withStore(driver, async (store) => {
      await store.transaction(async ({ records }) => {
        await records.add([RECORD, { ...RECORD, key: 'l' }, { ...RECORD, key: 'l', form_id: 'g' }]);
        await records.add([
          { ...RECORD, key: 'm' },
          { ...RECORD, site: 'b.test' },
          { ...RECORD, run_id: 2 },
        ]);
        await records.addDetail({ ...DETAIL, key: 'l' });
        const names = new Map([
          [RECORD.key, 'n'],
          ['l', 'n'],
        ]);
        await records.rename(1, 'a.test', names);
      });
      const read = await Array.fromAsync(store.records.each(1, { site: 'a.test' }));
      expect(read.map(({ key, forms, detail }) => [key, forms, detail?.state])).toEqual([
        ['m', [RECORD.form_id], undefined],
        ['n', [RECORD.form_id, 'g'].sort(), DETAIL.state],
      ]);
      expect(await Array.fromAsync(store.records.each(1, { site: 'b.test' }))).toMatchObject([
        { key: RECORD.key },
      ]);
      expect(await Array.fromAsync(store.records.each(2))).toMatchObject([{ key: RECORD.key }]);
    }));

  test('exchanges of record pages move with the log', () =>
    withStore(driver, async (store) => {
      await store.transaction(async ({ records, submissions }) => {
        await records.addDetail(DETAIL);
        await records.addDetail({ ...DETAIL, key: 'l', exchange_offset: 70 });
        await records.addDetail({ ...DETAIL, run_id: 2 });
        await submissions.moveExchanges(1, new Map([[7, 70]]));
      });
      const offsets = async (run: number) =>
        (await store.records.details(run)).map((row) => row.exchange_offset);
      expect(await offsets(1)).toEqual([70, null]);
      expect(await offsets(2)).toEqual([7]);
    }));

  test('record pages lose the exchanges of a part of the log that is lost', () =>
    withStore(driver, async (store) => {
      const lost = await store.transaction(async ({ records, submissions }) => {
        await records.addDetail(DETAIL);
        await records.addDetail({ ...DETAIL, key: 'l', exchange_offset: 70 });
        await records.addDetail({ ...DETAIL, run_id: 2 });
        return submissions.loseExchanges(1, { start: 7, end: 70 });
      });
      expect(lost).toBe(1);
      expect((await store.records.details(1)).map((row) => row.exchange_offset)).toEqual([null, 70]);
      expect((await store.records.details(2)).map((row) => row.exchange_offset)).toEqual([7]);
    }));

  test('a run is deleted whole, or one site of it', () =>
    withStore(driver, async (store) => {
      await store.transaction(async ({ records }) => {
        for (const at of [{}, { site: 'b.test' }, { run_id: 2 }]) {
          await records.add([{ ...RECORD, ...at }]);
          await records.addDetail({ ...DETAIL, ...at });
        }
        await records.delete(1, 'a.test');
      });
      expect(await Array.fromAsync(store.records.each(1))).toMatchObject([{ site: 'b.test' }]);
      expect(await store.records.details(1)).toMatchObject([{ site: 'b.test' }]);
      await store.transaction(({ records }) => records.delete(1));
      expect(await store.transaction(({ records }) => records.add([RECORD]))).toBe(1);
      await store.transaction(({ records }) => records.delete(1));
      expect(await store.records.count(1)).toBe(0);
      expect(await store.records.details(1)).toEqual([]);
      expect(await store.records.count(2)).toBe(1);
      expect(await store.records.details(2)).toHaveLength(1);
    }));

  test('what the latest run of the same web before read whole is found, and deleted with its run', () =>
    withStore(driver, async (store) => {
      const run = (id: number, web = 'live') => rowOf('run', { id, web });
      await fill(store, { run: [run(1), run(2, 'practice'), run(3), run(4)] });
      const read = { site: 'a.test', form_id: 'f', windows: '{}' };
      await store.transaction(async ({ records }) => {
        for (const run_id of [1, 2, 4]) await records.putWindows({ ...read, run_id });
        await records.putWindows({ ...read, run_id: 1, windows: '{"read":[]}' });
      });
      const before = (id: number, form = 'f') => store.records.windowsBefore(id, 'a.test', form);
      expect(await before(3)).toEqual({ ...read, run_id: 1, windows: '{"read":[]}' });
      expect(await before(2)).toBeUndefined();
      expect(await before(3, 'g')).toBeUndefined();
      await store.transaction(({ records }) => records.delete(1));
      expect(await before(3)).toBeUndefined();
    }));

  test('records of a failed transaction are not there', () =>
    withStore(driver, async (store) => {
      const failing = store.transaction(async ({ records }) => {
        await records.add([RECORD]);
        await records.addDetail(DETAIL);
        throw new Error('half-way');
      });
      await expect(failing).rejects.toThrow('half-way');
      expect(await store.records.count(1)).toBe(0);
      expect(await store.records.details(1)).toEqual([]);
    }));
});
