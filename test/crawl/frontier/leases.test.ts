import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linksIn } from '../../../src/crawl/analysis/index.ts';
import { Frontier, linkSourcesOf, Politeness, trapOf } from '../../../src/crawl/frontier/index.ts';
import { readRobots } from '../../../src/crawl/frontier/robots.ts';
import { parseTree } from '../../../src/foundation/dom/index.ts';
import { LeaseEndedError, type Store } from '../../../src/storage/index.ts';
import { DRIVERS, withStore } from '../../storage/drivers.ts';

const HOURS = 3_600_000;

const open = (store: Store, owner: string, now = 0) =>
  Frontier.open(store, 1, new Politeness({ now: () => now, sleep: async () => undefined }, 0), {
    maxDepth: 3,
    maxRedirects: 5,
    requestsPerHost: 99,
    score: () => 0,
    owner,
  });

/** A frontier with one link, and its lease. */
async function leased(store: Store, owner: string) {
  const frontier = await open(store, owner);
  const place = { site: 'a.test', anchor: '', around: '', parent: 0, depth: 0, hops: 0 };
  await store.transaction((trx) =>
    frontier.links.add(trx, [{ ...place, url: 'http://a.test/', kind: 'front' }]),
  );
  const lease = await frontier.next();
  if (lease === undefined) throw new Error('nothing to fetch');
  return { frontier, lease };
}

const stateOf = async (store: Store, id: number) => (await store.links.known({ ids: [id] }))[0]?.state;

describe.each(DRIVERS)('leases of a frontier on %s', (...driver) => {
  test('a fresh lease of another crawler is left alone', () =>
    withStore(driver, async (store) => {
      const { frontier, lease } = await leased(store, 'one');
      const other = await open(store, 'two', HOURS / 2);
      expect([other.finished, await other.next()]).toEqual([true, undefined]);
      await store.transaction((trx) => frontier.settle(trx, lease, 'done', null));
      expect(await stateOf(store, lease.id)).toBe('done');
    }));

  test('an expired lease is taken by another crawler; what was found under it is not written', () =>
    withStore(driver, async (store) => {
      const { frontier, lease } = await leased(store, 'one');
      const other = await open(store, 'two', 2 * HOURS);
      const taken = await other.next();
      expect(taken).toMatchObject({ id: lease.id, crashes: 1, attempts: 2 });
      const late = store.transaction(async (trx) => {
        await trx.links.update([{ id: lease.id, depth: 2 }]);
        await frontier.settle(trx, lease, 'done', null);
      });
      await expect(late).rejects.toThrow(LeaseEndedError);
      expect(await store.links.known({ ids: [lease.id] })).toMatchObject([{ depth: 0, state: 'leased' }]);
      await frontier.putBack(lease, true);
      expect(await stateOf(store, lease.id)).toBe('leased');
      expect(frontier.finished).toBe(true);
    }));

  test('a crawler that is opened again has its own leases back at once', () =>
    withStore(driver, async (store) => {
      const { lease } = await leased(store, 'one');
      const again = await open(store, 'one');
      expect(await again.next()).toMatchObject({ id: lease.id, crashes: 1 });
    }));
});

const HERE = 'http://a.test/sitemap.xml';
const listed = async (text: string | Buffer) =>
  (await linksIn({ body: Buffer.from(text as string), headers: [] }, HERE))?.map(
    ({ url, frame }) => `${frame ? 'part ' : ''}${url}`,
  );

test('a sitemap lists pages, compressed or not, an index its parts', async () => {
  const map = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="x">
    <url><loc> http://a.test/one?a=1&amp;b=2 </loc><lastmod>2026-01-01</lastmod><image:image><image:loc>http://a.test/x.png</image:loc></image:image></url>
    <url><loc><![CDATA[http://a.test/two]]></loc></url><url><loc>http://a.test/file.pdf</loc></url><url><loc>http://a.test/logout</loc></url><url><loc>mailto:x@a.test</loc></url></urlset>`;
  expect(await listed(map)).toEqual(['http://a.test/one?a=1&b=2', 'http://a.test/two']);
  expect(await listed(gzipSync(map))).toEqual(['http://a.test/one?a=1&b=2', 'http://a.test/two']);
  const parts = Array.from(
    { length: 9 },
    (_, i) => `<sitemap><loc>http://a.test/map-${i}.xml.gz</loc></sitemap>`,
  );
  expect(await listed(`<sitemapindex>${parts.join('')}</sitemapindex>`)).toEqual(
    [0, 1, 2, 3].map((i) => `part http://a.test/map-${i}.xml.gz`),
  );
});

test('a sitemap is read as sites really write them', async () => {
  const map = (address: string, head = '') => `${head}<urlset><url><loc>${address}</loc></url></urlset>`;
  const list = '# pages\r\nhttp://a.test/one\r\n\r\nhttp://a.test/file.pdf\r\nhttp://a.test/two \r\n';
  expect(await listed(list)).toEqual(['http://a.test/one', 'http://a.test/two']);
  expect(await listed(gzipSync(list))).toEqual(['http://a.test/one', 'http://a.test/two']);
  expect(await listed('http://a.test/one is where to begin\n')).toBeUndefined();
  const one = gzipSync(map('http://a.test/one'));
  expect(await listed(Buffer.concat([one, Buffer.from('<!-- cached -->')]))).toEqual(['http://a.test/one']);
  // Cut in the middle: what is whole counts.
  const many = gzipSync(
    `<urlset>${Array.from({ length: 2_000 }, (_, i) => `<url><loc>http://a.test/${(i * 7_919) % 99_991}</loc></url>`).join('')}`,
  );
  expect(await listed(many.subarray(0, many.length - 500))).toHaveLength(500);
  const utf16 = Buffer.concat([Buffer.from('fffe', 'hex'), Buffer.from(map('http://a.test/é'), 'utf16le')]);
  expect(await listed(utf16)).toEqual(['http://a.test/%C3%A9']);
  const latin = Buffer.from(map('http://a.test/é', '<?xml version="1.0" encoding="ISO-8859-1"?>'), 'latin1');
  expect(await listed(latin)).toEqual(['http://a.test/%C3%A9']);
  const comment = `<?xml version="1.0"?>\n<!-- ${'made by a tool '.repeat(1_000)} -->\n`;
  expect(await listed(map('http://a.test/one', comment))).toEqual(['http://a.test/one']);
});

test('feeds list their entries in each of their dialects', async () => {
  expect(
    await listed(
      '<rss><channel><link>http://a.test/</link><image><link>http://a.test/logo</link></image><item><title>One</title><link>/one</link></item></channel></rss>',
    ),
  ).toEqual(['http://a.test/one']);
  expect(
    await listed(
      '<rdf:RDF xmlns:rdf="x"><channel><link>http://a.test/</link></channel><item><link>http://a.test/rdf</link></item></rdf:RDF>',
    ),
  ).toEqual(['http://a.test/rdf']);
  expect(
    await listed(
      '<feed xmlns="http://www.w3.org/2005/Atom"><link href="/"/><entry><link rel="self" href="/self"/><link rel="alternate" href="/atom"/></entry></feed>',
    ),
  ).toEqual(['http://a.test/atom']);
});

test('what is no list, damaged, or made to burst is read within bounds', async () => {
  expect(await listed('<html><urls></html>')).toBeUndefined();
  expect(await listed('<rss><item><constructor>x</constructor><__proto__ href=y /></item></rss>')).toEqual(
    [],
  );
  expect(await listed('')).toBeUndefined();
  expect(await listed(Buffer.concat([Buffer.from('1f8b', 'hex'), Buffer.from('x')]))).toBeUndefined();
  expect(await listed(gzipSync(`<urlset>${' '.repeat(40_000_000)}</urlset>`))).toEqual([]);
  const endless = `<urlset>${Array.from({ length: 50_000 }, (_, i) => `<url><loc>http://a.test/${i}</loc></url>`).join('')}`;
  expect(await listed(endless)).toHaveLength(500);
  expect(await listed(`<urlset>${'<a>'.repeat(1_000_000)}<loc>http://a.test/x</loc>`)).toEqual([]);
  const bomb = `<!DOCTYPE x [<!ENTITY a "http://a.test/a"><!ENTITY b "&a;&a;">]><urlset><url><loc>&b;</loc></url></urlset>`;
  expect((await listed(bomb))?.join('')).not.toContain('http://a.test/a');
});

test('robots.txt and the heads of pages announce them', () => {
  const robots = readRobots(
    'http://a.test/robots.txt',
    {
      status: 200,
      body: 'Sitemap: http://a.test/m.xml\nUser-agent: *\nDisallow: /x\nSITEMAP : http://a.test/n.xml # two',
    },
    'Fieldfare',
  );
  expect(robots.sitemaps).toEqual(['http://a.test/m.xml', 'http://a.test/n.xml']);
  const page = parseTree(
    `<head><link rel=alternate type="application/rss+xml" href=/feed><link rel=alternate hreflang=de href=/de><link rel="sitemap" href="/map.xml">
    <link rel=alternate type="application/atom+xml; charset=utf-8" href=/atom><link rel=alternate type="application/rss+xml" href=/third></head><body><link rel=sitemap href=/late>`,
    'http://a.test/',
  );
  expect(linkSourcesOf(page)).toEqual(['http://a.test/map.xml', 'http://a.test/feed', 'http://a.test/atom']);
});

const PAGE = 'http://a.test/shop?colour=red&size=m';

test.each([
  ['repeated-segments', 'http://a.test/older/older/older/', 'http://a.test/older/older/'],
  ['repeated-segments', 'http://a.test/a/b/a/b/a/b', 'http://a.test/'],
  ['deep-path', `http://a.test/${Array.from({ length: 16 }, (_, i) => `d${i}`).join('/')}`, 'http://a.test/'],
  ['long-address', `http://a.test/?q=${'x'.repeat(1_000)}`, 'http://a.test/'],
  ['session-id', 'http://a.test/x?sid=8f14e45fceea167a5a36dedd4bea2543', 'http://a.test/'],
  ['session-id', 'http://a.test/(S(lit3py55t21z5v55vlm25s55))/orders', 'http://a.test/'],
  ['calendar', 'http://a.test/calendar/2027/01', 'http://a.test/calendar/2026/12'],
  ['calendar', 'http://a.test/events?month=2&year=2027', 'http://a.test/events?month=1&year=2027'],
  ['calendar', 'http://a.test/r?month=06&year=2027&show=all', 'http://a.test/r?month=05&year=2027'],
  ['endless-paging', 'http://a.test/list?page=101', 'http://a.test/list?page=100'],
  ['endless-paging', 'http://a.test/list?start=5010', 'http://a.test/list?start=5000'],
  ['endless-paging', 'http://a.test/list/page/400', 'http://a.test/list/page/399'],
  ['facets', 'http://a.test/shop?colour=red&size=m&fit=slim', PAGE],
  ['facets', 'http://a.test/x?a=1&b=2&c=3&d=4&e=5&f=6&g=7&h=8&i=9', 'http://a.test/'],
  [
    'reordering',
    'http://a.test/shop?colour=red&size=m&sort=price',
    'http://a.test/shop?colour=red&size=m&sort=name',
  ],
])('%s: %s on %s', (rule, link, page) => {
  expect(trapOf(link, page)).toBe(rule);
});

test.each([
  ['the first month of a calendar', 'http://a.test/calendar/2026/12', 'http://a.test/'],
  ['an article of a day', 'http://a.test/2026/12/24/christmas-books', 'http://a.test/2026/12/23/maps'],
  ['the next page', 'http://a.test/list?page=2', 'http://a.test/list'],
  ['the second filter', 'http://a.test/shop?colour=red&size=m', 'http://a.test/shop?colour=red'],
  ['another value', 'http://a.test/shop?colour=blue&size=m', PAGE],
  ['a filtered list sorted from elsewhere', 'http://a.test/shop?colour=red&sort=price', 'http://a.test/'],
  ['a short token', 'http://a.test/story?s=12345', 'http://a.test/'],
  ['a folder named twice', 'http://a.test/books/books/', 'http://a.test/books/'],
  [
    'another view of the same month',
    'http://a.test/r?month=05&year=2027&of=all',
    'http://a.test/r?month=05&year=2027',
  ],
  [
    'a first filter of a month',
    'http://a.test/r?of=x&month=05&year=2027&show=all',
    'http://a.test/r?of=x&month=05&year=2027',
  ],
  ['another site with a calendar', 'http://b.test/2026/12', 'http://a.test/2026/11'],
])('%s is no trap', (_name, link, page) => {
  expect(trapOf(link, page)).toBeUndefined();
});

test('any address gives the same answer however often it is asked', () => {
  fc.assert(
    fc.property(
      fc.webUrl({ withQueryParameters: true }),
      fc.webUrl({ withQueryParameters: true }),
      (link, page) => {
        const [to, from] = [new URL(link).href, new URL(page).href];
        const first = trapOf(to, from);
        trapOf(from, to);
        expect(trapOf(to, from)).toBe(first);
      },
    ),
    { seed: 1 },
  );
});
