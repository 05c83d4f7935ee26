import { describe, expect, it } from 'vitest';
import { readTemplate } from '../../src/forms/extraction/announced.ts';
import {
  descriptionsOf,
  extractForms,
  pageWithAnnounced,
  readDescription,
  searchActionsOf,
  searchLinksOf,
  withAnnounced,
} from '../../src/forms/index.ts';
import { parseTree } from '../../src/foundation/dom/index.ts';

const HERE = 'https://lib.test/start/page';
const tree = (html: string) => parseTree(html, HERE);
const json = (data: unknown) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`;

describe('a template', () => {
  const read = (template: string) => readTemplate(template, 'searchTerms', HERE);

  it('gives the parameter that is asked by, and what goes with it', () => {
    expect(read('https://lib.test/find?lang=en%20gb&q={searchTerms}&p={startPage?}&n={count}')).toEqual({
      action: 'https://lib.test/find',
      parameter: 'q',
      fixed: [
        ['lang', 'en gb'],
        ['n', '20'],
      ],
    });
    expect(read('?q=%7BsearchTerms%7D')?.action).toBe('https://lib.test/start/page');
    expect(read('/find{?searchTerms}')?.parameter).toBe('searchTerms');
  });

  it('is left alone where a form could not ask by it', () => {
    for (const template of [
      ...['https://lib.test/find/{searchTerms}', 'https://lib.test/find?q=in:{searchTerms}'],
      ...['https://lib.test/find?q={searchTerms}&key={geo:box}', 'https://lib.test/find?q=x'],
      'ftp://lib.test/find?q={searchTerms}',
      ...[`https://lib.test/find?q={searchTerms}&x=${'x'.repeat(3_000)}`, ''],
    ])
      expect([template, read(template)]).toEqual([template, undefined]);
  });
});

describe('links to answers', () => {
  const found = (...hrefs: string[]) =>
    searchLinksOf(tree(hrefs.map((href) => `<a href="${href}">x</a>`).join(''))).map(
      ({ action, parameter, fixed }) => `${action} ${parameter} ${JSON.stringify(fixed)}`,
    );

  it('are a search where they differ in what they ask for', () => {
    expect(found('/search?q=oak&in=trees', '/search?q=elm&in=trees')).toEqual([
      'https://lib.test/search q [["in","trees"]]',
    ]);
    expect(found('/suche?s=oak', '/suche?s=elm')).toEqual(['https://lib.test/suche s []']);
    expect(found('?keyword=oak', '?keyword=elm')).toEqual(['https://lib.test/start/page keyword []']);
  });

  it('are none where one parameter does not ask, or only one answer is linked', () => {
    expect(found('/search?q=oak', '/search?q=Oak&amp;', '/search?q=oak&page=2')).toEqual([]);
    expect(found('/list?page=2', '/list?page=3', '/list?sort=price', '/list?sort=name')).toEqual([]);
    expect(found('/?s=oak', '/?s=elm')).toEqual([]);
    expect(found('/cart/add?q=oak', '/cart/add?q=elm')).toEqual([]);
  });
});

it('an OpenSearch description may have its parameters as elements', () => {
  const xml = `<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/"><ShortName>Lib</ShortName>
<Url type="text/html" template="https://lib.test/find"><Param name="lang" value="en gb"/><Param name="q" value="{searchTerms}"/></Url></OpenSearchDescription>`;
  expect(readDescription(xml, HERE)).toMatchObject({ parameter: 'q', fixed: [['lang', 'en gb']] });
});

describe('a SearchAction', () => {
  const found = (html: string) =>
    searchActionsOf(tree(html)).map(({ action, parameter }) => `${action} ${parameter}`);

  it('is read wherever a page puts it', () => {
    const target = 'https://lib.test/find?q={term}';
    const input = 'required name=term';
    const action = { '@type': 'SearchAction', target, 'query-input': input };
    const said = [
      json({ '@type': 'WebSite', potentialAction: action }),
      json({
        '@graph': [
          { '@type': 'Person' },
          { '@type': 'https://schema.org/WebSite', potentialAction: [action] },
        ],
      }),
      json([
        {
          '@type': 'WebSite',
          potentialAction: { ...action, target: { '@type': 'EntryPoint', urlTemplate: target } },
        },
      ]),
      json({
        ...action,
        'query-input': { '@type': 'PropertyValueSpecification', valueName: 'term', valueRequired: true },
      }),
      json({ ...action, 'query-input': undefined }),
      json({
        '@graph': [
          { '@type': 'WebSite', potentialAction: { '@id': '#find' } },
          { '@id': '#find', ...action },
        ],
      }),
      `<div itemscope itemtype="https://schema.org/WebSite"><div itemprop="potentialAction" itemscope itemtype="https://schema.org/SearchAction">
        <meta itemprop="target" content="${target}"><meta itemprop="query-input" content="${input}"></div></div>`,
    ];
    for (const html of said) expect([html, found(html)[0]]).toEqual([html, 'https://lib.test/find q']);
  });

  it('that is broken, endless or hostile is no search', () => {
    const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
    for (const code of [
      ...['{', '[]', 'null', '1', deep],
      ...['{"@type":"SearchAction"}', '{"@type":"SearchAction","target":["javascript:x?q={q}",{},7]}'],
    ])
      expect(found(`<script type="application/ld+json">${code}</script>`)).toEqual([]);
  });
});

describe('an OpenSearch description', () => {
  const told = (urls: string) =>
    readDescription(
      `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e "boom">]><OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/"><ShortName>Lib &amp; co</ShortName>${urls}</OpenSearchDescription>`,
      'https://lib.test/os.xml',
    );

  it('gives its search for pages, and neither feeds nor suggestions', () => {
    expect(
      told(
        `<Url type="application/x-suggestions+json" template="/s?q={searchTerms}"/><Url type="application/rss+xml" template="/f?q={searchTerms}"/>
        <Url type="text/html" method="post" template="/p?q={searchTerms}"/><Url type="text/html" template="/find?a=1&amp;q={searchTerms}"/>`,
      ),
    ).toEqual({
      by: 'opensearch',
      action: 'https://lib.test/find',
      parameter: 'q',
      fixed: [['a', '1']],
      title: 'Lib & co',
    });
    expect(told('')).toBeUndefined();
    expect(
      readDescription('<html><Url type="text/html" template="/find?q={searchTerms}"/></html>', HERE),
    ).toBeUndefined();
  });

  it('is linked to from pages', () => {
    expect(
      descriptionsOf(
        tree(
          '<link rel=search href=/a><link rel="Search" type="application/opensearchdescription+xml" href=/os.xml>',
        ),
      ),
    ).toEqual(['https://lib.test/os.xml']);
  });
});

describe('an announced search', () => {
  const announced = {
    by: 'opensearch',
    action: 'https://lib.test/find',
    parameter: 'q',
    fixed: [['a', '1']],
    title: 'The library',
  } as const;

  it('is the visible form that asks the same, where there is one', () => {
    const page = tree('<form action="/find"><input name=q><input name=year></form>');
    const [form, another] = withAnnounced(extractForms(page), page, [announced]);
    expect([form?.where.announced, form?.where.unseen, another]).toEqual([
      'opensearch',
      undefined,
      undefined,
    ]);
  });

  it('is the one box that gives the same command by another name', () => {
    const both = (html: string) => withAnnounced(extractForms(tree(html)), tree(html), [announced]).length;
    expect(both('<form action="/find"><input type=hidden name=a value=1><input name=words></form>')).toBe(1);
    expect(both('<form action="/find"><input type=hidden name=a value=2><input name=words></form>')).toBe(2);
    expect(
      both('<form action="/find"><input type=hidden name=a value=1><input name=w><input name=v></form>'),
    ).toBe(2);
  });

  it('is a form of its own elsewhere, and can be written into its page to be sent', () => {
    const page = tree('<body><form action="/find" method=post><input name=q></form><p>text</p>');
    const [, form] = withAnnounced(extractForms(page), page, [announced]);
    expect(form).toMatchObject({
      action: 'https://lib.test/find',
      method: 'get',
      where: { announced: 'opensearch', unseen: true },
      controls: [
        { name: 'a', type: 'hidden', value: '1' },
        { name: 'q', type: 'search', domain: 'open', label: 'The library' },
      ],
    });
    if (form === undefined) throw new Error('no form');
    const written = extractForms(pageWithAnnounced(page, form));
    expect(written.map(({ id }) => id)).toContain(form.id);
    expect(written).toHaveLength(2);
  });
});

it('what a form is for agents names its controls where nothing else does', () => {
  const [form] = extractForms(
    tree(
      '<form toolname="find-car" tooldescription="Find a car by make"><input name=m1 toolparamtitle="Make of the car"></form>',
    ),
  );
  expect([form?.ariaLabel, form?.controls[0]?.label, form?.controls[0]?.labelSource]).toEqual([
    'Find a car by make',
    'Make of the car',
    'tool',
  ]);
});
