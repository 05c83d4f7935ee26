import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
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
