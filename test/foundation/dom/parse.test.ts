import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { Tokenizer } from 'parse5';
import { describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { contextOf, extractForms, judgeForm, loadModel } from '../../../src/forms/index.ts';
import { fastParse } from '../../../src/foundation/dom/fast-parser/fast-parse.ts';
import { Unsupported } from '../../../src/foundation/dom/html-parser.ts';
import {
  elementsOf,
  isElement,
  packTree,
  parseTree,
  type TreeDocument,
  type TreeElement,
  textOf,
  unpackTree,
} from '../../../src/foundation/dom/index.ts';
import { foldSpaces } from '../../../src/foundation/dom/tree.ts';
import { seededRandom } from '../../../src/foundation/learning/index.ts';
import { corpusPages, mutated } from '../../forms/mutated-pages.ts';
import { PARSERS, ParserComparison } from './parser-comparison.ts';
import { TANGLING, tagSoup } from './tag-soup.ts';

const URL_ = 'http://a.test/dir/page';
const find = (tree: TreeDocument, id: string): TreeElement =>
  [...elementsOf(tree.root)].find(({ attributes }) => attributes.id === id)!;

describe('a parsed page', () => {
  it('has its title, language and base', () => {
    const tree = parseTree(
      '<html lang=de-AT><svg><title>shape</title></svg><base href=../x/><title> a \n b </title>',
      URL_,
    );
    expect(tree).toMatchObject({
      title: 'a b',
      language: 'de-AT',
      baseUrl: 'http://a.test/x/',
      url: URL_,
      truncated: false,
    });
    expect(parseTree('', 'not an address')).toMatchObject({
      title: '',
      language: '',
      baseUrl: 'not an address',
    });
    expect(parseTree('<base href=/x>', 'not an address').baseUrl).toBe('not an address');
  });

  it('holds a control by its owner, not by where it stands', () => {
    const tree = parseTree(
      '<form id=f><table><tr><form><td><input id=a></form></table></form><input id=b form=f><input id=c form=none>',
      URL_,
    );
    expect([find(tree, 'a').owner, find(tree, 'b').owner, find(tree, 'c').owner]).toEqual([0, 0, undefined]);
    const early = parseTree('<form><div></form><input id=in></div></form><input id=out>', URL_);
    expect([find(early, 'in').owner, find(early, 'out').owner]).toEqual([0, undefined]);
  });

  it('holds no forms of templates, drawings and, with scripts, noscript', () => {
    const html =
      '<template><form></form></template><svg><form></form></svg><noscript><form></form></noscript>';
    const keys = (tree: TreeDocument) =>
      [...elementsOf(tree.root)].filter(({ formKey }) => formKey !== undefined);
    expect(keys(parseTree(html, URL_))).toHaveLength(0);
    expect(keys(parseTree(html, URL_, { scripting: false }))).toHaveLength(1);
  });

  it('knows the one chosen of several that the markup chooses', () => {
    const tree = parseTree(
      '<select><option id=a selected><option id=b selected></select><input id=c type=radio name=r checked><input id=d type=radio name=r checked>',
      URL_,
    );
    expect(['a', 'b', 'c', 'd'].map((id) => find(tree, id).checked)).toEqual([
      false,
      undefined,
      false,
      undefined,
    ]);
  });

  it('tells hidden elements by their own markup', () => {
    const tree = parseTree(
      '<i id=a hidden></i><i id=b style="color:red; DISPLAY : none"></i><i id=c style="left:-9999px"></i><input id=d type=HIDDEN><i id=e style="opacity:0.5"></i><i id=f style="opacity:0"></i><i id=g style="--display:none-such"></i>',
      URL_,
    );
    expect(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => find(tree, id).hidden)).toEqual([
      ...['attribute', 'style', 'offscreen', 'type', undefined, 'style', undefined],
    ]);
  });

  it('says so when it is cut', () => {
    expect(parseTree('<p>x'.repeat(10), URL_).truncated).toBe(false);
    expect(parseTree('<i></i>'.repeat(500_000), URL_).truncated).toBe(true);
    expect(parseTree(`${'x'.repeat(4_000_001)}`, URL_).truncated).toBe(true);
  });

  it('is never nested deeper than a reader can bear, and loses nothing by it', () => {
    const tree = parseTree(`${'<div>'.repeat(5_000)}<form id=f><input id=i></form>`, URL_);
    let deepest = 0;
    const stack: [TreeElement, number][] = [[tree.root, 1]];
    for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
      deepest = Math.max(deepest, top[1]);
      for (const child of top[0].children) if (isElement(child)) stack.push([child, top[1] + 1]);
    }
    expect(deepest).toBeLessThanOrEqual(520);
    expect(find(tree, 'i').owner).toBe(0);
    expect(JSON.parse(JSON.stringify(tree))).toMatchObject({ truncated: false });
  });

  it('is a tree for any text whatever, and its forms are numbered in order', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...'<form>,</form>,<form id=f>,<input form=f>,<input>,<table>,<tr>,<td>,</table>,<select>,<option selected>,</select>,<b>,</b>,<p>,<a href=x>,<svg>,<math>,<template>,</template>,<!--,-->,<script>,</script>,<textarea>,<title>,<frameset>,<body>,</html>,<noscript>,&lt;,<base href=x>'.split(
          ',',
        ),
      ),
      fc.string(),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const tree = parseTree(pieces.join(''), URL_);
        const elements = [...elementsOf(tree.root)];
        const keys = elements.flatMap(({ formKey }) => formKey ?? []);
        expect(keys).toEqual(keys.map((_, i) => i));
        for (const { owner } of elements) if (owner !== undefined) expect(owner).toBeLessThan(keys.length);
        expect(textOf(tree.root)).not.toMatch(/^\s|\s$|\s\s/);
      }),
      { numRuns: 500, seed: 11 },
    );
  });
});

const CORPUS = join(import.meta.dirname, '../../fixtures/pages');
const page = { url: 'http://a.test/', baseUrl: 'http://a.test/', title: 'T', language: '', truncated: false };

test('a string stands in a packed tree once, and structure is numbers', () => {
  const cell = { tag: 'td', attributes: { class: 'td' }, children: ['td'] };
  const root = { tag: 'tr', attributes: {}, children: [cell, cell, '"'] };
  const packed = packTree({ ...page, root });
  // Strings: 0 #document, 1 tr, 2 td, 3 class, 4 ". A tag is 2n + 2, a text 2n + 1, in an attribute n + 1; 0 closes.
  const td = '6 4 3 0 5 0';
  expect(packed.split('\n')).toEqual([
    `2 0 4 0 ${td} ${td} 9 0 0`,
    '9 2 2 5 1',
    JSON.stringify([[0, page]]),
    '#documenttrtdclass"',
  ]);
});

test('a packed tree is the tree again: frames, shadow roots, states of controls, lone surrogates and newlines too', () => {
  const field = {
    tag: 'input',
    attributes: { name: 'q' },
    children: [],
    owner: 0,
    box: { x: 1, y: 2, width: 3, height: 4 },
    value: 'typed\n"so"',
    hidden: 'size' as const,
  };
  const form = { tag: 'form', attributes: {}, children: [field, 'go\n', '\ud83d', ''], formKey: 0 };
  const framed: TreeDocument = {
    ...page,
    title: 'inner',
    root: { tag: 'html', attributes: {}, children: [form] },
  };
  const host = { tag: 'x-host', attributes: {}, children: ['light'], shadow: ['shade', form] };
  const frame = { tag: 'iframe', attributes: { src: '/f' }, children: [], frame: framed };
  const tree: TreeDocument = {
    ...page,
    root: { tag: 'html', attributes: { lang: 'en' }, children: [host, frame] },
  };
  expect(unpackTree(packTree(tree))).toEqual(tree);
});

test('every page of the corpus is the same after packing', () => {
  for (const name of readdirSync(CORPUS)) {
    const file = join(CORPUS, name, 'page.html');
    if (!existsSync(file)) continue;
    const tree = parseTree(readFileSync(file, 'utf8'), 'http://a.test/');
    expect(unpackTree(packTree(tree))).toEqual(JSON.parse(JSON.stringify(tree)));
  }
});

test('a damaged packed tree is refused', () => {
  const packed = packTree({ ...page, root: { tag: 'p', attributes: {}, children: ['words'] } });
  expect(() => unpackTree(packed.replace(/^2 0 4/, '2 0 99'))).toThrow(/damaged/);
  expect(() => unpackTree('1 2 3')).toThrow(/damaged/);
});

test('white space of every kind is folded to single spaces, and nothing else is', () => {
  const wrong: number[] = [];
  for (let code = 0; code <= 0xffff; code++) {
    const text = `a${String.fromCharCode(code)}b`;
    if (foldSpaces(text) !== text.replace(/\s+/g, ' ')) wrong.push(code);
  }
  expect(wrong).toEqual([]);
  expect(foldSpaces('two  spaces, one \n\t line break, and  a no-break space\u00a0'.repeat(2))).toBe(
    'two spaces, one line break, and a no-break space '.repeat(2),
  );
  expect(foldSpaces(' as it is ')).toBe(' as it is ');
});

interface Expected {
  readonly why: string;
  readonly url: string;
  /** One entry a form, in order; each names only what the case is about. */
  readonly forms: readonly (Record<string, unknown> & { readonly verdict?: Record<string, unknown> })[];
}

const model = loadModel();
const PAGES = resolve(import.meta.dirname, '../../fixtures/pages');
const cases = readdirSync(PAGES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
const file = (name: string, part: string): string => readFileSync(`${PAGES}/${name}/${part}`, 'utf8');

describe('the page corpus', () => {
  it('holds at least 60 cases', () => {
    expect(cases.length).toBeGreaterThanOrEqual(60);
  });

  for (const { name } of cases) {
    const expected = JSON.parse(file(name, 'expected.json')) as Expected;
    it(`${name}: ${expected.why}`, () => {
      const tree = parseTree(file(name, 'page.html'), expected.url);
      const forms = extractForms(tree);
      expect(forms).toHaveLength(expected.forms.length);
      expected.forms.forEach(({ verdict, ...facts }, i) => {
        const form = forms[i]!;
        expect(form).toMatchObject({ ...facts, index: i });
        if (verdict) {
          expect(judgeForm(form, model, { context: contextOf(tree, forms) })).toMatchObject(verdict);
        }
      });
    });
  }
});

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
  it('gives the same tree where FIELDFARE_PARSER=parse5 has parse5 read it', () => {
    const html = '<!doctype html><title>t</title><form><p>one<div>two</p><input name=q></form>';
    const read = vi.spyOn(Tokenizer.prototype, 'write');
    onTestFinished(() => read.mockRestore());
    const before = parseTree(html, URL_);
    expect(read).not.toHaveBeenCalled();
    vi.stubEnv('FIELDFARE_PARSER', 'parse5');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(parseTree(html, URL_)).toEqual(before);
    expect(read).toHaveBeenCalled();
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
