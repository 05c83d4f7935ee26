import { describe, expect, test } from 'vitest';
import {
  blockedBy,
  detectBotChallenge,
  type LinkedItem,
  linkedDataOf,
  linksOf,
  markdownOf,
  parseTree,
} from '../../../src/foundation/dom/index.ts';
import { decodeHtml } from '../../../src/foundation/http/index.ts';

const of = (html: string) => markdownOf(parseTree(html, 'http://a.test/x/'));

test('headings, paragraphs, marks, links and pictures', () => {
  expect(
    of(
      '<h1>The <em>Ship</em></h1><p>By <a href="../jane">Jane</a>,\n <b>1994</b>.</p><p><img src="/c.png" alt="Cover"></p>',
    ),
  ).toBe('# The _Ship_\n\nBy [Jane](http://a.test/jane), **1994**.\n\n![Cover](http://a.test/c.png)\n');
});

test('a picture is left out in a link and where the text beside it says what it shows', () => {
  expect(of('<p><a href="/p"><img src="/p.png" alt="Kettle of iron"> Kettle</a></p>')).toBe(
    '[Kettle](http://a.test/p)\n',
  );
  expect(of('<div><img src="/p.png" alt="Kettle of iron, 2 l"><p>Kettle of iron</p></div>')).toBe(
    'Kettle of iron\n',
  );
  expect(of('<div><img src="/p.png" alt="A stove"><p>Kettle of iron</p></div>')).toContain('![A stove]');
});

test('brackets of an address do not end it, and strong text is marked once', () => {
  expect(of('<p><a href="/a_(b)"><b><strong>Ada</strong></b></a></p>')).toBe(
    '[**Ada**](http://a.test/a_%28b%29)\n',
  );
});

test('lists within lists, definitions, quotes and code', () => {
  expect(
    of(
      '<ul><li>one<ol><li>deep</li><li>er</li></ol></li><li>two</li></ul><p>after</p><dl><dt>Pages</dt><dd>320</dd></dl>',
    ),
  ).toBe('- one\n\n  1. deep\n  2. er\n- two\n\nafter\n\nPages\n\n: 320\n');
  expect(of('<blockquote><p>said</p></blockquote><pre>a\n  b</pre>')).toBe('> said\n>\n\n```\na\n  b\n```\n');
});

test('what follows a list is no part of its last item', () => {
  expect(of('<ul><li>one<ul><li>deep</li></ul><p>tail</p></li></ul><h2>Next</h2>')).toBe(
    '- one\n\n  - deep\n\n  tail\n\n## Next\n',
  );
});

test('a table of data is one, a table that lays out a page is not', () => {
  expect(of('<table><tr><th>A</th><th>B</th></tr><tr><td>1|2</td><td>3</td></tr></table>')).toBe(
    '| A | B |\n|---|---|\n| 1\\|2 | 3 |\n',
  );
  expect(of('<table><tr><td><p>left</p></td><td><p>right</p></td></tr></table>')).toBe('left\n\nright\n');
});

test('what is around the content is left out, and signs of Markdown are escaped', () => {
  const page =
    '<nav>menu</nav><main><p>2*3 [x] <a href="javascript:go()">go</a></p><form><input></form><script>x</script></main><footer>end</footer>';
  expect(of(page)).toBe('2\\*3 \\[x\\] go\n');
  const long = 'in the only article '.repeat(20).trim();
  expect(of(`<div>out</div><article><p>${long}</p></article>`)).toBe(`${long}\n`);
});

test('ten thousand nested elements end', () => {
  for (const tag of ['div', 'span', 'ul><li', 'pre><i'])
    expect(of(`${`<${tag}>`.repeat(10_000)}deep`).length).toBeLessThan(1_000);
});

const read = (html: string) => linkedDataOf(parseTree(html, 'https://shop.test/b/7')).items;
const script = (code: string) => `<script type="application/ld+json">${code}</script>`;
/** Items as plain objects. */
const plain = ({ types, properties }: LinkedItem, depth = 0): unknown =>
  Object.fromEntries([
    ['is', types.join()],
    ...[...properties].map(([name, values]) => [
      name,
      values.map((value) => (typeof value === 'string' || depth > 3 ? value : plain(value, depth + 1))),
    ]),
  ]);

test.each([
  ['a trailing comma', '{"@type":"Book","name":"Tide","isbn":["1","2",],}'],
  ['a missing comma', '{"@type":"Book" "name":"Tide","isbn":["1","2"]}'],
  ['comments', '/* x */{"@type":"Book",// y\n"name":"Tide","isbn":["1",/* z */"2"]}'],
  ['a hiding comment', '<!--\n{"@type":"Book","name":"Tide","isbn":["1","2"]}\n//-->'],
  ['CDATA', '//<![CDATA[\n{"@type":"Book","name":"Tide","isbn":["1","2"]}\n//]]>'],
  ['single quotes', "{'@type':'Book','name':'Tide','isbn':['1','2']}"],
  [
    'character references',
    '{&quot;@type&quot;:&quot;Book&quot;,&quot;name&quot;:&quot;Tide&quot;,&quot;isbn&quot;:[&quot;1&quot;,&quot;2&quot;]}',
  ],
  ['a cut end', '{"@type":"Book","name":"Tide","isbn":["1","2"'],
  ['a bracket too many', '{"@type":"Book","name":"Tide","isbn":["1","2"]}}'],
])('JSON-LD with %s is read', (_, code) => {
  expect(read(script(code)).map((item) => plain(item))).toEqual([
    { is: 'Book', name: ['Tide'], isbn: ['1', '2'] },
  ]);
});

test('texts of JSON-LD keep their line breaks and quotes, and lose markup and character references', () => {
  const code = `{"@type":"Book","name":"The "Tide"","description":"one\n\ttwo","about":"<p>Salt &amp; sea</p>"}`;
  expect(read(script(code)).map((item) => plain(item))).toEqual([
    { is: 'Book', name: ['The "Tide"'], description: ['one\n\ttwo'], about: ['Salt & sea'] },
  ]);
});

test('references are resolved across scripts, and may form a circle', () => {
  const [book] = read(
    script('{"@type":"Book","@id":"#b","author":{"@id":"#a"},"publisher":{"@id":"#none"}}') +
      script('{"@type":"Person","@id":"#a","name":"Ann","knows":{"@id":"#b"}}'),
  );
  const author = book?.properties.get('author')?.[0] as LinkedItem;
  expect([author.types, author.properties.get('name')]).toEqual([['Person'], ['Ann']]);
  expect(author.properties.get('knows')?.[0]).toBe(book);
});

test('RDFa Lite and microdata with itemref are read', () => {
  expect(
    read(`<div vocab="https://schema.org/" typeof="Book"><h1 property="name">Tide</h1>
      <p property="author" typeof="Person"><a property="name" href="/ann">Ann</a></p></div>
      <div itemscope itemtype="https://schema.org/Offer" itemref="cost none"><i itemprop="name">New</i></div>
      <p id="cost">for <b itemprop="price" content="4.50">4,50</b></p>`).map((item) => plain(item)),
  ).toEqual([
    { is: 'Book', name: ['Tide'], author: [{ is: 'Person', name: ['Ann'] }] },
    { is: 'Offer', name: ['New'], price: ['4.50'] },
  ]);
});

const guard = (html: string) => detectBotChallenge(html, parseTree(html, 'http://a.test/'));

describe('a site that keeps us out', () => {
  test.each([
    ['<title>Just a moment...</title><script>window._cf_chl_opt={}</script>', 'Cloudflare challenge'],
    ['<script src="https://geo.captcha-delivery.com/captcha/"></script>', 'DataDome challenge'],
    ['<iframe src="/_Incapsula_Resource?x=1"></iframe>', 'Imperva challenge'],
    ['<div id="px-captcha"></div>', 'PerimeterX challenge'],
    ['<h1>Please verify you are a human</h1>', 'asks who we are (“verify you are a human”)'],
  ])('is known by what it shows: %s', (html, by) => {
    expect(guard(html)).toBe(by);
  });

  test('is known by status and headers', () => {
    expect(blockedBy(403, [])).toBe('refuses us (403)');
    expect(blockedBy(503, [['CF-Mitigated', 'challenge']])).toBe('Cloudflare challenge');
    expect(blockedBy(200, [['content-type', 'text/html']])).toBeUndefined();
    expect(blockedBy(404, [])).toBeUndefined();
  });

  test('is not one that writes about robots at length, or has a page that is nearly empty', () => {
    expect(
      guard(`<h1>Are you a robot?</h1><p>${'A novel about machines. '.repeat(100)}</p>`),
    ).toBeUndefined();
    expect(guard('<h1>Opening hours</h1>')).toBeUndefined();
  });
});

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
