import { describe, expect, it } from 'vitest';
import { extractForms } from '../../../src/forms/index.ts';
import { parseTree } from '../../../src/foundation/dom/index.ts';
import { parseFast, parseWithParse5 } from '../../../src/foundation/dom/parse.ts';
import { seededRandom } from '../../../src/foundation/learning/index.ts';
import { corpusPages, mutated } from '../../forms/mutated-pages.ts';
import { TANGLING, tagSoup } from './tag-soup.ts';

const URL_ = 'http://a.test/dir/page';
const corpus = corpusPages();

/** Undefined where the quick look gives up, else whether it sees what the thorough parser sees. */
function agrees(html: string, scripting = true): boolean | undefined {
  const look = parseFast(html, URL_, { scripting });
  if (look.kind === 'unclear') return undefined;
  return JSON.stringify(look.tree) === JSON.stringify(parseWithParse5(html, URL_, { scripting }));
}

const reasonFor = (html: string): string | undefined => {
  const look = parseFast(html, URL_);
  return look.kind === 'unclear' ? look.reason : undefined;
};

function compared(pages: Iterable<string>): { same: number; other: string[] } {
  const seen = { same: 0, other: [] as string[] };
  for (const html of pages)
    for (const scripting of [true, false]) {
      const same = agrees(html, scripting);
      if (same === true) seen.same++;
      else if (same === false) seen.other.push(html);
    }
  return seen;
}

describe('the quick look', () => {
  it('gives the tree of the thorough parser on every page of the corpus but the one with a template', () => {
    expect(corpus.filter((html) => agrees(html) !== true).map(reasonFor)).toEqual(['<template>']);
  });

  it('gives that tree or gives up on 1,000 mutated pages, and mostly does not give up for tangled markup', () => {
    const pages = Array.from({ length: 1_000 }, (_, number) =>
      mutated(corpus[number % corpus.length]!, corpus, seededRandom(number)),
    );
    const { same, other } = compared(pages);
    expect(other).toEqual([]);
    expect(same).toBeGreaterThan(800);
  });

  it('gives that tree or gives up on 3,000 soups of tags', () => {
    const soups = Array.from({ length: 3_000 }, (_, number) =>
      tagSoup(seededRandom(number), TANGLING[number % (2 * TANGLING.length)]),
    );
    const { same, other } = compared(soups);
    expect(other).toEqual([]);
    expect(same).toBeGreaterThan(3_000);
  });

  it('reads unclosed, implied, stray and foreign markup alike', () => {
    const pieces = [
      '<p>one<div>two</p>three<h1>four<h2>five</h3><ul><li>1<li>2<ul><li>3</ul></ul><dl><dt>a<dd>b<dt>c</dl>',
      '<p><b>bold<p>still <i>both</b> one</i> none<font size=1><font size=1><font size=1><font size=1><p>x',
      'a<!-- c -->b<table><!-- d --> <td>one<th>two<tr><td>three<tbody></table>after<!-- parts -->texts',
      '<table><form action=a><tr><td><input name=a></form></table><input name=b><form></form>',
      '<table><caption>c<td>x</caption><col><colgroup><col></table><table><tr><table><tr><td>y</table>',
      '<b>1<p>2</b>3<a href=x>4<div>5<a href=y>6</div>7<i><u><s><em><tt><div>8</i>9</div><font><p>x<li></font>y',
      '<a href=1>one<a href=2>two</a><object><b>x</object>y<button>1<button>2</button>',
      '<a href=x><svg viewbox="0 0 1 1"><title>a &amp; b</title><path d=a/><g/><style>a{}</style></svg>y</a>',
      '<noscript><img src=x></noscript><textarea>\n&lt;b> </textarea><select><option>1<option>2<hr></select>',
      '<select><optgroup><option>1</optgroup><div><option>2<select><input><td>x<select><tr></select>',
      '<title>Rooms<&amp;</title><body class=late id=b><html lang=en><link><form><form><input></form>',
      '<script><!-- <script> a </script> b --></script><script><!--></script><script><!-- a </script>x',
      '<style>p > a</style><title>a</title><title>b</title>&copy;&notit;&#150;<a href="?a&copy=1&amp;b&lt">',
      '<input NAME=A name=b VALUE=&quot;x&ltx;y><INPUT Ünï=1 / checked>\r\n<pre>\n\rx</pre><a></a title=">">',
      '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN"><p><table><tr><td>quirks</table>',
      '</p></br></html>late<p>more</body>&nbsp;<!-- x --> </html><!-- y --><i>end',
    ];
    expect(pieces.map((html) => [html, agrees(html)])).toEqual(pieces.map((html) => [html, true]));
  });

  it('gives up, and says why, where elements would have to be moved or what is read is not whole', () => {
    expect(reasonFor('<p>\0</p>')).toBe('a null character');
    expect(reasonFor('<p>one</p><a href="')).toBe('cut off inside a tag');
    expect(reasonFor('<a title="x>y</a>')).toBe('markup without an end');
    expect(reasonFor('<script>x</p>')).toBe('<script> without an end');
    expect(reasonFor('<table><tr><b><td></table>')).toMatch(/^something in a table/);
    expect(reasonFor('<table>x<tr></table>')).toMatch(/^text in a table/);
    expect(reasonFor('<table><p>x</table>')).toMatch(/^something in a table/);
    expect(reasonFor('<svg><p>x')).toBe('an element that ends a drawing');
    expect(reasonFor('<svg><![CDATA[x]]></svg>')).toBe('a CDATA section');
    expect(reasonFor('<template><form></template>')).toBe('<template>');
    expect(reasonFor('<frameset><frame src=a></frameset>')).toBe('a frame set');
    expect(reasonFor('<div>'.repeat(1_000))).toBe('deep nesting');
    expect(reasonFor('x'.repeat(4_000_001))).toBe('longer than is read');
  });

  it('says whether anything on the page could be a form', () => {
    const formLike = (html: string) => parseTree(html, URL_).formLike;
    expect(formLike('<form></form>')).toBe(true);
    expect(formLike('<div role=search><input type=search></div>')).toBe(true);
    expect(
      formLike('<p>text</p><a href=x>y</a><script>"<form>"</script><!-- <form> --><p title="<form>">'),
    ).toBe(false);
    expect(formLike('<template><form></template>')).toBe(false);
    for (const html of corpus) {
      const { formLike: told, ...tree } = parseTree(html, URL_);
      if (told === false) expect(extractForms(tree)).toEqual([]);
    }
  });
});
