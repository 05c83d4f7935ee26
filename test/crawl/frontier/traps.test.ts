import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trapOf } from '../../../src/crawl/frontier/index.ts';

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
