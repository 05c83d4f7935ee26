import { describe, expect, test } from 'vitest';
import type { LinkState, NewLink, Store, WaitingLink } from '../../src/storage/index.ts';
import { DRIVERS, withStore } from './drivers.ts';

const link = (path: string, more: Partial<NewLink> = {}): NewLink => ({
  url: `http://a.test/${path}`,
  site: 'a.test',
  host: 'a.test',
  kind: 'link',
  anchor: '',
  around: '',
  parent: 0,
  depth: 1,
  hops: 0,
  score: 0,
  ...more,
});

/** Adds links of one run. @returns their numbers in their order */
async function added(store: Store, links: readonly NewLink[], runId = 1): Promise<number[]> {
  const ids = await store.transaction((trx) => trx.links.insert(runId, links));
  return links.map(({ url }) => ids.get(url) ?? 0);
}

async function one(store: Store, more: Partial<NewLink> = {}): Promise<number> {
  const [id = 0] = await added(store, [link('1', more)]);
  return id;
}

async function waiting(store: Store, runId = 1): Promise<WaitingLink[]> {
  const found: WaitingLink[] = [];
  for await (const links of store.links.waiting(runId)) found.push(...links);
  return found;
}

const waitingIds = async (store: Store, runId = 1) => (await waiting(store, runId)).map(({ id }) => id);
const stateOf = async (store: Store, id: number): Promise<LinkState | undefined> =>
  (await store.links.known({ ids: [id] }))[0]?.state;

const lease = (store: Store, id: number, owner = 'me', until = 100) =>
  store.transaction(async (trx) => (await trx.links.lease([id], owner, until)).get(id));
const settle = (store: Store, id: number, fence: number, state: 'done' | 'failed' = 'done') =>
  store.transaction((trx) => trx.links.settle({ id, fence }, state, null));
const release = (store: Store, id: number, fence: number, begun = true) =>
  store.transaction((trx) => trx.links.release({ id, fence }, begun));
const recover = (store: Store, now = 0, owner = 'me', most = 3) =>
  store.transaction((trx) => trx.links.recover(1, now, owner, most));

describe.each(DRIVERS)('links on %s', (...driver) => {
  test('new links wait, with growing numbers in their order, read in batches', () =>
    withStore(driver, async (store) => {
      const links = Array.from({ length: 700 }, (_, i) =>
        link(String(i), { score: 700 - i, anchor: `${i}` }),
      );
      const ids = await added(store, links);
      expect(ids).toEqual(ids.toSorted((a, b) => a - b));
      expect(new Set(ids).size).toBe(700);
      expect(await waiting(store)).toEqual(
        links.map((row, i) => ({ ...row, id: ids[i], attempts: 0, crashes: 0 })),
      );
      expect(await waiting(store, 2)).toEqual([]);
    }));

  test('a link may be added in another state', () =>
    withStore(driver, async (store) => {
      const id = await one(store, { state: 'done', kind: 'answer' });
      expect(await waiting(store)).toEqual([]);
      expect(await stateOf(store, id)).toBe('done');
    }));

  test('an address that the run has stays as it is, one of another run is its own', () =>
    withStore(driver, async (store) => {
      const id = await one(store, { anchor: 'first' });
      const again = await store.transaction((trx) =>
        trx.links.insert(1, [link('1', { anchor: 'second' }), link('2')]),
      );
      expect([...again.keys()]).toEqual(['http://a.test/2']);
      expect((await waiting(store)).map(({ anchor }) => anchor)).toEqual(['first', '']);
      const [other] = await added(store, [link('1')], 2);
      expect(other).not.toBe(id);
      expect(await waitingIds(store, 2)).toEqual([other]);
    }));

  test('what was added in vain may be added anew', () =>
    withStore(driver, async (store) => {
      const failing = store.transaction(async ({ links }) => {
        await links.insert(1, [link('1')]);
        throw new Error('half-way');
      });
      await expect(failing).rejects.toThrow('half-way');
      expect(await store.links.known({ runId: 1, urls: ['http://a.test/1'] })).toEqual([]);
      const id = await one(store);
      expect(await waitingIds(store)).toEqual([id]);
    }));

  test('links are known by number and by address, those that are not there are left out', () =>
    withStore(driver, async (store) => {
      const links = Array.from({ length: 90 }, (_, i) => link(String(i), { depth: 2, hops: 1, score: i }));
      const ids = await added(store, links);
      const urls = links.map(({ url }) => url);
      const expected = links.map(({ url }, i) => {
        return { id: ids[i], url, host: 'a.test', depth: 2, hops: 1, score: i, state: 'waiting' };
      });
      const byId = (rows: readonly { readonly id: number }[]) => rows.toSorted((a, b) => a.id - b.id);
      expect(byId(await store.links.known({ runId: 1, urls: [...urls, 'http://b.test/'] }))).toEqual(
        expected,
      );
      expect(byId(await store.links.known({ ids: [...ids, 99_999] }))).toEqual(expected);
      expect(await store.links.known({ runId: 2, urls })).toEqual([]);
      expect(await store.links.known({ ids: [] })).toEqual([]);
    }));

  test('links that wait are told with the address that led to them', () =>
    withStore(driver, async (store) => {
      const from = await one(store);
      const links = Array.from({ length: 40 }, (_, i) => link(`c${i}`, { parent: from }));
      const ids = await added(store, links);
      await lease(store, ids[3] ?? 0);
      const found = await store.links.waitingAmong([from, ...ids, 99_999]);
      expect(found).toHaveLength(40);
      expect(found.filter(({ via }) => via === 'http://a.test/1')).toHaveLength(39);
      expect(found.find(({ id }) => id === from)?.via).toBeNull();
      expect(await store.links.waitingAmong([])).toEqual([]);
    }));

  test('of a change only the columns that are given are written', () =>
    withStore(driver, async (store) => {
      const id = await one(store, { anchor: 'first', depth: 3 });
      await store.transaction(({ links }) =>
        links.update([
          { id, depth: 2, hops: 1 },
          { id, score: 7, anchor: 'second' },
          { id: 99_999, depth: 0 },
        ]),
      );
      expect(await waiting(store)).toMatchObject([
        { id, depth: 2, hops: 1, score: 7, anchor: 'second', kind: 'link' },
      ]);
    }));

  test('reasons of refused links are told, the first by code and detail', () =>
    withStore(driver, async (store) => {
      const ids = await added(store, [link('1'), link('2'), link('3'), link('4')]);
      const reasons = [
        ['refused', { code: 'site-seconds', detail: '9' }],
        ['refused', { code: 'site-bytes', detail: '5' }],
        ['refused', { code: 'site-bytes', detail: '4' }],
        ['parked', { code: 'site-page-budget' }],
      ] as const;
      await store.transaction(async ({ links }) => {
        for (const [i, [state, reason]] of reasons.entries())
          await links.move(1, { ids: [ids[i] ?? 0], states: ['waiting'] }, state, reason);
      });
      expect(await store.links.refusedFor(1, ['site-seconds', 'site-bytes'])).toEqual({
        code: 'site-bytes',
        detail: '4',
      });
      expect(await store.links.refusedFor(1, ['site-seconds'])).toEqual({
        code: 'site-seconds',
        detail: '9',
      });
      expect(await store.links.refusedFor(1, ['site-page-budget'])).toBeUndefined();
      expect(await store.links.refusedFor(2, ['site-seconds'])).toBeUndefined();
    }));

  test('links that fit in all that is asked for are moved, no more than the limit', () =>
    withStore(driver, async (store) => {
      const ids = await added(store, [
        link('1'),
        link('2'),
        link('3', { site: 'b.test' }),
        link('4', { state: 'failed' }),
      ]);
      const [other = 0] = await added(store, [link('1')], 2);
      const left = { code: 'fruitless-site', detail: '30' } as const;
      const leave = () =>
        store.transaction(({ links }) =>
          links.move(1, { site: 'a.test', states: ['waiting'] }, 'refused', left, 1),
        );
      expect([await leave(), await leave(), await leave()]).toEqual([1, 1, 0]);
      expect(await waitingIds(store)).toEqual([ids[2]]);
      expect(await waitingIds(store, 2)).toEqual([other]);
      const again = (codes: readonly ('fruitless-site' | 'robots')[]) =>
        store.transaction(({ links }) => links.move(1, { states: ['refused'], codes }, 'waiting', null));
      expect(await again(['robots'])).toBe(0);
      expect(await again(['robots', 'fruitless-site'])).toBe(2);
      expect(await store.links.refusedFor(1, ['fruitless-site'])).toBeUndefined();
      expect(await waitingIds(store)).toEqual(ids.slice(0, 3));
    }));

  test('links of a run, or of one of its sites, are deleted', () =>
    withStore(driver, async (store) => {
      const ids = await added(store, [link('1'), link('2', { site: 'b.test' })]);
      const [other] = await added(store, [link('1')], 2);
      await store.transaction((trx) => trx.links.delete(1, 'a.test'));
      expect(await waitingIds(store)).toEqual([ids[1]]);
      await store.transaction((trx) => trx.links.delete(1));
      expect(await waitingIds(store)).toEqual([]);
      expect(await waitingIds(store, 2)).toEqual([other]);
      expect(await one(store)).toBeGreaterThan(Number(other));
    }));
});

describe.each(DRIVERS)('leases on %s', (...driver) => {
  test('only what waits is leased, each time with a larger fence', () =>
    withStore(driver, async (store) => {
      const id = await one(store);
      const first = await lease(store, id);
      expect(await stateOf(store, id)).toBe('leased');
      expect(await lease(store, id, 'another')).toBeUndefined();
      await release(store, id, Number(first));
      const second = await lease(store, id, 'another');
      expect(second).toBeGreaterThan(Number(first));
      await settle(store, id, Number(second));
      expect(await lease(store, id)).toBeUndefined();
      expect(await stateOf(store, id)).toBe('done');
      expect(await lease(store, 99_999)).toBeUndefined();
    }));

  test('links are leased together, those that wait; each counts an attempt and can be given back', () =>
    withStore(driver, async (store) => {
      const ids = await added(store, [link('1'), link('2'), link('3')]);
      await lease(store, ids[1] ?? 0, 'another');
      const fences = await store.transaction((trx) => trx.links.lease([...ids, 99_999], 'me', 100));
      expect(fences).toEqual(
        new Map([
          [ids[0], 1],
          [ids[2], 1],
        ]),
      );
      await release(store, ids[0] ?? 0, 1, false);
      expect(await waiting(store)).toMatchObject([{ id: ids[0], attempts: 0 }]);
      await recover(store);
      expect(await waiting(store)).toMatchObject([
        { id: ids[0], attempts: 0, crashes: 0 },
        { id: ids[2], attempts: 1, crashes: 1 },
      ]);
    }));

  test('of many who want a link at once one gets it', () =>
    withStore(driver, async (store) => {
      const id = await one(store);
      const fences = await Promise.all(Array.from({ length: 20 }, (_, i) => lease(store, id, `owner ${i}`)));
      expect(fences.filter((fence) => fence !== undefined)).toHaveLength(1);
    }));

  test('a lease counts an attempt, which is taken back where it was not begun', () =>
    withStore(driver, async (store) => {
      const id = await one(store);
      await release(store, id, Number(await lease(store, id)));
      expect(await waiting(store)).toMatchObject([{ attempts: 1 }]);
      await release(store, id, Number(await lease(store, id)), false);
      expect(await waiting(store)).toMatchObject([{ attempts: 1 }]);
    }));

  test('a lease that was settled may be settled anew, and is not released', () =>
    withStore(driver, async (store) => {
      const id = await one(store);
      const fence = Number(await lease(store, id));
      await store.transaction((trx) => trx.links.update([{ id, depth: 4, hops: 1 }]));
      expect(await settle(store, id, fence)).toEqual({ depth: 4, hops: 1 });
      expect(await settle(store, id, fence, 'failed')).toEqual({ depth: 4, hops: 1 });
      expect(await stateOf(store, id)).toBe('failed');
      expect(await release(store, id, fence)).toBe(false);
      expect(await stateOf(store, id)).toBe('failed');
    }));

  test('a lease that has ended changes nothing any more, and says so', () =>
    withStore(driver, async (store) => {
      const endings: readonly ((id: number, fence: number) => Promise<unknown>)[] = [
        (id, fence) => release(store, id, fence),
        () => recover(store),
        (id) =>
          store.transaction((trx) => trx.links.move(1, { ids: [id], states: ['leased'] }, 'waiting', null)),
      ];
      for (const [i, end] of endings.entries()) {
        const [id = 0] = await added(store, [link(`${i}`)]);
        const old = Number(await lease(store, id));
        await end(id, old);
        expect([await settle(store, id, old), await release(store, id, old, false)]).toEqual([
          undefined,
          false,
        ]);
        expect(await store.links.waitingAmong([id])).toMatchObject([{ attempts: 1 }]);
        const present = Number(await lease(store, id));
        expect([await settle(store, id, old), await release(store, id, old)]).toEqual([undefined, false]);
        expect(await stateOf(store, id)).toBe('leased');
        expect(await settle(store, id, present)).toBeDefined();
        expect(await stateOf(store, id)).toBe('done');
      }
    }));

  test('what a lease has ended with is ended for good once the link waits again', () =>
    withStore(driver, async (store) => {
      const id = await one(store);
      const old = Number(await lease(store, id));
      await settle(store, id, old);
      await store.transaction((trx) => trx.links.move(1, { ids: [id], states: ['done'] }, 'waiting', null));
      expect(await settle(store, id, old, 'failed')).toBeUndefined();
      expect(await stateOf(store, id)).toBe('waiting');
    }));

  test('a link that is gone is neither settled nor released', () =>
    withStore(driver, async (store) => {
      const id = await one(store);
      const fence = Number(await lease(store, id));
      await store.transaction((trx) => trx.links.delete(1));
      expect([await settle(store, id, fence), await release(store, id, fence)]).toEqual([undefined, false]);
    }));

  test('a lease that is undone leaves the link waiting', () =>
    withStore(driver, async (store) => {
      const id = await one(store);
      const failing = store.transaction(async ({ links }) => {
        await links.lease([id], 'me', 100);
        throw new Error('half-way');
      });
      await expect(failing).rejects.toThrow('half-way');
      expect(await waiting(store)).toMatchObject([{ id, attempts: 0 }]);
    }));

  test('own leases are taken back at once, those of others when they have expired', () =>
    withStore(driver, async (store) => {
      const [mine = 0, other = 0] = await added(store, [link('1'), link('2')]);
      const [apart = 0] = await added(store, [link('1')], 2);
      await lease(store, mine, 'me', 100);
      await lease(store, other, 'another', 100);
      await lease(store, apart, 'me', 100);
      expect(await recover(store, 99)).toMatchObject([{ id: mine, attempts: 1, crashes: 1 }]);
      expect(await stateOf(store, other)).toBe('leased');
      expect(await stateOf(store, apart)).toBe('leased');
      expect((await recover(store, 100)).map(({ id }) => id)).toEqual([other, mine]);
      expect(await stateOf(store, other)).toBe('waiting');
    }));

  test('those of a site that has a new owner are taken back, whoever had them, and wait with the rest of it', () =>
    withStore(driver, async (store) => {
      const elsewhere = { ...link('3'), site: 'b.test' };
      const [mine = 0, other = 0, apart = 0] = await added(store, [link('1'), link('2'), elsewhere]);
      for (const [id, owner] of [
        [mine, 'me'],
        [other, 'another'],
        [apart, 'another'],
      ] as const)
        await lease(store, id, owner, 100);
      const ofSite = await store.transaction((trx) => trx.links.recover(1, 0, 'new', 3, 'a.test'));
      expect(ofSite.map(({ id }) => id)).toEqual([other, mine]);
      expect(await stateOf(store, apart)).toBe('leased');
      await added(store, [{ ...link('4'), site: 'b.test' }]);
      const waits: number[] = [];
      for await (const links of store.links.waiting(1, 'a.test')) waits.push(...links.map(({ id }) => id));
      expect(waits).toEqual([mine, other]);
    }));

  test('what has crashed is told, the most crashes first and then the newest, and parked after the most of all', () =>
    withStore(driver, async (store) => {
      const [a = 0, b = 0, c = 0, d = 0] = await added(store, [link('1'), link('2'), link('3'), link('4')]);
      for (const ids of [[a], [a, b, c]]) {
        for (const id of ids) await lease(store, id);
        await recover(store);
      }
      expect((await recover(store)).map(({ id, crashes }) => [id, crashes])).toEqual([
        [a, 2],
        [c, 1],
        [b, 1],
      ]);
      await lease(store, a);
      expect((await recover(store)).map(({ id }) => id)).toEqual([c, b]);
      expect(await stateOf(store, a)).toBe('parked');
      expect(await waitingIds(store)).toEqual([b, c, d]);
      const unparked = { states: ['parked'], codes: ['crashed'] } as const;
      expect(await store.transaction((trx) => trx.links.move(1, unparked, 'waiting', null))).toBe(1);
    }));
});
