import { describe, expect, test } from 'vitest';
import type { RowKey } from '../../src/library/exports/export-range.ts';
import { forgetSite, keyOfCursor, SORT_COLUMNS } from '../../src/library/index.ts';
import { exportRows } from '../../src/reports/exports.ts';
import { exportPage, keepList } from '../../src/reports/index.ts';
import type { AnswerRecordRow, Store } from '../../src/storage/index.ts';
import { DRIVERS, withStore } from '../storage/drivers.ts';
import { fill } from '../storage/rows.ts';

const record = (key: string, title: string, fields: object = {}, site = 'a.test'): AnswerRecordRow => ({
  ...{ run_id: 1, site, key, form_id: 'f', submission: 'q #1', title, url: null, text: '' },
  fields: JSON.stringify(fields),
});
const EMMA = { author: 'Austen, Jane', year: '1815' };

async function begin(store: Store, status: 'complete' | 'running' = 'complete'): Promise<void> {
  const at = Date.now();
  const run = { domains: '["book"]', web: 'live', strategy: 'two-stage', options: '{}' };
  await store.transaction(async (trx) => {
    await trx.runs.insert({ ...run, status, started_at: at, updated_at: at });
  });
  await fill(store, {
    site: ['a.test', 'b.test'].map((site) => ({
      ...{ run_id: 1, site, home_url: `http://${site}/`, seed: 1, state: 'exploring' as const },
      ...{ domain: null, similarity: null, reason_code: 'seed' as const, reason_detail: null },
    })),
    answer_record: [
      record('1', 'Emma', EMMA),
      record('2', 'Gardens of Kent'),
      record('3', 'EMMA', { author: 'Jane Austen', year: '1815' }, 'b.test'),
      record('4', 'A garden', { place: 'Kew Gardens' }, 'b.test'),
    ],
  });
}

const titlesOf = ({ items }: { readonly items: readonly object[] }) =>
  items.map((row) => (row as { title: string }).title);
const search = async (store: Store, text: string) =>
  titlesOf(await exportPage(store, { run: 1, kind: 'records', range: { text }, limit: 50 }));
const add = (store: Store, row: AnswerRecordRow) => fill(store, { answer_record: [row] });

describe.each(DRIVERS)('kept lists of a run on %s', (...driver) => {
  test('give the pages that the rows themselves give', () =>
    withStore(driver, async (store) => {
      await begin(store);
      const things = await Array.fromAsync(exportRows(store, 1, 'things'));
      expect(things).toHaveLength(3);
      const found = await search(store, 'garden');
      expect(found).toEqual(['Gardens of Kent', 'A garden']);
      for (const kind of ['records', 'things'] as const) await keepList(store, { run: 1, kind });
      expect(await search(store, 'GARDEN')).toEqual(found);
      expect(await search(store, 'kew')).toEqual(['A garden']);
      const first = await exportPage(store, { run: 1, kind: 'things', range: {}, limit: 2 });
      const { thing } = things[1] as { thing: string };
      const rest = await exportPage(store, { run: 1, kind: 'things', range: { after: { thing } }, limit: 2 });
      expect([...first.items, ...rest.items]).toEqual(things);
      expect([typeof first.next, rest.next]).toEqual(['string', null]);
      expect(
        titlesOf(
          await exportPage(store, {
            run: 1,
            kind: 'records',
            range: { text: 'garden', is: { site: ['b.test'] } },
            limit: 9,
          }),
        ),
      ).toEqual(['A garden']);
    }));

  test('give every order that the rows themselves give', () =>
    withStore(driver, async (store) => {
      await begin(store);
      await fill(store, {
        answer_record: [record('5', 'Éclair', { price: '€9.50' }), record('6', 'éclair', EMMA)],
      });
      await store.transaction(({ runs }) => runs.update(1, { updated_at: Date.now() + 1 }));
      const inOrder = async (kind: 'records' | 'things', column: string, descends: boolean, is = {}) => {
        const titles: string[] = [];
        for (let after: RowKey | undefined, next: string | null = ''; next !== null; ) {
          const query = { run: 1, kind, range: { is, after }, sort: { column, descends }, limit: 2 };
          const page = await exportPage(store, query);
          titles.push(...titlesOf(page));
          next = page.next;
          after = next === null ? undefined : keyOfCursor(kind, next);
        }
        return titles;
      };
      const all = async () => {
        const orders: Record<string, string[]> = {};
        for (const kind of ['records', 'things'] as const)
          for (const column of SORT_COLUMNS[kind])
            for (const descends of [false, true])
              orders[`${kind} ${column} ${descends}`] = await inOrder(kind, column, descends);
        orders.filtered = await inOrder('records', 'title', true, { year: [''], site: ['a.test'] });
        return orders;
      };
      const before = await all();
      const byTitle = ['A garden', 'Éclair', 'éclair', 'Emma', 'EMMA', 'Gardens of Kent'];
      expect(before['records title false']).toEqual(byTitle);
      expect(before['records title true']).toEqual(byTitle.toReversed());
      expect(before['records typed.price true']![0]).toBe('Éclair');
      expect(before.filtered).toEqual(['Gardens of Kent', 'Éclair']);
      for (const kind of ['records', 'things'] as const) await keepList(store, { run: 1, kind });
      expect(await all()).toEqual(before);
    }));

  test('are what is read as long as the run is as it was, and no longer', () =>
    withStore(driver, async (store) => {
      await begin(store);
      await keepList(store, { run: 1, kind: 'records' });
      // No run adds a record without having written its own row.
      await add(store, record('5', 'Late garden'));
      expect(await search(store, 'garden')).not.toContain('Late garden');
      await store.transaction(({ runs }) => runs.update(1, { updated_at: Date.now() + 1 }));
      expect(await search(store, 'garden')).toContain('Late garden');
    }));

  test('are not made of a run under way', () =>
    withStore(driver, async (store) => {
      await begin(store, 'running');
      await keepList(store, { run: 1, kind: 'records' });
      await add(store, record('5', 'Late garden'));
      expect(await search(store, 'garden')).toContain('Late garden');
    }));

  test('hold nothing of a site that was forgotten', () =>
    withStore(driver, async (store) => {
      await begin(store);
      for (const kind of ['records', 'things'] as const) await keepList(store, { run: 1, kind });
      await forgetSite(store, 'b.test');
      expect(await search(store, 'garden')).toEqual(['Gardens of Kent']);
      expect(titlesOf(await exportPage(store, { run: 1, kind: 'things', range: {}, limit: 9 }))).toEqual([
        'Emma',
        'Gardens of Kent',
      ]);
    }));
});
