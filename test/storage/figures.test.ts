import { describe, expect, test } from 'vitest';
import type { AnswerRecordRow, SiteRow, SubmissionRow } from '../../src/storage/index.ts';
import { DRIVERS, withStore } from './drivers.ts';
import { fill, linkRow, pageRow, rowOf, sightingRow, variantRow } from './rows.ts';

const siteRow = (site: string, change: Partial<SiteRow> = {}): SiteRow =>
  rowOf('site', {
    ...{ run_id: 1, site, home_url: `http://${site}/`, state: 'exploring', reason_code: 'seed' },
    ...change,
  });

describe.each(DRIVERS)('figures on %s', (...driver) => {
  test('addresses come in their order with what is known of their pages', () =>
    withStore(driver, async (store) => {
      const failed = { state: 'failed', reason_code: 'http-status', reason_detail: '500' } as const;
      await fill(store, {
        link: [
          linkRow(1, { url: 'http://a.test/z', parent: 4, depth: 3 }),
          linkRow(2, { url: 'http://a.test/b', ...failed }),
          linkRow(3, { url: 'http://a.test/c', run_id: 2 }),
        ],
        page: [
          pageRow(1, { url: 'http://a.test/z', title: 'Z', relevancy: 2.5, exchange_offset: 40 }),
          pageRow(4, { url: 'http://a.test/d', mentions: 3 }),
        ],
      });
      const [b, z, ...more] = await Array.fromAsync(store.figures.addresses(1));
      expect(b).toMatchObject({ url: 'http://a.test/b', ...failed, status: null, exchange_offset: null });
      expect(z).toMatchObject({ id: 1, parent: 4, depth: 3, title: 'Z', truncated: 0, exchange_offset: 40 });
      expect(z).toMatchObject({ mentions: 0, relevancy: 2.5, parent_mentions: 3 });
      expect(b).toMatchObject({ mentions: null, relevancy: null, parent_mentions: null });
      expect(more).toEqual([]);
    }));

  test('more addresses than a batch holds come whole, each once', () =>
    withStore(driver, async (store) => {
      const links = Array.from({ length: 1_203 }, (_, i) => linkRow(i + 1));
      await fill(store, { link: links });
      const urls = (await Array.fromAsync(store.figures.addresses(1))).map(({ url }) => url);
      expect(urls).toEqual(links.map(({ url }) => url).sort());
    }));

  test('pages that could be read come by time and number', () =>
    withStore(driver, async (store) => {
      await fill(store, {
        page: [
          pageRow(1, { fetched_at: 9 }),
          pageRow(2, { fetched_at: 5, rendered_by: 'browser' }),
          pageRow(3, { fetched_at: 5 }),
          pageRow(4, { fetched_at: 1, rendered_by: 'none' }),
          pageRow(5, { fetched_at: 1, run_id: 2 }),
        ],
      });
      expect(await Array.fromAsync(store.figures.readTimes(1))).toEqual([
        { id: 2, fetched_at: 5 },
        { id: 3, fetched_at: 5 },
        { id: 1, fetched_at: 9 },
      ]);
    }));

  test('links are counted by state and reason, those without a reason first', () =>
    withStore(driver, async (store) => {
      const failed = { state: 'failed', reason_code: 'http-status' } as const;
      await fill(store, {
        link: [
          linkRow(1, { ...failed, reason_detail: '500', attempts: 3 }),
          linkRow(2, { ...failed, reason_detail: '404' }),
          linkRow(3, { ...failed, reason_detail: '500' }),
          linkRow(4, { state: 'failed' }),
          linkRow(5),
          linkRow(6, { run_id: 2 }),
        ],
      });
      const none = { reason_code: null, reason_detail: null };
      expect(await store.figures.links(1)).toEqual([
        { state: 'done', ...none, count: 1, retries: 0 },
        { state: 'failed', ...none, count: 1, retries: 0 },
        { ...failed, reason_detail: '404', count: 1, retries: 0 },
        { ...failed, reason_detail: '500', count: 2, retries: 2 },
      ]);
      expect(await store.figures.links(3)).toEqual([]);
    }));

  test('hosts with the most parked links come first', () =>
    withStore(driver, async (store) => {
      const parked = (id: number, host: string) => linkRow(id, { host, state: 'parked' });
      await fill(store, {
        link: [
          parked(1, 'c.test'),
          parked(2, 'b.test'),
          parked(3, 'a.test'),
          parked(4, 'a.test'),
          linkRow(5),
        ],
      });
      expect(await store.figures.parkedHosts(1, 9)).toEqual([
        { host: 'a.test', links: 2 },
        { host: 'b.test', links: 1 },
        { host: 'c.test', links: 1 },
      ]);
      expect(await store.figures.parkedHosts(1, 2)).toHaveLength(2);
    }));

  test('sites of which a page was read and most links were left come, those with the most first', () =>
    withStore(driver, async (store) => {
      const left = (id: number, site: string) =>
        linkRow(id, { site, state: 'failed', reason_code: 'timeout', reason_detail: null });
      const other = { state: 'refused', reason_code: 'robots', reason_detail: null } as const;
      await fill(store, {
        link: [
          ...[linkRow(1, { site: 'a.test', state: 'done' }), left(2, 'a.test'), left(3, 'a.test')],
          // Half of them, and none that was read.
          ...[linkRow(4, { site: 'b.test', state: 'done' }), left(5, 'b.test'), left(6, 'c.test')],
          ...[linkRow(7, { site: 'd.test', state: 'done' }), linkRow(8, { site: 'd.test', ...other })],
          ...[9, 10, 11].map((id) => left(id, 'e.test')),
          linkRow(12, { site: 'e.test', state: 'done' }),
        ],
      });
      expect(await store.figures.leftSites(1, ['timeout', 'crashed'])).toEqual([
        { site: 'e.test', links: 4, left: 3 },
        { site: 'a.test', links: 3, left: 2 },
      ]);
    }));

  test('pages are counted by why they were rendered or not, with what that took and brought', () =>
    withStore(driver, async (store) => {
      const browser = { rendered_by: 'browser', render_code: 'own-scripts', render_detail: null } as const;
      await fill(store, {
        page: [
          pageRow(1, { read_ms: 1, truncated: 1 }),
          pageRow(2, { read_ms: 4, status: 500 }),
          pageRow(3, { read_ms: null, run_id: 2 }),
          pageRow(4, { ...browser, render_ms: 30, gain_forms: 2 }),
          pageRow(5, { ...browser, render_ms: 10, gain_forms: 1, status: 404 }),
          pageRow(6, { ...browser, gain_forms: 0 }),
          pageRow(7, { ...browser, audited: 1, gain_forms: 1 }),
          // It was to be rendered, and could not be.
          pageRow(8, { render_code: 'own-scripts', render_ms: 500 }),
          pageRow(9, { rendered_by: 'none', render_code: null }),
        ],
      });
      const none = { render_detail: null, audited: 0, failed: 0, read_ms: null, render_ms: null };
      const one = { ...none, pages: 1, gained: 0, truncated: 0, succeeded: 1, succeeded_gained: 0 };
      expect(await store.figures.pages(1)).toEqual([
        { ...one, rendered_by: 'none', render_code: null },
        { ...one, ...browser, pages: 3, render_ms: 20, gained: 2, succeeded: 2, succeeded_gained: 1 },
        { ...one, ...browser, audited: 1, gained: 1, succeeded_gained: 1 },
        { ...one, rendered_by: 'http', render_code: 'own-scripts', failed: 1, render_ms: 500 },
        { ...one, rendered_by: 'http', render_code: 'static-page', pages: 2, read_ms: 2.5, truncated: 1 },
      ]);
    }));

  test('pages of familiar scripts are counted by what came of them', () =>
    withStore(driver, async (store) => {
      await fill(store, {
        page: [
          pageRow(1, { familiar: 'mismatch', gain_forms: 3 }),
          pageRow(2, { familiar: 'mismatch', gain_forms: 0 }),
          pageRow(3, { familiar: 'confirmed' }),
          pageRow(4),
          pageRow(5, { familiar: 'skipped', run_id: 2 }),
        ],
      });
      expect(await store.figures.familiar(1)).toEqual([
        { familiar: 'confirmed', pages: 1, gained: 0 },
        { familiar: 'mismatch', pages: 2, gained: 1 },
      ]);
    }));

  test('pages of a site tell who blocked them and whether any was open', () =>
    withStore(driver, async (store) => {
      await fill(store, {
        site: [siteRow('empty.test')],
        page: [
          pageRow(1, { site: 'b.test', blocked_by: 'login', status: 403 }),
          pageRow(2, { site: 'b.test', blocked_by: 'captcha', rendered_by: 'none' }),
          pageRow(3, { site: 'b.test', status: 500 }),
          pageRow(4),
          pageRow(5, { blocked_by: 'captcha' }),
        ],
      });
      expect(await store.figures.pagesOfSites(1)).toEqual([
        {
          site: 'a.test',
          pages: 2,
          read: 2,
          blocked_by: 'captcha',
          blocked_page: 'http://a.test/5',
          open: 1,
        },
        {
          site: 'b.test',
          pages: 3,
          read: 2,
          blocked_by: 'captcha',
          blocked_page: 'http://a.test/1',
          open: 0,
        },
      ]);
    }));

  test('a page with several search forms counts once', () =>
    withStore(driver, async (store) => {
      const { controls: _, ...search } = variantRow('f', 'v');
      await fill(store, {
        form_variant: [
          search,
          { ...search, form_id: 'g', variant: 'w' },
          { ...search, form_id: 'h', variant: 'x', searchable: 0 },
        ],
        sighting: [
          sightingRow('f', 1, 'v'),
          sightingRow('f', 2, 'v'),
          sightingRow('g', 1, 'w'),
          sightingRow('h', 3, 'x'),
        ],
      });
      expect(await store.forms.pagesWithSearchForms(1)).toBe(2);
      expect(await store.forms.pagesWithSearchForms(2)).toBe(0);
    }));

  test('sites know how many sites link to them, a search provider apart', () =>
    withStore(driver, async (store) => {
      const link = (from_site: string, to_site: string, run_id = 1) => ({
        run_id,
        from_site,
        to_site,
        to_url: '',
      });
      await fill(store, {
        site: [siteRow('b.test', { seed: 1 }), siteRow('a.test'), siteRow('c.test', { run_id: 2 })],
        site_link: [
          link('x.test', 'b.test'),
          link('a.test', 'b.test'),
          link('', 'b.test'),
          link('', 'a.test'),
          link('y.test', 'b.test', 2),
        ],
      });
      expect(await store.figures.sites(1)).toEqual([
        { ...siteRow('a.test'), linking_sites: 0 },
        { ...siteRow('b.test', { seed: 1 }), linking_sites: 2 },
      ]);
    }));

  test('a page is gone where its address was fetched again and gave no page', () =>
    withStore(driver, async (store) => {
      const urls = ['kept', 'deleted', 'moved', 'file', 'broken', 'left alone'];
      const then = urls.map((url, i) => pageRow(i + 1, { url }));
      const now = (url: string, change: Parameters<typeof pageRow>[1] = {}) =>
        pageRow(11 + urls.indexOf(url), { url, run_id: 2, ...change });
      await fill(store, {
        page: [
          ...then,
          pageRow(7, { url: 'was a file', rendered_by: 'none' }),
          now('kept'),
          now('deleted', { status: 404 }),
          now('moved', { status: 301, redirect_to: 'elsewhere', rendered_by: 'none' }),
          now('file', { rendered_by: 'none' }),
          now('broken', { status: 500 }),
          pageRow(20, { run_id: 2, url: 'was a file' }),
          pageRow(21, { run_id: 2, url: 'new' }),
        ],
      });
      expect(await store.figures.changedPages({ before: 1, now: 2, limit: 2 })).toEqual({
        added: { count: 2, first: ['new', 'was a file'] },
        gone: { count: 3, first: ['deleted', 'file'] },
        missing: 5,
      });
    }));

  test('a record is gone where its question was asked again and its list read to the end, or as far', () =>
    withStore(driver, async (store) => {
      const answer = (run_id: number, question: string, page: number, more: boolean): SubmissionRow =>
        rowOf('submission', {
          ...{ run_id, form_id: 'f', key: `${question} #${page}`, site: 'a.test', position: 1, page },
          ...{ state: 'settled', requests: 1, status: 200, verdict: 'hits', records: 1, new_records: 1 },
          next: more ? '{}' : null,
        });
      const record = (run_id: number, key: string, submission: string): AnswerRecordRow => {
        const about = { run_id, site: 'a.test', form_id: 'f', title: key, url: null, fields: '{}', text: '' };
        return { ...about, key, submission };
      };
      await fill(store, {
        submission: [
          answer(1, 'whole', 1, false),
          answer(2, 'whole', 1, false),
          answer(1, 'deep', 1, true),
          answer(1, 'deep', 10, true),
          answer(2, 'deep', 1, true),
          answer(1, 'as far', 1, true),
          answer(2, 'as far', 1, true),
          answer(1, 'refused', 1, false),
          { ...answer(2, 'refused', 1, false), verdict: 'blocked' },
          answer(1, 'never again', 1, false),
        ],
        answer_record: [
          record(1, 'kept', 'whole #1'),
          { ...record(2, 'kept', 'whole #1'), fields: '{"price":"5"}' },
          record(1, 'same', 'whole #1'),
          record(2, 'same', 'whole #1'),
          record(1, 'sold', 'whole #1'),
          record(1, 'on page ten', 'deep #10'),
          record(1, 'also sold', 'as far #1'),
          record(1, 'unknown', 'refused #1'),
          record(1, 'unasked', 'never again #1'),
          record(2, 'fresh', 'whole #1'),
        ],
      });
      const named = (key: string) => ({ site: 'a.test', key, title: key, url: null });
      const runs = { before: 1, now: 2, limit: 9 };
      const { pairs, ...differences } = await store.figures.changedRecords(runs);
      expect(differences).toEqual({
        added: { count: 1, first: [named('fresh')] },
        gone: { count: 2, first: [named('also sold'), named('sold')] },
        missing: 5,
      });
      // Run 2 may have asked this for the first time: of runs that are not alike it says nothing.
      await fill(store, {
        submission: [answer(2, 'first asked', 1, false)],
        answer_record: [record(2, 'found late', 'first asked #1')],
      });
      const added = async (alike: boolean) =>
        (await store.figures.changedRecords({ ...runs, alike })).added.first.map(({ key }) => key);
      expect(await added(false)).toEqual(['fresh']);
      expect(await added(true)).toEqual(['found late', 'fresh']);
      expect(await Array.fromAsync(pairs)).toMatchObject([
        { ...named('kept'), fields: '{"price":"5"}', fields_before: '{}', form_before: 'f', reading: null },
      ]);
    }));
});
