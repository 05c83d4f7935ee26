/** A signed message a run about what it changed: retried, sent once, never lost by a kill. */

import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { harvest } from '../../src/app/index.ts';
import type { HarvestEvent } from '../../src/crawl/events/index.ts';
import { startServer } from '../../src/interfaces/server/index.ts';
import { startCli } from '../interfaces/cli/run-cli.ts';
import { hangUp, openPort } from '../open-port.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const SECRET = 'a secret of both';
interface Message {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
let messages: Message[] = [];
let answer = (response: ServerResponse): void => void response.writeHead(204).end();
let books: string[] = [];
let price = 5;

const GENRES = ['Crime', 'Poetry', 'Travel'];
const genreOf = (book: string): string => GENRES[book.length % 3] ?? '';

/** A bookshop and the receiver of messages on one loopback host. */
const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
  if (request.method === 'POST') {
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      messages.push({ headers: request.headers, body });
      answer(response);
    });
    return;
  }
  const genre = searchParams.get('genre');
  const found = books.filter((book) => (genre || genreOf(book)) === genreOf(book));
  const items = found.map(
    (book) =>
      `<li><a href="/book/${encodeURIComponent(book)}">${book.replace('<', '&lt;').replace('& ', '&amp; ')}</a> <span>Genre: ${genreOf(book)}</span> <span>Price: €${book === 'The Harbour' ? price : 5}</span></li>`,
  );
  const list = genre === null ? '' : `<h1>${found.length} books found</h1><ol>${items.join('')}</ol>`;
  const form = `<form action="/find" role="search"><label>Genre of the book <select name="genre"><option value="">Any</option>${GENRES.map((name) => `<option>${name}</option>`).join('')}</select></label><button>Search books</button></form>`;
  response
    .writeHead(pathname === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' })
    .end(`<title>Books</title><p>Novel, books, authors</p>${form}${list}`);
});
let origin = '';
let storage = '';

beforeAll(async () => {
  vi.stubEnv('FIELDFARE_WEBHOOK_SECRET', SECRET);
  origin = `http://127.0.0.1:${await openPort(server)}`;
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await hangUp(server);
});
beforeEach(() => {
  storage = temporaryFolder('notify-');
  messages = [];
  price = 5;
  answer = (response) => void response.writeHead(204).end();
  books = [
    ...['The Harbour', 'The Lantern', 'The Orchard', 'The Violins', 'The Carpet', 'The Senator'],
    ...['A Falcon', 'A Kettle'],
  ];
});

const options = () => ({
  ...{ domains: ['book'], web: 'live', seeds: [`${origin}/`], storage, onChange: `${origin}/hook` },
  ...{
    allowPrivate: true,
    robots: false,
    delayMs: 0,
    render: 'never' as const,
    maxPages: 2,
    submitTo: 'all' as const,
  },
  maxSubmissions: 6,
});

async function run(): Promise<HarvestEvent[]> {
  return Array.fromAsync(harvest(options()));
}

test('a run tells what it changed since the one before, signed, and only then', async () => {
  await run();
  expect(messages).toEqual([]);
  await run();
  expect(messages).toEqual([]);
  books.push('The Glacier');
  const events = await run();
  expect(messages).toHaveLength(1);
  const [{ headers, body } = { headers: {}, body: '' }] = messages;
  const id = String(headers['webhook-id']);
  const time = String(headers['webhook-timestamp']);
  const signature = createHmac('sha256', SECRET).update(`${id}.${time}.${body}`).digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${signature}`);
  expect(JSON.parse(body)).toMatchObject({ type: 'changes', run: 3, since: 2, domains: ['book'] });
  expect(JSON.parse(body).records.new.count).toBe(1);
  expect(events).toContainEqual({ type: 'notified', runId: 3, host: new URL(origin).host });
}, 120_000);

test('what the receiver refuses is tried again with the same id', async () => {
  await run();
  books.push('The Glacier');
  let tries = 0;
  answer = (response) => void response.writeHead(++tries === 1 ? 503 : 204).end();
  await run();
  expect(messages).toHaveLength(2);
  expect(new Set(messages.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  await run();
  expect(messages).toHaveLength(2);
}, 120_000);

test('without a secret nothing begins', async () => {
  vi.stubEnv('FIELDFARE_WEBHOOK_SECRET', '');
  await expect(run()).rejects.toThrow('FIELDFARE_WEBHOOK_SECRET');
  vi.stubEnv('FIELDFARE_WEBHOOK_SECRET', SECRET);
});

test('a run whose message cannot be signed any more is whole, and says so', async () => {
  await run();
  books.push('The Glacier');
  const events: HarvestEvent[] = [];
  for await (const event of harvest(options())) {
    events.push(event);
    if (event.type === 'start') vi.stubEnv('FIELDFARE_WEBHOOK_SECRET', '');
  }
  vi.stubEnv('FIELDFARE_WEBHOOK_SECRET', SECRET);
  expect(events.at(-1)).toMatchObject({ type: 'end', status: expect.not.stringContaining('interrupted') });
  expect(events.filter(({ type }) => type === 'warning')).toMatchObject([
    { message: expect.stringContaining('could not be sent') },
  ]);
  expect(messages).toEqual([]);
  await run();
  expect(messages).toHaveLength(1);
}, 120_000);

test('a process killed while it sends leaves the message to the next, under the same id', async () => {
  await run();
  books.push('The Glacier');
  const hung = new Promise<void>((told) => {
    answer = () => told();
  });
  const flags = [
    ...['--web', 'live', '--seeds', `${origin}/`, '--storage', storage, '--on-change', `${origin}/hook`],
  ];
  const args = ['--allow-private', '--no-robots', '--delay', '0', '--render', 'never', '--max-pages', '2'];
  const killed = startCli([
    ...['harvest', 'book', ...flags, ...args, '--submit-to', 'all', '--max-submissions', '6'],
  ]);
  await Promise.race([hung, killed.done.then((end) => Promise.reject(new Error(end.err)))]);
  killed.kill('SIGKILL');
  await killed.done;
  answer = (response) => void response.writeHead(204).end();
  await run();
  const [first, second, ...more] = messages.map(({ headers, body }) => [
    headers['webhook-id'],
    JSON.parse(body).run,
  ]);
  expect(second).toEqual(first);
  expect(more).toEqual([]);
  await run();
  expect(messages).toHaveLength(2);
}, 120_000);

test('the feed of a schedule has what its own runs found new, gone and changed, with both values', async () => {
  await run();
  // A run with other options is none of the schedule's.
  for await (const _ of harvest({ ...options(), maxSubmissions: 1 }));
  books = [...books.filter((book) => book !== 'The Lantern'), 'The <Glacier> & more'];
  price = 7;
  await run();
  const serving = await startServer({ storage, port: 0, host: '127.0.0.1', token: 't', allowPrivate: true });
  try {
    const { onChange: _o, storage: _s, ...scheduled } = options();
    const added = await fetch(`${serving.url}/api/schedules`, {
      method: 'POST',
      headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
      body: JSON.stringify({ cron: '0 3 1 1 *', options: scheduled }),
    });
    expect(added.status).toBe(201);
    const feed = await fetch(`${serving.url}/feeds/1.atom`);
    expect(feed.headers.get('content-type')).toContain('application/atom+xml');
    const text = await feed.text();
    expect(text).toContain('<title>New: The &lt;Glacier&gt; &amp; more</title>');
    expect(text).toContain('<title>Gone: The Lantern</title>');
    expect(text).toContain('<title>Changed: The Harbour</title>');
    expect(text).toMatch(/price: €5 → €7\. 127\.0\.0\.1:\d+, run 3 since run 1/);
    expect(text.match(/<entry>/g)).toHaveLength(3);
    expect((await fetch(`${serving.url}/feeds/9.atom`)).status).toBe(404);
  } finally {
    await serving.close();
  }
}, 120_000);
