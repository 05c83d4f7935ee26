import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  contextOf,
  extractForms,
  FEATURE_NAMES,
  type Form,
  featuresOf,
  judgeForm,
  loadModel,
} from '../../src/forms/index.ts';
import { parseTree, type TreeDocument, type TreeElement } from '../../src/foundation/dom/index.ts';
import { cpuTime } from '../cpu-time.ts';

const URL_HERE = 'http://site.example/page';
const formsOf = (html: string, url = URL_HERE): Form[] => extractForms(parseTree(html, url));
const first = (html: string, url = URL_HERE): Form => formsOf(html, url)[0]!;
const model = loadModel();

describe('extraction', () => {
  const tag = fc.constantFrom(
    ...'form input select option optgroup textarea button label table tr td th div p a h1 legend fieldset datalist template iframe svg'.split(
      ' ',
    ),
  );
  const attribute = fc.constantFrom(
    ' name=q',
    ' name="a[]"',
    ' type=radio',
    ' type=checkbox',
    ' type=hidden',
    ' type=image src=x.gif',
    ' type=submit',
    ' id=i',
    ' form=i',
    ' for=i',
    ' list=i',
    ' action="::"',
    ' action="javascript:x"',
    ' role=search',
    ' hidden',
    ' style="display:none"',
    ' value="'.concat('é"'),
    ' onclick=submit()',
    ' maxlength=99999999999',
    ' aria-labelledby="i i"',
    ' selected',
    ' href=#',
    ' multiple',
  );
  const piece = fc.oneof(
    fc
      .tuple(tag, fc.array(attribute, { maxLength: 4 }))
      .map(([name, attributes]) => `<${name}${attributes.join('')}>`),
    tag.map((name) => `</${name}>`),
    fc.constantFrom('Search', ' ', 'E-mail', '検索', '\u0000', '&amp;', '<', '<!--'),
  );

  it('never fails, whatever the markup, and every form can be judged', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const tree = parseTree(pieces.join(''), URL_HERE);
        const forms = extractForms(tree);
        const context = contextOf(tree, forms);
        forms.forEach((form, i) => {
          expect(form.index).toBe(i);
          expect(form.id).toMatch(/^[0-9a-f]{16}$/);
          expect(form.action).toMatch(/^https?:/);
          const features = featuresOf(form, context);
          expect(features).toHaveLength(FEATURE_NAMES.length);
          expect(features.every((value) => Number.isFinite(value) && value >= 0)).toBe(true);
          judgeForm(form, model, { context });
        });
      }),
      { numRuns: 300 },
    );
  });

  it('finds forms and boxes in open shadow roots and same-origin frames', () => {
    const input = (name: string, owner?: number): TreeElement => ({
      tag: 'input',
      attributes: { name, type: 'search' },
      children: [],
      ...(owner !== undefined && { owner }),
    });
    const framed: TreeDocument = {
      url: 'http://site.example/frame',
      baseUrl: 'http://site.example/deep/',
      title: '',
      language: '',
      root: {
        tag: 'html',
        attributes: {},
        children: [{ tag: 'form', attributes: { action: 'go' }, children: [input('f', 2)], formKey: 2 }],
      },
      truncated: false,
    };
    const page: TreeDocument = {
      ...framed,
      url: URL_HERE,
      baseUrl: URL_HERE,
      root: {
        tag: 'html',
        attributes: {},
        children: [
          {
            tag: 'x-box',
            attributes: {},
            children: [],
            shadow: [{ tag: 'form', attributes: {}, children: [input('s', 1)], formKey: 1 }],
          },
          { tag: 'x-loose', attributes: {}, children: [], shadow: [input('l')] },
          { tag: 'iframe', attributes: {}, children: [], frame: framed },
        ],
      },
    };
    expect(extractForms(page)).toMatchObject([
      { where: { kind: 'shadow', hasFormTag: true }, controls: [{ name: 's' }] },
      { where: { kind: 'shadow', hasFormTag: false }, controls: [{ name: 'l' }] },
      {
        where: { kind: 'frame', frameUrl: 'http://site.example/frame' },
        action: 'http://site.example/deep/go',
        controls: [{ name: 'f' }],
      },
    ]);
  });

  it('takes a box outside any form for a search where its label says so, wherever the label stands', () => {
    const [form] = formsOf('<div><label for=w>Search titles</label></div><p><input id=w placeholder=Word>');
    expect(form).toMatchObject({ where: { hasFormTag: false }, controls: [{ label: 'Search titles' }] });
    expect(formsOf('<div><label for=w>Your word</label></div><p><input id=w placeholder=Word>')).toEqual([]);
    expect(formsOf('<div><label for="">Search titles</label></div><p><input placeholder=Word>')).toEqual([]);
  });

  it('takes a text area of one line for such a box where it, or the button beside it, names a search', () => {
    const box = { where: { hasFormTag: false }, controls: [{ tag: 'textarea', type: 'search' }] };
    const area = '<textarea rows=1 placeholder=Words></textarea>';
    expect(formsOf('<div><textarea rows=1 aria-label="Search titles"></textarea></div>')).toMatchObject([
      box,
    ]);
    expect(formsOf(`<div>${area}<button>Search</button></div>`)).toMatchObject([box]);
    for (const other of [
      `<div>${area}<button>Send</button></div><button>Search</button>`,
      `<div><div>${area}<button>Send</button></div><button>Search</button></div>`,
      '<div><textarea class=search rows=1></textarea><button>Post</button></div>',
      '<div><textarea rows=4 placeholder="Search terms"></textarea><button>Search</button></div>',
    ])
      expect(formsOf(other)).toEqual([]);
  });

  it('keeps to 2,000 forms, 5,000 options, and time in proportion, on pages made to hurt', () => {
    const many = '<form action=/s><input name=q><button>Search</button></form>'.repeat(3_000);
    expect(formsOf(many)).toHaveLength(2_000);
    const options = '<option>x'.repeat(6_000);
    expect(first(`<form><select name=s>${options}</select></form>`).controls[0]?.options).toHaveLength(5_000);
    const deep = `${'<div>'.repeat(50_000)}<form><input name=q>`;
    expect(first(deep).controls).toHaveLength(1);
    const loose = '<div><input name=q placeholder=Search><button>Go</button></div>'.repeat(20_000);
    const big = `<form><input name=q>${'<p>word <b>word</b> word</p>'.repeat(300_000)}</form>`;
    for (const html of [loose, big]) {
      const tree = parseTree(html, URL_HERE);
      const start = cpuTime();
      const forms = extractForms(tree);
      expect(cpuTime() - start).toBeLessThan(5_000);
      expect(forms.length).toBeLessThanOrEqual(2_000);
      expect(forms[0]!.text.length).toBeLessThanOrEqual(2_000);
    }
  });
});

describe('the identity of a form', () => {
  const page = (token: string, selected: string, action = '/search;jsessionid=AB12?sid=99') => `
    <form action="${action}" method="post">
      <input type="hidden" name="csrf" value="${token}"><input type="hidden" name="__VIEWSTATE_${token}" value="${token}">
      <input name="q" value="${token}"><input name="field_${token}">
      <select name="cat"><option value="a" ${selected === 'a' ? 'selected' : ''}>A</option><option value="b" ${selected === 'b' ? 'selected' : ''}>B</option></select>
      <input type="radio" name="r" value="1" ${selected === 'a' ? 'checked' : ''}><input type="radio" name="r" value="2">
      <button name="go">Search</button></form>`;
  const token = fc.uuid();

  it('does not change with tokens, sessions, choices, or the page of the site it stands on', () => {
    fc.assert(
      fc.property(token, token, (one, other) => {
        const here = first(page(one, 'a'), 'http://www.site.example/a/b?x=1');
        const there = first(
          page(other, 'b', `/search;jsessionid=${one}?sid=${other}`),
          'https://site.example/other',
        );
        expect(here.id).toBe(there.id);
      }),
    );
  });

  it('does not change with the page for forms that post the page back to itself', () => {
    const aspnet = (file: string): string =>
      `<form method=post action="./${file}"><input type=hidden name=__VIEWSTATE value=x><input name=q></form>`;
    expect(first(aspnet('a.aspx?id=1'), 'http://site.example/a.aspx').id).toBe(
      first(aspnet('b.aspx?id=2'), 'http://site.example/b.aspx').id,
    );
    expect(first('<form><input name=q></form>', 'http://site.example/a').id).toBe(
      first('<form><input name=q></form>', 'http://site.example/b').id,
    );
  });

  it('changes with method, address, names, types, options and site', () => {
    const base = '<form action=/s><input name=q><select name=c><option>1<option>2</select></form>';
    const others = [
      base.replace('action=/s', 'action=/t'),
      base.replace('<form', '<form method=post'),
      base.replace('name=q', 'name=w'),
      base.replace('name=q', 'name=q type=email'),
      base.replace('<option>2', '<option>3'),
      base.replace('</form>', '<input name=more></form>'),
      base.replace(/<\/?form[^>]*>/g, '').replace('<input', '<div role=search><input'),
    ];
    const ids = [
      first(base).id,
      first(base, 'http://elsewhere.example/').id,
      ...others.map((html) => first(html).id),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });
});
