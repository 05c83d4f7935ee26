import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalUrl, homeOf, siteOf } from '../../../src/foundation/url/index.ts';

test.each([
  ['HTTP://Example.ORG:80/a/../b#top', 'http://example.org/b'],
  ['https://example.org', 'https://example.org/'],
  ['https://user:pw@example.org/x', 'https://example.org/x'],
  ['http://example.org./x', 'http://example.org/x'],
  ['http://e.org/x;jsessionid=AB12?a=1', 'http://e.org/x?a=1'],
  ['http://e.org/x?PHPSESSID=deadbeef&b=2', 'http://e.org/x?b=2'],
  ['http://e.org/x?sid=0123456789abcdef0123', 'http://e.org/x'],
  ['http://e.org/x?sid=42', 'http://e.org/x?sid=42'],
  ['http://e.org/x?utm_source=news&q=a', 'http://e.org/x?q=a'],
  ['http://e.org/x?b=2&a=1', 'http://e.org/x?b=2&a=1'],
])('%s is the page %s', (address, canonical) => {
  expect(canonicalUrl(address)).toBe(canonical);
});

test.each([
  ...['mailto:a@b.c', 'javascript:alert(1)', 'ftp://e.org/', 'http://'],
  ...['data:text/html,x', `http://e.org/${'a'.repeat(3_000)}`],
])('%s is no page', (address) => {
  expect(canonicalUrl(address)).toBeUndefined();
});

test('a canonical address is its own canonical address', () => {
  fc.assert(
    fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (url) => {
      const once = canonicalUrl(url);
      if (once !== undefined) expect(canonicalUrl(once)).toBe(once);
    }),
  );
});

test('a site is a registrable domain, or a host where there is none', () => {
  expect(siteOf('https://shop.books.co.uk/x')).toBe('books.co.uk');
  expect(siteOf('https://a.github.io/')).toBe('github.io');
  expect(siteOf('http://127.0.0.1:8080/')).toBe('127.0.0.1:8080');
  expect(siteOf('http://localhost:3000/')).toBe('localhost:3000');
  expect(siteOf('http://amber-books.test/')).toBe('amber-books.test');
  expect(homeOf('http://shop.books.co.uk/a/b?c')).toBe('http://shop.books.co.uk/');
});

test('an address is of the same site whatever was asked before', () => {
  const sites = {
    'http://shop.books.co.uk/x': 'books.co.uk',
    'http://shop.books.co.uk:8080/x': 'books.co.uk',
    'http://shop.books.co.uk.example.com/x': 'example.com',
    'https://shop.books.co.uk?x': 'books.co.uk',
    'http://127.0.0.1:80801/': undefined,
    'http://127.0.0.1:8080/a/b': '127.0.0.1:8080',
  };
  const ask = (url: string) => (URL.canParse(url) ? siteOf(url) : undefined);
  for (const before of Object.keys(sites))
    for (const [url, site] of Object.entries(sites)) {
      ask(before);
      expect(ask(url)).toBe(site);
    }
});
