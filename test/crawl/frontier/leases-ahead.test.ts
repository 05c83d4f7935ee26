import { describe, expect, test } from 'vitest';
import { Frontier, Politeness } from '../../../src/crawl/frontier/index.ts';
import type { Store } from '../../../src/storage/index.ts';
import { DRIVERS, withStore } from '../../storage/drivers.ts';

const SITE = 'a.test';

/** The frontier of a process that has a site, whose host takes one request at once. */
async function holding(store: Store, owner: string) {
  const clock = { now: () => 0, sleep: async () => undefined };
  const frontier = await Frontier.open(store, 1, new Politeness(clock, 0), {
    ...{ maxDepth: 3, maxRedirects: 5, requestsPerHost: 1, bySite: true, owner },
    score: (link) => -Number(/\d+$/.exec(link.url)?.[0]),
  });
  await frontier.hold(SITE);
  return frontier;
}

const addLinks = (store: Store, { links }: Frontier, numbers: readonly number[]) =>
  store.transaction((trx) =>
    links.add(
      trx,
      numbers.map((i) => ({
        ...{ url: `http://${SITE}/${i}`, site: SITE, kind: 'link' as const, anchor: '', around: '' },
        ...{ parent: 0, depth: 1, hops: 0 },
      })),
    ),
  );

async function fetchNext(store: Store, frontier: Frontier): Promise<string | undefined> {
  const lease = await frontier.next();
  if (lease === undefined) return undefined;
  await store.transaction((trx) => frontier.settle(trx, lease, 'done', null));
  frontier.returned(lease);
  return new URL(lease.url).pathname.slice(1);
}

async function waitingLinks(store: Store) {
  const rows = [];
  for await (const links of store.links.waiting(1, SITE)) rows.push(...links);
  return rows.map(({ url, attempts, crashes }) => [
    Number(new URL(url).pathname.slice(1)),
    attempts,
    crashes,
  ]);
}

describe.each(DRIVERS)('links of a held site on %s', (...driver) => {
  test('are leased in blocks of four: a kill counts as a crash of what is left of its block', () =>
    withStore(driver, async (store) => {
      const frontier = await holding(store, 'one');
      await addLinks(store, frontier, [1, 2, 3, 4, 5, 6]);
      expect(await fetchNext(store, frontier)).toBe('1');
      // The other three of the block are leased, too.
      expect(await waitingLinks(store)).toEqual([
        [5, 0, 0],
        [6, 0, 0],
      ]);
      expect(await fetchNext(store, frontier)).toBe('2');
      const next = await holding(store, 'two');
      expect(await waitingLinks(store)).toEqual([
        [3, 1, 1],
        [4, 1, 1],
        [5, 0, 0],
        [6, 0, 0],
      ]);
      // Suspects come last, each of them alone and under a lease of its own.
      expect(await fetchNext(store, next)).toBe('5');
      expect(await fetchNext(store, next)).toBe('6');
      const suspect = await next.next();
      expect(suspect).toMatchObject({ crashes: 1, attempts: 2 });
      expect(await next.next()).toBeUndefined();
      const third = await holding(store, 'three');
      const crashes = (await waitingLinks(store)).map(([, , count]) => count).sort();
      expect(crashes).toEqual([1, 2]);
      expect(third.waitingCount).toBe(2);
    }));

  test('a suspect that is put back is fetched once more, under a new lease', () =>
    withStore(driver, async (store) => {
      const frontier = await holding(store, 'one');
      await addLinks(store, frontier, [1]);
      await frontier.next();
      const next = await holding(store, 'two');
      const suspect = await next.next();
      if (suspect === undefined) throw new Error('nothing to fetch');
      await next.putBack(suspect, true);
      expect(next.isBusyWith(SITE)).toBe(true);
      expect(await fetchNext(store, next)).toBe('1');
      expect(next.finished).toBe(true);
    }));

  test('a page that kills four processes is parked, and no other page of its blocks', () =>
    withStore(driver, async (store) => {
      await addLinks(store, await holding(store, 'zero'), [1, 2, 3, 4]);
      let deaths = 0;
      for (let i = 0; deaths < 5; i++) {
        const frontier = await holding(store, `worker ${i}`);
        let lease = await frontier.next();
        for (; lease !== undefined && !lease.url.endsWith('/2'); lease = await frontier.next()) {
          const { id, fence } = lease;
          await store.transaction((trx) => trx.links.settle({ id, fence }, 'done', null));
          frontier.returned(lease);
        }
        if (lease === undefined) break;
        deaths++;
      }
      expect(deaths).toBe(4);
      const urls = [1, 2, 3, 4].map((i) => `http://${SITE}/${i}`);
      const states = (await store.links.known({ runId: 1, urls })).toSorted((a, b) => a.id - b.id);
      expect(states.map(({ state }) => state)).toEqual(['done', 'parked', 'done', 'done']);
    }));

  test('count no attempt where the site is given back, and come in the new order where that has changed', () =>
    withStore(driver, async (store) => {
      const frontier = await holding(store, 'one');
      await addLinks(store, frontier, [4, 5, 6, 7, 8]);
      expect(await fetchNext(store, frontier)).toBe('4');
      await addLinks(store, frontier, [1]);
      await frontier.rescore();
      expect(await fetchNext(store, frontier)).toBe('1');
      expect(await fetchNext(store, frontier)).toBe('5');
      await frontier.release(SITE);
      frontier.drop(SITE);
      const rest = [6, 7, 8].map((i) => [i, 0, 0]);
      expect(await waitingLinks(store)).toEqual(rest);
      await holding(store, 'two');
      expect(await waitingLinks(store)).toEqual(rest);
    }));

  test('are refused with the rest where the site is left', () =>
    withStore(driver, async (store) => {
      const frontier = await holding(store, 'one');
      await addLinks(store, frontier, [1, 2, 3, 4, 5, 6]);
      await fetchNext(store, frontier);
      expect(await frontier.leave(SITE, { code: 'site-page-budget' })).toBe(5);
      expect(await frontier.next()).toBeUndefined();
      expect(await waitingLinks(store)).toEqual([]);
    }));
});
