import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { harvest } from '../../../src/app/index.ts';
import type { HarvestEvent } from '../../../src/crawl/events/index.ts';
import type { HarvestOptions } from '../../../src/crawl/settings/index.ts';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { whileOpen } from '../../../src/foundation/errors/index.ts';
import { replayTransport } from '../../../src/foundation/http/index.ts';
import { findRun } from '../../../src/library/index.ts';
import { exportLines } from '../../../src/reports/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { webOf } from './small-harvest.ts';
import { type Answer, links, page, SEARCH, type SmallWeb } from './small-web.ts';

let storage: string;

beforeEach(async () => {
  storage = temporaryFolder('harvest-');
});

async function run(small: SmallWeb, options: Partial<HarvestOptions> = {}): Promise<HarvestEvent[]> {
  const events: HarvestEvent[] = [];
  const all = {
    domains: ['book'],
    web: small.web,
    storage,
    render: 'never',
    strategy: 'breadth-first',
    submit: false,
    ...options,
  } as HarvestOptions;
  for await (const event of harvest(all)) events.push(event);
  return events;
}

async function exported(kind: 'forms' | 'pages' | 'sites'): Promise<Record<string, unknown>[]> {
  return whileOpen(openStore(storage, { mode: 'read' }), async (store) => {
    const { id } = await findRun(store);
    const rows = [];
    for await (const line of exportLines(store, id, kind, 'jsonl')) rows.push(JSON.parse(line));
    return rows;
  });
}

test('without a browser frames are read as parts of their page, no level deeper, and not without end', async () => {
  const chain = Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [`a.test/in${i}`, page(`<iframe src="/in${i + 1}"></iframe>`)]),
  );
  const small = await webOf(
    {
      'a.test/': page(links('/deep')),
      'a.test/deep': page('<iframe src="/embed" title="Find"></iframe><iframe src="/in0"></iframe>'),
      'a.test/embed': page(SEARCH + links('/deeper')),
      ...chain,
    },
    'http://a.test/',
  );
  const events = await run(small, { maxDepth: 1, submit: false });
  const forms = events.filter((event) => event.type === 'form');
  expect(forms).toMatchObject([{ page: 'http://a.test/embed', depth: 1 }]);
  const pages = events.flatMap((event) => (event.type === 'page' ? [event.url] : []));
  expect(pages).not.toContain('http://a.test/deeper');
  expect(pages.filter((url) => url.includes('/in'))).toHaveLength(10);
});

test('a form is listed once, at its nearest page, with its verdict and its sightings', async () => {
  const small = await webOf(
    {
      'a.test/': page(links('/far', '/near')),
      'a.test/far': page(links('/farther')),
      'a.test/farther': page(SEARCH),
      'a.test/near': page(SEARCH),
    },
    'http://a.test/',
  );
  await run(small);
  expect(await exported('forms')).toMatchObject([
    {
      site: 'a.test',
      page: 'http://a.test/near',
      depth: 1,
      action: 'http://a.test/search',
      method: 'get',
      controls: [{ name: 'q', type: 'search', options: [] }],
      searchable: true,
      type: 'search',
      rule: null,
      renderedBy: 'http',
      domain: 'book',
      sightings: 2,
    },
  ]);
});

test('a shorter path found later reopens the children of a page', async () => {
  const slowly: Answer = (_request, response) => {
    setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end(page(links('/deep'))), 400);
  };
  const small = await webOf(
    {
      'a.test/': page(links('/1', '/short')),
      'a.test/1': page(links('/2')),
      'a.test/2': page(links('/deep')),
      'a.test/deep': page(links('/child')),
      'a.test/child': page(SEARCH),
      'a.test/short': slowly,
    },
    'http://a.test/',
  );
  await run(small);
  const pages = await exported('pages');
  expect(
    Object.fromEntries(
      pages.map(({ url, depth, state }) => [new URL(String(url)).pathname, `${state} ${depth}`]),
    ),
  ).toEqual({
    '/': 'done 0',
    '/1': 'done 1',
    '/2': 'done 2',
    '/child': 'done 3',
    '/deep': 'done 2',
    '/short': 'done 1',
  });
});

test('depth ends the crawl, and nothing behind it is asked for', async () => {
  const small = await webOf(
    Object.fromEntries(
      ['', '1', '2', '3', '4'].map((name, i) => [`a.test/${name}`, page(links(`/${i + 1}`))]),
    ),
    'http://a.test/',
  );
  await run(small);
  expect(small.requests).not.toContain('GET http://a.test/4');
  expect(small.requests).toContain('GET http://a.test/3');
});

test('redirects cost no depth, loops end, and each page is asked for once', async () => {
  const to =
    (location: string): Answer =>
    (_request, response) =>
      response.writeHead(302, { location }).end();
  const small = await webOf(
    {
      'a.test/': to('/home'),
      'a.test/home': page(links('/old', '/loop', '/home')),
      'a.test/old': to('/new'),
      'a.test/new': page(SEARCH),
      'a.test/loop': to('/pool'),
      'a.test/pool': to('/loop'),
    },
    'http://a.test/',
  );
  await run(small);
  expect(await exported('forms')).toMatchObject([{ page: 'http://a.test/new', depth: 1 }]);
  expect(new Set(small.requests).size).toBe(small.requests.length);
});

test('robots.txt is obeyed, and its Crawl-delay holds between all requests to the host', async () => {
  const small = await webOf(
    {
      'a.test/robots.txt': (_request, response) =>
        response
          .writeHead(200, { 'content-type': 'text/plain' })
          .end('User-agent: *\nDisallow: /private\nCrawl-delay: 0.15'),
      'a.test/': page(links('/private/x', '/1', '/2', '/3')),
      'a.test/1': page(''),
      'a.test/2': page(''),
      'a.test/3': page(''),
    },
    'http://a.test/',
  );
  await run(small);
  expect(small.requests).not.toContain('GET http://a.test/private/x');
  expect(small.requests).toHaveLength(5);
  const gaps = small.times.slice(1).map((time, i) => time - (small.times[i] ?? 0));
  // Timers may fire a little early; the delay asked for is 150 ms.
  expect(Math.min(...gaps)).toBeGreaterThan(140);
  expect(await exported('pages')).toContainEqual(
    expect.objectContaining({
      url: 'http://a.test/private/x',
      state: 'refused',
      reasonCode: 'robots',
      reason: 'robots.txt',
    }),
  );
});

test('a host that says "later" is asked again when it said, one that keeps failing is given up', async () => {
  let asked = 0;
  const small = await webOf(
    {
      'a.test/': page(links('/busy', '/broken')),
      'a.test/busy': (_request, response) => {
        asked++;
        if (asked === 1) response.writeHead(429, { 'retry-after': '1' }).end();
        else response.writeHead(200, { 'content-type': 'text/html' }).end(page(SEARCH));
      },
      'a.test/broken': (request) => void request.socket.destroy(),
    },
    'http://a.test/',
  );
  await run(small);
  expect(await exported('forms')).toMatchObject([{ page: 'http://a.test/busy' }]);
  const busy = small.times.filter((_, i) => small.requests[i] === 'GET http://a.test/busy');
  expect((busy[1] ?? 0) - (busy[0] ?? 0)).toBeGreaterThan(950);
  expect(small.requests.filter((request) => request.endsWith('/broken'))).toHaveLength(4);
  expect(await exported('pages')).toContainEqual(
    expect.objectContaining({
      url: 'http://a.test/broken',
      state: 'failed',
      reasonCode: 'reset',
      reason: 'reset',
    }),
  );
});

test('sites of other topics are left but for the page that was linked to, sites of the domain are explored', async () => {
  const cooking = '<title>Recipes</title><p>Soup, bread and cake from my kitchen.</p>';
  const small = await webOf(
    {
      'hub.test/': page(links('http://books.test/', 'http://cook.test/soup')),
      'books.test/': page(links('/find')),
      'books.test/find': page(SEARCH),
      'cook.test/': cooking + links('/more'),
      'cook.test/soup': cooking + links('/more'),
      'cook.test/more': cooking + SEARCH,
    },
    'http://hub.test/',
  );
  const events = await run(small, { strategy: 'two-stage' });
  expect(small.requests).toContain('GET http://books.test/find');
  expect(small.requests).not.toContain('GET http://cook.test/more');
  expect(small.requests).toContain('GET http://cook.test/soup');
  expect(events.filter((event) => event.type === 'site')).toMatchObject([
    { site: 'books.test', state: 'exploring', domain: 'book' },
    { site: 'cook.test', state: 'left' },
  ]);
});

test('links that act and files that are no pages are never asked for', async () => {
  const small = await webOf(
    { 'a.test/': page(links('/logout', '/cart/add?id=3', '/x.pdf', '/account/delete', '/ok')) },
    'http://a.test/',
  );
  await run(small);
  expect(small.requests).toEqual([
    'GET http://a.test/robots.txt',
    'GET http://a.test/',
    'GET http://a.test/ok',
  ]);
});

test('what was harvested can be replayed from its own archive and gives the same forms', async () => {
  const small = await webOf({ 'a.test/': page(links('/b')), 'a.test/b': page(SEARCH) }, 'http://a.test/');
  await run(small);
  const first = await exported('forms');
  const web = await replayTransport(join(storage, 'runs', '1', 'exchanges.warc.gz'));
  for await (const _ of harvest({
    domains: ['book'],
    web,
    storage,
    render: 'never',
    strategy: 'breadth-first',
    submit: false,
    seeds: ['http://a.test/'],
  }));
  expect(await exported('forms')).toEqual(first);
  await web.close();
});

test('leaving the loop stops the run, and resume brings the rest', async () => {
  const names = Array.from({ length: 40 }, (_, i) => `/p${i}`);
  const slow: Answer = (_request, response) => {
    setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end(page(SEARCH)), 50);
  };
  const small = await webOf(
    { 'a.test/': page(links(...names)), ...Object.fromEntries(names.map((name) => [`a.test${name}`, slow])) },
    'http://a.test/',
  );
  for await (const event of harvest({
    domains: ['book'],
    web: small.web,
    storage,
    render: 'never',
    strategy: 'breadth-first',
    submit: false,
  })) {
    if (event.type === 'page' && event.url.endsWith('/p3')) break;
  }
  const before = (await exported('pages')).filter((row) => row.state === 'done').length;
  expect(before).toBeLessThan(41);
  const events = await run(small, { resume: true });
  expect(events.at(-1)).toMatchObject({ type: 'end', status: 'complete', progress: { pages: 41 } });
  expect(small.requests.filter((request) => !request.endsWith('robots.txt'))).toHaveLength(41);
});

test('a budget of pages is kept to, told, and can be raised on resume', async () => {
  const names = Array.from({ length: 30 }, (_, i) => `/p${i}`);
  const small = await webOf(
    {
      'a.test/': page(links(...names)),
      ...Object.fromEntries(names.map((name) => [`a.test${name}`, page('')])),
    },
    'http://a.test/',
  );
  const events = await run(small, { maxPages: 10 });
  expect(events.at(-1)).toMatchObject({
    status: 'budget',
    reason: { code: 'max-pages', detail: '10' },
    progress: { pages: 10 },
  });
  const more = await run(small, { resume: true, maxPages: 100 });
  expect(more.at(-1)).toMatchObject({ status: 'complete', progress: { pages: 31 } });
});

test('when no seed can be read the run says so', async () => {
  const small = await webOf({}, 'http://a.test/');
  await small.close();
  await expect(run(small)).rejects.toThrow(
    /no seed could be read: http:\/\/a\.test\/ \((?:nothing answers|the connection was broken off|robots)/,
  );
  const failed = await whileOpen(openStore(storage, { mode: 'read' }), (store) => findRun(store));
  expect(failed).toMatchObject({ status: 'failed', reason: { code: 'seeds-unreachable' } });
});

test('a run that has nothing to start from leaves nothing behind', async () => {
  const file = join(storage, 'kites.yaml');
  await writeFile(file, 'name: kites\ndescription: Kites.\nterms:\n  kite: 1\n');
  const small = await webOf({});
  await expect(run(small, { domains: [file] })).rejects.toThrow(/there is nothing to start from/);
  const store = await openStore(storage, { mode: 'read' });
  expect(await store.runs.all()).toEqual([]);
  await store.close();
});

test('a page that is too large for its limit is read as far as it goes', async () => {
  const small = await webOf({ 'a.test/': page(SEARCH + 'x'.repeat(3_000_000)) }, 'http://a.test/');
  await run(small, { maxBodyBytes: 100_000 });
  expect(await exported('forms')).toHaveLength(1);
});

test('secrets given by the user reach the server and nothing on disk', async () => {
  let seen: string | undefined;
  const small = await webOf(
    {
      'a.test/': (request, response) => {
        seen = request.headers.authorization;
        response.writeHead(200, { 'content-type': 'text/html' }).end(page(''));
      },
    },
    'http://a.test/',
  );
  await run(small, { headers: { authorization: 'Bearer open-sesame-42' } });
  expect(seen).toBe('Bearer open-sesame-42');
  for (const file of ['fieldfare.sqlite', 'fieldfare.sqlite-wal']) {
    const bytes = await readFile(join(storage, file)).catch(() => Buffer.alloc(0));
    expect(bytes.includes('open-sesame')).toBe(false);
  }
});

test('a page whose script goes to another site is read as its server gave it', async () => {
  const script = '<script>document.createElement("form"); location.href = "http://b.test/"</script>';
  const small = await webOf(
    { 'a.test/': page(SEARCH + script), 'b.test/': page('<form><input name="other"></form>') },
    'http://a.test/',
  );
  const events = await run(small, { render: 'auto', strategy: 'two-stage' });
  const forms = await exported('forms');
  expect(forms.filter((form) => form.site === 'a.test')).toMatchObject([
    { renderedBy: 'http', controls: [{ name: 'q' }] },
  ]);
  expect(events).toContainEqual(
    expect.objectContaining({
      type: 'warning',
      message: expect.stringContaining('its script went to b.test'),
    }),
  );
});

test('forms that scripts build are found, and say that a browser was needed', async () => {
  const script =
    '<script>setTimeout(() => { document.body.insertAdjacentHTML("beforeend", `<form action=/find><input name=q placeholder="Search books"></form>`) }, 50)</script>';
  const small = await webOf({ 'a.test/': page(script) }, 'http://a.test/');
  await run(small, { render: 'auto' });
  expect(await exported('forms')).toMatchObject([
    { action: 'http://a.test/find', searchable: true, renderedBy: 'browser' },
  ]);
  expect(small.requests.filter((request) => request === 'GET http://a.test/')).toHaveLength(1);
});
