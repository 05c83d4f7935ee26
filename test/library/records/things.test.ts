import { describe, expect, test } from 'vitest';
import { harvestedThings } from '../../../src/library/records/things.ts';
import { exportRows } from '../../../src/reports/exports.ts';
import type { NewRun, Store } from '../../../src/storage/index.ts';
import { DRIVERS, withStore } from '../../storage/drivers.ts';

interface Item {
  readonly site: string;
  readonly key?: string;
  readonly title?: string;
  readonly fields: Readonly<Record<string, string | number>>;
  readonly run?: number;
}

const RUN: NewRun = {
  domains: '["book"]',
  web: 'practice',
  strategy: 'two-stage',
  options: '{}',
  status: 'running',
  started_at: 1,
  updated_at: 1,
};

const ISBN = '9783161484100';
const OTHER_ISBN = '9780306406157';
const SHIP = { title: 'The Long Ship', fields: { author: 'Jane Austen', year: 1994 } };

const add = (store: Store, items: readonly Item[]) =>
  store.transaction(({ records }) =>
    records.add(
      items.map(({ site, key = 'k', title = 'The Long Ship', fields, run = 1 }) => ({
        run_id: run,
        site,
        key,
        form_id: 'f',
        submission: 'q #1',
        title,
        url: null,
        fields: JSON.stringify(fields),
        text: '',
      })),
    ),
  );

/** Sites and keys of each thing, and what it was merged by. */
const thingsOf = async (store: Store) =>
  (await Array.fromAsync(harvestedThings(store, 1))).map(({ sources, mergedBy }) => [
    sources.map(({ site, key }) => `${site} ${key}`).join(', '),
    mergedBy,
  ]);

describe.each(DRIVERS)('things on %s', (...driver) => {
  const things = (items: readonly Item[]) =>
    withStore(driver, async (store) => {
      await add(store, items);
      return thingsOf(store);
    });

  test('one ISBN is one thing, with its sources, its fields and where they differ', () =>
    withStore(driver, async (store) => {
      await add(store, [
        { site: 'a.test', fields: { isbn: ISBN, price: '3 €', author: 'Austen, Jane' } },
        {
          site: 'b.test',
          title: 'Long Ship',
          fields: { isbn: '978-3-16-148410-0', price: '4 €', author: 'Jane Austen', pages: 320 },
        },
      ]);
      expect(await Array.fromAsync(harvestedThings(store, 1))).toEqual([
        {
          thing: expect.stringMatching(/^[0-9a-f]{16}$/),
          mergedBy: 'isbn',
          title: 'The Long Ship',
          typed: { isbn: ISBN, price: { amount: 3, currency: 'EUR' }, author: ['Austen, Jane'], pages: 320 },
          differing: ['price'],
          sources: [
            { site: 'a.test', key: 'k', title: 'The Long Ship', url: null },
            { site: 'b.test', key: 'k', title: 'Long Ship', url: null },
          ],
        },
      ]);
    }));

  test('title, person and year are one thing over sites; without one of them nothing is sure', async () => {
    const other = { title: 'the long  SHIP', fields: { author: 'Austen, Jane', date: '1994-03-01' } };
    expect(
      await things([
        { site: 'a.test', ...SHIP },
        { site: 'b.test', ...other },
      ]),
    ).toEqual([['a.test k, b.test k', 'title-person-year']]);
    for (const fields of [{ author: 'Jane Austen' }, { year: 1994 }, { author: 'Jane Austen', year: 1995 }])
      expect(
        await things([
          { site: 'a.test', ...SHIP },
          { site: 'b.test', fields },
        ]),
      ).toEqual([
        ['a.test k', null],
        ['b.test k', null],
      ]);
  });

  test('a site that keeps two such records apart is believed', async () => {
    const items = [
      { site: 'a.test', ...SHIP },
      { site: 'a.test', key: 'l', ...SHIP },
      { site: 'b.test', ...SHIP },
    ];
    expect((await things(items)).map(([, by]) => by)).toEqual([null, null, null]);
  });

  test('a record without an ISBN joins the one edition of its title, and none of two', async () => {
    const withIsbn = (site: string, isbn: string) => ({ site, fields: { ...SHIP.fields, isbn } });
    expect(await things([withIsbn('a.test', ISBN), { site: 'b.test', ...SHIP }])).toEqual([
      ['a.test k, b.test k', 'isbn'],
    ]);
    expect(
      await things([withIsbn('a.test', ISBN), { site: 'b.test', ...SHIP }, withIsbn('c.test', OTHER_ISBN)]),
    ).toEqual([
      ['a.test k', null],
      ['b.test k', null],
      ['c.test k', null],
    ]);
  });

  test('several runs tell each record once, as the last found it, and when it was seen', () =>
    withStore(driver, async (store) => {
      for (const started_at of [1_000, 5_000, 9_000])
        await store.transaction(({ runs }) => runs.insert({ ...RUN, started_at }));
      await add(store, [
        { site: 'a.test', key: 'gone', fields: {}, run: 1 },
        { site: 'a.test', key: 'kept', fields: { price: '3 €' }, run: 1 },
        { site: 'a.test', key: 'kept', fields: { price: '4 €' }, run: 3 },
        { site: 'b.test', key: 'new', fields: {}, run: 2 },
      ]);
      const rows = await Array.fromAsync(exportRows(store, [3, 1, 2], 'records'));
      const at = (ms: number) => new Date(ms).toISOString();
      expect(rows).toMatchObject([
        { key: 'gone', firstSeen: at(1_000), lastSeen: at(1_000), runs: [1] },
        {
          key: 'kept',
          typed: { price: { amount: 4 } },
          firstSeen: at(1_000),
          lastSeen: at(9_000),
          runs: [1, 3],
        },
        { key: 'new', firstSeen: at(5_000), lastSeen: at(5_000), runs: [2] },
      ]);
      const merged = await Array.fromAsync(exportRows(store, [1, 2, 3], 'things'));
      expect(merged).toHaveLength(3);
      expect(merged[1]).toMatchObject({ runs: [1, 3], firstSeen: at(1_000), lastSeen: at(9_000) });
      await expect(exportRows(store, [1, 2], 'forms').next()).rejects.toThrow(
        'forms are exported of one run',
      );
    }));
});
