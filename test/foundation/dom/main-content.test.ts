import { expect, test } from 'vitest';
import { blocksOf, markdownOf, parseTree } from '../../../src/foundation/dom/index.ts';

const page = (body: string, head = '') =>
  parseTree(`<html><head>${head}</head><body>${body}</body></html>`, 'http://a.test/x/');
const links = (...names: string[]) => names.map((name) => `<li><a href="/${name}">${name}</a></li>`).join('');
const MENU = `<div class="site-menu"><ul>${links('Home', 'Shop', 'News', 'About')}</ul></div>`;
const UNMARKED_MENU = `<div><ul>${links('Hammers', 'Saws', 'Drills', 'Nails', 'Screws')}</ul></div>`;
const COOKIES = `<div id="cookie-banner"><p>${'We store little files on your machine to know you again. '.repeat(30)}</p></div>`;
const FOOTER =
  '<div class="footer"><p>Old Harbour Press, 12 Quay Street, printed on recycled paper since 1931.</p></div>';
const TWICE = 'Holds water for eleven cups of tea.';
const said = (n: number, about: string) =>
  Array.from(
    { length: n },
    (_, i) => `${about} was told at some length in sentence ${i} of the long account.`,
  );
const paragraphs = (texts: readonly string[]) => texts.map((text) => `<p>${text} ${text}</p>`).join('');

/** What `get_page` says and what the library takes for content, which hold the same words. */
function readingOf(body: string, head?: string): string {
  const tree = page(body, head);
  const blocks = blocksOf(tree).filter(({ chrome }) => !chrome);
  const words = (text: string) => text.match(/[\p{L}\p{N}]+/gu);
  const markdown = markdownOf(tree).replaceAll(/\]\([^)]*\)/g, ']');
  expect(words(markdown.replaceAll(/^\d+\. /gm, ''))).toEqual(
    words(blocks.map(({ text }) => text).join(' ')),
  );
  return markdown;
}

function expectReading(reading: string, kept: readonly string[], left: readonly string[]): void {
  for (const text of kept) expect(reading).toContain(text);
  for (const text of left) expect(reading).not.toContain(text);
}

test('an article: without menus, cookies, shares, related stories and comments', () => {
  const comment = `<li class="comment"><p>${'I remember that storm well, my uncle was on the pier. '.repeat(4)}</p></li>`;
  const card = '<div class="teaser"><a href="/n"><img src="/n.jpg"> Another storm in the north</a></div>';
  const reading = readingOf(
    `${COOKIES}${MENU}<div class="wrap"><div class="breadcrumbs"><a href="/">Start</a> / <a href="/w">Weather</a></div>
    <h1>The flood of 1953</h1><div class="text">${paragraphs(said(12, 'The night of the flood'))}<h2>Sources</h2><p>Parish records of the harbour.</p></div>
    <div class="share-buttons"><a href="/f">Tell a friend of it</a></div>
    <div><h3>You may also like</h3><ul>${links('Storms of the seventies and after', 'How a dyke is built in a summer')}</ul></div>
    <div class="more">${card.repeat(4)}</div>
    <ol class="comments">${comment.repeat(3)}</ol></div>${FOOTER}`,
    '<meta property="og:type" content="article">',
  );
  expectReading(
    reading,
    ['# The flood of 1953', 'sentence 11', '## Sources', 'Parish records'],
    [
      ...['Shop', 'little files', 'Weather', 'Tell a friend', 'also like', 'Another storm'],
      ...['my uncle', 'Quay Street'],
    ],
  );
});

test('a forum thread: every post, although a class calls them comments and the first is the longest', () => {
  const post = (text: string) =>
    `<div class="comment post"><b>sailor</b><div class="body">${text}</div></div>`;
  const reading = readingOf(
    `${MENU}<h1>Leaking hatch</h1><div class="thread">${post(paragraphs(said(9, 'The leak')))}${post('Try new rubber.')}${post('Rubber worked for me too.')}</div>${FOOTER}`,
  );
  expectReading(
    reading,
    ['Leaking hatch', 'sentence 8', 'Try new rubber', 'worked for me'],
    ['Shop', 'Quay'],
  );
});

test('a product: price, description and specifications, without other products', () => {
  const other =
    '<li class="tile"><a href="/p"><img src="/p.jpg"> Copper kettle</a> <span>€ 31.00</span></li>';
  const reading = readingOf(
    `${UNMARKED_MENU}<div class="columns"><div class="left"><h1>Iron kettle</h1><p>€ 24.50</p></div>
    <div class="right"><p>${'Cast in one piece, enamelled inside, for all stoves. '.repeat(4)}</p></div></div>
    <table><tr><th>Volume</th><td>1.8 l</td></tr><tr><th>Weight</th><td>2.4 kg</td></tr></table>
    <ul>${other.repeat(8)}</ul>${FOOTER}`,
    '<script type="application/ld+json">{"@type": "Product", "name": "Iron kettle"}</script>',
  );
  expectReading(
    reading,
    ['# Iron kettle', '€ 24.50', 'Cast in one piece', '1.8 l', '2.4 kg'],
    ['Copper', 'Saws', 'Quay'],
  );
});

test('a collection: the cards of its goods, whose text is all links', () => {
  const card = (i: number) =>
    `<li class="card"><a href="/p${i}"><img src="/p.jpg"></a><a href="/p${i}"><h3>Kettle of the maker number ${i}</h3> € ${20 + i}.00</a></li>`;
  const reading = readingOf(
    `${MENU}${UNMARKED_MENU}<div class="intro"><h1>Kettles</h1><p>${'Kettles for every stove, in iron, copper and steel. '.repeat(8)}</p></div><div class="grid"><ul>${Array.from({ length: 12 }, (_, i) => card(i)).join('')}</ul></div>${FOOTER}`,
  );
  expectReading(reading, ['Kettles for every', 'number 0', '€ 31.00'], ['Saws', 'Shop', 'Quay']);
});

test('a listing: its entries, with the short links within them', () => {
  const entry = (i: number) =>
    `<div class="entry"><a href="/c${i}">Case ${i}</a><p>Heard before the full bench in spring, appeal ${i} dismissed.</p><p><a href="/t1">tax</a> <a href="/t2">sea</a> <a href="/t3">law</a></p></div>`;
  const reading = readingOf(
    `${MENU}<h1>Cases</h1><div>${Array.from({ length: 9 }, (_, i) => entry(i)).join('')}</div><div class="pagination"><a href="?2">next page of cases</a></div>${FOOTER}`,
  );
  expectReading(reading, ['Case 0', 'appeal 8', 'tax'], ['next page', 'Shop', 'Quay']);
});

test('documentation: code and definitions, without the tree of chapters', () => {
  const reading = readingOf(
    `<div class="sidebar"><ul>${links('Install', 'Set up', 'Run', 'Mend')}</ul></div><main><h1>Run</h1><p>${'Start the engine with its name and a port. '.repeat(5)}</p>
    <pre>engine --port 80</pre><dl><dt>--port</dt><dd>where it listens</dd></dl></main>${FOOTER}`,
  );
  expectReading(reading, ['# Run', 'engine --port 80', 'where it listens'], ['Mend', 'Quay']);
});

test('a service: its sections, in a form that spans the page', () => {
  const section = (name: string) =>
    `<section><h2>${name}</h2><p>We come to your house within a day and ${name.toLowerCase()} what is there.</p></section>`;
  const reading = readingOf(
    `<form>${MENU}<header><div class="logo">Smith and Sons</div></header>${section('Paint')}${section('Plaster')}${section('Clean')}<div class="newsletter">Letters by post every month</div>${FOOTER}</form>`,
  );
  expectReading(reading, ['## Paint', 'plaster what', '## Clean'], ['Shop', 'Letters', 'Quay']);
});

test('the text of an article: without a longer live feed beside it', () => {
  const feed = Array.from(
    { length: 20 },
    (_, i) => `<li><a href="/l${i}">${i}:00</a><p>${said(3, 'The vote').join(' ')}</p></li>`,
  ).join('');
  const reading = readingOf(
    `<div><article><h1>The storm</h1><p>By night editor Lane</p><div class="article-text">${paragraphs(said(4, 'The storm'))}</div></article><aside><ul>${feed}</ul></aside></div>`,
    '<meta property="og:type" content="article">',
  );
  expectReading(reading, ['# The storm', 'The storm was told'], ['night editor', 'The vote']);
});

test('a discussion known by its address: answers, although they are marked as comments', () => {
  const answer = `<div class="comment"><p>${'I had the same with mine, and a new belt helped. '.repeat(4)}</p></div>`;
  const body = `<h1>Belt slips</h1><div>${paragraphs(said(12, 'The belt'))}</div><div class="comments">${answer.repeat(3)}</div>`;
  expect(readingOf(body, '<link rel="canonical" href="https://saw.test/forum/belt-slips">')).toContain(
    'same with mine',
  );
  expect(readingOf(body, '<link rel="canonical" href="https://saw.test/blog/belt-slips">')).not.toContain(
    'same with mine',
  );
});

test('goods in forms of their own stay, and a form that asks for an address goes', () => {
  const card = (i: number) =>
    `<form action="/cart"><a href="/p${i}">Lamp ${i}</a> <b>€ ${i}.50</b><input name="n"></form>`;
  const reading = readingOf(
    `<h1>Lamps</h1><p>${'Lamps for desks and walls, for reading and for work. '.repeat(6)}</p>${Array.from({ length: 9 }, (_, i) => card(i)).join('')}
    <form action="/list">Our letters by post <a href="/p">how</a><input type="email"></form>`,
  );
  expectReading(reading, ['Lamp 8', '€ 3.50'], ['letters by post']);
});

test('a product: without its reviews, how it is sent, and what it says twice', () => {
  const review = `<li><p>${'Bought it for my aunt, who is fond of it every morning. '.repeat(9)}</p></li>`;
  const reading = readingOf(
    `<h1>Iron kettle</h1><p>${'Cast in one piece, enamelled inside, for all stoves. '.repeat(4)}</p><div class="delivery-info">By van within nine days</div><p>${TWICE}</p><div>${TWICE}</div><div class="customer-reviews"><ul>${review.repeat(9)}</ul></div>`,
    '<meta property="og:type" content="product">',
  );
  expectReading(reading, ['# Iron kettle', 'Cast in one piece'], ['my aunt', 'nine days']);
  expect(reading.split(TWICE)).toHaveLength(2);
});

test('a page that tells of forums in its linked data is no discussion', () => {
  const comment = `<div class="comment"><p>${'I had the same with mine, and a new belt helped. '.repeat(4)}</p></div>`;
  expect(
    readingOf(
      `<h1>Belt slips</h1><div>${paragraphs(said(12, 'The belt'))}</div><div class="comments">${comment.repeat(3)}</div>`,
      '<script type="application/ld+json">{"@type": "Article", "description": "Seen in a forum"}</script>',
    ),
  ).not.toContain('same with mine');
});

test('a title in the body is not shown', () => {
  const body = `<title>Of the window</title>${paragraphs(said(3, 'It'))}`;
  expect(readingOf(body)).not.toContain('window');
});

test('documentation: comments in code and linked headings of entries stay', () => {
  const entry = (name: string) =>
    `<section><h4 class="code-header"><a href="#${name}">fn ${name}()</a></h4><pre>let a = 1;<span class="comment">// then ${name}</span></pre><p>Tells what ${name} returns, and what it costs to call it twice.</p></section>`;
  const reading = readingOf(`<h1>Calls</h1>${entry('open')}${entry('close')}${entry('flush')}`);
  expectReading(reading, ['fn close()', '// then flush'], []);
});

test('what is most of a page stays, whatever its name, and so does a page that says little', () => {
  const dish = '<div class="menu-item"><b>Soup</b> of the day with bread and a glass of cider, 7.50</div>';
  expect(readingOf(`<div class="menu">${dish.repeat(5)}</div>`).match(/Soup/g)).toHaveLength(5);
  expect(readingOf('<div class="sidebar"><p>Closed.</p></div>')).toContain('Closed');
});

test('a notice that is hidden, and headings of parts that are left out, are no content', () => {
  const reading = readingOf(
    `<div style="display:none"><p>${'Not for the eyes. '.repeat(9)}</p></div><div>${paragraphs(said(3, 'It'))}</div><div><h2>Places</h2><div class="nav">${links('Here', 'There', 'Nowhere')}</div></div>`,
  );
  expectReading(reading, ['sentence 2'], ['eyes', 'Places', 'There']);
});

test('a page of twenty thousand parts is read in linear time', () => {
  const parts =
    '<h3></h3><div class="nav x"><a href="/a">a</a></div><h2>Related</h2><header><p></p></header>';
  const timeOf = (times: number) => {
    const tree = page(`<div>${parts.repeat(times)}</div>`);
    const start = process.cpuUsage().user;
    markdownOf(tree);
    return process.cpuUsage().user - start;
  };
  timeOf(500);
  expect(timeOf(4_000)).toBeLessThan(40 * Math.max(timeOf(500), 10_000));
});
