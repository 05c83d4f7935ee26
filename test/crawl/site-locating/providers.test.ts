import { describe, expect, test } from 'vitest';
import type { HarvestEvent } from '../../../src/crawl/events/index.ts';
import { checkProvider } from '../../../src/crawl/site-locating/index.ts';
import { locateSeeds } from '../../../src/crawl/site-locating/locate-seeds.ts';
import { brave } from '../../../src/crawl/site-locating/providers/brave.ts';
import { openProvider } from '../../../src/crawl/site-locating/providers/index.ts';
import { localLibrary } from '../../../src/crawl/site-locating/providers/library.ts';
import {
  type Ask,
  ProviderError,
  type SearchProvider,
} from '../../../src/crawl/site-locating/providers/provider.ts';
import { searxng } from '../../../src/crawl/site-locating/providers/searxng.ts';
import { reverseSearch } from '../../../src/crawl/site-locating/reverse-search.ts';
import { SeedSearch } from '../../../src/crawl/site-locating/seed-search.ts';
import { loadDomain } from '../../../src/foundation/domain/index.ts';
import { heaviest } from '../../../src/foundation/topics/index.ts';

const answering = (status: number, body: unknown): { ask: Ask; asked: [string, unknown][] } => {
  const asked: [string, unknown][] = [];
  const ask: Ask = async (url, headers) => {
    asked.push([url, headers]);
    return { status, body: typeof body === 'string' ? body : JSON.stringify(body) };
  };
  return { ask, asked };
};

const provider = (name: string, hits: Record<string, readonly string[]>): SearchProvider => ({
  name,
  links: 'link-operator',
  search: async (query, page = 1) => (page > 1 ? [] : (hits[query] ?? []).map((url) => ({ url, title: '' }))),
  linking: async (host) => (hits[host] ?? []).map((url) => ({ url, title: '' })),
});

test('a search is told with each of its terms once, whoever has said it', async () => {
  const domain = loadDomain('book');
  const [term = ''] = heaviest(domain, 1);
  const events: HarvestEvent[] = [];
  const search = new SeedSearch([provider('p', {})], [term], (event) => events.push(event));
  await search.locate([domain]);
  const [event] = events.filter((one) => one.type === 'searched');
  const told = [...(event?.terms ?? []), ...(event?.near ?? [])];
  expect(told).toContain(term);
  expect(told).toHaveLength(new Set(told).size);
});

describe('SearXNG', () => {
  test('is asked by its JSON API, below any path', async () => {
    const { ask, asked } = answering(200, { results: [{ url: 'http://a.test/x', title: 'A' }] });
    const hits = await searxng('https://search.example.org/engine', ask).search('rare books');
    expect(hits).toEqual([{ url: 'http://a.test/x', title: 'A' }]);
    expect(asked[0]?.[0]).toBe('https://search.example.org/engine/search?q=rare+books&format=json&pageno=1');
  });

  test.each([
    [403, '', /refuses JSON \(403\): add "json" to search\.formats/],
    [429, '', /asked too often/],
    [200, '<!doctype html>', /did not answer with JSON/],
    [200, { nothing: 1 }, /no list of results/],
    [500, '{}', /status 500/],
  ])('answering %s with %j is told in one line', async (status, body, message) => {
    await expect(searxng('http://s.test/', answering(status, body).ask).search('x')).rejects.toThrow(message);
  });

  test('that does not answer is told in one line', async () => {
    const ask: Ask = () => Promise.reject(new Error('connection refused'));
    await expect(searxng('http://s.test/', ask).search('x')).rejects.toThrow(
      'search provider searxng:http://s.test/ cannot be reached: connection refused',
    );
  });
});

describe('Brave', () => {
  test('gets its key in a header and nowhere else', async () => {
    const { ask, asked } = answering(200, { web: { results: [{ url: 'http://a.test/', title: 'A' }] } });
    expect(await brave('S3CRET', ask).search('books')).toHaveLength(1);
    expect(asked[0]?.[1]).toMatchObject({ 'x-subscription-token': 'S3CRET' });
    expect(asked[0]?.[0]).not.toContain('S3CRET');
  });

  test.each([401, 403, 422])(
    'refusing the key with %i names the variable and not the key',
    async (status) => {
      const failed = brave('S3CRET', answering(status, {}).ask).search('books');
      await expect(failed).rejects.toThrow(`refuses the API key (${status}); check BRAVE_SEARCH_API_KEY`);
      await expect(failed).rejects.not.toThrow(/S3CRET/);
    },
  );
});

describe('the words of a user', () => {
  const surroundings = {
    ask: answering(200, {}).ask,
    store: { pages: undefined as never, sites: undefined as never },
    env: {},
  };

  test('that name no provider are refused with what was expected', () => {
    for (const spec of ['google', 'searxng:', 'searxng:ftp://x', 'searxng:http://user:pw@x/'])
      expect(() => checkProvider(spec)).toThrow(/expected searxng:ADDRESS, brave or library/);
    expect(() => openProvider('brave', surroundings)).toThrow(/needs its API key in BRAVE_SEARCH_API_KEY/);
  });

  test('open providers', () => {
    expect(openProvider('searxng:http://s.test', surroundings).name).toBe('searxng:http://s.test/');
    expect(openProvider('library', surroundings).name).toBe(localLibrary(surroundings.store).name);
    expect(openProvider('brave', { ...surroundings, env: { BRAVE_SEARCH_API_KEY: 'k' } }).name).toBe('brave');
  });
});

describe('seeds', () => {
  test('that several providers find come first, then by rank; each site once, by its front page', async () => {
    const a = provider('a', { q: ['http://one.test/p?x=1', 'http://two.test/', 'http://one.test/'] });
    const b = provider('b', { q: ['http://three.test/', 'http://www.two.test/deep'] });
    const { seeds, problems } = await locateSeeds([a, b], ['q']);
    expect(seeds.map(({ url, providers }) => [url, providers])).toEqual([
      ['http://two.test/', 2],
      ['http://one.test/', 1],
      ['http://three.test/', 1],
    ]);
    expect(problems).toEqual([]);
  });

  test('are found by the others where one provider fails', async () => {
    const broken: SearchProvider = {
      name: 'broken',
      links: 'mentions',
      search: () => Promise.reject(new ProviderError('search provider broken cannot be reached')),
      linking: () => Promise.reject(new ProviderError('search provider broken cannot be reached')),
    };
    const { seeds, problems } = await locateSeeds(
      [broken, provider('a', { q: ['http://one.test/'] })],
      ['q'],
    );
    expect(seeds).toHaveLength(1);
    expect(problems).toEqual(['search provider broken cannot be reached']);
  });
});

test('reverse search gives pages of other sites, those that link to most of the hosts first', async () => {
  const a = provider('a', {
    'x.test': ['http://list.test/a', 'http://way.test/', 'http://x.test/own'],
    'y.test': ['http://list.test/b', 'http://way.test/'],
  });
  const { pages } = await reverseSearch([a], ['x.test', 'y.test']);
  expect(pages).toEqual(['http://way.test/', 'http://list.test/a', 'http://list.test/b']);
});
