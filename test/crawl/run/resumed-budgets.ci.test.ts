import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Lease } from '../../../src/crawl/frontier/index.ts';
import { Stopping } from '../../../src/crawl/in-site-exploring/stopping.ts';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { smallHarvest } from './small-harvest.ts';
import { type Answer, links, page, SEARCH } from './small-web.ts';

const OFF = {
  leaveAfter: 0,
  formsPerDepth: 0,
  alike: 0,
  maxSecondsPerSite: undefined,
  maxBytesPerSite: undefined,
};
const many = Array.from({ length: 12 }, (_, i) => `/p${i}`);

test('what a budget of pages or sites kept out is fetched when a resumed run has a larger one', async () => {
  const { run } = await smallHarvest(
    {
      'a.test/': page(links(...many, 'http://b.test/', 'http://c.test/')),
      ...Object.fromEntries(many.map((path) => [`a.test${path}`, page(SEARCH)])),
      'b.test/': page(SEARCH),
      'c.test/': page(SEARCH),
    },
    ['http://a.test/'],
  );
  const first = await run({ maxPagesPerSite: 5, maxSites: 1 });
  expect(first.status).toBe('budget');
  expect(first.progress.pages).toBeLessThan(12);
  const same = await run({ domains: [], resume: true });
  expect(same.status).toBe('budget');
  expect(same.progress.pages).toBe(first.progress.pages);
  const more = await run({ domains: [], resume: true, maxPagesPerSite: 100, maxSites: 10 });
  expect(more.status).toBe('complete');
  expect(more.progress.pages).toBe(15);
});

test('sites that a search provider gave are admitted when a resumed run may have more', async () => {
  const found: Answer = (request, response) => {
    const results = request.url?.includes('pageno=1')
      ? ['b', 'c', 'd'].map((name) => ({ url: `http://${name}.test/`, title: name }))
      : [];
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results }));
  };
  const { run } = await smallHarvest(
    {
      'a.test/': page(SEARCH),
      ...Object.fromEntries(['b', 'c', 'd'].map((name) => [`${name}.test/`, page(SEARCH)])),
      '*engine.test': found,
    },
    ['http://a.test/'],
  );
  const first = await run({ search: ['searxng:http://engine.test/'], maxSites: 2 });
  expect(first).toMatchObject({ status: 'budget', reason: { code: 'max-sites', detail: '2' } });
  expect(first.progress).toMatchObject({ pages: 2, sites: 2 });
  const more = await run({ domains: [], resume: true, maxSites: 10 });
  expect(more.status).toBe('complete');
  expect(more.progress).toMatchObject({ pages: 4, sites: 4 });
});

test('pages that look alike are counted on where a run was interrupted', async () => {
  const { run, storage } = await smallHarvest(
    {
      'a.test/': page(SEARCH + links(...many)),
      ...Object.fromEntries(many.map((path, n) => [`a.test${path}`, page(`<p>item ${n}</p>`)])),
    },
    ['http://a.test/'],
  );
  await run({ maxPages: 6, concurrency: 1 });
  const store = await openStore(storage, { mode: 'read' });
  const of = async (alike: number) => {
    const stopping = new Stopping({ ...OFF, alike });
    await stopping.load(store, 1);
    return stopping.stop({ url: 'http://a.test/p9', site: 'a.test', depth: 1 } as Lease)?.reason.code;
  };
  // Of five pages of the kind the first has none before it to look like.
  expect(await of(4)).toBe('near-identical');
  expect(await of(5)).toBeUndefined();
  await store.close();
});

test('pages without anything new are counted on where a run was interrupted', async () => {
  const { run, storage } = await smallHarvest(
    {
      'a.test/': page(SEARCH + links(...many)),
      ...Object.fromEntries(many.map((p) => [`a.test${p}`, page('')])),
    },
    ['http://a.test/'],
  );
  await run({ maxPages: 6, concurrency: 1 });
  const store = await openStore(storage, { mode: 'read' });
  const of = async (leaveAfter: number) => {
    const stopping = new Stopping({ ...OFF, leaveAfter });
    await stopping.load(store, 1);
    return stopping.stop({ url: 'http://a.test/p9', site: 'a.test', depth: 1 } as Lease)?.reason.code;
  };
  expect(await of(5)).toBe('fruitless-site');
  expect(await of(6)).toBeUndefined();
  await store.close();
});

test('links within sites wait until so many sites have been located', async () => {
  const sites = ['b', 'c', 'd'].map((name) => `http://${name}.test/`);
  const { run, storage, small } = await smallHarvest(
    {
      'a.test/': page(links(...many, ...sites)),
      ...Object.fromEntries(many.map((path) => [`a.test${path}`, page(SEARCH)])),
      'b.test/': page(links('http://e.test/')),
      'c.test/': page(''),
      'd.test/': page(''),
      'e.test/': page(''),
    },
    ['http://a.test/'],
  );
  const order = async (locateFirst: number) => {
    const before = small.requests.length;
    await run({
      strategy: 'two-stage',
      locateFirst,
      concurrency: 1,
      storage: join(storage, String(locateFirst)),
    });
    return small.requests.slice(before).map((request) => request.slice('GET '.length));
  };
  const asked = await order(4);
  const firstLink = asked.findIndex((url) => /a\.test\/p/.test(url));
  expect(asked.indexOf('http://e.test/')).toBeGreaterThan(0);
  expect(asked.indexOf('http://b.test/')).toBeLessThan(firstLink);
  expect(new Set(asked)).toEqual(new Set(await order(0)));
});
