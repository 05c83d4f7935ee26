import { beforeEach, describe, expect, test } from 'vitest';
import { harvest } from '../../../src/app/index.ts';
import type { HarvestEvent } from '../../../src/crawl/events/index.ts';
import type { HarvestOptions } from '../../../src/crawl/settings/index.ts';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { withoutSecrets } from '../../../src/foundation/http/request-headers.ts';
import { collectCrawl } from '../../../src/reports/index.ts';
import { runHere } from '../../interfaces/cli/run-cli.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { webOf } from '../run/small-harvest.ts';
import { named, shops } from '../run/small-shops.ts';
import { type Answer, links, page, SEARCH, type SmallWeb } from '../run/small-web.ts';

let storage: string;

beforeEach(async () => {
  storage = temporaryFolder('strategies-');
});

async function run(small: SmallWeb, options: Partial<HarvestOptions>): Promise<HarvestEvent[]> {
  const events: HarvestEvent[] = [];
  const all = {
    domains: ['book'],
    web: small.web,
    storage,
    render: 'never',
    submit: false,
    concurrency: 1,
    ...options,
  };
  for await (const event of harvest(all as HarvestOptions)) events.push(event);
  return events;
}

const offTopic = (body: string): string =>
  `<!doctype html><html lang="en"><title>Garden club</title><body><p>Tomatoes, roses and compost for every garden in the neighbourhood.</p>${body}</body></html>`;

describe('two-stage', () => {
  test('goes to the searches of all shops before it looks at what they sell', async () => {
    const small = await webOf(shops(6), 'http://hub.test/');
    await run(small, { maxPages: 16, learnAfter: 2 });
    expect(small.visited.filter((address) => address.endsWith('/more')).sort()).toEqual(
      Array.from({ length: 6 }, (_, i) => `shop${i}.test/more`),
    );
  });

  test('knows after a resume what it had learnt before', async () => {
    // An anchor that no lexicon knows: only having seen where it leads makes it better than the others.
    const small = await webOf(shops(6, 'Desk'), 'http://hub.test/');
    await run(small, { maxPages: 12, learnAfter: 1 });
    const before = small.visited.length;
    expect(small.visited.filter((address) => address.endsWith('/more')).length).toBeLessThan(6);
    await run(small, { maxPages: 40, resume: true });
    const after = small.visited.slice(before);
    const lastSearch = after.findLastIndex((address) => address.endsWith('/more'));
    expect(after.slice(0, lastSearch).filter((address) => address.includes('/item/'))).toEqual([]);
    expect(new Set(small.visited).size).toBe(40);
  });

  test('draws on the low-priority queue when nothing better is left to visit', async () => {
    const small = await webOf(
      {
        'seed.test/': page(links('http://club.test/')),
        'club.test/': offTopic(named('http://attic.test/', 'Attic')),
        'attic.test/': page(SEARCH),
      },
      'http://seed.test/',
    );
    const events = await run(small, {});
    expect(events.filter((event) => event.type === 'form').map((event) => event.site)).toEqual([
      'attic.test',
    ]);
    expect(small.visited).toEqual(['seed.test/', 'club.test/', 'attic.test/']);
  });

  test('takes a site that points to three known deep-web sites for a centre', async () => {
    const list = [0, 1, 2].map((i) => named(`http://shop${i}.test/`, `Bookshop ${i}`)).join(' ');
    const small = await webOf(
      {
        ...shops(3),
        'hub.test/': page(`${list} ${named('http://friends.test/', 'Friends')}`),
        'friends.test/': offTopic(`${list} ${named('http://attic.test/', 'Attic')}`),
        'attic.test/': page(SEARCH),
      },
      'http://hub.test/',
    );
    const events = await run(small, { learnAfter: 1 });
    expect(events).toContainEqual({ type: 'centre', site: 'friends.test' });
  });
});

test('after learning, links that wait are ranked anew (002, 004)', async () => {
  const dust = Array.from({ length: 6 }, (_, i) => named(`http://a.test/p${i}`, 'dust'));
  const small = await webOf(
    {
      'a.test/': page(
        [named('http://a.test/g1', 'gate'), ...dust, named('http://a.test/g2', 'gate')].join(' '),
      ),
      'a.test/g1': page(SEARCH),
      'a.test/g2': page(''),
      ...Object.fromEntries(dust.map((_, i) => [`a.test/p${i}`, page('')])),
    },
    'http://a.test/',
  );
  await run(small, { strategy: 'smartcrawler', learnAfter: 1, locateFirst: 0 });
  const visited = small.visited;
  expect(visited.slice(0, 3)).toEqual(['a.test/', 'a.test/g1', 'a.test/g2']);
});

test('a run of 150 pages learns, and status shows the words', async () => {
  const events = await run(await webOf({}), {
    strategy: 'smartcrawler',
    web: 'practice:seed=11,sites=300',
    maxPages: 150,
  });
  expect(events.filter(({ type }) => type === 'page').length).toBe(150);
  const store = await openStore(storage, { mode: 'read' });
  const { learnt } = await collectCrawl(store, 1);
  await store.close();
  expect(learnt!.last.times).toBeGreaterThanOrEqual(2);
  expect(learnt!.last.links.anchor.length).toBeGreaterThan(2);
  expect(learnt!.first.links).not.toEqual(learnt!.last.links);
  const { out } = await runHere(['status', '1', '--storage', storage]);
  expect(out).toMatch(/What the strategy learnt, \d+ times: terms and their weights\n {2}Front pages/);
  expect(out).toContain(`Links, link text: ${learnt!.last.links.anchor[0]![0]} `);
});

test('breadth-first counts links between sites like any other', async () => {
  const small = await webOf(
    {
      'a.test/': page(`${links('/one')} ${named('http://b.test/', 'B')}`),
      'a.test/one': page(named('http://c.test/', 'C')),
      'b.test/': page(links('/two')),
      'b.test/two': page(named('http://d.test/', 'D')),
      'c.test/': page(''),
      'd.test/': page(''),
    },
    'http://a.test/',
  );
  await run(small, { strategy: 'breadth-first' });
  const levels = [['a.test/'], ['a.test/one', 'b.test/'], ['b.test/two', 'c.test/'], ['d.test/']];
  const visited = small.visited;
  let at = 0;
  for (const level of levels) {
    expect(visited.slice(at, at + level.length).sort()).toEqual(level);
    at += level.length;
  }
});

test('anchor-text follows links with all keywords first, then those on pages that speak of them', async () => {
  const small = await webOf(
    {
      'a.test/': page(`${named('/x', 'Other')} ${named('/rare/books', 'Shelf')} ${named('/y', 'More')}`),
      'a.test/x': offTopic(named('/z', 'Deeper')),
      'a.test/y': page(''),
      'a.test/z': page(''),
      'a.test/rare/books': page(named('/w', 'Next')),
      'a.test/w': page(''),
    },
    'http://a.test/',
  );
  await run(small, { strategy: 'anchor-text', keywords: ['rare books'], anchorThreshold: 0.3 });
  const visited = small.visited;
  expect(visited[1]).toBe('a.test/rare/books');
  expect(visited.at(-1)).toBe('a.test/z');
});

test.each([...['two-stage-static', 'ichw', 'smartcrawler', 'anchor-text', 'fc', 'ache', 'eefc']] as const)(
  '%s ends with the same forms in whatever order',
  async (strategy) => {
    const small = await webOf(shops(3), 'http://hub.test/');
    const events = await run(small, { strategy, leaveAfter: 0 });
    expect(
      events
        .filter((event) => event.type === 'form')
        .map((event) => event.site)
        .sort(),
    ).toEqual(['shop0.test', 'shop1.test', 'shop2.test']);
  },
);

describe('search providers', () => {
  const answer =
    (...urls: string[]): Answer =>
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ results: urls.map((url) => ({ url, title: 'x' })) }));
    };

  test('give sites to start from; one that fails is named and the rest goes on', async () => {
    const query = 'search?q=book+search&format=json&pageno=1';
    const small = await webOf(
      {
        [`engine.test/${query}`]: answer('http://attic.test/about'),
        'attic.test/': page(SEARCH),
        'a.test/': page(''),
      },
      'http://a.test/',
    );
    const events = await run(small, {
      search: ['searxng:http://broken.test/', 'searxng:http://engine.test/', 'brave'],
    });
    const warnings = events.filter((event) => event.type === 'warning').map((event) => event.message);
    expect(warnings).toContainEqual(expect.stringMatching(/broken\.test.*status 404/));
    expect(warnings).toContainEqual('search provider brave needs its API key in BRAVE_SEARCH_API_KEY');
    expect(events.filter((event) => event.type === 'form').map((event) => event.site)).toEqual([
      'attic.test',
    ]);
  });

  test('that nobody knows are refused before anything is made', async () => {
    const small = await webOf({ 'a.test/': page('') }, 'http://a.test/');
    await expect(run(small, { search: ['altavista'] })).rejects.toThrow(
      /expected searxng:ADDRESS, brave or library/,
    );
  });

  test('have their key kept out of the archive', () => {
    const identity = { userAgent: 'x', headers: [], cookies: [] };
    const written = withoutSecrets([['x-subscription-token', 'S3CRET']], identity);
    expect(JSON.stringify(written)).not.toContain('S3CRET');
  });
});
