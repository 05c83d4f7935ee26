import { describe, expect, test } from 'vitest';
import { Frontier, Politeness } from '../../../src/crawl/frontier/index.ts';
import { LeaseEndedError, type Store } from '../../../src/storage/index.ts';
import { DRIVERS, withStore } from '../../storage/drivers.ts';

const HOURS = 3_600_000;

const open = (store: Store, owner: string, now = 0) =>
  Frontier.open(store, 1, new Politeness({ now: () => now, sleep: async () => undefined }, 0), {
    maxDepth: 3,
    maxRedirects: 5,
    requestsPerHost: 99,
    score: () => 0,
    owner,
  });

/** A frontier with one link, and its lease. */
async function leased(store: Store, owner: string) {
  const frontier = await open(store, owner);
  const place = { site: 'a.test', anchor: '', around: '', parent: 0, depth: 0, hops: 0 };
  await store.transaction((trx) =>
    frontier.links.add(trx, [{ ...place, url: 'http://a.test/', kind: 'front' }]),
  );
  const lease = await frontier.next();
  if (lease === undefined) throw new Error('nothing to fetch');
  return { frontier, lease };
}

const stateOf = async (store: Store, id: number) => (await store.links.known({ ids: [id] }))[0]?.state;

describe.each(DRIVERS)('leases of a frontier on %s', (...driver) => {
  test('a fresh lease of another crawler is left alone', () =>
    withStore(driver, async (store) => {
      const { frontier, lease } = await leased(store, 'one');
      const other = await open(store, 'two', HOURS / 2);
      expect([other.finished, await other.next()]).toEqual([true, undefined]);
      await store.transaction((trx) => frontier.settle(trx, lease, 'done', null));
      expect(await stateOf(store, lease.id)).toBe('done');
    }));

  test('an expired lease is taken by another crawler; what was found under it is not written', () =>
    withStore(driver, async (store) => {
      const { frontier, lease } = await leased(store, 'one');
      const other = await open(store, 'two', 2 * HOURS);
      const taken = await other.next();
      expect(taken).toMatchObject({ id: lease.id, crashes: 1, attempts: 2 });
      const late = store.transaction(async (trx) => {
        await trx.links.update([{ id: lease.id, depth: 2 }]);
        await frontier.settle(trx, lease, 'done', null);
      });
      await expect(late).rejects.toThrow(LeaseEndedError);
      expect(await store.links.known({ ids: [lease.id] })).toMatchObject([{ depth: 0, state: 'leased' }]);
      await frontier.putBack(lease, true);
      expect(await stateOf(store, lease.id)).toBe('leased');
      expect(frontier.finished).toBe(true);
    }));

  test('a crawler that is opened again has its own leases back at once', () =>
    withStore(driver, async (store) => {
      const { lease } = await leased(store, 'one');
      const again = await open(store, 'one');
      expect(await again.next()).toMatchObject({ id: lease.id, crashes: 1 });
    }));
});
