/** What the exploring of sites asks of pages, forms and sites. */

import { describe, expect, test } from 'vitest';
import type { SiteRow, Store } from '../../src/storage/index.ts';
import { DRIVERS, withStore } from './drivers.ts';
import { fill, linkRow as link, pageRow, rowOf } from './rows.ts';

const page: typeof pageRow = (id, change) =>
  pageRow(id, { title: '', outlinks: '[]', fetched_at: 0, ...change });

const site = (name: string, state: SiteRow['state'] = 'exploring'): SiteRow =>
  rowOf('site', { run_id: 1, site: name, home_url: `http://${name}/`, state });

describe.each(DRIVERS)('exploring on %s', (...driver) => {
  const filled = (rows: Parameters<typeof fill>[1], use: (store: Store) => Promise<void>) =>
    withStore(driver, async (store) => {
      await fill(store, rows);
      await use(store);
    });

  test('where pages lead is told with the state of their site; pages that are not there are left out', () =>
    filled(
      {
        page: [
          page(1, { outlinks: '[["http://a.test/2","next"]]' }),
          page(2, { site: 'b.test', redirect_to: 'http://b.test/' }),
          page(3, { site: 'unknown.test' }),
        ],
        site: [site('a.test'), site('b.test', 'left')],
      },
      async ({ pages }) => {
        const found = await pages.outlinks([2, 1, 3, 4]);
        expect(found.toSorted((a, b) => a.id - b.id)).toEqual([
          {
            id: 1,
            site: 'a.test',
            url: 'http://a.test/1',
            outlinks: '[["http://a.test/2","next"]]',
            redirect_to: null,
            site_state: 'exploring',
          },
          {
            id: 2,
            site: 'b.test',
            url: 'http://a.test/2',
            outlinks: '[]',
            redirect_to: 'http://b.test/',
            site_state: 'left',
          },
        ]);
        expect(await pages.outlinks([])).toEqual([]);
      },
    ));

  test('pages of a site come nearest first, then by address; answers, errors and what is no page are left out', () =>
    filled(
      {
        page: [
          page(1, { url: 'http://a.test/b' }),
          page(2, { url: 'http://a.test/a' }),
          page(3, { url: 'http://a.test/z' }),
          page(4, { status: 404 }),
          page(5, { rendered_by: 'none' }),
          page(6),
          page(7),
          page(8, { site: 'b.test' }),
          page(9, { run_id: 2 }),
        ],
        link: [
          link(1),
          link(2),
          link(3, { depth: 0 }),
          link(4),
          link(5),
          link(6, { kind: 'answer' }),
          link(7, { kind: 'answer-without-hits' }),
          link(8),
          link(9, { run_id: 2 }),
        ],
      },
      async ({ pages }) => {
        const urls = async (from: number, limit: number) =>
          (await pages.nearest(1, 'a.test', from, limit)).map(({ url }) => new URL(url).pathname);
        expect(await urls(0, 9)).toEqual(['/z', '/a', '/b']);
        expect([await urls(0, 2), await urls(2, 2), await urls(4, 2)]).toEqual([['/z', '/a'], ['/b'], []]);
      },
    ));

  test('pages that were spared for scripts which deceived are told, of all sites or of one', () =>
    filled(
      {
        page: [
          page(1, { site: 'b.test', scripts: 'x', familiar: 'skipped' }),
          page(2, { scripts: 'x', familiar: 'skipped' }),
          page(3, { scripts: 'y', familiar: 'skipped' }),
          page(4, { scripts: 'x', familiar: 're-rendered' }),
          page(5, { familiar: 'skipped' }),
          page(6, { run_id: 2, scripts: 'x', familiar: 'skipped' }),
        ],
        familiar_scripts: [
          { run_id: 1, site: 'a.test', scripts: 'x', state: 'invalidated' },
          { run_id: 1, site: 'b.test', scripts: 'x', state: 'invalidated' },
          { run_id: 1, site: 'a.test', scripts: 'y', state: 'familiar' },
        ].map((row) => ({ ...row, state: row.state as 'familiar', agreed: 0, broken: 0, outcome: null })),
      },
      async ({ pages }) => {
        expect(await pages.wronglySkipped(1)).toEqual([2, 1]);
        expect(await pages.wronglySkipped(1, 'b.test')).toEqual([1]);
        expect(await pages.wronglySkipped(3)).toEqual([]);
      },
    ));

  test('forms on pages are told as they were judged there', () =>
    filled(
      {
        sighting: [
          { run_id: 1, form_id: 'f', page_id: 1, variant: 'v' },
          { run_id: 1, form_id: 'f', page_id: 2, variant: 'w' },
          { run_id: 1, form_id: 'f', page_id: 3, variant: 'w' },
          { run_id: 2, form_id: 'f', page_id: 1, variant: 'v' },
        ],
        form_variant: [
          { variant: 'v', searchable: 1, domain: 'book' },
          { variant: 'w', searchable: 0, domain: null },
        ].map((row) => rowOf('form_variant', { ...row, run_id: 1, form_id: 'f' })),
      },
      async ({ forms }) => {
        const found = await forms.onPages(1, [1, 2, 99]);
        expect(found.toSorted((a, b) => a.page_id - b.page_id)).toEqual([
          { page_id: 1, form_id: 'f', searchable: 1, domain: 'book' },
          { page_id: 2, form_id: 'f', searchable: 0, domain: null },
        ]);
        expect(await forms.onPages(1, [])).toEqual([]);
      },
    ));

  test('sites that explored ones or providers point to are worth a visit, each once and by its first address', () =>
    filled(
      {
        site: [site('a.test'), site('left.test', 'left')],
        site_link: [
          ['a.test', 'z.test', 'http://z.test/'],
          ['a.test', 'b.test', 'http://b.test/'],
          ['', 'b.test', 'http://a.b.test/'],
          ['', 'c.test', 'http://c.test/'],
          ['a.test', 'd.test', ''],
          ['left.test', 'e.test', 'http://e.test/'],
          ['unknown.test', 'f.test', 'http://f.test/'],
        ].map(([from_site = '', to_site = '', to_url = '']) => ({ run_id: 1, from_site, to_site, to_url })),
      },
      async ({ sites }) => {
        expect(await sites.worthAVisit(1)).toEqual(['http://a.b.test/', 'http://c.test/', 'http://z.test/']);
        expect(await sites.worthAVisit(2)).toEqual([]);
      },
    ));
});
