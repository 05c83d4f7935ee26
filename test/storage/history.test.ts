import { describe, expect, test } from 'vitest';
import type { FamiliarScriptsRow, Store } from '../../src/storage/index.ts';
import { DRIVERS, withStore } from './drivers.ts';
import { fill, linkRow, pageRow } from './rows.ts';

async function visitsOf(store: Store, runId: number) {
  const batches = await Array.fromAsync(store.history.visits(runId));
  return batches.flat();
}

const SCRIPTS: FamiliarScriptsRow = {
  run_id: 1,
  site: 'a.test',
  scripts: 'k 1',
  state: 'learning',
  agreed: 2,
  broken: 0,
  outcome: null,
};

describe.each(DRIVERS)('the history of a run on %s', (...driver) => {
  test('tells pages by time and number, with the links that led to them', () => {
    const links = [1, 2, 3, 4].map((id) => linkRow(id, { depth: id, anchor: `to ${id}` }));
    const pages = [
      pageRow(1, { fetched_at: 20 }),
      pageRow(3, { fetched_at: 10, domain: 'book', look: 'l', gain_forms: 1 }),
      pageRow(2, { fetched_at: 20 }),
      pageRow(4, { run_id: 2 }),
    ];
    return withStore(driver, async (store) => {
      await fill(store, { link: links, page: pages });
      const visits = await visitsOf(store, 1);
      expect(visits.map(({ id }) => id)).toEqual([3, 1, 2]);
      const page = { url: 'http://a.test/3', domain: 'book', look: 'l', gain_forms: 1, rendered_by: 'http' };
      expect(visits[0]).toMatchObject({ ...page, kind: 'link', anchor: 'to 3', depth: 3, fetched_at: 10 });
      expect(await visitsOf(store, 3)).toEqual([]);
    });
  });

  test('tells each of many pages once', () => {
    const ids = Array.from({ length: 2_001 }, (_, i) => i + 1);
    const pages = ids.map((id) => pageRow(id, { fetched_at: id % 3 }));
    return withStore(driver, async (store) => {
      await fill(store, { link: ids.map((id) => linkRow(id)), page: pages });
      const seen = (await visitsOf(store, 1)).map(({ id }) => id);
      expect(seen).toEqual(ids.toSorted((a, b) => (a % 3) - (b % 3) || a - b));
    });
  });

  test('tells pages that are kept while their links wait, of a run or one of its sites', () =>
    withStore(driver, async (store) => {
      const waits = { state: 'waiting' as const };
      const onB = { site: 'b.test' };
      await fill(store, {
        link: [
          linkRow(1, waits),
          linkRow(2),
          linkRow(3, { ...waits, ...onB }),
          linkRow(4, waits),
          linkRow(5, { ...waits, run_id: 2 }),
        ],
        page: [pageRow(3, onB), pageRow(2), pageRow(1), pageRow(5, { run_id: 2 })],
      });
      const all = [
        { id: 1, site: 'a.test' },
        { id: 3, site: 'b.test' },
      ];
      expect(await store.history.keptWaiting(1)).toEqual(all);
      expect(await store.history.keptWaiting(1, 'b.test')).toEqual(all.slice(1));
    }));

  test('remembers what scripts did last, by site and scripts', () =>
    withStore(driver, async (store) => {
      const later: FamiliarScriptsRow = {
        ...SCRIPTS,
        state: 'familiar',
        agreed: 4,
        broken: 1,
        outcome: '{}',
      };
      const rows = [{ ...SCRIPTS, site: 'b.test' }, SCRIPTS, { ...SCRIPTS, scripts: 'a 1' }, later];
      await store.transaction(async ({ history }) => {
        for (const row of rows) await history.putScripts(row);
        await history.putScripts({ ...SCRIPTS, run_id: 2 });
      });
      expect(await store.history.scripts(1)).toEqual([
        { ...SCRIPTS, scripts: 'a 1' },
        later,
        { ...SCRIPTS, site: 'b.test' },
      ]);
    }));

  test('forgets the scripts of a site or of a run, those of others never', () =>
    withStore(driver, async (store) => {
      const other = { ...SCRIPTS, site: 'b.test' };
      const next = { ...SCRIPTS, run_id: 2 };
      await store.transaction(async ({ history }) => {
        for (const row of [SCRIPTS, other, next]) await history.putScripts(row);
        await history.deleteScripts(1, 'a.test');
      });
      expect(await store.history.scripts(1)).toEqual([other]);
      await store.transaction(({ history }) => history.deleteScripts(1));
      expect(await store.history.scripts(1)).toEqual([]);
      expect(await store.history.scripts(2)).toEqual([next]);
    }));
});
