import { join } from 'node:path';
import { expect, test } from 'vitest';
import { STRATEGIES } from '../../../src/crawl/strategies/index.ts';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { findRun } from '../../../src/library/index.ts';
import { exportLines } from '../../../src/reports/index.ts';
import { smallHarvest } from '../run/small-harvest.ts';
import { named } from '../run/small-shops.ts';
import { type Answer, links, page, SEARCH } from '../run/small-web.ts';

const DEEP = 'http://b.test/tutorial/javabeans/search.html';

/** A site whose front page does not lead to its search; another site does. */
const HIDDEN: Readonly<Record<string, Answer>> = {
  'a.test/': page(`${links('/about.html')} ${named(DEEP, 'Book search')}`),
  'a.test/about.html': page(''),
  'b.test/': page(''),
  'b.test/tutorial/javabeans/search.html': page(SEARCH),
};

const asked = (requests: readonly string[]): string[] =>
  requests
    .filter((request) => !request.endsWith('/robots.txt'))
    .map((request) => request.slice('GET http://'.length))
    .sort();

test.each(STRATEGIES.filter((strategy) => strategy !== 'semantic'))(
  '%s finds a form on a page that another site alone links to, and reads the front page too',
  async (strategy) => {
    const { run, small } = await smallHarvest(HIDDEN, ['http://a.test/']);
    const { progress, status } = await run({ strategy });
    expect(status).toBe('complete');
    expect(progress.searchable).toBe(1);
    expect(asked(small.requests)).toEqual(Object.keys(HIDDEN));
  },
);

test('a linked page lies one link deep in its site, and what hangs on it deeper', async () => {
  const { run, storage } = await smallHarvest(
    {
      'a.test/': page(links('http://b.test/x')),
      'b.test/x': page(links('/y')),
      'b.test/y': page(links('/z')),
      'b.test/z': page(''),
    },
    ['http://a.test/'],
  );
  await run({ maxDepth: 2 });
  const store = await openStore(storage, { mode: 'read' });
  const rows = await store.db.selectFrom('link').select(['url', 'depth', 'state']).orderBy('url').execute();
  await store.close();
  expect(rows.map(({ url, depth, state }) => `${url.slice('http://'.length)} ${depth} ${state}`)).toEqual([
    'a.test/ 0 done',
    'b.test/ 0 done',
    'b.test/x 1 done',
    'b.test/y 2 done',
  ]);
});

test('a site is judged by its front page alone; its linked page is read, and no more of it', async () => {
  const offTopic = `<!doctype html><html lang="en"><title>Garden club</title><body><p>Tomatoes, roses and compost for every garden in the neighbourhood.</p>${links('/roses')}</body></html>`;
  const { run, storage, small } = await smallHarvest(
    {
      'a.test/': page(links('http://b.test/shelf')),
      'b.test/': offTopic,
      'b.test/shelf': page(SEARCH + links('/more')),
      'b.test/more': page(''),
      'b.test/roses': page(''),
    },
    ['http://a.test/'],
  );
  const { progress } = await run({ strategy: 'two-stage' });
  expect(progress.searchable).toBe(1);
  expect(asked(small.requests)).toEqual(['a.test/', 'b.test/', 'b.test/shelf']);
  const store = await openStore(storage, { mode: 'read' });
  const [, b] = await store.sites.all(1);
  expect(b).toMatchObject({ site: 'b.test', state: 'left', reason_code: 'about-none' });
  // However many of its pages a site links to, it is one that points there.
  expect(await store.sites.links(1)).toMatchObject([{ from_site: 'a.test', to_site: 'b.test' }]);
  await store.close();
});

test('what hangs on a linked page is followed when its front page is judged after it', async () => {
  const slowly: Answer = (_request, response) => {
    setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end(page('')), 500);
  };
  const { run, small, storage } = await smallHarvest(
    {
      'a.test/': page(links('http://b.test/shelf')),
      'b.test/': slowly,
      'b.test/shelf': page(links('/more', 'http://c.test/x')),
      'b.test/more': page(SEARCH),
      'c.test/': page(''),
      'c.test/x': page(''),
    },
    ['http://a.test/'],
  );
  for (const strategy of ['two-stage', 'breadth-first'] as const) {
    const before = small.requests.length;
    await run({ strategy, storage: join(storage, strategy) });
    expect(asked(small.requests.slice(before))).toEqual([
      ...['a.test/', 'b.test/', 'b.test/more', 'b.test/shelf', 'c.test/', 'c.test/x'],
    ]);
  }
});

test('a site without a front page is explored from its linked pages where sites are not judged', async () => {
  const { run, small } = await smallHarvest(
    {
      'a.test/': page(links('http://b.test/x')),
      'b.test/x': page(links('/y')),
      'b.test/y': page(SEARCH),
    },
    ['http://a.test/'],
  );
  expect((await run()).progress.searchable).toBe(1);
  expect(asked(small.requests)).toEqual(['a.test/', 'b.test/', 'b.test/x', 'b.test/y']);
});

test('traps, robots.txt and the budgets of pages and sites hold for linked pages', async () => {
  const { run, small, storage } = await smallHarvest(
    {
      'a.test/': page(
        links('http://b.test/a/a/a/a', 'http://b.test/forbidden/x', 'http://b.test/1', 'http://b.test/2'),
      ),
      'b.test/robots.txt': (_request, response) =>
        void response
          .writeHead(200, { 'content-type': 'text/plain' })
          .end('User-agent: *\nDisallow: /forbidden/'),
      'b.test/': page(''),
      'b.test/1': page(''),
      'b.test/2': page(''),
    },
    ['http://a.test/'],
  );
  await run({ robots: true, maxPagesPerSite: 2, concurrency: 1 });
  expect(asked(small.requests)).toHaveLength(3);
  expect(asked(small.requests).join()).not.toMatch(/forbidden|a\/a/);
  const before = small.requests.length;
  await run({ maxSites: 1, storage: join(storage, 'one') });
  expect(asked(small.requests.slice(before))).toEqual(['a.test/']);
});

test('linked pages of sites that a budget kept out are read when a resumed run may have more', async () => {
  const { run, small } = await smallHarvest(HIDDEN, ['http://a.test/']);
  expect(await run({ maxSites: 1 })).toMatchObject({ status: 'budget', reason: { code: 'max-sites' } });
  const more = await run({ domains: [], resume: true, maxSites: 10 });
  expect(more).toMatchObject({ status: 'complete', progress: { pages: 4, searchable: 1 } });
  expect(asked(small.requests)).toEqual(Object.keys(HIDDEN));
});

test('a link that is redirected to a page of another site leads to that page', async () => {
  const { run, storage } = await smallHarvest(
    {
      'a.test/': page(links('http://short.test/x')),
      'short.test/x': (_request, response) => void response.writeHead(302, { location: DEEP }).end(),
      'b.test/tutorial/javabeans/search.html': page(SEARCH),
    },
    ['http://a.test/'],
  );
  expect((await run()).progress.searchable).toBe(1);
  const store = await openStore(storage, { mode: 'read' });
  const rows = await store.db.selectFrom('link').select(['url', 'site', 'depth']).execute();
  await store.close();
  expect(rows).toContainEqual({ url: DEEP, site: 'b.test', depth: 1 });
});

test('an exhaustive harvest ends with the same bytes whatever is read first, and however often it is interrupted', async () => {
  const { run, storage } = await smallHarvest(
    {
      'a.test/': page(links('/far', 'http://b.test/x', 'http://c.test/deep/1')),
      'a.test/far': page(links('http://b.test/y')),
      'b.test/': page(links('/y')),
      'b.test/x': page(links('/y', 'http://c.test/deep/2')),
      'b.test/y': page(links('/z') + SEARCH),
      'b.test/z': page(links('http://d.test/only')),
      'c.test/deep/1': page(links('http://a.test/far')),
      'c.test/deep/2': page(links('http://d.test/only') + SEARCH),
      'd.test/only': page(SEARCH),
    },
    ['http://a.test/'],
  );
  const exported = async (folder: string): Promise<string> => {
    const store = await openStore(folder, { mode: 'read' });
    const { id } = await findRun(store);
    const lines: string[] = [];
    for (const kind of ['pages', 'sites', 'forms'] as const)
      for await (const line of exportLines(store, id, kind, 'jsonl')) lines.push(line);
    await store.close();
    return lines.join('\n').replace(/"fetchedAt":"[^"]*"/g, '');
  };
  const [one, many, stopped] = ['one', 'many', 'stopped'].map((name) => join(storage, name)) as [
    string,
    string,
    string,
  ];
  await run({ concurrency: 1, storage: one });
  await run({ concurrency: 8, storage: many });
  await run({ maxPages: 2, storage: stopped });
  for (const maxPages of [4, 6, 100]) await run({ domains: [], resume: true, maxPages, storage: stopped });
  expect(await exported(one)).toContain('http://d.test/only');
  expect(await exported(many)).toBe(await exported(one));
  expect(await exported(stopped)).toBe(await exported(one));
});
