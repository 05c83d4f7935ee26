import { describe, expect, test } from 'vitest';
import { DRIVERS, withStore } from './drivers.ts';
import { fill, linkRow, pageRow } from './rows.ts';

describe.each(DRIVERS)('pages on %s', (...driver) => {
  test('of the front pages that are about a domain the most similar comes first, then the first by address', () =>
    withStore(driver, async (store) => {
      const front = (
        id: number,
        domain: string | null,
        similarity: number | null,
        url = `http://a.test/${id}`,
      ) => [linkRow(id, { depth: 0, url }), pageRow(id, { domain, similarity, url })] as const;
      const pairs = [
        front(1, 'job', null),
        front(2, 'hotel', 0.25),
        front(3, 'book', 0.5, 'http://a.test/b'),
        front(4, 'car', 0.5, 'http://a.test/a'),
        front(5, null, 0.75),
        [linkRow(6, { depth: 1 }), pageRow(6, { domain: 'music', similarity: 1 })] as const,
        [linkRow(7, { depth: 0, site: 'b.test' }), pageRow(7, { domain: 'film', site: 'b.test' })] as const,
      ];
      await fill(store, { link: pairs.map(([link]) => link), page: pairs.map(([, page]) => page) });
      const rows = await store.pages.aboutDomains(1, ['b.test', 'a.test']);
      expect(rows).toEqual([
        { site: 'a.test', domain: 'car' },
        { site: 'a.test', domain: 'book' },
        { site: 'a.test', domain: 'hotel' },
        { site: 'a.test', domain: 'job' },
        { site: 'b.test', domain: 'film' },
      ]);
      expect(await store.pages.aboutDomains(1, ['c.test'])).toEqual([]);
    }));

  test('pages are spared wrongly where their scripts deceived, and only while they are spared', () =>
    withStore(driver, async (store) => {
      const scripts = { run_id: 1, agreed: 0, broken: 0, outcome: null };
      await fill(store, {
        familiar_scripts: [
          { ...scripts, site: 'a.test', scripts: 'bad', state: 'invalidated' },
          { ...scripts, site: 'a.test', scripts: 'good', state: 'familiar' },
          { ...scripts, site: 'b.test', scripts: 'bad', state: 'invalidated' },
        ],
        page: [
          pageRow(1, { site: 'b.test', scripts: 'bad', familiar: 'skipped' }),
          pageRow(3, { scripts: 'bad', familiar: 'skipped' }),
          pageRow(2, { scripts: 'bad', familiar: 'skipped' }),
          pageRow(4, { scripts: 'good', familiar: 'skipped' }),
          pageRow(5, { scripts: 'bad', familiar: 're-rendered' }),
          pageRow(6, { scripts: 'bad', familiar: 'skipped', run_id: 2 }),
        ],
      });
      expect(await store.pages.wronglySkipped(1)).toEqual([2, 3, 1]);
      expect(await store.pages.wronglySkipped(1, 'b.test')).toEqual([1]);
    }));

  test('the place of an exchange is known until its archive has lost it', () =>
    withStore(driver, async (store) => {
      await store.transaction(async ({ pages }) => {
        await pages.insert(pageRow(1, { exchange_offset: 0, exchange_length: 10 }));
        await pages.insert(pageRow(2, { exchange_offset: 10, exchange_length: 20 }));
        await pages.insert(pageRow(3));
        await pages.insert(pageRow(4, { run_id: 2, exchange_offset: 10, exchange_length: 20 }));
      });
      const place = (id: number, run = 1) => store.pages.exchange(run, pageRow(id).url);
      expect(await place(1)).toEqual({ offset: 0, length: 10 });
      expect(await place(3)).toBeUndefined();
      expect(await place(9)).toBeUndefined();
      await store.transaction(({ pages }) => pages.moveExchanges(1, new Map([[10, 0]])));
      expect(await place(1)).toBeUndefined();
      expect(await place(2)).toEqual({ offset: 0, length: 20 });
      expect(await place(4, 2)).toEqual({ offset: 10, length: 20 });
    }));

  test('pages lose the exchanges of a part of the log that is lost, its end not included', () =>
    withStore(driver, async (store) => {
      const at = (id: number, offset: number | null, run_id = 1) =>
        pageRow(id, { exchange_offset: offset, exchange_length: 5, run_id });
      await fill(store, { page: [at(1, 9), at(2, 10), at(3, 19), at(4, 20), at(5, null), at(6, 10, 2)] });
      const lost = await store.transaction(({ pages }) => pages.loseExchanges(1, { start: 10, end: 20 }));
      expect(lost.map(({ id, site }) => `${id} ${site}`).sort()).toEqual(['2 a.test', '3 a.test']);
      const isThere = async (id: number, run = 1) =>
        (await store.pages.exchange(run, pageRow(id).url)) !== undefined;
      expect(await Promise.all([1, 2, 3, 4].map((id) => isThere(id)))).toEqual([true, false, false, true]);
      expect(await isThere(6, 2)).toBe(true);
    }));

  test('a number names one page; what a failed transaction did is undone', () =>
    withStore(driver, async (store) => {
      const all = () => Array.fromAsync(store.figures.readTimes(1));
      await store.transaction(({ pages }) => pages.insert(pageRow(1)));
      const twice = store.transaction(async ({ pages }) => {
        await pages.insert(pageRow(2));
        await pages.insert(pageRow(1));
      });
      await expect(twice).rejects.toThrow();
      expect((await all()).map(({ id }) => id)).toEqual([1]);
      await store.transaction(async ({ pages }) => {
        await pages.deletePage(1);
        await pages.deletePage(9);
        await pages.insert(pageRow(1, { fetched_at: 7 }));
      });
      expect(await all()).toEqual([{ id: 1, fetched_at: 7 }]);
    }));

  test('pages are deleted by site and by run, and counted', () =>
    withStore(driver, async (store) => {
      await fill(store, {
        page: [pageRow(1), pageRow(2), pageRow(3, { site: 'b.test' }), pageRow(4, { run_id: 2 })],
      });
      const deleted = (run: number, site?: string) =>
        store.transaction(({ pages }) => pages.delete(run, site));
      expect(await deleted(1, 'a.test')).toBe(2);
      expect((await Array.fromAsync(store.figures.readTimes(1))).map(({ id }) => id)).toEqual([3]);
      expect(await deleted(1)).toBe(1);
      expect(await deleted(1)).toBe(0);
      expect(await Array.fromAsync(store.figures.readTimes(2))).toHaveLength(1);
    }));
});
