import { expect, test } from 'vitest';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { harvestedSubmissions } from '../../../src/library/index.ts';
import { seenBy } from './scripted-sites.ts';
import { smallHarvest } from './small-harvest.ts';
import { type Answer, links, page } from './small-web.ts';

const LINK = '<link rel="search" type="application/opensearchdescription+xml" href="/os.xml">';
const description = (template: string) => (_: unknown, response: Parameters<Exclude<Answer, string>>[1]) =>
  response
    .writeHead(200, { 'content-type': 'application/opensearchdescription+xml' })
    .end(
      `<OpenSearchDescription><ShortName>Books</ShortName><Url type="text/html" template="${template}"/></OpenSearchDescription>`,
    );
const TITLES = [
  'Quiet River',
  'Quiet Garden',
  'Quiet Harbour',
  'Golden Winter',
  'Golden Letter',
  'Golden Lantern',
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
