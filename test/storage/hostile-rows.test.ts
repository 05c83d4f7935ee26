/** Rows that one engine or another would refuse, change or order in a way of its own. */

import { describe, expect, test } from 'vitest';
import type { NewLink, NewRun, SiteRow } from '../../src/storage/index.ts';
import { DRIVERS, withStore } from './drivers.ts';

const link = (url: string, change: Partial<NewLink> = {}): NewLink => ({
  ...{ site: 'a.test', host: 'a.test', url, anchor: '', around: '', parent: 0, kind: 'link' },
  ...{ depth: 1, hops: 0, score: 0 },
  ...change,
});
const site = (name: string): SiteRow => ({
  ...{ run_id: 1, site: name, home_url: `http://${name}/`, seed: 0, state: 'candidate', domain: null },
  ...{ similarity: null, reason_code: null, reason_detail: null },
});
const run: NewRun = {
  ...{ domains: '["book"]', web: 'live', strategy: 'breadth-first', status: 'running' },
  ...{ options: '{"b":1,"a":{"d":2,"c":3},"b2": 1.0}', started_at: 1, updated_at: 1 },
};

describe.each(DRIVERS)('hostile rows on %s', (...driver) => {
  test('text with NUL and control characters comes back as it was, half a surrogate pair at worst replaced', () =>
    withStore(driver, async (store) => {
      const texts = ['a\0b', '\0', '\u0001\u0002\u0003d800', 'a\0\u0001', '😀', 'x\ud800y', '\udc00'];
      const links = texts.map((anchor, i) => link(`http://a.test/${i}`, { anchor, around: anchor }));
      await store.transaction((trx) => trx.links.insert(1, links));
      const read = (await Array.fromAsync(store.links.waiting(1))).flat();
      for (const [i, text] of texts.entries()) {
        expect([text, text.toWellFormed()]).toContain(read[i]?.anchor);
        expect(read[i]?.around).toBe(read[i]?.anchor);
      }
    }));

  test('a text with NUL is found by it, and stands before what goes on otherwise', () =>
    withStore(driver, async (store) => {
      const names = ['a', 'a\0', 'a\0b', 'a\u0001', 'a!'];
      await store.transaction((trx) => trx.sites.add(names.toReversed().map(site)));
      expect((await store.sites.all(1)).map((row) => row.site)).toEqual(names);
      expect(await store.sites.runsOf('a\0b')).toEqual([1]);
    }));

  test('names come in the order of their bytes, whatever the language', () =>
    withStore(driver, async (store) => {
      const names = ['B.test', 'Z.test', 'a-b.test', 'a.test', 'ab.test', 'z.test', 'É.test', 'é.test'];
      await store.transaction((trx) => trx.sites.add(names.toReversed().map(site)));
      expect((await store.sites.all(1)).map((row) => row.site)).toEqual(names);
    }));

  test('JSON keeps the order of its keys and the spelling of its numbers', () =>
    withStore(driver, async (store) => {
      const id = await store.transaction((trx) => trx.runs.insert(run));
      expect((await store.runs.get(id))?.options).toBe(run.options);
    }));

  test('addresses of 10,000 characters are told apart by their last one, and known again', () =>
    withStore(driver, async (store) => {
      // Random, so that no engine stores them short.
      let seed = 1;
      const next = () => {
        seed = (seed * 48_271) % 2_147_483_647;
        return String.fromCharCode(97 + (seed % 26));
      };
      const long = `http://a.test/${Array.from({ length: 10_000 }, next).join('')}`;
      const urls = [`${long}1`, `${long}2`];
      const insert = () =>
        store.transaction((trx) =>
          trx.links.insert(
            1,
            urls.map((url) => link(url)),
          ),
        );
      expect([...(await insert()).keys()]).toEqual(urls);
      expect(await insert()).toEqual(new Map());
      const known = await store.links.known({ runId: 1, urls: [urls[1] ?? ''] });
      expect(known.map(({ url }) => url)).toEqual([urls[1]]);
      expect((await Array.fromAsync(store.figures.addresses(1))).map(({ url }) => url)).toEqual(urls);
    }));

  test('works that add the same sites and links at once, in orders of their own, both end', () =>
    withStore(driver, async (store) => {
      const names = Array.from({ length: 60 }, (_, i) => `s${i}.test`);
      const work = (order: readonly string[]) =>
        store.transaction(async (trx) => {
          await trx.sites.add(order.map(site));
          return trx.links.insert(
            1,
            order.map((name) => link(`http://${name}/`, { site: name, host: name })),
          );
        });
      const [first, second] = await Promise.all([work(names), work(names.toReversed())]);
      expect(first.size + second.size).toBe(60);
      expect(await store.sites.all(1)).toHaveLength(60);
    }));
});
