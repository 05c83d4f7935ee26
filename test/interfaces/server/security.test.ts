/** What a hostile client, another site in the same browser, or a harvested page may not do. */

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { harvestOptionsJsonSchema, resolveOptions } from '../../../src/crawl/settings/index.ts';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { whileOpen } from '../../../src/foundation/errors/index.ts';
import { type RunningServer, startServer } from '../../../src/interfaces/server/index.ts';
import type { AnswerRecordRow } from '../../../src/storage/index.ts';
import { fill, linkRow, pageRow } from '../../storage/rows.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const folder = temporaryFolder('security-');
const storage = join(folder, 'storage');
const HOSTILE = '<script>alert(1)</script>';
const FORMULAS = ['=1+1', '+1', '-1', '@sum'];
let server: RunningServer;

const record = (key: string, title: string): AnswerRecordRow => ({
  ...{ run_id: 1, site: 'a.test', key, form_id: 'f', submission: 'q', title, url: null },
  ...{ fields: JSON.stringify({ price: title }), text: HOSTILE },
});

beforeAll(async () => {
  const store = await openStore(storage, { mode: 'write' });
  await store.transaction(async ({ runs, records }) => {
    const begun = { started_at: 1, updated_at: 2, options: '{}', status: 'complete' } as const;
    await runs.insert({ ...begun, domains: `["${HOSTILE}"]`, web: 'live', strategy: 'two-stage' });
    const query = { ...begun, options: '{"kind":"query","seeds":["http://me:hunter2@a.test/"]}' };
    await runs.insert({ ...query, domains: '["book"]', web: 'live', strategy: 'two-stage' });
    await records.add([...FORMULAS, HOSTILE].map((title, i) => record(String(i), title)));
  });
  await fill(store, { link: [linkRow(1)], page: [pageRow(1, { title: HOSTILE })] });
  await store.close();
  server = await startServer({ storage, port: 0, host: '127.0.0.1', token: 'right', mostStreams: 1 });
});
afterAll(() => server.close());

const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${server.url}${path}`, { headers });
const post = (path: string, body: string, token = 'right', method = 'POST') =>
  fetch(`${server.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
  });

test.each([
  { model: '/etc/passwd' },
  { cookies: 'cookies.txt' },
  { values: '/etc/passwd' },
  { ontologies: ['/etc/passwd'] },
  { knowledge: '/' },
  { web: 'replay:/etc/passwd' },
  { rankers: '/etc/shadow' },
  { seedPages: ['/etc'] },
  { storage: '/tmp' },
  { domains: ['/etc/passwd.yaml'] },
  { domains: ['../book.yaml'] },
  { allowPrivate: true },
  { proxy: 'http://127.0.0.1:9' },
  { spotlight: 'http://169.254.169.254/' },
  { search: ['searxng=http://127.0.0.1/'] },
])('a client may not lead a harvest to files or inner addresses: %j', async (option) => {
  const answer = await post('/api/runs', JSON.stringify({ domains: ['book'], ...option }));
  expect([answer.status, (await answer.json()).type]).toEqual([403, 'urn:fieldfare:option-refused']);
});

/** Options whose texts are words, addresses and lines; any other that takes texts has to say what of them names a file. */
const NO_FILES = [
  ...[
    ...['seeds', 'search', 'queries', 'deny', 'include', 'keywords', 'spotlight', 'proxy'],
    ...['contact', 'headers', 'acceptTerms'],
  ],
  ...[
    ...['strategy', 'topicFilter', 'judge', 'anchorWeights', 'render', 'submitTo', 'novelty', 'detailPages'],
    ...['onChange', 'from', 'to'],
  ],
];

test('each option that takes texts refuses the path of a file, or is known to name none', async () => {
  const { properties = {} } = harvestOptionsJsonSchema();
  const takesTexts = (schema: unknown) => JSON.stringify(schema).includes('"type":"string"');
  const options = Object.keys(properties).filter((name) => takesTexts(properties[name]));
  expect(options).toContain('rankers');
  const open: string[] = [];
  for (const name of options) {
    const isList = JSON.stringify(properties[name]).includes('"type":"array"');
    const path = name === 'web' ? 'replay:/etc/passwd' : '/etc/passwd';
    const body = JSON.stringify({ domains: ['book'], [name]: isList ? [path] : path });
    const { type } = await (await post('/api/runs', body)).json();
    if (type !== 'urn:fieldfare:option-refused') open.push(name);
  }
  expect(open.filter((name) => !NO_FILES.includes(name))).toEqual([]);
});

test('a web of the sender’s making is none', async () => {
  const body = JSON.stringify({ domains: ['book'], web: { send: 1, holds: 1, kind: 'live' } });
  const answer = await post('/api/runs', body);
  expect([answer.status, (await answer.json()).type]).toEqual([400, 'urn:fieldfare:options']);
});

test('a FIFO keeps a server that lets files be named waiting for nothing', async () => {
  const own = temporaryFolder('fifo-');
  const fifo = join(own, 'fifo');
  execFileSync('mkfifo', [fifo]);
  const files = {
    storage: join(own, 'storage'),
    port: 0,
    host: '127.0.0.1',
    token: 'right',
    allowFiles: true,
  };
  await whileOpen(startServer(files), async (other) => {
    for (const option of [
      ...['rankers', 'model', 'domainModel', 'cookies', 'values', 'knowledge', 'archive'].map((name) => ({
        [name]: fifo,
      })),
      ...[{ ontologies: [fifo] }, { domains: [fifo] }, { seedPages: [fifo] }, { web: `replay:${fifo}` }],
    ]) {
      const answer = await fetch(`${other.url}/api/runs`, {
        method: 'POST',
        headers: { authorization: 'Bearer right', 'content-type': 'application/json' },
        body: JSON.stringify({ domains: ['book'], ...option }),
      });
      expect([option, answer.status]).toEqual([option, 400]);
    }
  });
});

test.each(['', 'righ', 'right2', 'wrong', 'r'.repeat(5_000)])('the token %j is refused', async (token) => {
  expect((await post('/api/jobs/1/stop', '', token)).status).toBe(401);
});

test('a page of another site cannot act, whatever it sends without the token', async () => {
  for (const site of ['cross-site', 'same-site', 'none']) {
    const headers = { 'sec-fetch-site': site, 'content-type': 'text/plain' };
    const answer = await fetch(`${server.url}/api/runs`, { method: 'POST', headers, body: '{}' });
    expect(answer.status).toBe(401);
  }
  expect((await ask('/api/runs', { origin: 'null' })).status).toBe(403);
});

/** A request with a `Host` of the sender's choice, which fetch does not send. */
const asHost = (host: string, path: string) =>
  new Promise<number>((resolve, reject) => {
    const { port } = new URL(server.url);
    request({ host: '127.0.0.1', port, path, headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });

test('a name that was bound anew to loopback reaches nothing', async () => {
  for (const path of ['/', '/api/runs', '/openapi.json', '/metrics', '/api/knowledge/sparql?query=ASK%7B%7D'])
    for (const host of ['evil.test', 'localhost.evil.test', '127.0.0.1.evil.test', 'evil.test:4020'])
      expect([path, host, await asHost(host, path)]).toEqual([path, host, 403]);
  expect(await asHost('localhost', '/api/runs')).toBe(200);
  for (const host of ['127.999.1.1', '127.0.0.256']) expect(await asHost(host, '/api/runs')).toBe(400);
});

test('no id of any route leads out of the store', async () => {
  const { paths } = (await (await ask('/openapi.json')).json()) as { paths: Record<string, object> };
  const evil = [
    ...['..%2F..%2F..%2Fetc%2Fpasswd', '%2e%2e%2f%2e%2e%2fetc%2fpasswd', '..%252f..%252fetc%252fpasswd'],
    ...['%2Fetc%2Fpasswd', 'file:%2F%2F%2Fetc%2Fpasswd', '..%5C..%5Cetc', 'C:%5Cboot.ini', '~root'],
    ...['a%00b', '1%00.json', '%ff%fe', '%0d%0aset-cookie:%20x=1', '%3Cscript%3E', '9'.repeat(400)],
    'x'.repeat(8_000),
  ];
  const wrong: string[] = [];
  for (const [path, item] of Object.entries(paths))
    for (const method of Object.keys(item))
      for (const value of path.includes('{') ? evil : []) {
        const address = path.replace(/\{\w+\}/g, value);
        const send = method !== 'get' && method !== 'delete';
        const answer = await fetch(`${server.url}${address}`, {
          method: method.toUpperCase(),
          headers: { authorization: 'Bearer right', 'content-type': 'application/json' },
          ...(send && { body: '{}' }),
        });
        const text = await answer.text();
        if (answer.status < 400 || answer.status >= 500 || text.includes('root:'))
          wrong.push(`${method} ${address}: ${answer.status}`);
        if (answer.headers.has('set-cookie')) wrong.push(`${method} ${address}: a header was injected`);
      }
  expect(wrong).toEqual([]);
}, 60_000);

/** The raw answer to a path that fetch would bring to its normal form first. */
const rawAnswer = (path: string) =>
  new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    request({ hostname, port, path, headers: { authorization: 'Bearer right' } }, async (answer) => {
      let text = '';
      for await (const piece of answer) text += String(piece);
      resolve({ status: answer.statusCode ?? 0, text });
    })
      .on('error', reject)
      .end();
  });

test('no spelling of a path leads to a file of the machine', async () => {
  const starts = [
    ...['/', '/ui/', '/docs/', '/api/', '/api/domains/', '/api/air-quality/', '/api/ui/air/', '/forms/'],
  ];
  const ups = ['../', '..%2f', '%2e%2e/', '%2e%2e%2f', '..\\', '..%5c', '....//', '..;/', '%c0%ae%c0%ae/'];
  const paths = [
    ...starts.flatMap((start) => ups.map((up) => `${start}${up.repeat(8)}etc/passwd`)),
    ...['//etc/passwd', '/ui//etc/passwd', '/ui/app.js/../../../package.json', '/ui/client.css%00.html'],
    ...['/file:///etc/passwd', 'http://evil.test/etc/passwd', '/api/ui/../../package.json'],
  ];
  const wrong: string[] = [];
  for (const path of paths) {
    const { status, text } = await rawAnswer(path);
    const isShell = text.startsWith('<!doctype html>') && text.includes('<div id="app">');
    if (/root:|"dependencies"/.test(text) || status >= 500 || (status < 400 && !isShell))
      wrong.push(`${path}: ${status}`);
  }
  expect(wrong).toEqual([]);
});

test('what a client sends in a query or a header comes back in no header', async () => {
  const bad = encodeURIComponent('x\r\nset-cookie: x=1\r\n\r\n<script>');
  for (const path of [
    ...[
      `/api/runs/1/records?site=${bad}`,
      `/api/runs/1/records?text=${bad}`,
      `/api/runs/1/records?is=site:${bad}`,
    ],
    ...[
      `/api/search?q=${bad}`,
      `/forms?site=${bad}`,
      `/api/runs/1/records?text=${bad}&format=csv`,
      `/${bad}`,
    ],
    `/api/ui/runs/1/records/origin?site=${bad}&key=${bad}`,
  ]) {
    const answer = await ask(path, {
      accept: 'text/csv',
      'if-none-match': '"a", W/"b", *x',
      'last-event-id': '-1',
    });
    expect([path, answer.status < 500, answer.headers.has('set-cookie')]).toEqual([path, true, false]);
    for (const value of answer.headers.values()) expect(value).not.toContain('script>');
  }
});

test('what hostile rows are called stays a value of JSON in facets and lists', async () => {
  const facets = await ask('/api/runs/1/records?facets=true');
  expect(facets.headers.get('content-type')).toContain('application/json');
  for (const path of ['/api/runs/1/records?is=%3Cscript%3E:1', '/api/runs/1/%3Cscript%3E']) {
    const answer = await ask(path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'application/problem+json']);
  }
});

test('the user of an address that a run starts from is neither shown nor kept', async () => {
  const text = await (await ask('/api/runs')).text();
  expect(text).toContain('"from":"http://a.test/"');
  expect(text).not.toContain('hunter2');
  const seeds = ['http://me:hunter2@a.test/x', 'b.test/?at=me@b.test'];
  const schedule = await post('/api/schedules', JSON.stringify({ cron: '0 3 1 1 *', options: { seeds } }));
  const { id } = await schedule.json();
  const schedules = await (await ask('/api/schedules')).text();
  expect(schedules).toContain('http://a.test/x');
  expect(schedules).not.toContain('hunter2');
  await post(`/api/schedules/${id}`, '', 'right', 'DELETE');
  expect(resolveOptions({ domains: ['book'], seeds }).seeds).toEqual(['http://a.test/x', seeds[1]]);
});

test('a schedule needs the token', async () => {
  const body = JSON.stringify({ everySeconds: 60, options: { domains: ['book'] } });
  for (const token of ['', 'wrong']) expect((await post('/api/schedules', body, token)).status).toBe(401);
  expect((await post('/api/schedules/1', '', 'wrong', 'DELETE')).status).toBe(401);
});

test('a domain file lands in its folder or nowhere', async () => {
  const body = JSON.stringify({ yaml: 'name: x' });
  for (const name of ['..%2Fevil', '%2e%2e%2fevil', 'evil%00', 'Evil', 'a%0d%0aset-cookie:%20x'])
    expect((await post(`/api/domains/${name}`, body, 'right', 'PUT')).status).toBe(400);
  expect(existsSync(join(storage, 'domains'))).toBe(false);
  expect(readdirSync(folder)).toEqual(['storage']);
});

test('a domain file of one-letter keys is checked at once, and a long one is refused', async () => {
  const check = (yaml: string) => post('/api/domains/validate', JSON.stringify({ yaml }), '');
  const keys = Array.from({ length: 11_000 }, (_, i) => `k${i.toString(36)}:`).join('\n');
  const before = process.cpuUsage();
  expect(await (await check(`${keys}\nk0:\n`)).json()).toMatchObject({
    valid: false,
    problems: [{ line: 11_001, message: 'not YAML: a name stands twice; write it once' }],
  });
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(2_500);
  for (const yaml of ['['.repeat(65_537), `${keys}\n${keys}`]) expect((await check(yaml)).status).toBe(400);
});

test('a method that an address does not take is told which it takes', async () => {
  for (const [method, path, allow] of [
    ['PUT', '/api/runs', 'GET, POST'],
    ['DELETE', '/api/runs/1/forms', 'GET'],
    ['POST', '/api/harvest-options', 'GET'],
  ] as const) {
    const answer = await post(path, '{}', 'right', method);
    expect([path, answer.status, answer.headers.get('allow')]).toEqual([path, 405, allow]);
  }
  expect((await post('/api/nothing', '{}')).status).toBe(404);
});

test('a body that is too long is refused', async () => {
  // The server closes a connection whose body it does not read.
  const headers = { authorization: 'Bearer right', 'content-type': 'application/json', connection: 'close' };
  const body = JSON.stringify({ domains: ['x'.repeat(1_100_000)] });
  const answer = await fetch(`${server.url}/api/runs`, { method: 'POST', headers, body });
  expect(answer.status).toBe(413);
});

test('cells that a spreadsheet would run are texts', async () => {
  const csv = await (await ask('/api/runs/1/records', { accept: 'text/csv' })).text();
  for (const formula of FORMULAS) {
    expect(csv).toContain(`'${formula}`);
    expect(csv).not.toMatch(new RegExp(`(?:^|,)"?${formula.replace(/[+]/g, '\\+')}`, 'm'));
  }
});

test('what a page is called runs nowhere', async () => {
  const report = await ask('/api/runs/1/report.html');
  expect(report.headers.get('content-security-policy')).toContain('sandbox');
  expect(await report.text()).not.toContain(HOSTILE);
  const rows = await ask('/api/runs/1/records');
  expect(rows.headers.get('x-content-type-options')).toBe('nosniff');
  expect(rows.headers.get('content-type')).toContain('application/json');
  expect(rows.headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe-inline/);
  expect(await (await ask('/docs')).text()).not.toMatch(/<script|javascript:|https?:\/\/(?!127)/);
});

test('a list goes on behind its last row, and a cursor of another list is none', async () => {
  const titles: string[] = [];
  let next: string | null = '';
  for (let after = ''; next !== null; after = `&after=${next}`) {
    const page: { items: { title: string }[]; next: string | null } = await (
      await ask(`/api/runs/1/records?limit=2${after}`)
    ).json();
    expect(page.items.length).toBeLessThanOrEqual(2);
    titles.push(...page.items.map(({ title }) => title));
    ({ next } = page);
  }
  expect(titles).toEqual([...FORMULAS, HOSTILE]);
  const pages = (await (await ask('/api/runs/1/records?text=SUM')).json()).items;
  expect(pages.map(({ title }: { title: string }) => title)).toEqual(['@sum']);
  for (const cursor of [
    'x',
    Buffer.from('["a"]').toString('base64url'),
    Buffer.from('[1,2]').toString('base64url'),
  ])
    expect((await ask(`/api/runs/1/records?after=${cursor}`)).status).toBe(400);
});

test('an answer that a client has already is not sent again', async () => {
  const tag = (await ask('/api/runs/1/records')).headers.get('etag') ?? '';
  const again = await ask('/api/runs/1/records', { 'if-none-match': `W/${tag}` });
  expect([again.status, await again.text()]).toEqual([304, '']);
  expect((await ask('/api/runs/1/records?limit=1', { 'if-none-match': tag })).status).toBe(200);
});

test('records come as Parquet', async () => {
  const answer = await ask('/api/runs/1/records', { accept: 'application/vnd.apache.parquet' });
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect([bytes.subarray(0, 4).toString(), bytes.subarray(-4).toString()]).toEqual(['PAR1', 'PAR1']);
});

test('a second server on a store is told so', async () => {
  const second = startServer({ storage, port: 0, host: '127.0.0.1' });
  await expect(second).rejects.toThrow(/another fieldfare server serves this store/);
});

test('a harvest beside another writer is told so', async () => {
  // Harvests of the tests above have options that end them, each in its turn.
  await expect
    .poll(async () => JSON.stringify(await (await ask('/api/jobs')).json()), { timeout: 20_000 })
    .not.toMatch(/"(?:waiting|running|stopping)"/);
  // The word of a program that uses the library; it may be a secret.
  const own = process.argv;
  process.argv = ['node', '/app/tool.js', 'hunter'];
  const writer = await openStore(storage, { mode: 'write' });
  process.argv = own;
  const answer = await post('/api/runs', JSON.stringify({ domains: ['book'] }));
  await writer.close();
  expect(await answer.json()).toMatchObject({
    status: 409,
    type: 'urn:fieldfare:store-busy',
    title: expect.stringMatching(
      new RegExp(`is writing to this store: process ${process.pid}, since 2\\S+Z$`),
    ),
  });
}, 30_000);

test('no more clients listen than the server lets', async () => {
  const body = { domains: ['book'], web: 'practice:sites=12', maxPages: 12, submit: false };
  const { id } = await (await post('/api/runs', JSON.stringify(body))).json();
  const first = await ask(`/api/jobs/${id}/events`);
  expect((await ask(`/api/jobs/${id}/events`)).status).toBe(429);
  await first.text();
  expect((await ask(`/api/jobs/${id}/events`)).status).toBe(200);
}, 60_000);
