import { afterEach, beforeEach, expect, test } from 'vitest';
import { harvest, inspect } from '../../../src/app/index.ts';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { whileOpen } from '../../../src/foundation/errors/index.ts';
import { findRun } from '../../../src/library/index.ts';
import { collectCrawl, statusLines } from '../../../src/reports/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { links, page, SEARCH, type SmallWeb, smallWeb } from '../run/small-web.ts';

let folder: string;
let small: SmallWeb;

beforeEach(async () => {
  folder = temporaryFolder('nofollow-');
  small = await smallWeb(
    {
      'a.test/': page(`${SEARCH}${links('/meta', '/header')}<a rel="nofollow" href="/marked">books</a>`),
      'a.test/robots.txt': (_, response) =>
        response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nDisallow: /forbidden'),
      'a.test/meta': `<meta name="robots" content="noindex,nofollow">${page(links('/behind-meta', '/forbidden'))}`,
      'a.test/header': (_, response) =>
        response
          .writeHead(200, { 'content-type': 'text/html', 'x-robots-tag': 'nofollow' })
          .end(page(links('/behind-header'))),
      'a.test/marked': page(links('/forbidden')),
      'a.test/behind-meta': page('1'),
      'a.test/behind-header': page('2'),
      'a.test/forbidden': page('3'),
    },
    ['http://a.test/'],
  );
});

afterEach(() => small.close());

async function harvested(robots: boolean) {
  const about = { domains: ['book'], web: small.web, storage: folder, submit: false };
  for await (const _ of harvest({ ...about, strategy: 'breadth-first', render: 'never', robots }));
  return whileOpen(openStore(folder, { mode: 'read' }), async (store) => {
    const run = await findRun(store);
    const crawl = await collectCrawl(store, run.id);
    return { crawl, status: statusLines({ run, crawl }).join('\n') };
  });
}

test('what pages, servers and links say of following is obeyed, and told', async () => {
  const { crawl, status } = await harvested(true);
  expect(small.requests.some((request) => /behind|marked/.test(request))).toBe(false);
  expect(crawl.obeyed).toEqual({ robotsTxt: 0, metaNofollow: 1, headerNofollow: 1, relNofollow: 1 });
  expect(crawl.rules).toEqual([]);
  expect(status).toContain(
    '1 page says nofollow (meta robots): its links were not followed; 1 page says nofollow (X-Robots-Tag)',
  );
});

test('--no-robots lifts robots.txt, meta robots, X-Robots-Tag and rel=nofollow alike', async () => {
  const { crawl, status } = await harvested(false);
  for (const path of ['behind-meta', 'behind-header', 'marked', 'forbidden'])
    expect([path, small.requests.includes(`GET http://a.test/${path}`)]).toEqual([path, true]);
  expect(crawl.obeyed).toEqual({ robotsTxt: 0, metaNofollow: 0, headerNofollow: 0, relNofollow: 0 });
  expect(status).not.toContain('nofollow');
});

test('inspect says how many links a page asks not to follow, and who asks', async () => {
  const options = { web: small.web, render: 'never' } as const;
  const nofollow = async (path: string) => (await inspect(`http://a.test/${path}`, options)).reading.nofollow;
  expect(await nofollow('meta')).toEqual({ page: 'meta', links: 2 });
  expect(await nofollow('header')).toEqual({ page: 'header', links: 1 });
  expect(await nofollow('')).toEqual({ page: null, links: 1 });
});
