import { expect, test } from 'vitest';
import { extractForms, type Form } from '../../src/forms/index.ts';
import { parseTree } from '../../src/foundation/dom/index.ts';
import { typedValues } from '../../src/library/records/canonical-fields.ts';
import { readAnswer } from '../../src/submissions/answers/read-answer.ts';
import { findStatedTotal } from '../../src/submissions/answers/stated-total.ts';
import type { Answer, ListShape } from '../../src/submissions/index.ts';
import type { AnswerContext } from '../../src/submissions/types/answer.ts';
import { cpuTime } from '../cpu-time.ts';

const BOX = '<form action="/search"><label>Find <input name="q"></label><button>Search</button></form>';
const MENU =
  '<ul><li><a href="/news">News</a></li><li><a href="/about">About us</a></li><li><a href="/help">Help</a></li></ul>';
const page = (body: string, title = 'Bookshop'): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body>${MENU}${BOX}<main>${body}</main></body></html>`;
const item = (id: number, more = ''): string =>
  `<div class="hit"><h3><a href="/book/${id}">Book number ${id}</a></h3><p>Author: Writer ${id}</p><p>€ ${id}.50</p>${more}</div>`;
const items = (...ids: number[]): string => ids.map((id) => item(id)).join('');

interface Sent {
  readonly status?: number;
  readonly url?: string;
  readonly asked?: string;
  readonly formBody?: string;
  readonly purpose?: 'query' | 'nonsense-probe';
  readonly nonsense?: Answer;
  readonly shapes?: readonly ListShape[];
  readonly contentType?: string;
  readonly sentBy?: 'browser';
}

function contextOf({
  asked = 'river',
  formBody = '<p>Welcome to the shop.</p>',
  ...sent
}: Sent): AnswerContext {
  const formPage = parseTree(page(formBody), 'http://shop.test/');
  const form = extractForms(formPage)[0] as Form;
  return {
    form,
    formPage,
    filled: {
      form,
      template: { binding: [0] },
      purpose: sent.purpose ?? 'query',
      controls: [
        { position: 0, name: 'q', label: 'Find', meaning: 'query', values: [asked], source: 'given' },
      ],
    },
    request: { method: 'GET', url: `http://shop.test/search?q=${asked}`, referrer: 'http://shop.test/' },
    page: 1,
    domain: 'book',
    probes: { nonsense: sent.nonsense ? [sent.nonsense] : [], earlier: [] },
    ...(sent.shapes && { shapes: sent.shapes }),
  };
}

function answer(body: string, sent: Sent = {}): Answer {
  const context = contextOf(sent);
  const url = sent.url ?? context.request.url;
  const tree = parseTree(body.includes('<html') ? body : page(body), url);
  return readAnswer(
    { url, status: sent.status ?? 200, contentType: 'text/html', sentBy: sent.sentBy ?? 'http', tree },
    context,
  );
}

const nonsenseOf = (body: string, sent: Sent = {}): Answer =>
  answer(body, { ...sent, asked: 'qzxvwkjp', purpose: 'nonsense-probe' });

test('records in a list are hits, each with key, title, address and typed fields', () => {
  const { verdict, records, statedTotal, paging } = answer(
    `<p>1–3 of 1,204 books</p>${items(4, 7, 9)}<a href="/search?q=river&page=2">Next</a>`,
  );
  expect(verdict).toBe('hits');
  expect(records.map(({ key }) => key)).toEqual([4, 7, 9].map((id) => `http://shop.test/book/${id}`));
  expect(records[0]).toMatchObject({
    title: 'Book number 4',
    url: 'http://shop.test/book/4',
    fields: { author: 'Writer 4', price: '€ 4.50' },
  });
  expect(statedTotal).toBe(1204);
  const part = `<p>13 books found</p>${items(4, 7, 9)}`;
  expect(answer(part, { sentBy: 'browser' }).paging).toEqual({ kind: 'scroll' });
  expect(answer(part).paging).toBeNull();
  expect(paging).toEqual({
    kind: 'link',
    url: 'http://shop.test/search?page=2&q=river'.replace('page=2&q=river', 'q=river&page=2'),
  });
});

test.each([
  ['English', 'Sorry, your search did not match any books.'],
  ['German', 'Leider keine Treffer.'],
  ['French', 'Aucun résultat pour votre recherche'],
  ['Polish', 'Nie znaleziono żadnych książek'],
  ['Russian', 'По вашему запросу ничего не найдено'],
  ['Japanese', '該当する商品は見つかりませんでした'],
  ['Chinese', '没有找到相关图书'],
  ['Arabic', 'لا توجد نتائج'],
  ['Hindi', 'कोई परिणाम नहीं मिला'],
  ['a nought', '0 books'],
])('a denial is no hits: %s', (_, words) => {
  expect(answer(`<p>${words}</p>`).verdict).toBe('no-hits');
});

test('what a shop shows instead of results is no hit, in words that no list knows', () => {
  const nothing = `<p>Zilch, alas.</p><h2>Popular</h2>`;
  const denial = nonsenseOf(`<p>0 volumes</p>${nothing}${items(1, 2, 3)}`);
  expect(denial.verdict).toBe('no-hits');
  expect(answer(`<p>0 volumes</p>${nothing}${items(5, 6, 8)}`, { nonsense: denial }).verdict).toBe('no-hits');
  expect(answer(`<p>3 volumes</p>${items(5, 6, 8)}`, { nonsense: denial }).verdict).toBe('hits');
});

test('records that the page of the form shows anyway are no hits', () => {
  const shown = `<h2>New</h2>${items(1, 2, 3)}`;
  expect(answer(shown, { formBody: shown }).verdict).toBe('same-form');
  expect(answer(items(1, 2), { formBody: shown }).verdict).toBe('hits');
});

test('one record alone is known by the shape that lists of the form had', () => {
  const many = answer(items(4, 7, 9));
  const one = answer(items(5), { shapes: many.shape ? [many.shape] : [] });
  expect(one.verdict).toBe('hits');
  expect(one.records.map(({ key }) => key)).toEqual(['http://shop.test/book/5']);
});

test('records that empty lines part stay apart where a longer list had the same shape', () => {
  const row = (id: number) =>
    `Posted in 19${id}<br><a href="/book/${id}">Book number ${id}</a><br>By Ann ${id}`;
  const rows = (...ids: number[]): string => `<div><p>${ids.map(row).join('<br><br>')}</p></div>`;
  const nonsense = nonsenseOf('<p>Nothing found.</p>');
  const many = answer(rows(11, 12, 13, 14, 15, 16, 17, 18), { nonsense });
  expect(many.records).toHaveLength(8);
  for (const ids of [[21, 22, 23], [24]]) {
    const few = answer(rows(...ids), { nonsense, shapes: many.shape ? [many.shape] : [] });
    expect(few.records.map(({ title }) => title)).toEqual(ids.map((id) => `Book number ${id}`));
  }
});

test('records of one name are records all the same', () => {
  const same = [4, 7, 9].map(
    (id) => `<li><h3><a href="/cd/${id}">Live in Chicago</a></h3><p>Artist ${id} and band</p></li>`,
  );
  expect(answer(`<ul>${same.join('')}</ul>`).records.map(({ title }) => title)).toEqual(
    Array(3).fill('Live in Chicago'),
  );
});

test('a redirect to the page of a record is a hit of one', () => {
  const many = answer(items(4, 7, 9));
  const shapes = many.shape ? [many.shape] : [];
  const sent = { shapes, url: 'http://shop.test/book/5' };
  const one = answer('<h1>Book number 5</h1><p>A long story.</p>', sent);
  expect(one).toMatchObject({ verdict: 'hits', records: [{ key: 'http://shop.test/book/5' }], paging: null });
  expect(answer('<h1>Welcome</h1>', { shapes, url: 'http://shop.test/' }).verdict).not.toBe('hits');
});

test('a menu that only the answer has is no list of results beside one', () => {
  const subs = (n: number) => [5, 6, 7].map((m) => `<p><a href="/c/${n}${m}">Sub ${m}</a></p>`).join('');
  const menu = [1, 2, 3, 4].map((n) => `<div><a href="/c/${n}">Part ${n}</a>${subs(n)}</div>`).join('');
  const { records } = answer(`<div>${menu}</div>${items(4, 7, 9)}`);
  expect(records.map(({ title }) => title)).toEqual([4, 7, 9].map((id) => `Book number ${id}`));
});

test.each([
  ['a message about the values', '<p class="error">Please enter a search term.</p>', {}, 'error-message'],
  ['a refused request', '<p>Date must be later</p>', { status: 422 }, 'error-message'],
  ['an address too long', '', { status: 414 }, 'error-message'],
  ['the form again', '', {}, 'same-form'],
  [
    'a log-in',
    '<p>Please log in to see the results.</p><form action="/in" method="post"><input name="u"><input type="password" name="p"></form>',
    {},
    'login-wall',
  ],
  ['a status that asks for one', '', { status: 401 }, 'login-wall'],
  ['a captcha', '<div class="g-recaptcha" data-sitekey="x"></div>', {}, 'blocked'],
  ['too many requests', '', { status: 429 }, 'blocked'],
  ['a broken server', '<p>Oops</p>', { status: 503 }, 'server-error'],
  ['a server out of time', '', { status: 524 }, 'server-error'],
  ['nothing there', '<p>Gone</p>', { status: 404 }, 'not-a-result'],
  ['no answer', '', { status: 0 }, 'server-error'],
] as const)('%s', (_, body, sent, verdict) => {
  expect(answer(body, sent).verdict).toBe(verdict);
});

test('a number of entries that the reader marked is no total', () => {
  const totalOf = (text: string) => findStatedTotal([{ text, near: true }], 0, false)?.total;
  expect(totalOf('0 items found')).toBe(0);
  expect(['0 items selected', '0 ausgewählte Einträge'].map(totalOf)).toEqual([undefined, undefined]);
});

test.each([
  ['beside the number of the page', '1548 licences found, page 1 of 78', 20, 1548],
  ['in another language', '221 elementów pasuje', 20, 221],
  ['of what the site calls its records', '3,680 towns', 50, 3680],
  ['but no year', '1948 Lincoln Road', 20, undefined],
  ['nor a count above a list that was not cut', '3,680 towns', 17, undefined],
] as const)('a stated total %s', (_, text, shown, total) => {
  expect(findStatedTotal([{ text, near: true }], shown, false)?.total).toBe(total);
});

test('data of a script are read as well as pages', () => {
  const books = [1, 2].map((id) => ({ id, title: `Book ${id}`, href: `/book/${id}` }));
  const text = JSON.stringify({ total: 41, items: books });
  const sent = { url: 'http://shop.test/api?q=a', status: 200, contentType: 'application/json' };
  const read = (body: string): Answer => readAnswer({ ...sent, sentBy: 'http', text: body }, contextOf({}));
  expect(read(text)).toMatchObject({ verdict: 'hits', statedTotal: 41, paging: { kind: 'data' } });
  expect(read(text).records.map(({ url }) => url)).toEqual(
    books.map(({ href }) => `http://shop.test${href}`),
  );
  expect(read('{"total":0,"items":[]}').verdict).toBe('no-hits');
  expect(read('{"error":"q is required"}').verdict).toBe('error-message');
});

const dataAnswer = (text: string, contentType = 'application/json', formBody = ''): Answer =>
  readAnswer(
    { url: 'http://shop.test/api?q=a&start=0', status: 200, contentType, sentBy: 'http', text },
    {
      ...contextOf({ formBody }),
      request: { method: 'GET', url: 'http://shop.test/api?q=a&start=0', referrer: 'http://shop.test/' },
    },
  );

test('rows of data without names are records, under the heads of the table that shows them', () => {
  const rows = [1, 2, 3].map((n) => [
    `<a href="/case/${n}">WF/0${n}/19</a>`,
    `${n} Harbour Road`,
    `0${n}/02/2019`,
  ]);
  const table =
    '<table><thead><tr><th>Number</th><th>Address</th><th>Lodged</th></tr></thead><tbody></tbody></table>';
  const read = (formBody: string) =>
    dataAnswer(
      JSON.stringify({ draw: 1, recordsTotal: 5098, recordsFiltered: 57, data: rows }),
      undefined,
      formBody,
    );
  const { records, statedTotal, paging } = read(table);
  expect(statedTotal).toBe(57);
  expect(paging).toMatchObject({ kind: 'data', request: { url: expect.stringContaining('start=3') } });
  expect(records.map(({ url }) => url)).toEqual([1, 2, 3].map((n) => `http://shop.test/case/${n}`));
  expect(records[0]).toMatchObject({
    title: 'WF/01/19',
    text: expect.stringContaining('Address: 1 Harbour Road'),
  });
  expect(read('').records.map(({ title }) => title)).toEqual(records.map(({ title }) => title));
  expect(dataAnswer(JSON.stringify({ recordsTotal: 5098, recordsFiltered: 0, data: [] })).verdict).toBe(
    'no-hits',
  );
  // Coordinates and counts of a chart are no records.
  expect(dataAnswer('{"points":[[1,2],[3,4],[5,6]]}').verdict).toBe('no-hits');
});

const caseOf = (n: number) =>
  `<p:Case id="${n}"><p:Name>Kiosk &amp; shed ${n}</p:Name><Place>${n} Harbour Road</Place><link href="/case/${n}"/></p:Case>`;

test.each([
  [
    'elements of one name',
    `<Result total="57"><Cases>${[1, 2].map(caseOf).join('')}</Cases></Result>`,
    2,
    57,
  ],
  ['the only one of a list', `<ArrayOfCase>${caseOf(1)}</ArrayOfCase>`, 1, undefined],
  [
    'a wrapped text of data',
    `<string xmlns="urn:x">${JSON.stringify([1, 2].map((n) => ({ id: n, name: `Kiosk & shed ${n}`, link: `/case/${n}` }))).replaceAll('&', '&amp;')}</string>`,
    2,
    undefined,
  ],
  [
    'a feed',
    `<rss><channel><title>Cases</title>${[1, 2].map((n) => `<item><title>Kiosk &amp; shed ${n}</title><link>/case/${n}</link></item>`).join('')}</channel></rss>`,
    2,
    undefined,
  ],
])('XML is read as data: %s', (_, xml, count, total) => {
  const { verdict, records, statedTotal } = dataAnswer(`<?xml version="1.0"?>${xml}`, 'text/xml');
  expect([verdict, statedTotal]).toEqual(['hits', total]);
  expect(records.map(({ title, url }) => [title, url])).toEqual(
    Array.from({ length: count }, (_, i) => [`Kiosk & shed ${i + 1}`, `http://shop.test/case/${i + 1}`]),
  );
});

test('XML made to hurt is read in bounded time, and its entities are not expanded', () => {
  const lines = Array.from({ length: 40 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join(
    '',
  );
  const bomb = `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY l0 "ha">${lines}]><r><Case><Name>&l40;</Name></Case><Case><Name>b b</Name></Case></r>`;
  const start = cpuTime();
  expect(JSON.stringify(dataAnswer(bomb, 'text/xml')).length).toBeLessThan(2_000);
  for (const hostile of [
    '<a>'.repeat(300_000),
    '<a b="'.repeat(300_000),
    '<!--'.repeat(300_000),
    '<a/>'.repeat(300_000),
  ])
    dataAnswer(`<?xml version="1.0"?>${hostile}`, 'text/xml');
  expect(cpuTime() - start).toBeLessThan(3_000);
});

const tableOf = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<table><thead><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr></thead><tbody>${rows
    .map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('')}</tbody></table>`;

test('values stay as the page writes them, also where they look like numbers', () => {
  const rows = [
    ['Mill Lane works', '007', '98765432109876543210', '2.50'],
    ['Harbour wall', '120', '98765432109876543211', '1.5'],
    ['Quay steps', '031', '12', '3'],
  ];
  const { records } = answer(tableOf(['Name', 'Lot', 'Account', 'Weight'], rows));
  expect(records.map(({ fields: { lot, account, weight } }) => [lot, account, weight])).toEqual(
    rows.map(([, ...values]) => values),
  );
  const data = '{"items":[{"title":"Mill","account":98765432109876543210},{"title":"Quay","account":5}]}';
  const sent = { url: 'http://shop.test/api?q=a', status: 200, contentType: 'application/json' };
  const read = readAnswer({ ...sent, sentBy: 'http', text: data }, contextOf({}));
  expect(read.records.map(({ fields }) => fields.account)).toEqual(['98765432109876543210', '5']);
});

test('labels have the meaning that they have in the language of the page', () => {
  const heads = ['Beam', 'Note', 'Art', 'Door', 'Press', 'Author'];
  const rows = ['Oak', 'Elm', 'Ash'].map((name, i) => [
    `${name} beam`,
    `see ${i}`,
    'steel',
    `left ${i}`,
    `${i} bar`,
    'A. Low',
  ]);
  const prose = 'The list of all the beams that are in the hall and of those that were in it.';
  const namesIn = (lang: string, said = '') =>
    Object.keys(
      answer(`<html lang="${lang}"><body>${said}${tableOf(heads, rows)}</body></html>`).records[0]?.fields ??
        {},
    ).slice(1);
  const english = ['note', 'art', 'door', 'press', 'author'];
  expect(namesIn('en-GB')).toEqual(english);
  expect(namesIn('', prose)).toEqual(english);
  expect(namesIn('de', prose)).toEqual(english);
  expect(namesIn('de')).toEqual(['note', 'category', 'door', 'press', 'author']);
});

test.each<[string, (price: number) => string]>([
  ['struck out', (price) => `<p><del>$${price + 4}.00</del> <b>$${price}.00</b></p>`],
  ['struck out behind it', (price) => `<p>$${price}.00</p><p><s>$${price + 4}.00</s></p>`],
  [
    'struck out by its style',
    (price) => `<p><i style="text-decoration: line-through">${price + 4} EUR</i> ${price} EUR</p>`,
  ],
  [
    'struck out by a class',
    (
      price,
    ) => `<style>@media print { .b { color: red } } .cost .gone, .x { text-decoration:line-through }</style>
      <p class="cost"><span class="now gone">$${price + 4}</span> <span class="now">$${price}</span></p>`,
  ],
  ['struck out under its label', (price) => `<p>Price: <strike>$${price + 4}</strike> $${price}</p>`],
  ['said to be of before', (price) => `<p>Was $${price + 4}.00</p><p>Now $${price}.00</p>`],
  ['said so in the same line', (price) => `<p>$${price}.00 (RRP $${price + 4}.00)</p>`],
  [
    'said so apart',
    (price) => `<p><span>Was</span> <span>$${price + 4}</span></p><p><span>$${price}</span></p>`,
  ],
  ['said so in another language', (price) => `<p>statt ${price + 4} € nur ${price} €</p>`],
])('a price that is %s is the old one, in some of the records', (_, shown) => {
  const hit = (n: number) =>
    `<li><h3><a href="/book/${n}">Book number ${n}</a></h3><p>by Ann ${'ABCDE'[n - 11]}. Low</p>${n % 2 ? shown(n) : `<p>$${n}.00</p>`}</li>`;
  const language = shown(1).includes('statt') ? 'de' : 'en';
  const { records } = answer(
    `<html lang="${language}"><body><ul>${[11, 12, 13, 15].map(hit).join('')}</ul></body></html>`,
  );
  expect(records).toHaveLength(4);
  for (const [i, price] of [11, 12, 13, 15].entries()) {
    const { fields } = records[i]!;
    expect(typedValues(fields, {}).price?.amount).toBe(price);
    if (price % 2) expect(fields['old price']).toContain(String(price + 4));
  }
});

test('offers that come behind nonsense too are no records, though their links change', () => {
  let shown = 0;
  const offer = (name: string, asked: string) =>
    `<li><h3><a href="/go?to=${name}&t=${(++shown * 7919).toString(36)}x${shown}&for=${asked}">${name} ships ${asked} today</a></h3><p>Sponsored, from € 3.10</p></li>`;
  const offers = (asked: string) => ['Barge', 'Lorry', 'Crane'].map((name) => offer(name, asked)).join('');
  const found = [7, 8].map(
    (n) => `<li><h3><a href="/book/${n}">Book number ${n}</a></h3><p>Ann, from € ${n}.10</p></li>`,
  );
  const nonsense = nonsenseOf(`<ul>${offers('qzxvwkjp')}</ul>`);
  const titles = (body: string) =>
    answer(body, { asked: 'harbour', nonsense }).records.map(({ title }) => title);
  expect(titles(`<ul>${offers('harbour')}${found.join('')}</ul>`)).toEqual([
    'Book number 7',
    'Book number 8',
  ]);
  expect(titles(`<ul>${offers('harbour')}</ul>`)).toEqual([]);
});

test('a sole record that the form’s page names is found by its name, and not by other words', () => {
  const week = '<div class="week">Book of the week: <a href="/book/7">Silver harbour</a></div>';
  const nonsense = nonsenseOf(`<p>No books found.</p>${week}`, { formBody: week });
  const sole = `<section><a href="/book/7">Silver harbour</a> <p>Author: Ada Marsh</p> <p>€ 7.50</p></section>${week}`;
  const found = (asked: string): string[] =>
    answer(sole, { asked, formBody: week, nonsense }).records.map(({ title }) => title);
  expect(found('harbour')).toEqual(['Silver harbour']);
  expect(found('meadow')).toEqual([]);
});

test('a navigation bar says that nothing was found, where the box stands in it', () => {
  const shelves = Array.from({ length: 30 }, (_, i) => `<p>Shelf ${i} is open.</p>`).join('');
  const bar = (said: string): string =>
    `<nav><input placeholder="Search"><p>${said}</p></nav><main>${shelves}</main>`;
  const sent = { url: 'http://shop.test/', formBody: bar('') };
  const nonsense = nonsenseOf(bar('No matching documents'), sent);
  expect(nonsense.verdict).toBe('no-hits');
  expect(answer(bar('No matching documents'), { ...sent, nonsense }).verdict).toBe('no-hits');
});

test('what a menu of the page names is a result all the same, in a list where nonsense gets its message', () => {
  const link = (n: number): string => `<li><a href="/part/${n}">Harbour part ${n}</a></li>`;
  const guide = `<aside><ul>${Array.from({ length: 30 }, (_, n) => link(n)).join('')}</ul></aside>`;
  const sent = { url: 'http://shop.test/', asked: 'harbour', formBody: guide };
  const nonsense = nonsenseOf(`${guide}<div><p>No results found.</p></div>`, sent);
  expect(nonsense.verdict).toBe('no-hits');
  const found = answer(`${guide}<div><ol>${[4, 7, 9].map(link).join('')}</ol></div>`, { ...sent, nonsense });
  expect(found.records.map(({ title }) => title)).toEqual([4, 7, 9].map((n) => `Harbour part ${n}`));
  expect(answer(guide, { ...sent, nonsense }).verdict).toBe('same-form');
});
