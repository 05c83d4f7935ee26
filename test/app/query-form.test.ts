import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Gateway, openGateway, recordSchema, type StoredForm, whyNoForm } from '../../src/app/index.ts';
import { hangUp, openPort } from '../open-port.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const folder = temporaryFolder('gateway-');
const BOOKS = Array.from({ length: 45 }, (_, i) => ({
  title: `${i % 3 === 0 ? 'Garden history' : 'River fiction'} volume ${i}`,
  author: `Author ${i % 7}`,
}));
const PAGE_SIZE = 10;
let box = 'q';
let label = 'Search books';
const asked: string[] = [];
const visited: string[] = [];

/** A small catalogue whose search field may get another name and another label. */
const server: Server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://x');
  response.setHeader('content-type', 'text/html');
  const form = `<form action="/find"><label>${label} <input type="search" name="${box}"></label><button>Search</button></form>`;
  visited.push(url.pathname);
  if (url.pathname === '/robots.txt') return void response.writeHead(404).end();
  if (url.pathname === '/moved/') return void response.writeHead(302, { location: '/portal/start' }).end();
  if (url.pathname === '/gone') return void response.writeHead(404).end('<h1>Not here</h1>');
  if (url.pathname === '/guide.pdf')
    return void response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.7');
  if (url.pathname === '/members')
    return void response.end(
      '<title>Members</title><h1>Log in</h1><form action="/in" method="post"><label>User name <input name="user"></label><label>Password <input type="password" name="password"></label><button>Log in</button></form>',
    );
  if (url.pathname === '/terms')
    return void response.end(
      '<title>Register</title><p>By going on you accept the terms of use and the disclaimer.</p><form action="/agree" method="post"><label><input type="checkbox" name="ok" value="1"> I have read and accept the disclaimer</label><button name="go" value="1">Continue</button></form>',
    );
  if (url.pathname === '/about')
    return void response.end('<title>About</title><h1>About us</h1><p>We keep books.</p>');
  if (url.pathname === '/portal/start')
    return void response.end(
      `<title>Stadtarchiv</title><h1>Stadtarchiv</h1><p>Willkommen.</p><a href="/haus">Das Haus</a> <a href="/kontakt">Kontakt</a> <a href="/portal/suche">Zur Suche</a>`,
    );
  if (url.pathname !== '/find')
    return void response.end(
      `<title>Catalogue of books</title><h1>Books</h1><p>A garden, a river: each volume has its author.</p>${form}`,
    );
  asked.push(url.search);
  const words = (url.searchParams.get(box) ?? '').toLowerCase();
  const found = BOOKS.filter(
    ({ title, author }) => words !== '' && `${title} ${author}`.toLowerCase().includes(words),
  );
  const page = Number(url.searchParams.get('page') ?? 1);
  const shown = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const more = found.length > page * PAGE_SIZE;
  response.end(
    `<title>Results</title>${form}${found.length === 0 ? '<p>No results found</p>' : `<p>${found.length} results</p>`}<ul>${shown
      .map(
        ({ title, author }) =>
          `<li><a href="/book/${encodeURIComponent(title)}">${title}</a> Author: ${author}</li>`,
      )
      .join('')}</ul>${more ? `<a rel="next" href="/find?${box}=${words}&page=${page + 1}">Next</a>` : ''}`,
  );
});
let gateway: Gateway;
let form: StoredForm;
let address: string;

beforeAll(async () => {
  address = `http://127.0.0.1:${await openPort(server)}/`;
  gateway = openGateway(folder);
  [form] = (await gateway.find(address, { allowPrivate: true, delayMs: 0, render: 'never' })) as [StoredForm];
}, 60_000);
afterAll(async () => {
  await gateway.close();
  server.close();
});

test('an address becomes a verified form, found again without traffic', async () => {
  expect(form.outcome).toBe('verified');
  const before = asked.length;
  const again = await gateway.find(address);
  expect(again.map(({ harvested }) => harvested.formId)).toEqual([form.harvested.formId]);
  expect(asked.length).toBe(before);
});

test('an address is known again by what it led to: the link that says search, behind a redirect', async () => {
  const reach = { allowPrivate: true, delayMs: 0, render: 'never' } as const;
  const start = visited.length;
  const [found] = await gateway.find(`${address}moved/`, reach);
  expect(found).toMatchObject({ outcome: 'verified', harvested: { page: `${address}portal/suche` } });
  expect(visited.slice(start)).not.toContain('/haus');
  const before = visited.length;
  for (const again of [
    `${address}moved`,
    `${address}moved/#top`,
    `${address}moved/index.html`,
    `${address}portal/suche/`,
  ])
    expect((await gateway.find(again, reach)).map(({ run }) => run.id)).toEqual([found?.run.id]);
  expect(visited.length).toBe(before);
  await gateway.call(found!, { query: 'garden' }, { limit: 5 });
  expect(visited.slice(before).filter((path) => path === '/find')).toHaveLength(1);
}, 60_000);

test.each([
  ['gone', 'page-status', 'answers with status 404'],
  ['guide.pdf', 'no-page', 'is no web page, but application/pdf'],
  ['members', 'login-only', 'is a log-in'],
  ['about', 'no-form', 'shows no search form'],
  ['terms', 'kept-out', '--accept-terms agrees'],
])(
  'why %s has no search form is said by code: %s',
  async (path, code, message) => {
    const target = `${address}${path}`;
    const forms = await gateway.find(target, { allowPrivate: true, delayMs: 0, render: 'never' });
    expect(forms).toEqual([]);
    expect(await whyNoForm(await gateway.store(), target, forms)).toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
  },
  60_000,
);

test('an id that no run has queried, a digit too short or not, is no site', async () => {
  for (const id of ['0123456789abcdef', '0123456789abcde'])
    expect(await whyNoForm(await gateway.store(), id, await gateway.find(id))).toMatchObject({
      code: 'unknown-form',
      message: `no run has queried a form ${id}`,
    });
});

test('of a host that refuses, that is said, and nothing of robots.txt', async () => {
  const closed = createServer();
  const port = await openPort(closed);
  await hangUp(closed);
  await expect(gateway.find(`http://127.0.0.1:${port}/`, { allowPrivate: true, delayMs: 0 })).rejects.toThrow(
    `no seed could be read: http://127.0.0.1:${port}/ (nothing answers at this address)`,
  );
}, 60_000);

test('an address without a scheme is asked for over http: where nothing answers to https:', async () => {
  const { host } = new URL(address);
  const [found] = await gateway.find(`${host}/portal/start`, {
    allowPrivate: true,
    delayMs: 0,
    render: 'never',
  });
  expect(found).toMatchObject({ outcome: 'verified', harvested: { page: `${address}portal/suche` } });
}, 60_000);

test('a call gives the records of the answer, page after page by its cursor', async () => {
  const first = await gateway.call(form, { query: 'garden' }, { limit: 12 });
  expect(first.records.map(({ title }) => title)).toEqual(
    BOOKS.filter(({ title }) => title.startsWith('Garden'))
      .slice(0, 12)
      .map(({ title }) => title),
  );
  expect(first.provenance).toMatchObject({
    page: address,
    request: { method: 'GET', url: `${address}find?q=garden`, sentBy: 'http' },
    cached: false,
    verdict: 'hits',
    total: 15,
  });
  const before = asked.length;
  const rest = await gateway.call(form, { query: 'garden' }, { limit: 12, cursor: first.next! });
  expect(rest.records.map(({ title }) => title)).toEqual([
    'Garden history volume 36',
    'Garden history volume 39',
    'Garden history volume 42',
  ]);
  expect([rest.next, asked.length]).toEqual([null, before]);
});

test('an answer is kept as long as the caller allows', async () => {
  const before = asked.length;
  const kept = await gateway.call(form, { query: 'garden' }, { limit: 5, maxAge: 3_600_000 });
  expect([kept.provenance.cached, asked.length]).toEqual([true, before]);
  const anew = await gateway.call(form, { query: 'garden' }, { limit: 5, maxAge: 0 });
  expect([anew.provenance.cached, asked.length > before]).toEqual([false, true]);
});

test('what is not there is an answer without records', async () => {
  const none = await gateway.call(form, { query: 'qzxvwk' });
  expect([none.records, none.next, none.provenance.verdict]).toEqual([[], null, 'no-hits']);
});

test('the schema of its records has the fields that they showed', async () => {
  expect(await recordSchema(await gateway.store(), form)).toMatchObject({
    properties: { fields: { properties: { author: { type: 'string' } } } },
  });
});

test('a private network that the run was not allowed to visit is not visited', async () => {
  await expect(gateway.page(address)).rejects.toThrow(/private|loopback|not allowed|address/i);
});

test('a field with another name is sent by it as long as its label is the same', async () => {
  box = 'words';
  const later = openGateway(folder);
  onTestFinished(() => later.close());
  const { records, provenance } = await later.call(form, { query: 'river' }, { limit: 3, maxAge: 0 });
  expect(records).toHaveLength(3);
  expect(provenance.request.url).toBe(`${address}find?words=river`);
});

test('a form whose field has another name and another label is not sent, and is verified anew', async () => {
  [box, label] = ['term', 'Words of the catalogue'];
  const before = asked.length;
  await expect(gateway.call(form, { query: 'river' }, { maxAge: 0 })).rejects.toMatchObject({
    code: 'form-changed',
    httpStatus: 409,
  });
  expect(asked.length).toBe(before);
  const [anew] = await gateway.verify(address, { allowPrivate: true, delayMs: 0, render: 'never' });
  const { records } = await gateway.call(anew!, { query: 'river' }, { limit: 3 });
  expect(records).toHaveLength(3);
}, 60_000);

test('the one box goes by q, too', async () => {
  const { records } = await gateway.call(form, { q: 'garden' }, { limit: 3 });
  expect(records.map(({ title }) => title)).toEqual([0, 3, 6].map((i) => `Garden history volume ${i}`));
});

test('a page whose time was over is gone on with at the next call, and why is said', async () => {
  const storage = temporaryFolder('gateway-late-');
  const late = openGateway(storage);
  onTestFinished(() => late.close());
  const reach = { allowPrivate: true, delayMs: 300, render: 'never', maxSeconds: 1 } as const;
  const begun = asked.length;
  const first = await late.find(address, reach);
  expect(first.map(({ outcome }) => outcome)).not.toContain('verified');
  expect(await whyNoForm(await late.store(), address, first)).toMatchObject({
    code: 'time-over',
    message: expect.stringContaining('the time was over after'),
    hint: expect.stringContaining('run it again to go on'),
  });
  const seen = asked.slice(begun);
  const [then] = await late.find(address, { ...reach, maxSeconds: 20 });
  expect(then).toMatchObject({ outcome: 'verified', run: first[0]?.run && { id: first[0].run.id } });
  expect(asked.slice(begun + seen.length).filter((query) => seen.includes(query))).toEqual([]);
}, 60_000);
