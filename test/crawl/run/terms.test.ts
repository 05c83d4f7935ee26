/** Sites whose search stands behind terms to agree to, and behind a choice. */

import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import type { HarvestEvent } from '../../../src/crawl/events/index.ts';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { gatePage } from '../../../src/forms/index.ts';
import { parseTree } from '../../../src/foundation/dom/index.ts';
import { whileOpen } from '../../../src/foundation/errors/index.ts';
import { collectCrawl } from '../../../src/reports/index.ts';
import { smallHarvest } from './small-harvest.ts';
import { type Answer, page } from './small-web.ts';

const HOST = 'council.test';
const BOOKS = Array.from(
  { length: 12 },
  (_, i) => `Oak ${['tales', 'songs', 'poems'][i % 3]} volume ${i + 1}`,
);
const TERMS =
  '<h1>Terms and conditions</h1><p>The books of this register may be read by who agrees to its terms.</p><form method="post" action="/terms"><input type="hidden" name="state" value="t1"><input type="checkbox" name="ok" value="yes" id="ok"><label for="ok">I have read and accept the terms of use</label><input type="submit" name="back" value="Decline"><input type="submit" name="go" value="Continue"></form>';
const CHOICE =
  '<h1>Search books</h1><form method="post" action="/search"><p>Search by</p><label><input type="radio" name="by" value="title" checked>Book title</label><label><input type="radio" name="by" value="number">Book number</label><input type="submit" name="next" value="Continue"></form>';
const SEARCH =
  '<h1>Search our books</h1><p>Oak tales, songs and poems in twelve volumes.</p><form action="/find" role="search"><label>Search books by title or author <input type="search" name="q"></label><button>Search books</button></form>';

async function read(request: AsyncIterable<Buffer>): Promise<URLSearchParams> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return new URLSearchParams(Buffer.concat(parts).toString());
}

/** A register of books; `agreed` notes what was agreed to. */
function register(agreed: string[]): Record<string, Answer> {
  const html = (response: ServerResponse, body: string) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(body));
  const all: Answer = async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://any.test');
    const posted = request.method === 'POST' ? await read(request) : undefined;
    if (pathname === '/terms') {
      if (posted === undefined) return html(response, TERMS);
      agreed.push(posted.toString());
      const ok = posted.get('ok') === 'yes' && posted.has('go') && !posted.has('back');
      return response
        .writeHead(302, ok ? { location: '/search', 'set-cookie': 'agreed=1; Path=/' } : { location: '/' })
        .end();
    }
    if (request.headers.cookie?.includes('agreed=1') !== true)
      return response.writeHead(302, { location: '/terms' }).end();
    if (pathname === '/search') return html(response, posted?.get('by') === 'title' ? SEARCH : CHOICE);
    const words = (searchParams.get('q') ?? '').toLowerCase();
    const found = BOOKS.filter((book) => words !== '' && book.toLowerCase().split(' ').includes(words));
    const list = found.map(
      (book, i) => `<li><a href="/book/${book.replaceAll(' ', '-')}">${book}</a> by Writer ${i}</li>`,
    );
    html(
      response,
      found.length === 0
        ? `${SEARCH}<p>No books were found.</p>`
        : `${SEARCH}<p>${found.length} books found</p><ul>${list.join('')}</ul>`,
    );
  };
  const home = page(
    '<h1>Oak books: tales, songs and poems</h1><p><a href="/search">Oak tales, songs and poems</a></p>',
  );
  return { [`${HOST}/`]: home, [`*${HOST}`]: all };
}

test('a search behind terms waits for a person, and is asked with --accept-terms, in the session that agreed', async () => {
  const agreed: string[] = [];
  const { run, storage } = await smallHarvest(register(agreed), [`http://${HOST}/`]);
  const events: HarvestEvent[] = [];
  const first = await run({}, undefined, (event) => events.push(event));
  expect(agreed).toEqual([]);
  expect(events.filter((event) => event.type === 'form' && event.verdict.searchable)).toEqual([]);
  expect(
    events.flatMap((event) =>
      event.type === 'page' && event.blockedBy ? [[event.url, event.blockedBy]] : [],
    ),
  ).toEqual([[`http://${HOST}/terms`, 'waits-for-person: terms']]);
  const { runId } = first;
  const { blocked } = await whileOpen(openStore(storage, { mode: 'read' }), (store) =>
    collectCrawl(store, runId),
  );
  expect(blocked).toMatchObject([
    { site: HOST, by: 'waits-for-person: terms', page: `http://${HOST}/terms` },
  ]);
  expect(blocked[0]?.says).toContain('--accept-terms');

  const second: HarvestEvent[] = [];
  await run({ submit: true, acceptTerms: [HOST], text: true, maxSubmissions: 20 }, undefined, (event) =>
    second.push(event),
  );
  expect(agreed[0]).toBe('state=t1&ok=yes&go=Continue');
  const asked = second.find((event) => event.type === 'asked');
  expect(asked).toMatchObject({ outcome: 'verified', records: BOOKS.length });
}, 60_000);

const gateOf = (body: string) => gatePage(parseTree(page(body), `http://${HOST}/start`))?.kind;
const SITE_SEARCH = '<form action="/all"><input name="all"><button>Go</button></form>';

test.each([
  [
    'a button',
    '<h1>Disclaimer</h1><p>Read this.</p><form method="post"><input type="submit" value="I Agree"><input type="submit" value="I Disagree"></form>',
    'terms',
  ],
  [
    'a link',
    '<h1>Copyright notice</h1><a href="/search?ok=1">I accept</a> <a href="/">I do not accept</a>',
    'terms',
  ],
  [
    'radio buttons',
    '<h1>Terms</h1><form><label><input type="radio" name="a" value="1">I agree</label><label><input type="radio" name="a" value="0">I do not agree</label><button>Next</button></form>',
    'terms',
  ],
  [
    'another language',
    '<h1>Nutzungsbedingungen</h1><form method="post"><label><input type="checkbox" name="a">Ich akzeptiere die Bedingungen</label><button>Weiter</button></form>',
    'terms',
  ],
  [
    'a search of the site above',
    `${SITE_SEARCH}<h1>Terms</h1><form method="post"><button>I agree</button></form>`,
    'terms',
  ],
  ['a choice', CHOICE, 'choice'],
  [
    'a cookie banner',
    '<div class="cookies"><form class="cookie-consent" method="post"><p>We use cookies under these terms.</p><button>Accept</button></form></div>',
    undefined,
  ],
  [
    'a banner by its words',
    '<p>Our terms say that we use cookies.</p><form method="post"><button>Accept cookies</button></form>',
    undefined,
  ],
  [
    'a sign-up',
    '<h1>Sign up</h1><form method="post"><input name="name"><input type="password" name="p"><label><input type="checkbox" name="a">I accept the terms</label><button>Continue</button></form>',
    undefined,
  ],
  [
    'a search with a tick',
    '<form><input name="q"><label><input type="checkbox" name="a">I accept the terms</label><button>Search</button></form>',
    undefined,
  ],
  [
    'a poll',
    '<form method="post"><label><input type="radio" name="a" value="1">Oak</label><label><input type="radio" name="a" value="2">Elm</label><button>Vote</button></form>',
    undefined,
  ],
  [
    'a footer that names terms',
    '<h1>Books</h1><p>Oak</p><a href="/terms">Terms and conditions</a>',
    undefined,
  ],
])('%s', (_, body, kind) => {
  expect(gateOf(body)).toBe(kind);
});
