import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  elementsOf,
  isElement,
  parseTree,
  type TreeDocument,
  type TreeElement,
  textOf,
} from '../../../src/foundation/dom/index.ts';

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
      'attribute',
      'style',
      'offscreen',
      'type',
      undefined,
      'style',
      undefined,
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
