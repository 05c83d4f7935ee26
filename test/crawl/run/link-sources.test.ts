import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { harvestedSubmissions } from '../../../src/library/index.ts';
import { seenBy } from './scripted-sites.ts';
import { type SmallHarvest, smallHarvest } from './small-harvest.ts';
import { type Answer, links, page, SEARCH } from './small-web.ts';

const xml =
  (body: string | Buffer, type = 'application/xml'): Answer =>
  (_, response) =>
    response.writeHead(200, { 'content-type': type }).end(body);
const map = (...paths: string[]) =>
  `<urlset>${paths.map((path) => `<url><loc>http://a.test${path}</loc></url>`).join('')}</urlset>`;

/** Neither page of the catalogue is linked to from another page. */
const SITE: Readonly<Record<string, Answer>> = {
  'a.test/robots.txt': xml(
    'User-agent: *\nDisallow: /secret\nSitemap: http://a.test/index.xml',
    'text/plain',
  ),
  'a.test/': page(`<link rel="alternate" type="application/rss+xml" href="/feed">${links('/near')}`).replace(
    '<body>',
    '<head></head><body>',
  ),
  'a.test/near': page(''),
  'a.test/index.xml': xml(
    '<sitemapindex><sitemap><loc>http://a.test/part.xml.gz</loc></sitemap></sitemapindex>',
  ),
  'a.test/part.xml.gz': xml(gzipSync(map('/catalogue', '/near', '/secret', '/b')), 'application/gzip'),
  'a.test/catalogue': page(`${SEARCH}${links('/deep')}`),
  'a.test/b': page('two'),
  'a.test/secret': page('three'),
  'a.test/deep': page(links('/deeper')),
  'a.test/deeper': page('four'),
};

async function depths({ storage }: SmallHarvest, run: number): Promise<Record<string, number>> {
  const store = await openStore(storage, { mode: 'read' });
  const rows = await store.db
    .selectFrom('page')
    .innerJoin('link', 'link.id', 'page.id')
    .select(['page.url', 'link.depth'])
    .where('page.run_id', '=', run)
    .where('page.rendered_by', '!=', 'none')
    .orderBy('page.url')
    .execute();
  await store.close();
  return Object.fromEntries(rows.map(({ url, depth }) => [url.replace('http://a.test', ''), depth]));
}

test('pages that only a sitemap lists are explored two levels from the front page, in whatever order', async () => {
  const expected = { '/': 0, '/b': 2, '/catalogue': 2, '/deep': 3, '/near': 1 };
  for (const concurrency of [1, 16]) {
    const small = await smallHarvest(SITE, ['http://a.test/']);
    const { runId } = await small.run({ robots: true, concurrency });
    expect(await depths(small, runId)).toEqual(expected);
  }
});

test('--no-sitemaps leaves them', async () => {
  const small = await smallHarvest(SITE, ['http://a.test/']);
  const { runId } = await small.run({ robots: true, sitemaps: false });
  expect(await depths(small, runId)).toEqual({ '/': 0, '/near': 1 });
  expect(small.small.requests.some((request) => request.includes('.xml'))).toBe(false);
});

test('a feed that the front page names leads to its entries, on the site itself', async () => {
  const small = await smallHarvest(
    {
      'a.test/': `<!doctype html><html lang=en><head><title>Books</title><link rel="alternate" type="application/rss+xml" href="/feed"></head><body><p>Books, novels, authors and publishers.</p></body></html>`,
      'a.test/feed': xml(
        '<rss><channel><item><title>New books</title><link>http://a.test/post</link></item><item><link>http://other.test/x</link></item></channel></rss>',
        'application/rss+xml',
      ),
      'a.test/post': page(SEARCH),
    },
    ['http://a.test/'],
  );
  const { runId } = await small.run();
  expect(await depths(small, runId)).toEqual({ '/': 0, '/post': 2 });
  expect(small.small.requests.some((request) => request.includes('other.test'))).toBe(false);
});

const LINK = '<link rel="search" type="application/opensearchdescription+xml" href="/os.xml">';
const description = (template: string) => (_: unknown, response: Parameters<Exclude<Answer, string>>[1]) =>
  response
    .writeHead(200, { 'content-type': 'application/opensearchdescription+xml' })
    .end(
      `<OpenSearchDescription><ShortName>Books</ShortName><Url type="text/html" template="${template}"/></OpenSearchDescription>`,
    );
const TITLES = [
  ...['Quiet River', 'Quiet Garden', 'Quiet Harbour', 'Golden Winter', 'Golden Letter', 'Golden Lantern'],
];

/** A page of its own for each book, so that its words are known to be the site's. */
const books = () =>
  Object.fromEntries(
    TITLES.map((title, i) => [
      `b.test/book/${i}`,
      page(`<h1>${title}</h1><p>A novel of ${i + 3} parts.</p>`),
    ]),
  );

const find: Answer = (request, response) => {
  const word = (new URL(request.url ?? '', 'http://b.test').searchParams.get('q') ?? '').toLowerCase();
  const found = TITLES.filter((title) => title.toLowerCase().includes(word));
  const list = found.map(
    (title, i) => `<li><a href="/book/${i}">${title}</a> <span>a novel of ${i + 3} parts</span></li>`,
  );
  const results = found.length === 0 ? '<p>No books found.</p>' : `<ul>${list.join('')}</ul>`;
  response.writeHead(200, { 'content-type': 'text/html' }).end(page(`<h2>Results</h2>${results}`));
};

test('a search that only an OpenSearch description announces is found once, and asked', async () => {
  const { run, storage, small } = await smallHarvest(
    {
      'b.test/': `${LINK}${page(links('/a'))}`,
      'b.test/a': `${LINK}${page(TITLES.map((title, i) => `<p><a href="/book/${i}">${title}</a></p>`).join(''))}`,
      'b.test/os.xml': description('http://b.test/find?q={searchTerms}'),
      ...books(),
      '*b.test': find,
    },
    ['http://b.test/'],
  );
  const { runId } = await run({ submit: true, submitTo: 'all', text: true, maxSubmissions: 14, maxDepth: 1 });
  const { forms, sightings } = await seenBy(storage, runId);
  expect(forms.map(({ form, searchable }) => [form.action, form.where, searchable])).toEqual([
    ['http://b.test/find', expect.objectContaining({ announced: 'opensearch', unseen: true }), true],
  ]);
  expect(sightings).toHaveLength(2);
  expect(small.requests.filter((request) => request.endsWith('/os.xml'))).toHaveLength(1);
  const store = await openStore(storage, { mode: 'read' });
  const verdicts: unknown[] = [];
  for await (const { verdict, method, url } of harvestedSubmissions(store, runId)) {
    expect([method, url.startsWith('http://b.test/find?q=')]).toEqual(['GET', true]);
    verdicts.push(verdict);
  }
  await store.close();
  expect(verdicts).toContain('no-hits');
  expect(verdicts).toContain('hits');
});

test('a description of another site, of another host’s search, or that robots.txt forbids is not asked', async () => {
  const linking = (href: string) => `${LINK.replace('/os.xml', href)}${page('')}`;
  const { run, storage, small } = await smallHarvest(
    {
      'c.test/': linking('http://d.test/os.xml'),
      'd.test/': linking('http://d.test/os.xml'),
      'd.test/os.xml': description('http://elsewhere.test/find?q={searchTerms}'),
      'e.test/': linking('/os.xml'),
      'e.test/robots.txt': (_, response) =>
        response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nDisallow: /os.xml'),
    },
    ['http://c.test/', 'http://d.test/', 'http://e.test/'],
  );
  const { runId } = await run({ robots: true });
  expect((await seenBy(storage, runId)).forms).toEqual([]);
  expect(small.requests.filter((request) => request.endsWith('/os.xml'))).toEqual([
    'GET http://d.test/os.xml',
  ]);
});
