import { describe, expect, test } from 'vitest';
import { DiskError, type FormVariantRow, type NewRun } from '../../src/storage/index.ts';
import { DRIVERS, withStore } from './drivers.ts';
import { fill, linkRow, pageRow, rowOf } from './rows.ts';

const RUN: NewRun = {
  domains: '["book"]',
  web: 'practice',
  strategy: 'two-stage',
  options: '{}',
  status: 'running',
  started_at: 1,
  updated_at: 1,
};

describe.each(DRIVERS)('runs on %s', (...driver) => {
  test('a run begins with counts of zero and a number larger than all before', () =>
    withStore(driver, async (store) => {
      const first = await store.transaction((trx) => trx.runs.insert(RUN));
      const second = await store.transaction((trx) => trx.runs.insert(RUN));
      expect(second).toBeGreaterThan(first);
      expect(await store.runs.get(first)).toMatchObject({
        ...RUN,
        id: first,
        requests: 0,
        status_code: null,
      });
      expect((await store.runs.all()).map(({ id }) => id)).toEqual([first, second]);
    }));

  test('a number is not used again after its run was deleted', () =>
    withStore(driver, async (store) => {
      const first = await store.transaction((trx) => trx.runs.insert(RUN));
      await store.transaction((trx) => trx.runs.delete(first));
      expect(await store.transaction((trx) => trx.runs.insert(RUN))).toBeGreaterThan(first);
      expect(await store.runs.get(first)).toBeUndefined();
    }));

  test('figures of processes that work on a run add up', () =>
    withStore(driver, async (store) => {
      const id = await store.transaction((trx) => trx.runs.insert(RUN));
      const figures = { requests: 2, bytes_in: 300, misses: 1, active_ms: 0.5 };
      for (let i = 0; i < 2; i++) await store.transaction((trx) => trx.runs.update(id, {}, figures));
      const sum = { requests: 4, bytes_in: 600, misses: 2, active_ms: 1 };
      expect(await store.runs.get(id)).toMatchObject(sum);
    }));

  test('counts of rules add up by site', () =>
    withStore(driver, async (store) => {
      const row = { run_id: 1, rule: 'calendar', site: 'a.test', count: 2 };
      await store.transaction((trx) => trx.runs.addRuleCounts([row, { ...row, site: 'b.test' }]));
      await store.transaction((trx) => trx.runs.addRuleCounts([row]));
      expect(await store.runs.ruleCounts(1)).toEqual([
        { ...row, count: 4 },
        { ...row, site: 'b.test' },
      ]);
      expect(await store.runs.ruleCounts(2)).toEqual([]);
    }));

  test('counts of rules go with their site, or with their run', () =>
    withStore(driver, async (store) => {
      const row = { run_id: 1, rule: 'calendar', site: 'a.test', count: 2 };
      const others = [
        { ...row, site: 'b.test' },
        { ...row, run_id: 2 },
      ];
      await store.transaction(async ({ runs }) => {
        await runs.addRuleCounts([row, ...others]);
        await runs.deleteRuleCounts(1, 'a.test');
      });
      expect(await store.runs.ruleCounts(1)).toEqual([{ ...row, site: 'b.test' }]);
      await store.transaction(({ runs }) => runs.delete(1));
      expect(await store.runs.ruleCounts(1)).toEqual([]);
      expect(await store.runs.ruleCounts(2)).toEqual([{ ...row, run_id: 2 }]);
    }));

  test('a second point of the growth curve at as many pages changes nothing', () =>
    withStore(driver, async (store) => {
      const point = { run_id: 1, pages: 5, forms: 1, searchable: 1, relevant: 1, active_ms: 10 };
      await store.transaction(async ({ runs }) => {
        await runs.addSample({ ...point, pages: 10 });
        await runs.addSample(point);
        await runs.addSample({ ...point, forms: 9 });
      });
      expect(await store.runs.samples(1)).toEqual([point, { ...point, pages: 10 }]);
    }));
});

const judged = (form_id: string, variant: string, change: Partial<FormVariantRow> = {}): FormVariantRow =>
  rowOf('form_variant', {
    ...{ run_id: 1, variant, form_id, form: '{}', verdict: '{}', searchable: 1, type: 'search' },
    ...change,
  });

describe.each(DRIVERS)('what a run has come to on %s', (...driver) => {
  test('is counted from its pages, failed links and forms', () => {
    const links = [
      linkRow(1),
      linkRow(2, { state: 'failed' }),
      linkRow(3, { state: 'failed' }),
      linkRow(4, { state: 'failed', run_id: 2 }),
    ];
    const pages = [
      pageRow(1),
      pageRow(2, { rendered_by: 'browser' }),
      pageRow(3, { rendered_by: 'none' }),
      pageRow(4, { rendered_by: 'browser', run_id: 2 }),
      pageRow(5),
    ];
    const variants = [
      judged('f', 'v1', { searchable: 0, domain: 'hotel' }),
      judged('f', 'v2', { domain: 'book' }),
      judged('g', 'v3', { domain: 'hotel' }),
      judged('h', 'v4', { searchable: 0 }),
      judged('i', 'v5', { run_id: 2 }),
    ];
    return withStore(driver, async (store) => {
      await fill(store, { link: links, page: pages, form_variant: variants });
      const { forms, ...counts } = await store.runs.counts(1);
      expect(counts).toEqual({ http: 2, browser: 1, failed: 2 });
      expect(forms).toHaveLength(2);
      expect(forms).toEqual(
        expect.arrayContaining([
          { searchable: true, domain: 'hotel', forms: 2 },
          { searchable: false, domain: null, forms: 1 },
        ]),
      );
      expect(await store.runs.counts(3)).toEqual({ http: 0, browser: 0, failed: 0, forms: [] });
    });
  });

  test('began with its first links', () => {
    const reason = { state: 'failed', reason_code: 'dns', reason_detail: 'a.test' } as const;
    const links = [linkRow(7), linkRow(5, reason), linkRow(6), linkRow(1, { run_id: 2 })];
    return withStore(driver, async (store) => {
      await fill(store, { link: links });
      expect(await store.runs.firstLinks(1, 2)).toEqual([
        { url: 'http://a.test/5', reason_code: 'dns', reason_detail: 'a.test' },
        { url: 'http://a.test/6', reason_code: null, reason_detail: null },
      ]);
    });
  });
});

describe.each(DRIVERS)('errors on %s', (...driver) => {
  test('of a full disk are told as such, others stay what they are', () =>
    withStore(driver, async (store) => {
      const full = Object.assign(new Error('write'), { code: 'ENOSPC' });
      expect(store.explain(full)).toBeInstanceOf(DiskError);
      expect(store.explain(full).message).toContain(store.folder);
      const other = new Error('something else');
      expect(store.explain(other)).toBe(other);
    }));
});

describe.each(DRIVERS)('transactions on %s', (...driver) => {
  test('undo all of their changes, and call no hook, where their work fails', () =>
    withStore(driver, async (store) => {
      const runId = await store.transaction((trx) => trx.runs.insert(RUN));
      let called = false;
      const failing = store.transaction(async (trx) => {
        trx.afterCommit(() => {
          called = true;
        });
        await trx.runs.insert(RUN);
        await trx.runs.update(runId, { status: 'complete' });
        throw new Error('half-way');
      });
      await expect(failing).rejects.toThrow('half-way');
      expect(called).toBe(false);
      expect(await store.runs.all()).toHaveLength(1);
      expect(await store.runs.get(runId)).toMatchObject({ status: 'running' });
    }));

  test('do not run where what they wait for fails', () =>
    withStore(driver, async (store) => {
      const after = () => Promise.reject(new Error('the archive is full'));
      await expect(store.transaction((trx) => trx.runs.insert(RUN), { after })).rejects.toThrow('full');
      expect(await store.runs.all()).toEqual([]);
    }));

  test('that are begun together each see what those before have written', () =>
    withStore(driver, async (store) => {
      const runId = await store.transaction((trx) => trx.runs.insert(RUN));
      const add = () =>
        store.transaction(async ({ runs }) => {
          const { requests } = (await runs.get(runId)) ?? { requests: Number.NaN };
          await runs.update(runId, { requests: requests + 1 });
        });
      await Promise.all(Array.from({ length: 20 }, add));
      expect(await store.runs.get(runId)).toMatchObject({ requests: 20 });
    }));
});
