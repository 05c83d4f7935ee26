import { describe, expect, test } from 'vitest';
import type { FamiliarScriptsRow, NewLink, NewRun, SiteRow, Store } from '../../src/storage/index.ts';
import { DRIVERS, withStore } from './drivers.ts';
import { fill, linkRow, pageRow, rowOf, variantRow } from './rows.ts';

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

describe.each(DRIVERS)('pace on %s', (...driver) => {
  test('the host with the most links that wait comes with the times of its pages, the latest first', () =>
    withStore(driver, async (store) => {
      expect(await store.pace.busiestHost(1)).toBeUndefined();
      const of = (id: number, host: string, state: 'waiting' | 'leased' | 'done') =>
        linkRow(id, { host, site: 'a.test', state });
      await fill(store, {
        link: [
          ...[of(1, 'a.test', 'done'), of(2, 'a.test', 'done'), of(3, 'a.test', 'leased')],
          ...[of(4, 'a.test', 'waiting'), of(5, 'b.a.test', 'done'), of(6, 'b.a.test', 'waiting')],
          linkRow(7, { run_id: 2, state: 'waiting' }),
        ],
        page: [pageRow(1), pageRow(2), pageRow(5)],
      });
      expect(await store.pace.busiestHost(1)).toEqual({ host: 'a.test', links: 2, fetchedAt: [1002, 1001] });
    }));

  test('growth counts pages since the first that shows one of the newest links', () =>
    withStore(driver, async (store) => {
      expect(await store.pace.growth(1)).toEqual({ links: 0, pages: 0 });
      await fill(store, {
        link: [linkRow(1), linkRow(2), linkRow(3, { parent: 2 }), linkRow(4, { parent: 2 }), linkRow(5)],
        page: [pageRow(1), pageRow(2), pageRow(5)],
      });
      expect(await store.pace.growth(1)).toEqual({ links: 2, pages: 2 });
    }));

  test('sites come with the forms that are to be queried, those that were, and the time it took', () =>
    withStore(driver, async (store) => {
      const form = (form_id: string, site: string) => rowOf('form', { run_id: 1, form_id, site });
      const sent = (form_id: string, sent_at: number, settled_at: number | null) =>
        rowOf('submission', {
          ...{ run_id: 1, form_id, key: `${sent_at}`, site: 'a.test', sent_at, settled_at, new_records: 7 },
        });
      const { controls: _, ...hotel } = variantRow('h', 'v4', 0, { domain: 'hotel' });
      const variants = ['f', 'g', 'b']
        .map((id) => variantRow(id, `v-${id}`))
        .map(({ controls, ...row }) => row);
      const { controls: __, ...other } = variantRow('o', 'v5', 0, { searchable: 0 });
      await fill(store, {
        form: [...['f', 'g', 'h', 'o'].map((id) => form(id, 'a.test')), form('b', 'b.test')],
        form_variant: [...variants, hotel, other],
        asked_form: [
          rowOf('asked_form', {
            ...{ run_id: 1, form_id: 'f', site: 'a.test', state: 'asked', growth: '[]' },
            code: 'max-submissions',
          }),
        ],
        submission: [sent('f', 1_000, 1_500), sent('g', 2_000, null)],
      });
      const unended = ['max-submissions'];
      const queries = () => store.pace.queries(1, unended, ['book']);
      expect(await queries()).toEqual([
        { site: 'a.test', forms: 2, queried: 1, ms: 1_000, sent_at: 2_000, sent: 2, records: 14, size: null },
        { site: 'b.test', forms: 1, queried: 0, ms: null, sent_at: null, sent: 0, records: 0, size: null },
      ]);
      expect((await store.pace.queries(1, unended))[0]).toMatchObject({ forms: 3 });
      // A run that goes on queries this form further.
      await store.transaction(async ({ runs }) => runs.update(await runs.insert(run), { resumed: 1 }));
      expect(await queries()).toMatchObject([{ queried: 0 }, { queried: 0 }]);
    }));
});

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

// Rows that one engine or another would refuse, change or order in a way of its own.

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
