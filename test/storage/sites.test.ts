import { describe, expect, test } from 'vitest';
import type { SiteLinkRow, SiteRow } from '../../src/storage/index.ts';
import { DRIVERS, withStore } from './drivers.ts';
import { fill, linkRow, pageRow, rowOf } from './rows.ts';

const candidate = (site: string, run_id = 1): SiteRow =>
  rowOf('site', { run_id, site, home_url: `http://${site}/`, state: 'candidate' });
const seed = (site: string): SiteRow => ({
  ...candidate(site),
  seed: 1,
  state: 'exploring',
  reason_code: 'seed',
});
const link = (from_site: string, to_site: string, run_id = 1): SiteLinkRow => ({
  run_id,
  from_site,
  to_site,
  to_url: `http://${to_site}/`,
});

describe.each(DRIVERS)('sites on %s', (...driver) => {
  test('are listed by name, those of other runs apart', () =>
    withStore(driver, async (store) => {
      const added = [candidate('b.test'), seed('a.test'), candidate('c.test', 2)];
      await store.transaction(({ sites }) => sites.add(added));
      expect(await store.sites.all(1)).toEqual([seed('a.test'), candidate('b.test')]);
      expect(await store.sites.all(3)).toEqual([]);
      expect(await store.sites.all(1, 'a.test')).toEqual([seed('a.test')]);
      expect(await store.sites.all(1, 'c.test')).toEqual([]);
    }));

  test('that are known become seeds, and stay what they were when they are met again', () =>
    withStore(driver, async (store) => {
      const judged = {
        domain: 'book',
        similarity: 0.5,
        reason_code: 'about-domain',
        reason_detail: 'book',
      } as const;
      await store.transaction(async ({ sites }) => {
        await sites.add([candidate('a.test'), candidate('b.test')]);
        await sites.update(1, 'a.test', { state: 'left', ...judged });
        await sites.update(1, 'b.test', { state: 'left', ...judged });
        await sites.add([
          { ...seed('a.test'), home_url: 'http://www.a.test/' },
          { ...candidate('b.test'), home_url: 'http://www.b.test/' },
        ]);
      });
      const known = { domain: 'book', similarity: 0.5 };
      expect(await store.sites.all(1)).toEqual([
        { ...seed('a.test'), ...known },
        { ...candidate('b.test'), ...judged, state: 'left' },
      ]);
    }));

  test('change in the columns that are given, and only where they are known', () =>
    withStore(driver, async (store) => {
      await store.transaction(async ({ sites }) => {
        await sites.add([candidate('a.test'), candidate('a.test', 2)]);
        await sites.update(1, 'a.test', { state: 'left' });
        await sites.update(1, 'a.test', {});
        await sites.update(1, 'b.test', { state: 'left' });
      });
      expect(await store.sites.all(1)).toEqual([{ ...candidate('a.test'), state: 'left' }]);
      expect(await store.sites.all(2)).toEqual([candidate('a.test', 2)]);
    }));

  test('are as before where the transaction that changed them fails', () =>
    withStore(driver, async (store) => {
      await store.transaction(({ sites }) => sites.add([candidate('a.test')]));
      const failing = store.transaction(async ({ sites }) => {
        await sites.add([seed('a.test'), candidate('b.test')]);
        await sites.addLinks([link('a.test', 'b.test')]);
        throw new Error('half-way');
      });
      await expect(failing).rejects.toThrow('half-way');
      expect(await store.sites.all(1)).toEqual([candidate('a.test')]);
      expect(await store.sites.links(1)).toEqual([]);
    }));

  test('keep the first address that one pointed to another by', () =>
    withStore(driver, async (store) => {
      const again = { ...link('a.test', 'b.test'), to_url: 'http://www.b.test/' };
      await store.transaction(({ sites }) => sites.addLinks([link('a.test', 'b.test'), again]));
      await store.transaction(({ sites }) => sites.addLinks([again]));
      expect(await store.sites.links(1)).toEqual([link('a.test', 'b.test')]);
    }));

  test('have their links listed by target and source, without what search providers gave', () =>
    withStore(driver, async (store) => {
      const links = [link('c.test', 'a.test'), link('b.test', 'a.test'), link('a.test', 'c.test')];
      const others = [link('', 'd.test'), link('a.test', 'b.test', 2)];
      await store.transaction(({ sites }) => sites.addLinks([...links.toReversed(), ...others]));
      expect(await store.sites.links(1)).toEqual([
        link('b.test', 'a.test'),
        link('c.test', 'a.test'),
        link('a.test', 'c.test'),
      ]);
    }));

  test('point to others from their first link', () =>
    withStore(driver, async (store) => {
      await fill(store, {
        link: [linkRow(5), linkRow(7), linkRow(3, { site: 'b.test' }), linkRow(2, { run_id: 2 })],
      });
      await store.transaction(({ sites }) =>
        sites.addLinks([
          link('a.test', 'd.test'),
          link('a.test', 'c.test'),
          { ...link('a.test', 'e.test'), to_url: '' },
          link('b.test', 'f.test'),
          link('z.test', 'c.test'),
        ]),
      );
      expect(await store.sites.linksFrom(1, 'a.test')).toEqual([
        { to_site: 'c.test', to_url: 'http://c.test/', parent: 5 },
        { to_site: 'd.test', to_url: 'http://d.test/', parent: 5 },
      ]);
      expect(await store.sites.linksFrom(1, 'z.test')).toEqual([]);
    }));

  test('count their pages that were read', () => {
    const pages = [
      pageRow(1, { site: 'b.test' }),
      pageRow(2, { rendered_by: 'browser' }),
      pageRow(3),
      pageRow(4, { rendered_by: 'none' }),
      pageRow(5, { site: 'c.test', rendered_by: 'none' }),
      pageRow(6, { run_id: 2 }),
    ];
    return withStore(driver, async (store) => {
      await fill(store, { page: pages });
      expect(await store.sites.pageCounts(1)).toEqual([
        { site: 'a.test', pages: 2 },
        { site: 'b.test', pages: 1 },
      ]);
    });
  });

  test('name their links that were read, and how far away each is', () => {
    const links = [
      linkRow(9, { depth: 2, hops: 1 }),
      linkRow(4, { depth: 1, hops: 0 }),
      linkRow(5, { state: 'waiting' }),
      linkRow(6, { site: 'b.test' }),
      linkRow(7, { run_id: 2 }),
    ];
    return withStore(driver, async (store) => {
      await fill(store, { link: links });
      expect(await store.sites.pagesRead(1, 'a.test')).toEqual([
        { id: 4, depth: 1, hops: 0 },
        { id: 9, depth: 2, hops: 1 },
      ]);
    });
  });

  test('are deleted one by one or with their run', () =>
    withStore(driver, async (store) => {
      await store.transaction(async ({ sites }) => {
        for (const run of [2, 1])
          await sites.add(['a.test', 'b.test', 'c.test'].map((site) => candidate(site, run)));
        await sites.addLinks([
          link('a.test', 'b.test'),
          link('b.test', 'a.test'),
          link('b.test', 'c.test'),
          link('a.test', 'b.test', 2),
        ]);
      });
      expect(await store.sites.runsOf('a.test')).toEqual([1, 2]);
      await store.transaction(({ sites }) => sites.delete(1, 'a.test'));
      expect(await store.sites.runsOf('a.test')).toEqual([2]);
      expect((await store.sites.all(1)).map(({ site }) => site)).toEqual(['b.test', 'c.test']);
      expect(await store.sites.links(1)).toEqual([link('b.test', 'c.test')]);
      await store.transaction(({ sites }) => sites.delete(1));
      expect(await store.sites.all(1)).toEqual([]);
      expect(await store.sites.links(1)).toEqual([]);
      expect(await store.sites.all(2)).toHaveLength(3);
      expect(await store.sites.links(2)).toHaveLength(1);
    }));
});
