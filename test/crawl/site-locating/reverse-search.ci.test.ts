import { expect, test } from 'vitest';
import type { HarvestEvent } from '../../../src/crawl/events/index.ts';
import type { HarvestOptions } from '../../../src/crawl/settings/index.ts';
import { smallHarvest } from '../run/small-harvest.ts';
import { named } from '../run/small-shops.ts';
import { type Answer, page, SEARCH } from '../run/small-web.ts';

const offTopic = (body: string): string =>
  `<!doctype html><html lang="en"><title>Garden club</title><body><p>Tomatoes, roses and compost for every garden in the neighbourhood.</p>${body}</body></html>`;

/** A SearXNG server that gives these addresses for queries with these words; what it was asked is told. */
function engine(hits: Readonly<Record<string, readonly string[]>>) {
  const asked: string[] = [];
  const answer: Answer = (request, response) => {
    const query = new URL(request.url ?? '/', 'http://engine.test').searchParams.get('q') ?? '';
    asked.push(query);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ results: (hits[query] ?? []).map((url) => ({ url, title: '' })) }));
  };
  return { answer, asked };
}

async function harvested(
  pages: Readonly<Record<string, Answer>>,
  hits: Readonly<Record<string, readonly string[]>>,
  options: Partial<HarvestOptions> = {},
) {
  const { answer, asked } = engine(hits);
  const { small, run } = await smallHarvest({ ...pages, '*engine.test': answer }, SEEDS);
  const events: HarvestEvent[] = [];
  await run(
    { strategy: 'two-stage', search: ['searxng:http://engine.test/'], ...options },
    undefined,
    (event) => {
      events.push(event);
    },
  );
  const visited = small.requests.map((request) => request.slice('GET http://'.length));
  return { events, asked, visited: visited.filter((address) => !address.startsWith('engine.test/')) };
}

const SEEDS = ['http://shop0.test/', 'http://shop1.test/'];
const WEB = { 'shop0.test/': page(SEARCH), 'shop1.test/': page(SEARCH), 'attic.test/': page(SEARCH) };
const LINKS = `${named('http://shop0.test/', 'One')} ${named('http://shop1.test/', 'Two')} ${named('http://attic.test/', 'Attic')}`;
/** Pages; that a site as a whole is one is the link graph's to tell. */
const centres = (events: readonly HarvestEvent[]) =>
  events.filter((event) => event.type === 'centre' && event.page !== undefined);

test.each([
  [2, [{ type: 'centre', site: 'club.test', page: 'http://club.test/list' }]],
  [3, []],
])(
  'a page that a provider gave is a centre where it links to %i seeds or known deep-web sites',
  async (least, expected) => {
    const web = { ...WEB, 'club.test/list': offTopic(LINKS) };
    const { events, visited } = await harvested(
      web,
      { 'link:shop0.test': ['http://club.test/list'] },
      { centreLinks: least },
    );
    expect(visited).toContain('club.test/list');
    expect(visited).not.toContain('club.test/');
    expect(centres(events)).toEqual(expected);
  },
);

test('a page that a provider gave is a centre where it has a related search form, and only then', async () => {
  const body = named('http://attic.test/', 'Attic');
  const hits = { 'link:shop0.test': ['http://club.test/list', 'http://team.test/list'] };
  const form =
    '<form action="/find"><label>Search books by author or title <input name="q"></label><button>Search books</button></form>';
  const web = { ...WEB, 'club.test/list': offTopic(`${form}${body}`), 'team.test/list': offTopic(body) };
  const { events, visited } = await harvested(web, hits);
  expect(centres(events)).toEqual([{ type: 'centre', site: 'club.test', page: 'http://club.test/list' }]);
  expect(visited).toContain('attic.test/');
});

test('what a centre page links to is visited before what another page off topic links to', async () => {
  const hits = { 'link:shop0.test': ['http://club.test/list', 'http://team.test/list'] };
  // The seeds have no forms: what they are alone makes the page a centre, and the link graph none.
  const web = {
    ...WEB,
    'shop0.test/': page(''),
    'shop1.test/': page(''),
    'club.test/list': offTopic(named('http://aisle.test/', 'Aisle')),
    'team.test/list': offTopic(LINKS),
    'aisle.test/': page(''),
  };
  const { visited } = await harvested(web, hits, {
    strategy: 'smartcrawler',
    centreLinks: 2,
    concurrency: 1,
  });
  expect(visited.indexOf('attic.test/')).toBeGreaterThan(0);
  expect(visited.indexOf('attic.test/')).toBeLessThan(visited.indexOf('aisle.test/'));
});

test('links to known deep-web sites are asked for once fewer than 20 sites are left to visit', async () => {
  const shops = Array.from({ length: 24 }, (_, i) => `shop${i}.test`);
  const web = Object.fromEntries(shops.map((shop) => [`${shop}/`, page(SEARCH)]));
  const list = page(shops.map((shop) => named(`http://${shop}/`, 'Books')).join(' '));
  const { small, run } = await smallHarvest(
    { ...web, 'hub.test/': list, '*engine.test': engine({}).answer },
    ['http://hub.test/'],
  );
  await run({ strategy: 'two-stage', search: ['searxng:http://engine.test/'], concurrency: 1 });
  const asked = small.requests.findIndex((request) => request.includes('q=link%3Ashop'));
  // After the fifth of 24 shops there are 19.
  expect(small.requests.slice(0, asked).filter((request) => request.includes('//shop'))).toHaveLength(5);
});

test('pages that are found are visited, not only the front pages of their sites', async () => {
  const web = { ...WEB, 'attic.test/': offTopic(''), 'attic.test/deep/desk': page(SEARCH) };
  const { visited, events } = await harvested(web, { 'book search': ['http://attic.test/deep/desk'] });
  expect(visited).toContain('attic.test/');
  expect(visited).toContain('attic.test/deep/desk');
  expect(
    events.filter(({ type }) => type === 'form').map((event) => 'site' in event && event.site),
  ).toContain('attic.test');
});

test('queries of the user and keywords of anchor texts are asked as they stand, and near words of the queries', async () => {
  const { asked, events } = await harvested(
    WEB,
    {},
    {
      strategy: 'anchor-text',
      queries: ['hotel'],
      keywords: ['rare first editions'],
    },
  );
  expect(asked.slice(0, 2)).toEqual(['hotel', 'rare first editions']);
  expect(asked).toContain('book search');
  const searched = events.find((event) => event.type === 'searched');
  expect(searched).toMatchObject({ terms: expect.arrayContaining(['hotel', 'rare first editions', 'book']) });
  expect(searched).toMatchObject({ near: expect.arrayContaining(['auberge']) });
});

test('an engine is asked for pages that name a host, too, and what its link queries are worth is said once', async () => {
  const { asked, events } = await harvested(WEB, {});
  expect(asked).toEqual(expect.arrayContaining(['link:shop0.test', '"shop0.test" -site:shop0.test']));
  const warnings = events.flatMap((event) => (event.type === 'warning' ? [event.message] : []));
  expect(warnings).toEqual([
    expect.stringMatching(
      /^reverse search: searxng:http:\/\/engine\.test\/ is asked link:HOST, which .* no longer answer/,
    ),
  ]);
});

test('a resumed run still judges what a provider gave before it was interrupted', async () => {
  const { answer } = engine({ 'link:shop0.test': ['http://club.test/list'] });
  const web = { ...WEB, 'club.test/list': offTopic(LINKS), '*engine.test': answer };
  const { run } = await smallHarvest(web, SEEDS);
  const events: HarvestEvent[] = [];
  const on = (event: HarvestEvent) => void events.push(event);
  const options: Partial<HarvestOptions> = {
    strategy: 'two-stage',
    search: ['searxng:http://engine.test/'],
    centreLinks: 2,
  };
  await run({ ...options, maxPages: 1, concurrency: 1 }, undefined, on);
  expect(centres(events)).toEqual([]);
  await run({ resume: true, maxPages: 50 }, undefined, on);
  expect(centres(events)).toEqual([{ type: 'centre', site: 'club.test', page: 'http://club.test/list' }]);
});
