import { expect, test } from 'vitest';
import type { Exchange } from '../../../src/foundation/http/index.ts';
import { freshFor, SharedResources } from '../../../src/foundation/http/shared-resources.ts';
import type { HeaderList } from '../../../src/foundation/warc/index.ts';

const answer = (
  headers: HeaderList,
  { status = 200, bytes = 10, ...rest }: Partial<Exchange> & { bytes?: number } = {},
): Exchange => ({
  url: 'https://a.example/x.js',
  method: 'GET',
  status,
  statusText: '',
  headers,
  body: Buffer.alloc(bytes),
  bytesReceived: bytes,
  durationMs: 1,
  ...rest,
});
const MODIFIED: HeaderList[number] = ['Last-Modified', 'Thu, 19 Nov 2026 08:07:27 GMT'];

test.each<[string, Exchange, number]>([
  ['an age is kept to', answer([['Cache-Control', 'public, max-age=90']]), 90_000],
  ['age 0 is not kept', answer([['Cache-Control', 'max-age=0'], MODIFIED]), 0],
  [
    'a date of expiry counts from the date of the answer',
    answer([
      ['Date', 'Thu, 19 Nov 2026 08:00:00 GMT'],
      ['Expires', 'Thu, 19 Nov 2026 08:02:00 GMT'],
    ]),
    120_000,
  ],
  ['a date of expiry that is none is past', answer([['Expires', '0'], MODIFIED]), 0],
  ['a file with a date is fresh for an hour', answer([MODIFIED]), 3_600_000],
  ['what may be made anew each time is not', answer([]), 0],
  ['what is missing stays missing for an hour', answer([], { status: 404 }), 3_600_000],
  ['an error passes', answer([MODIFIED], { status: 500 }), 0],
  ['a visitor’s own is not shared', answer([['Cache-Control', 'private, max-age=90']]), 0],
  ['nor what must not be stored', answer([['Cache-Control', 'no-store'], MODIFIED]), 0],
  ['nor what sets a cookie', answer([['Set-Cookie', 'a=b'], MODIFIED]), 0],
  ['nor what differs by cookie', answer([['Vary', 'Accept-Encoding, Cookie'], MODIFIED]), 0],
  [
    'what differs by coding alone is the same here',
    answer([['Vary', 'Accept-Encoding'], MODIFIED]),
    3_600_000,
  ],
  ['half an answer is none', answer([MODIFIED], { truncated: 'length' }), 0],
])('%s', (_, exchange, ms) => {
  expect(freshFor(exchange)).toBe(ms);
});

test('an answer is given until it is stale', () => {
  const shared = new SharedResources();
  const exchange = answer([['Cache-Control', 'max-age=1']]);
  shared.keep('u', exchange, 0);
  expect(shared.take('u', 999)).toBe(exchange);
  expect(shared.take('u', 1_000)).toBeUndefined();
});

test('32 MB are kept: the longest unused goes first, and nothing above 8 MB is taken', () => {
  const shared = new SharedResources();
  for (const url of ['a', 'b', 'c', 'd']) shared.keep(url, answer([MODIFIED], { bytes: 8_000_000 }), 0);
  shared.take('a', 0);
  shared.keep('e', answer([MODIFIED], { bytes: 1 }), 0);
  shared.keep('f', answer([MODIFIED], { bytes: 8_000_001 }), 0);
  const kept = ['a', 'b', 'c', 'd', 'e', 'f'].filter((url) => shared.take(url, 0) !== undefined);
  expect(kept).toEqual(['a', 'c', 'd', 'e']);
});
