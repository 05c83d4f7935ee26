import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from '../../../src/interfaces/server/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { makeLargeStore } from './large-store.ts';

const folder = temporaryFolder('sorted-lists-');

test('a list is sorted by any column it names, page after page; a long one once it is kept', async () => {
  const storage = join(folder, 'sorted');
  await makeLargeStore(storage, { forms: 3_000, records: 3_000, sites: 20 });
  const sorting = await startServer({ storage, port: 0, host: '127.0.0.1' });
  const get = (path: string) => fetch(`${sorting.url}/api/runs/1/${path}`);
  const wholeOf = async (kind: string, query: string) => {
    const rows: { typed: { year: number }; title: string; site: string; page: string }[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const answer = await get(`${kind}?limit=200&${query}${next && `&after=${next}`}`);
      // A busy machine keeps the list for longer than a request waits.
      if (answer.status === 503) continue;
      const page = (await answer.json()) as { items: typeof rows; next: string | null };
      rows.push(...page.items);
      next = page.next;
    }
    return rows;
  };
  try {
    const records = await wholeOf('records', 'sort=-typed.year');
    expect(records).toHaveLength(3_000);
    expect(new Set(records.map(({ title }) => title)).size).toBe(3_000);
    const years = records.map(({ typed }) => typed.year);
    expect(years).toEqual(years.toSorted((a, b) => b - a));
    const ofSite = await wholeOf('records', 'sort=title&is=site:s0007.test&is=year:1957');
    expect(ofSite.length).toBeGreaterThan(1);
    const titles = ofSite.map(({ title }) => title);
    expect(titles).toEqual(titles.toSorted());
    expect(new Set(ofSite.map(({ site, typed }) => `${site} ${typed.year}`))).toEqual(
      new Set(['s0007.test 1957']),
    );
    const ofForm = await wholeOf('records', 'sort=-title&form=form77');
    expect(ofForm.map(({ title }) => title)).toEqual(['Record 77']);
    const pages = (await wholeOf('forms', 'sort=-page')).map(({ page }) => page);
    expect(new Set(pages).size).toBe(3_000);
    expect(pages).toEqual(pages.toSorted().toReversed());
    expect(await (await get('sites?limit=3&sort=-site')).json()).toMatchObject({ items: [] });
    for (const [path, about] of [
      ['forms?sort=typed.year', /forms are not sorted by "typed.year"/],
      ['details?sort=title', /details are not sorted by "title"/],
      ['records?sort=', /records are not sorted by ""/],
      ['records?sort=title&format=csv', /only pages of JSON/],
    ] as const) {
      const refused = await get(path);
      expect([path, refused.status]).toEqual([path, 400]);
      expect(((await refused.json()) as { title: string; detail?: string }).title).toMatch(about);
    }
  } finally {
    await sorting.close();
  }
}, 60_000);
