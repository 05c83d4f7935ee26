import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { linksIn } from '../../../src/crawl/analysis/index.ts';
import { linkSourcesOf } from '../../../src/crawl/frontier/index.ts';
import { readRobots } from '../../../src/crawl/frontier/robots.ts';
import { parseTree } from '../../../src/foundation/dom/index.ts';

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
