import { expect, test } from 'vitest';
import { markdownOf, parseTree } from '../../../src/foundation/dom/index.ts';

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
