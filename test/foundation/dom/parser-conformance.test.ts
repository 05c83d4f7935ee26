import { describe, expect, it } from 'vitest';
import { extractForms } from '../../../src/forms/index.ts';
import { fastParse } from '../../../src/foundation/dom/fast-parser/fast-parse.ts';
import { Unsupported } from '../../../src/foundation/dom/html-parser.ts';
import { parseTree } from '../../../src/foundation/dom/index.ts';
import { seededRandom } from '../../../src/foundation/learning/index.ts';
import { corpusPages, mutated } from '../../forms/mutated-pages.ts';
import { PARSERS, ParserComparison } from './parser-comparison.ts';
import { TANGLING, tagSoup } from './tag-soup.ts';

const URL_ = 'http://a.test/dir/page';
const corpus = corpusPages();

const mutatedPages = (count: number): string[] =>
  Array.from({ length: count }, (_, number) =>
    mutated(corpus[number % corpus.length]!, corpus, seededRandom(number)),
  );
const tagSoups = (count: number): string[] =>
  Array.from({ length: count }, (_, number) =>
    tagSoup(seededRandom(number), TANGLING[number % (2 * TANGLING.length)]),
  );

/** Unclosed, implied, stray and foreign markup. */
const TANGLED = [
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

describe.each(PARSERS)('%s', (_name, parse) => {
  it('reads unclosed, implied, stray and foreign markup as the HTML standard says', () => {
    const { same, different } = new ParserComparison(parse, [true]).addOutlines(TANGLED);
    expect(different).toEqual([]);
    expect(same).toBe(TANGLED.length);
  });

  it('gives the tree of parse5, or says that it does not support the page, on pages, mutated pages and tag soups', () => {
    const comparison = new ParserComparison(parse);
    comparison.addOutlines(corpus).addOutlines(mutatedPages(200)).addOutlines(tagSoups(1_000));
    expect(comparison.different).toEqual([]);
    expect(comparison.same).toBeGreaterThan(1_200);
  });
});

describe('parse5 with our tree', () => {
  it('supports every page', () => {
    const [, [, parse]] = PARSERS as [unknown, (typeof PARSERS)[number]];
    expect(new ParserComparison(parse).addOutlines(mutatedPages(50)).unsupported.size).toBe(0);
  });
});

describe('the fast parser', () => {
  it('gives the whole tree on every page of the corpus but the one with a template', () => {
    const { different, unsupported } = new ParserComparison(fastParse, [true]).addTrees(corpus);
    expect(different).toEqual([]);
    expect([...unsupported]).toEqual([['<template>', 1]]);
  });

  it('gives the whole tree or none on 1,000 mutated pages, and mostly supports tangled markup', () => {
    const { same, different } = new ParserComparison(fastParse).addTrees(mutatedPages(1_000));
    expect(different).toEqual([]);
    expect(same).toBeGreaterThan(800);
  });

  it('gives the whole tree or none on 3,000 tag soups', () => {
    const { same, different } = new ParserComparison(fastParse).addTrees(tagSoups(3_000));
    expect(different).toEqual([]);
    expect(same).toBeGreaterThan(3_000);
  });

  it('says why it does not support a page where elements would have to be moved or what is read is not whole', () => {
    const reasonFor = (html: string): string | undefined => {
      const parsed = fastParse(html, true);
      return parsed instanceof Unsupported ? parsed.message : undefined;
    };
    expect(reasonFor('<p>\0</p>')).toBe('a null character');
    expect(reasonFor('<p>one</p><a href="')).toBe('cut off inside a tag');
    expect(reasonFor('<a title="x>y</a>')).toBe('markup without an end');
    expect(reasonFor('<script>x</p>')).toBe('<script> without an end');
    expect(reasonFor('<table><tr><b><td></table>')).toMatch(/^something in a table/);
    expect(reasonFor('<table>x<tr></table>')).toMatch(/^text in a table/);
    expect(reasonFor('<table><p>x</table>')).toMatch(/^something in a table/);
    expect(reasonFor('<svg><p>x')).toBe('an element that ends an SVG');
    expect(reasonFor('<svg><![CDATA[x]]></svg>')).toBe('a CDATA section');
    expect(reasonFor('<template><form></template>')).toBe('<template>');
    expect(reasonFor('<frameset><frame src=a></frameset>')).toBe('a frame set');
    expect(reasonFor('<div>'.repeat(1_000))).toBe('deep nesting');
    expect(reasonFor('x'.repeat(4_000_001))).toBe('longer than is read');
  });
});

describe('parseTree', () => {
  it('gives the same tree where FIELDFARE_PARSER=parse5 turns the fast parser off', () => {
    const html = '<!doctype html><title>t</title><form><p>one<div>two</p><input name=q></form>';
    const before = parseTree(html, URL_);
    process.env.FIELDFARE_PARSER = 'parse5';
    try {
      expect(parseTree(html, URL_)).toEqual(before);
    } finally {
      delete process.env.FIELDFARE_PARSER;
    }
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
