import { expect, test } from 'vitest';
import { parseTree } from '../../src/foundation/dom/index.ts';
import { readPage } from '../../src/submissions/answers/read-page.ts';

const URL = 'http://records.test/find';

/** Titles and values of the best list of a page. */
function recordsOf(html: string): { title: string; values: string[] }[] {
  const [list] = readPage(parseTree(html, URL)).lists;
  return (list?.records ?? []).map(({ title, fields }) => ({
    title,
    values: fields.map(({ label, value }) => (label === '' ? value : `${label}: ${value}`)),
  }));
}

const listOf = (items: readonly string[]): string =>
  `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
const NAMES = ['Rowan v. Marsh', 'Estate of Finch', 'Quill v. Harbour Board', 'In re Tamsin'];

test('pieces that no space parts are one text', () => {
  const prices = ['12', '7', '30'];
  const items = prices.map(
    (price, i) =>
      `<h3><a href="/b/${i}">The ${NAMES[i]}</a></h3><p><span>$</span><span>${price}</span><span>.</span><sup>50</sup></p>
       <p>€<!-- -->${price}<sup>95</sup></p><p>Copies: <b>1</b>,<b>20</b>${i}</p>`,
  );
  expect(recordsOf(listOf(items))[1]?.values).toEqual(['$7.50', '€7.95', 'Copies: 1,201']);
});

test('values side by side without a space stay two, and a link ends a text', () => {
  const items = NAMES.map(
    (name, i) =>
      `<h3><a href="/b/${i}">${name}</a></h3><p><i>Ada ${i}</i><i>Crime ${'abcd'[i]}</i></p><p><a href="/t/${i}">tag ${i}</a>, more</p>`,
  );
  expect(recordsOf(listOf(items))[0]?.values.slice(0, 2)).toEqual(['Ada 0', 'Crime a']);
});

test('columns of preformatted text are parted by two spaces', () => {
  const rows = NAMES.map(
    (name, i) =>
      `<a href="/b/${i}">${name}</a>  Ada Field ${'abcd'[i]}  Crime ${'efgh'[i]}  Oak ${'klmn'[i]} Press\n`,
  );
  expect(recordsOf(`<pre>${rows.join('')}</pre>`)[2]).toEqual({
    title: 'Quill v. Harbour Board',
    values: ['Ada Field c', 'Crime g', 'Oak m Press'],
  });
});

test.each<[string, (name: string, i: number) => string, string[]]>([
  ['a number before the name', (name, i) => `23-10${i}4 ${name}`, ['23-1004']],
  ['a number with a point', (name, i) => `A24G10${i}7. ${name}`, ['A24G1007']],
  ['a number with its name', (name, i) => `Case No. 23-10${i}4: ${name}`, ['Case No.: 23-1004']],
  [
    'a number and a date in parentheses',
    (name, i) => `${name} (AB 23-P-10${i}) (May ${i + 1}, 2024)`,
    ['AB 23-P-100', 'May 1, 2024'],
  ],
  ['a date and a division behind it', (name, i) => `${name} 4/2${i}/24 Div. 2`, ['4/20/24', 'Div. 2']],
  ['a citation', (name, i) => `${name} 2024 XY ${i + 11}`, ['2024 XY 11']],
  [
    'a remark in brackets',
    (name, i) => `${name} [${i === 0 ? 'Published' : 'To be published'}]`,
    ['Published'],
  ],
])('a title with %s is parted', (_, title, values) => {
  const items = NAMES.map((name, i) => `<a href="/c/${i}">${title(name, i)}</a>`);
  expect(recordsOf(listOf(items))[0]).toEqual({ title: 'Rowan v. Marsh', values });
});

test('a number that few titles have, a model and a rank stay in the title', () => {
  const titles = ['1984-85 in Verse', 'A History of Salt', 'Orion EOS-5D', 'Web 2000'];
  const items = titles.map((title, i) => `<a href="/c/${i}">${title}</a><p>Ada ${'abcd'[i]}</p>`);
  expect(recordsOf(listOf(items)).map(({ title }) => title)).toEqual(titles);
});

test('a line of a label, a date and a number is parted', () => {
  const items = NAMES.map(
    (name, i) => `<a href="/c/${i}">${name}</a><br>Filed 05/2${i}/2024, No. 23-10${i}4`,
  );
  expect(recordsOf(listOf(items))[1]?.values).toEqual(['Filed: 05/21/2024', 'No.: 23-1014']);
});

test('line breaks part the lines of a paragraph, and dates stay whole', () => {
  const items = NAMES.map(
    (name, i) =>
      `<p>${name}<br>Docket No.: 2024011${i}<br>Filing Date: 6/1${i}/2024<br>Author: Per Curiam</p><p>May 1${i}, 2024</p>`,
  );
  expect(recordsOf(listOf(items))[0]).toEqual({
    title: 'Rowan v. Marsh',
    values: ['Docket No.: 20240110', 'Filing Date: 6/10/2024', 'Author: Per Curiam', 'May 10, 2024'],
  });
});

test('the date of a head belongs to the records below it', () => {
  const group = (date: string, names: readonly string[]) =>
    `<p><b>Opinions of ${date}</b></p>${listOf(names.map((name) => `<a href="/c/${name.length}.pdf">${name}</a> <i>affirmed</i>`))}`;
  const html = `${group('May 6, 2024', NAMES.slice(0, 2))}${group('April 29, 2024', NAMES.slice(2))}`;
  expect(recordsOf(html).map(({ values }) => values.at(-1))).toEqual([
    ...['May 6, 2024', 'May 6, 2024', 'April 29, 2024', 'April 29, 2024'],
  ]);
});

test('links that all records have name no value', () => {
  const items = NAMES.map(
    (name, i) =>
      `<h3><a href="/c/${i}">${name}</a></h3><a href="/cart/${i}">Add to basket</a><p>Ada Field ${'abcd'[i]}</p>`,
  );
  expect(recordsOf(listOf(items))[0]?.values).toEqual(['Ada Field a']);
});

test('what all cells of a headed column say is a value', () => {
  const rows = NAMES.map(
    (name, i) =>
      `<tr><td>Court of Appeal</td><td><a href="/c/${i}">${name}</a></td><td>5/1${i}/2024</td></tr>`,
  );
  const html = `<table><tr><th>Court</th><th>Case</th><th>Filed</th></tr>${rows.join('')}</table>`;
  expect(recordsOf(html)[0]?.values).toEqual(['Court: Court of Appeal', 'Filed: 5/10/2024']);
});

test('a row is called by the words of its link, not by its number, and linked cells have the head of their column', () => {
  const rows = NAMES.map(
    (name, i) =>
      `<tr><td><a href="/i/${i + 31}">${i + 31}</a></td><td><a href="/p/${i}">Port ${'abcd'[i]}</a></td><td><a href="/i/${i + 31}">${name}</a></td></tr>`,
  );
  const html = `<table><tr><th>#</th><th>Harbour</th><th>Case</th></tr>${rows.join('')}</table>`;
  expect(recordsOf(html)[1]).toEqual({
    title: 'Estate of Finch',
    values: ['#: 32', 'Harbour: Port b'],
  });
});

test('the head of a column is called by its words, not by the picture beside them', () => {
  const head = (name: string) => `<th>${name}<i aria-hidden="true">arrow_upward</i></th>`;
  const rows = NAMES.map(
    (name, i) =>
      `<tr><td><a href="/c/${i}">${name}</a></td><td>Ada ${'abcd'[i]}</td><td>Crime ${'efgh'[i]}</td></tr>`,
  );
  const html = `<table><tr>${head('Case')}${head('Judge')}<th><i aria-hidden="true">Kind</i></th></tr>${rows.join('')}</table>`;
  expect(recordsOf(html)[0]?.values).toEqual(['Judge: Ada a', 'Kind: Crime e']);
});

test('a colon in brackets parts no label', () => {
  const items = NAMES.map(
    (name, i) => `<a href="/c/${i}">${name}</a><p>Mends a fault (closes: #99${i}) of ${'abcd'[i]}</p>`,
  );
  expect(recordsOf(listOf(items))[0]?.values).toEqual(['Mends a fault (closes: #990) of a']);
});

test('names before a colon part a line where most records have them, and semicolons where all have as many', () => {
  const rows = ['Ada', 'Ines', 'Hugo', 'Nils'].map((name, i) => [
    name,
    ['Crime', 'Poetry', 'Travel', 'Essays'][i],
  ]);
  const fieldsOf = (body: string) =>
    readPage(parseTree(body, 'http://films.test/find?q=x')).lists[0]?.records.map(({ fields }) =>
      fields.map(({ label, value }) => `${label}=${value}`).join(' '),
    );
  const named = rows.map(
    ([name, kind], i) =>
      `<li><a href="/f/${i}">Film of ${name}</a> <p>Regie: ${name}, Genre: ${kind}, Stadt: Ulm ${i}0</p></li>`,
  );
  expect(fieldsOf(`<ul>${named.join('')}</ul>`)?.[1]).toBe('Regie=Ines Genre=Poetry Stadt=Ulm 10');
  const even = rows.map(
    ([name, kind], i) => `<li><a href="/f/${i}">Film of ${name}</a>. ${kind}; Ulm ${i}0; ${name}.</li>`,
  );
  expect(fieldsOf(`<ol>${even.join('')}</ol>`)?.[2]).toBe('=Travel =Ulm 20 =Hugo');
  const prose = rows.map(
    ([name], i) =>
      `<li><a href="/f/${i}">Film of ${name}</a> <p>${name} waits${'; and waits'.repeat(i)}.</p></li>`,
  );
  expect(fieldsOf(`<ul>${prose.join('')}</ul>`)?.[2]).toBe('=Hugo waits; and waits; and waits.');
});

test('a text that a template parts by comments is one', () => {
  const items = NAMES.map(
    (name, i) =>
      `<h3>${name}</h3><p>Filed <!-- -->${2001 + i}<!-- --> · <!--?lit$7$-->${30 + i}<!-- --> pages · <!-- -->${1 + i}<!-- --> judges</p>`,
  );
  expect(recordsOf(listOf(items))[1]?.values).toEqual(['Filed 2002', '31 pages', '2 judges']);
});

test('a date in digits keeps its time', () => {
  const items = NAMES.map(
    (name, i) =>
      `<h3>${name}</h3><p>By <b>Ada ${'Brown Clark Doyle Evans'.split(' ')[i]}</b> — <i>11/0${i + 1}/22 10:4${i}:53</i></p>`,
  );
  expect(recordsOf(listOf(items))[1]?.values).toEqual(['By: Ada Clark', '11/02/22 10:41:53']);
});

const BIRDS = ['Dipper', 'Wheatear', 'Goldcrest', 'Ringed plover'];
const rolesOf = (role: string, cells: readonly string[]): string =>
  cells.map((text, i) => `<div role="${role}" aria-colindex="${2 * i + 1}"><b>${text}</b></div>`).join('');
const ROLE_ROWS = BIRDS.map((name, i) => rolesOf('gridcell', [name, `${i + 3}`]));
const ROWS = BIRDS.map((name, i) => `<tr><td>${name}</td><td>${i + 3}</td></tr>`);

test.each([
  `<div role="grid"><div><div role="row">${rolesOf('columnheader', ['Bird', 'Eggs'])}</div></div><div role="rowgroup">
    ${ROLE_ROWS.map((row) => `<div role="row"><div role="none">${row}</div></div>`).join('')}</div></div>`,
  `<div role="grid"><div role="row">${rolesOf('columnheader', ['Bird', 'Eggs'])}</div><div role="rowgroup">
    ${ROLE_ROWS.map((row) => `<div role="row">${row}</div>`).join('')}</div></div>`,
  `<div><table><thead><tr><th>Bird</th><th>Eggs</th></tr><tr><th><input> ×</th><th><input> ×</th></tr></thead>
    <tr><td></td><td></td></tr></table></div><div><div></div><table>${ROWS.join('')}</table></div>`,
])('a grid that is not one table has the names of its columns: %.20s', (html) => {
  expect(recordsOf(html)).toEqual(
    BIRDS.map((name, i) => ({ title: name, values: [`Bird: ${name}`, `Eggs: ${i + 3}`] })),
  );
});

/** The names of the fields of each record. */
const namesIn = (html: string): string[][] =>
  recordsOf(html).map(({ values }) => values.map((value) => /^[^:]*(?=: )/.exec(value)?.[0] ?? ''));
const PERMITS = Array.from({ length: 12 }, (_, i) => `Permit P-${400 + 7 * i}`);
const SITES = ['Mill Lane', 'Ash Road', 'Quay Street'];
const permitRows = PERMITS.map(
  (name, i) =>
    `<tr><td><a href="/p/${i}">${name}</a></td><td>${SITES[i % 3]} ${i + 2}</td><td>${i % 2 ? 'Granted' : 'Open'}</td></tr>`,
);
const HEADS = '<tr><th>Permit</th><th>Site</th><th>State</th></tr>';
const PAGER = '<a href="?p=2">Previous</a> 101–150 out of 490 <a href="?p=4">Next</a>';

test.each([
  [
    'in the head',
    `<thead><tr><th colspan="3">Urgent</th></tr><tr><th colspan="3">${PAGER}</th></tr>${HEADS}</thead>`,
  ],
  [
    'below the heads',
    `<thead>${HEADS}<tr><th colspan="3">Urgent</th></tr><tr><th colspan="3">${PAGER}</th></tr></thead>`,
  ],
  ['in the rows', `${HEADS}<tr><th colspan="3">${PAGER}</th></tr><tr><th colspan="3">Urgent</th></tr>`],
  [
    'cell by cell',
    `${HEADS}<tr><th><a href="?p=2">Zurück</a></th><th>101–150 von 490</th><th><a href="?p=4">Weiter</a></th></tr>`,
  ],
])('neither the head of a group nor a pager names columns: %s', (_, heads) => {
  const later = '<tr><th colspan="3">Ordinary</th></tr>';
  const rows = [...permitRows.slice(0, 5), later, ...permitRows.slice(5)];
  const names = namesIn(`<table>${heads}${rows.join('')}</table>`);
  expect(names).toHaveLength(12);
  expect(new Set(names.flat().filter(Boolean))).toEqual(new Set(['Site', 'State']));
});

test('heads above some columns, and below the words over all, name their columns', () => {
  const heads = `<thead><tr><th colspan="3">Permits of May</th></tr><tr><th rowspan="2">Permit</th><th colspan="2">Next hearing</th></tr><tr><th>Room</th><th>State</th></tr></thead>`;
  const [names] = namesIn(`<table>${heads}${permitRows.join('')}</table>`);
  expect(names?.filter(Boolean)).toEqual(['Room', 'State']);
  const groups = `<tr><th colspan="3">Open</th></tr>${HEADS}${permitRows.slice(0, 6).join('')}<tr><th colspan="3">Closed</th></tr>${HEADS}${permitRows.slice(6).join('')}`;
  expect(new Set(namesIn(`<table>${groups}</table>`).flat().filter(Boolean))).toEqual(
    new Set(['Site', 'State']),
  );
});

test('a colon in the words of a few records makes no name', () => {
  const words = (i: number): string =>
    i === 3
      ? 'Fred Meyer: 668 – Retail Meat'
      : i === 7
        ? 'Delayed again: the harbour waits'
        : `Works at ${SITES[i % 3]} ${i}`;
  const items = PERMITS.map(
    (name, i) => `<h3><a href="/p/${i}">${name}</a></h3><p>${words(i)}</p><p>Clerk: Ada ${i}</p>`,
  );
  const records = recordsOf(listOf(items));
  expect(records[3]?.values).toEqual(['Fred Meyer: 668 – Retail Meat', 'Clerk: Ada 3']);
  expect(
    new Set(
      readPage(parseTree(listOf(items), URL)).lists[0]?.records.flatMap(({ fields }) =>
        fields.map(({ label }) => label),
      ),
    ),
  ).toEqual(new Set(['', 'Clerk']));
});

test('the words of a title before its colon name nothing, where the title stands twice, too', () => {
  const titles = PERMITS.map((_, i) =>
    i % 6 === 1 ? `Fred Meyer: ${668 + i}` : `Store of ${SITES[i % 3]} ${i}`,
  );
  const items = titles.map((name, i) => `<a href="/p/${i}">${name}</a><p>${name}</p><p>Clerk: Ada ${i}</p>`);
  const labels = readPage(parseTree(listOf(items), URL)).lists[0]?.records.flatMap(({ fields }) =>
    fields.map(({ label }) => label),
  );
  expect(new Set(labels?.filter(Boolean))).toEqual(new Set(['Clerk']));
});

test('labels that the markup or a language tells name a field of one record alone', () => {
  const rare = [
    '<p>ISBN: 978-0-14-143951-8</p>',
    '<dl><dt>Slipway:</dt><dd>North</dd></dl>',
    '<p><b>Slipway:</b> North</p>',
    '<p><label>Slipway:</label> North</p>',
  ];
  for (const one of rare) {
    const items = PERMITS.map(
      (name, i) => `<h3><a href="/p/${i}">${name}</a></h3>${i === 4 ? one : ''}<p>${SITES[i % 3]} ${i}</p>`,
    );
    expect(namesIn(listOf(items))[4]?.[0], one).toMatch(/^(?:ISBN|Slipway)$/);
  }
});
