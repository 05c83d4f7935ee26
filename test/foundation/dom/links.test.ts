import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  followableLinks,
  headerSaysNofollow,
  linksOf,
  parseTree,
  type TreeDocument,
  textOf,
} from '../../../src/foundation/dom/index.ts';

const HERE = 'http://a.test/dir/page';
const urls = (html: string, url = HERE): string[] => linksOf(parseTree(html, url)).map((link) => link.url);
const anchors = (html: string): string[] => linksOf(parseTree(html, HERE)).map((link) => link.anchor);

describe('links of a page', () => {
  it('leave out routes that act', () => {
    expect(
      urls('<a href="#/items/7">I</a><a href="#/logout">L</a><a href="#!/items/delete/7">D</a>'),
    ).toEqual(['http://a.test/dir/page#/items/7']);
  });

  it('keep the fragment that is a page of an application', () => {
    expect(
      urls('<a href="#/books">B</a><a href="/app#!/books/7">C</a><a href="#top">T</a><a href="/x#/">X</a>'),
    ).toEqual([
      'http://a.test/dir/page#/books',
      'http://a.test/app#!/books/7',
      'http://a.test/dir/page',
      'http://a.test/x',
    ]);
  });

  it('are found in anchors, areas, frames, drawings and refreshes, in document order', () => {
    expect(
      urls(`<meta http-equiv=Refresh content=" 5 ; URL='/refreshed' "><nav><a href=x>x</a></nav>
        <map><area href=/area></map><iframe src=/frame></iframe><svg><a xlink:href=/drawn></a><a href=/too></a></svg>
        <noscript><a href=/unseen></a></noscript><template><a href=/kept></a></template>`),
    ).toEqual([
      ...['http://a.test/refreshed', 'http://a.test/dir/x', 'http://a.test/area', 'http://a.test/frame'],
      ...['http://a.test/drawn', 'http://a.test/too'],
    ]);
  });

  it('know what stands beside them, but not in menus', () => {
    const around = linksOf(
      parseTree(
        `<nav>Where to go: <a href=/menu>Home</a></nav>
        <p>Rare maps are found in the <a href=/maps><b>map</b> room</a>, open on weekdays to all readers.</p>
        <ul><li><a href=/bare>Contact</a></ul>`,
        HERE,
      ),
    ).map((link) => link.around);
    expect(around).toEqual(['', 'Rare maps are found in the , open on weekdays to all readers.', '']);
  });

  it('are resolved as browsers do, broken bases and addresses included', () => {
    const link = '<a href="y?a=1#frag">y</a>';
    expect(urls(`<base href="/b/">${link}`)).toEqual(['http://a.test/b/y?a=1']);
    expect(urls(`<base href="http://["><base href="/late/">${link}`)).toEqual(['http://a.test/dir/y?a=1']);
    expect(urls(`<base target=x><base href="//other.test/p/">${link}`)).toEqual([
      'http://other.test/p/y?a=1',
    ]);
    expect(urls(`<base href="javascript:alert(1)">${link}`)).toEqual(['http://a.test/dir/y?a=1']);
    expect(
      urls('<a href="  \n/sp ace\t ">x</a><a href="HTTP://B.TEST:80/">x</a><a href=?q>x</a><a href="">x</a>'),
    ).toEqual(['http://a.test/sp%20ace', 'http://b.test/', 'http://a.test/dir/page?q', HERE]);
  });

  it('are none where there is nothing to fetch', () => {
    const none = [
      ...['javascript:void(0)', 'JAVASCRIPT:x', 'mailto:a@b', 'tel:1', 'data:text/html,x', 'ftp://a/'],
      ...['http://', 'http://[', 'about:blank', 'blob:http://a.test/1', `/${'x'.repeat(5_000)}`],
    ];
    for (const href of none) expect([href, urls(`<a href="${href}">x</a>`)]).toEqual([href, []]);
    expect(urls('<a name=top>x</a><a>y</a><iframe></iframe><meta http-equiv=refresh content=5>')).toEqual([]);
  });

  it('are left alone where the page asks for it', () => {
    expect(
      urls('<a rel="external NoFollow" href=/x>x</a><a href=/y download>y</a><a rel=nofollows href=/z>z</a>'),
    ).toEqual(['http://a.test/z']);
    for (const content of ['nofollow', 'noindex, NOFOLLOW', 'none']) {
      expect(urls(`<meta name=Robots content="${content}"><a href=/x>x</a>`)).toEqual([]);
    }
    expect(urls('<meta name=robots content="index,follow"><a href=/x>x</a>')).toHaveLength(1);
    expect(urls('<body><p>text</p><meta name=robots content=nofollow><a href=/x>x</a>')).toHaveLength(1);
  });

  it('are found all the same where nofollow need not be obeyed, and counted where it is', () => {
    const tree = (html: string) => parseTree(html, HERE);
    const marked = tree('<a rel=nofollow href=/x>x</a><a rel=nofollow href=/y>y</a><a href=/y>y</a>');
    expect(followableLinks(marked, { obey: true })).toMatchObject({
      links: [{ url: 'http://a.test/y' }],
      nofollow: { page: null, links: 1 },
    });
    expect(followableLinks(marked, { obey: false })).toMatchObject({
      links: [{ url: 'http://a.test/x' }, { url: 'http://a.test/y' }],
      nofollow: { page: null, links: 0 },
    });
    const whole = tree('<meta name=robots content=nofollow><a href=/x>x</a><a rel=nofollow href=/y>y</a>');
    expect(followableLinks(whole, { obey: true })).toEqual({
      links: [],
      nofollow: { page: 'meta', links: 2 },
    });
    expect(followableLinks(whole, { obey: false }).links).toHaveLength(2);
    // A limit of previews is not a wish about links.
    expect(urls('<meta name=robots content="index, max-image-preview:none"><a href=/x>x</a>')).toHaveLength(
      1,
    );
  });

  it('are forbidden by a header that speaks to everyone or to us', () => {
    const says = (...values: string[]) => headerSaysNofollow(values, 'Fieldfare');
    for (const value of [
      ...['nofollow', 'noindex, NOFOLLOW', 'none', 'fieldfare: nofollow', 'a: index, fieldfare: none'],
    ])
      expect([value, says(value)]).toEqual([value, true]);
    for (const value of ['noindex', 'otherbot: noindex, nofollow', 'max-image-preview: none', ''])
      expect([value, says(value)]).toEqual([value, false]);
    expect(says('otherbot: none', 'nofollow')).toBe(true);
  });

  it('are not followed where asking does something', () => {
    const acting = [
      ...['/logout', '/user/log-out', '/?action=logout', '/signout.php', '/cart/add/5', '/?add-to-cart=12'],
      ...['/item/3/delete', '/?do=delete&id=3', '/delete-account', '/remove_item?id=1', '/checkout'],
      ...['/newsletter/unsubscribe', '/post/9/vote', '/addtocart.aspx?id=1', '/wishlist/add/5', '/like/7'],
      ...['/user/9/unfollow', '/konto/abmelden', '/warenkorb/add?id=3'],
    ];
    for (const href of acting) expect([href, urls(`<a href="${href}">x</a>`)]).toEqual([href, []]);
    const harmless = [
      ...['/how-to-remove-stains', '/books-like-dune', '/what-will-follow', '/wishlist'],
      ...['/blog/votes-for-women', '/deleted-scenes', '/books/checkouts', '/wiki/Logoutology'],
      ...['/guides/when-to-delete-a-file', '/catalog'],
    ];
    for (const href of harmless) expect([href, urls(`<a href="${href}">x</a>`).length]).toEqual([href, 1]);
    expect(
      urls('<a href=/session/end>Log out</a><a href=/x/9>Delete</a><a href=/films/1>Delete me not</a>'),
    ).toEqual(['http://a.test/films/1']);
  });

  it('are pages, not files', () => {
    expect(
      urls(
        '<a href=/a.PDF>x</a><a href="/b.jpg?x=1">x</a><a href=/c.html>x</a><a href="/d?file=x.pdf">x</a><a href=/e.xml>x</a><a href=/f.php>x</a>',
      ),
    ).toEqual(['http://a.test/c.html', 'http://a.test/d?file=x.pdf', 'http://a.test/f.php']);
  });

  it('carry what a reader sees of them, first telling anchor first', () => {
    expect(
      anchors(`<a href=/1> Two   <b>words</b><script>no</script></a><a href=/2 aria-label=label title=t></a><a href=/3 title=title></a>
        <a href=/4><img alt=picture></a><a href=/5></a><a href=/5>later</a><a href=/1>other</a><a href=/6>${'long '.repeat(100)}</a>`),
    ).toEqual(['Two words', 'label', 'title', 'picture', 'later', 'long '.repeat(24)]);
  });

  it('of frames are relative to the frame', () => {
    const frame = parseTree('<a href=inner>x</a>', 'http://a.test/frames/one');
    const page = parseTree('<iframe src=/frames/one></iframe>', HERE);
    const graft = (node: TreeDocument['root']): TreeDocument['root'] => ({
      ...node,
      children: node.children.map((child) => (typeof child === 'string' ? child : graft(child))),
      ...(node.tag === 'iframe' && { frame }),
    });
    const links = linksOf({ ...page, root: graft(page.root) }).map(({ url }) => url);
    expect(links).toEqual(['http://a.test/frames/one', 'http://a.test/frames/inner']);
  });

  it('are web addresses without fragment, each once, whatever the page', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<a href=',
        '<area href=',
        '<base href=',
        '"',
        "'",
        '>',
        '</a>',
        '<iframe src=',
        'javascript:',
        '//',
        '?',
        '#',
        ' rel=nofollow',
        '<meta http-equiv=refresh content=0;',
        '<svg>',
        '&amp;',
      ),
      fc.webUrl(),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const found = urls(pieces.join(''));
        expect(new Set(found).size).toBe(found.length);
        for (const url of found) expect(url).toMatch(/^https?:\/\/[^#]+$/);
      }),
      { numRuns: 300, seed: 7 },
    );
  });
});

describe('four million characters of hostile markup', () => {
  const N = 4_000_000;
  const fill = (piece: string, length = N): string => piece.repeat(Math.floor(length / piece.length));
  const many = (count: number, piece: (i: number) => string): string =>
    Array.from({ length: count }, (_, i) => piece(i)).join('');
  const pages: Record<string, () => string> = {
    'links without end': () => fill('<a href=/x>y'),
    'different links': () => many(200_000, (i) => `<a href=/${i}>y</a>`),
    'addresses that are none': () => many(200_000, (i) => `<a href="http://[${i}">`),
    'links in links, no text': () => `<svg>${many(500, (i) => `<a href=/${i}>`)}${fill('<g/>', 1_500_000)}`,
    'links in links, one blank text': () =>
      `<svg>${many(500, (i) => `<a href=/${i}>`)}${fill(' ', 3_900_000)}`,
    'a blank refresh': () => `<meta http-equiv=refresh content="${fill(' ', N - 100)}">`,
    'a blank rel': () => `<a rel="${fill(' x', N - 100)}" href=/>x</a>`,
    'deep nesting': () => fill('<div>'),
    'formatting opened anew': () => many(100_000, (i) => `<b id=${i}>`) + fill('<p>', 2_000_000),
    'radio buttons': () => fill('<input type=radio name=a checked>'),
    'one word': () => fill('x'),
  };

  it('costs a bounded time to read', { timeout: 120_000 }, () => {
    for (const [name, page] of Object.entries(pages)) {
      const html = page();
      const began = cpuMs();
      const tree = parseTree(html, HERE);
      const parsed = cpuMs();
      const links = linksOf(tree);
      const text = textOf(tree.root);
      const read = cpuMs();
      expect.soft(parsed - began, `parsing ${name}`).toBeLessThan(15_000);
      expect.soft(read - parsed, `reading ${name}`).toBeLessThan(1_000);
      expect(links.length).toBeLessThanOrEqual(5_000);
      expect(text.length).toBeLessThanOrEqual(100_000);
    }
  });
});

/** Time on a core: on a busy machine the clock on the wall says nothing. */
const cpuMs = (): number => process.cpuUsage().user / 1_000;
