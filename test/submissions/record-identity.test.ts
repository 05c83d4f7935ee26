import { expect, test } from 'vitest';
import { extractForms } from '../../src/forms/index.ts';
import { parseTree } from '../../src/foundation/dom/index.ts';
import { readPage } from '../../src/submissions/answers/read-page.ts';
import { RecordIdentity } from '../../src/submissions/answers/record-identity.ts';
import { recordKeys } from '../../src/submissions/answers/record-key.ts';
import { callableForm } from '../../src/submissions/index.ts';
import { onwardFrom } from '../../src/submissions/sending/waiting-page.ts';
import { storedAnswer, storedStopCode } from '../../src/submissions/types/old-names.ts';

const TITLES = 'Anchor Birch Comet Dune Elm Fjord Grove Haven Iris Jetty'
  .split(' ')
  .map((word) => `The ${word}`);

type Link = (id: number, position: number, answer: number) => string;

/** Answers that show some of ten records, each in an order of its own, as the site links them. */
const answersOf = (link: Link, titleOf = (id: number): string => TITLES[id] ?? '') =>
  [
    [0, 1, 2, 3, 4, 5],
    [3, 1, 6, 7],
    [5, 4, 9, 8, 0],
    [2, 9, 7, 1],
  ].map((ids, answer) =>
    ids.map((id, position) => ({
      key: `http://shop.test${link(id, position + 1, answer + 1)}`,
      title: titleOf(id),
      text: `${titleOf(id)} by writer ${id} in ${1950 + id}`,
    })),
  );

/** Keys under which the records of all answers are known in the end. */
function keysOf(link: Link, titleOf?: (id: number) => string): Set<string> {
  const identity = new RecordIdentity();
  const answers = answersOf(link, titleOf);
  for (const records of answers) identity.learn(records);
  return new Set(answers.flat().map((record) => identity.keyOf(record)));
}

const token = (answer: number): string => ['a3-9f', 'c1f0e2', 'd-4-b-77', '0be'][answer - 1] ?? '';

test.each<[string, Link]>([
  ['a number of the query and a position', (id, at, n) => `/b/${id}?qid=17${n}&sr=8-${at}`],
  ['a position in the path', (id, at) => `/b/${id}/${at}`],
  ['a position before the number of the record', (id, at) => `/hit/${at}/item/${id}`],
  ['a position in the same step as the number', (id, at) => `/b/${id}-${at}.html`],
  ['a number of the query in the path', (id, _, n) => `/search/88${n}/show/${id}`],
  ['a token in the query', (id, _, n) => `/show?id=${id}&t=${token(n)}`],
  ['a token in the path', (id, _, n) => `/${token(n)}/show/${id}`],
  ['a session behind a semicolon', (id, _, n) => `/show/${id};jsessionid=${token(n)}`],
  ['parameters of tracking', (id, at, n) => `/show/${id}?utm_source=list${n}&ref=hit_${at}`],
  ['a tracking step', (id, at, n) => `/the-book/dp/${id}/ref=sr_${n}_${at}`],
  ['only a place in the answer', (_, at) => `/find#row${at}`],
  ['only a position and a session', (_, at, n) => `/show?row=${at}&sid=${token(n)}`],
])('links with %s name each record once', (_, link) => {
  expect(keysOf(link).size).toBe(10);
});

test('a link to the answer itself names no record', () => {
  const link = 'http://shop.test/find';
  const records = ['One', 'Two'].map((title) => ({ title, link, fields: [] }));
  expect(recordKeys(records, link)).toEqual(['one', 'two']);
});

test('a row has one key, whichever of its columns a list takes for the title', () => {
  const rowsOf = (rows: readonly (readonly [town: string, kind: string])[]) => {
    const cells = rows.map(
      ([town, kind], i) => `<tr><td>${town}</td><td>${kind}</td><td>00${town.length}${i}</td></tr>`,
    );
    const table = `<table><tr><th>Town</th><th>Kind</th><th>No.</th></tr>${cells.join('')}</table>`;
    return readPage(parseTree(table, 'http://mills.test/')).lists[0]?.records.map(({ key }) => key) ?? [];
  };
  const all = rowsOf([
    ['Aldham', 'water mill'],
    ['Aldham', 'wind mill'],
    ['Aldham', 'steam mill'],
    ['Aldham', 'ship mill'],
  ]);
  const mixed = rowsOf([
    ['Aldham', 'water mill'],
    ['Maltby', 'wind mill'],
    ['Garforth', 'steam mill'],
    ['Kirkham', 'ship mill'],
  ]);
  expect(all).toHaveLength(4);
  expect(mixed[0]).toBe(all[0]);
});

test('rows that most records keep name no record where other answers show other records in them', () => {
  const identity = new RecordIdentity();
  const show = (ids: readonly number[]) => {
    const records = ids.map((id, at) => ({
      key: `http://shop.test/find?row=${at}`,
      title: TITLES[id]!,
      text: `No. ${id}`,
    }));
    identity.learn(records);
    return records;
  };
  const all = [
    [0, 1, 2, 3, 4, 5],
    [0, 1, 2, 3, 4, 5],
    [6, 7, 8, 9],
    [5, 4, 3, 2, 9, 8],
  ].flatMap(show);
  expect(new Set(all.map((record) => identity.keyOf(record))).size).toBe(10);
});

test.each<[string, Link]>([
  ['one number', (id) => `/b?id=${id}`],
  ['words and a number', (id) => `/b/${id}-the-book-${id % 3}`],
])('links with nothing but %s stay as they are', (_, link) => {
  expect([...keysOf(link)].sort()).toEqual(
    TITLES.map((_title, id) => `http://shop.test${link(id, 0, 0)}`).sort(),
  );
});

test('editions of one title keep their numbers, which tell other titles apart', () => {
  const edition: Link = (id, _, n) => (id === 1 ? `/b?id=${100 + n}` : `/b?id=${id}`);
  expect(keysOf(edition).size).toBe(9 + 3);
});

test('books of one title by several authors stay apart, though words of the title are in their links', () => {
  const identity = new RecordIdentity();
  const book = (id: number, answer: number) => ({
    key: `http://shop.test/detail/${id}-the-${id % 5}?at=${answer}`,
    title: TITLES[id % 5] ?? '',
    text: `${TITLES[id % 5]} by writer ${id}`,
  });
  const answers = [
    [0, 1, 2, 3, 4],
    [5, 6, 7, 8, 9],
    [1, 5, 3, 9],
  ].map((ids, i) => ids.map((id) => book(id, i)));
  for (const records of answers) identity.learn(records);
  expect(new Set(answers.flat().map((record) => identity.keyOf(record))).size).toBe(10);
});

interface Row {
  readonly title: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Keys under which rows without links are known in the end, one answer after another. */
function rowKeys(answers: readonly (readonly Row[])[]): Set<string> {
  const identity = new RecordIdentity();
  const shown = answers.map((rows) =>
    rows.map(({ title, fields }) => {
      const text = [title, ...Object.values(fields)].join(' | ');
      return { key: text.toLowerCase(), title, text, fields };
    }),
  );
  for (const records of shown) identity.learn(records);
  const keys = shown.flat().map((record) => identity.keyOf(record));
  const again = shown.flat().map((record) => identity.keyOf({ ...record, key: identity.keyOf(record) }));
  expect(again).toEqual(keys);
  expect(shown.flat().map(({ key }) => identity.keyFor(key))).toEqual(keys);
  return new Set(keys);
}

const SHOWN = [
  [0, 1, 2, 3, 4, 5],
  [3, 1, 6, 7, 2],
  [5, 4, 9, 8, 0],
  [2, 9, 7, 1, 6],
];
const rowsOf = (row: (id: number, position: number, answer: number) => Row) =>
  SHOWN.map((ids, answer) => ids.map((id, position) => row(id, position + 1, answer)));
const office = (id: number) => `Office ${'ABC'[id % 3]}`;

test.each<[string, (id: number, position: number, answer: number) => Row]>([
  [
    'views and a time counted from now',
    (id, at, n) => ({
      title: TITLES[id]!,
      fields: {
        office: office(id),
        views: String(31 * n + 7 * at),
        'last seen': `${3 + n * at} minutes ago`,
      },
    }),
  ],
  [
    'a rank before the title',
    (id, at, n) => ({ title: `${at + 10 * n}. ${TITLES[id]}`, fields: { office: office(id) } }),
  ],
  [
    'a rank with its sign',
    (id, at, n) => ({ title: `#${at + n} ${TITLES[id]}`, fields: { office: office(id) } }),
  ],
  [
    'a running number',
    (id, at, n) => ({ title: TITLES[id]!, fields: { office: office(id), 'sr no': String(at + n) } }),
  ],
  [
    'a snippet and a token',
    (id, at, n) => ({
      title: TITLES[id]!,
      fields: { text: `… part ${n} of ${id} …`, ticket: `a7f3e9${n}c0d1b2${at}e4f5a6` },
    }),
  ],
])('rows without links that have %s are each one record', (_, row) => {
  expect(rowKeys(rowsOf(row)).size).toBe(10);
});

test('rows without links that differ in what is their own stay apart', () => {
  const copies = (id: number, _: number, n: number): Row => ({
    title: TITLES[id]!,
    fields: { year: String(1950 + n), price: `€ ${n + 5}.00`, copies: String(n * 3) },
  });
  expect(rowKeys(rowsOf(copies)).size).toBe(21);
  const flats = (id: number, _: number, n: number): Row => ({
    title: TITLES[id]!,
    fields: { rooms: String(n + 2) },
  });
  expect(rowKeys(rowsOf(flats)).size).toBe(21);
  // Looked up one by one, only their number tells them apart.
  const permits = Array.from({ length: 90 }, (_, i) => [
    { title: TITLES[i % 6]!, fields: { serial: String(i) } },
  ]);
  expect(rowKeys(permits).size).toBe(90);
  const serials = (id: number, at: number, n: number): Row => ({
    title: TITLES[id]!,
    fields: { 'serial no': String(40 * n + 3 * at) },
  });
  expect(rowKeys(rowsOf(serials)).size).toBe(21);
  // Together in one answer, no value of theirs is left out.
  const numbered = SHOWN.map((ids, n) =>
    ids.flatMap((id) =>
      [0, 1].map((part) => ({ title: TITLES[id]!, fields: { page: String(2 * n + part) } })),
    ),
  );
  expect(rowKeys(numbered).size).toBe(42);
});

test('a key that was made stays the same when it is asked for again', () => {
  const identity = new RecordIdentity();
  const answers = answersOf((id, at, n) => `/b/${id}/${at}?qid=${n}`);
  for (const records of answers) identity.learn(records);
  for (const record of answers.flat()) {
    const key = identity.keyOf(record);
    expect(identity.keyOf({ ...record, key })).toBe(key);
  }
});

/** Fields of the records of a page whose entries have a line below their title. */
const fieldsOf = (lines: readonly string[]) => {
  const items = lines.map(
    (line, i) => `<li><a href="/w/${i}">Article ${'abcd'[i]}</a><div>${line}</div></li>`,
  );
  const { lists } = readPage(parseTree(`<ul>${items.join('')}</ul>`, 'http://wiki.test/find'));
  return lists[0]?.records.map(({ fields }) => fields);
};

test('a line of parts with a date among them is read part by part, and a time of day ends no label', () => {
  expect(
    fieldsOf(['891 bytes (141 words) - 10:00, 1 March 2024', '7 bytes (1 word) - 9:30, 2 May 2023']),
  ).toEqual([
    [
      { label: '', value: '891 bytes (141 words)', kind: 'text' },
      { label: '', value: '10:00, 1 March 2024', kind: 'date' },
    ],
    [
      { label: '', value: '7 bytes (1 word)', kind: 'text' },
      { label: '', value: '9:30, 2 May 2023', kind: 'date' },
    ],
  ]);
});

test('a range of prices is one value', () => {
  expect(fieldsOf(['£10.00 – £30.00', '£5 - £7.50'])).toEqual([
    [{ label: '', value: '£10.00 – £30.00', kind: 'price' }],
    [{ label: '', value: '£5 - £7.50', kind: 'price' }],
  ]);
});

test('a line without a date or a price stays whole', () => {
  expect(fieldsOf(['Salt – a history', 'Sea – an atlas'])).toEqual([
    [{ label: '', value: 'Salt – a history', kind: 'text' }],
    [{ label: '', value: 'Sea – an atlas', kind: 'text' }],
  ]);
});

const PAGE = `<form action="/find" method="get">
  <label>Title <input name="t"></label>
  <label>Author <input name="a"></label>
  <label>Binding <select name="b"><option value="">any</option><option value="h">Hardcover</option><option value="p">Paperback</option></select></label>
  <label>Price from <input type="number" name="lo" min="0" max="90" step="10"></label>
  <label>Price to <input type="number" name="hi" min="0" max="90" step="10"></label>
  <input type="submit" value="Search"></form>`;
const [form] = extractForms(parseTree(PAGE, 'http://books.test/'));
const callable = callableForm(form!, new Date(0))!;
const sent = (values: Record<string, string>) =>
  callable
    .fill(values)
    .filled.controls.filter(({ source }) => source === 'given' || source === 'option')
    .map(({ name, values: given }) => [name, ...given]);

test('parameters are named by what their controls ask for, and “any” is no option', () => {
  expect(callable.parameters.map(({ name, type, options }) => [name, type, options])).toEqual([
    ['title', 'string', undefined],
    ['author', 'string', undefined],
    ['category', 'string', ['Hardcover', 'Paperback']],
    ['price-min', 'number', undefined],
    ['price-max', 'number', undefined],
  ]);
});

test('values go by the name of the parameter, the name of the control, or its label', () => {
  expect(sent({ title: 'garden', b: 'paperback' })).toEqual([
    ['t', 'garden'],
    ['b', 'p'],
  ]);
  expect(sent({ 'Price to': '30', author: 'Austen' })).toEqual([
    ['a', 'Austen'],
    ['hi', '30'],
  ]);
});

test('what a submission was filled with are values again, though two fields share a label and options have codes', () => {
  const html = `<form action="/find"><label>Price <input name="pmin"></label><label>Price <input name="pmax"></label>
    <label>Genre <select name="g"><option value="">any</option><option value="12">Fiction</option><option value="13">Travel</option></select></label>
    <label><input type="radio" name="m" value="1"> Used</label><label><input type="radio" name="m" value="2"> New</label>
    <input type="submit" value="Search"></form>`;
  const [twice] = extractForms(parseTree(html, 'http://books.test/'));
  const { fill, valuesOf, parameters } = callableForm(twice!, new Date(0))!;
  const [least = '', most = '', ...lists] = parameters.map(({ name }) => name);
  const values = { [least]: '20', [most]: '30', [lists[0] ?? '']: 'Travel', [lists[1] ?? '']: 'New' };
  const { controls } = fill(values).filled;
  expect(controls.map((control) => control.values)).toContainEqual(['13']);
  expect(valuesOf(controls)).toEqual(values);
  expect(valuesOf(fill({ [most]: '30' }).filled.controls)).toEqual({ [most]: '30' });
  // Another version of the page has another field there.
  expect(valuesOf(controls.map((control) => ({ ...control, name: 'x' })))).toEqual({});
});

test('what a form does not take is refused, and the error says what it takes', () => {
  const refused = (values: Record<string, string>) => {
    try {
      callable.fill(values);
    } catch (error) {
      return error;
    }
    return undefined;
  };
  expect(refused({ colour: 'red' })).toMatchObject({
    code: 'parameter',
    hint: 'it has title, author, category, price-min, price-max',
  });
  expect(refused({ binding: 'leather' })).toMatchObject({ hint: 'one of Hardcover, Paperback' });
  expect(refused({ 'price-min': 'ten' })).toMatchObject({ code: 'parameter' });
});

test('a form that acts cannot be called', () => {
  const page = '<form method="post" action="/login"><input name="u"><input type="password" name="p"></form>';
  const [login] = extractForms(parseTree(page, 'http://books.test/'));
  expect(callableForm(login!, new Date(0))).toBeUndefined();
});

test('an answer of an earlier version has the list anchor under its name of today', () => {
  const shape = { container: 'html body ul', pattern: '' };
  const earlier = { verdict: 'hits', shape: { ...shape, pillar: 'li a' } };
  expect(storedAnswer(JSON.stringify(earlier))).toEqual({
    verdict: 'hits',
    shape: { ...shape, recordAnchor: 'li a' },
  });
  const today = { verdict: 'hits', shape: { ...shape, recordAnchor: 'li a' } };
  expect(storedAnswer(JSON.stringify(today))).toEqual(today);
});

test('a stop code of an earlier version is read, and one of today stays', () => {
  expect(storedStopCode('dry')).toBe('no-new-records');
  expect(storedStopCode('all-seen')).toBe('all-seen');
});

const HERE = 'http://a.test/find?q=x';
const MENU = Array.from({ length: 20 }, (_, i) => `<a href="/s/${i}">Section ${i}</a>`).join(' ');
const NEWS = '<form action="/news"><input type="text" name="mail"></form>';
const led = (body: string) => onwardFrom(parseTree(body, HERE))?.url;

test('a script that does nothing but leave is followed, whatever stands around it', () => {
  for (const code of [
    'location.replace("/results/1")',
    "window.location.href = '/results/1';",
    ' document.location="/results/1" ',
  ])
    expect(led(`${MENU}${NEWS}<p>…</p><script>${code}</script>`)).toBe('http://a.test/results/1');
});

test('a script that leaves only under a condition, or when something is pressed, is not', () => {
  for (const code of [
    'if (window.top !== window) location.replace("/results/1")',
    'function go() { location.href = "/results/1"; }',
    'button.onclick = () => location.assign("/results/1");',
  ])
    expect(led(`${MENU}${NEWS}<p>…</p><script>${code}</script>`)).toBeUndefined();
});
