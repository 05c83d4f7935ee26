import { expect, test } from 'vitest';
import { linksOf, parseTree } from '../../../src/foundation/dom/index.ts';
import { decodeHtml } from '../../../src/foundation/http/index.ts';

/** Addresses as Chromium asks for them from pages in these encodings (URL standard, 4.4). */
test.each([
  ['windows-1251', '/find?q=\xea\xed\xe8\xe3\xe8&page=2', '/find?q=%EA%ED%E8%E3%E8&page=2'],
  ['windows-1252', '/caf\xe9/?q=\xe9t\xe9#\xe9', '/caf%C3%A9/?q=%E9t%E9'],
  ['shift_jis', '/s?q=\x83\x5c', '/s?q=%83%5C'],
  ['windows-1251', '/find?q=&#26412;', '/find?q=%26%2326412%3B'],
  ['utf-8', '/find?q=\xc3\xa9', '/find?q=%C3%A9'],
])('links of a page in %s keep its letters: %s', (charset, written, expected) => {
  const body = Buffer.from(`<title>x</title><a href="${written}">next</a>`, 'latin1');
  const { text, encoding } = decodeHtml(body, `text/html; charset=${charset}`);
  const [link] = linksOf(parseTree(text, 'http://a.test/', { encoding }));
  expect(link?.url).toBe(`http://a.test${expected}`);
});
