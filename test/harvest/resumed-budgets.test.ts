import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type HarvestEvent, type HarvestOptions, harvest } from '../../src/harvest/index.ts';
import { Stopping } from '../../src/harvest/stopping.ts';
import type { Lease } from '../../src/pages/index.ts';
import { openStore } from '../../src/store/index.ts';
import { links, page, SEARCH, type SmallWeb, smallWeb } from './small-web.ts';

let storage: string;
let small: SmallWeb;

beforeEach(async () => {
  storage = await mkdtemp(join(tmpdir(), 'budgets-'));
});

afterEach(async () => {
  await small.close();
  await rm(storage, { recursive: true, force: true });
});

type End = Extract<HarvestEvent, { type: 'end' }>;

async function run(options: Partial<HarvestOptions>): Promise<End> {
  const all = {
    domains: ['book'],
    web: small.web,
    storage,
    render: 'never',
    strategy: 'breadth-first',
    submit: false,
    robots: false,
    ...options,
  } as HarvestOptions;
  let end: End | undefined;
  for await (const event of harvest(all)) if (event.type === 'end') end = event;
  if (end === undefined) throw new Error('it ended without saying so');
  return end;
}

const many = Array.from({ length: 12 }, (_, i) => `/p${i}`);

test('what a budget of pages or sites kept out is fetched when a resumed run has a larger one', async () => {
  small = await smallWeb(
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

test('pages without anything new are counted on where a run was interrupted', async () => {
  small = await smallWeb(
    {
      'a.test/': page(SEARCH + links(...many)),
      ...Object.fromEntries(many.map((p) => [`a.test${p}`, page('')])),
    },
    ['http://a.test/'],
  );
  await run({ maxPages: 6, concurrency: 1 });
  const store = await openStore(storage, { mode: 'read' });
  const of = async (leaveAfter: number) => {
    const stopping = new Stopping({
      leaveAfter,
      formsPerDepth: 0,
      alike: 0,
      maxSecondsPerSite: undefined,
      maxBytesPerSite: undefined,
    });
    await stopping.load(store, 1);
    return stopping.stop({ url: 'http://a.test/p9', site: 'a.test', depth: 1 } as Lease)?.rule;
  };
  expect(await of(5)).toBe('fruitless-site');
  expect(await of(6)).toBeUndefined();
  await store.close();
});

test('links within sites wait until so many sites have been located', async () => {
  const sites = ['b', 'c', 'd'].map((name) => `http://${name}.test/`);
  small = await smallWeb(
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
