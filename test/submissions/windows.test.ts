import { expect, test } from 'vitest';
import { extractForms } from '../../src/forms/index.ts';
import { parseTree } from '../../src/foundation/dom/index.ts';
import { KeptWindows } from '../../src/submissions/planning/kept-windows.ts';
import type { Query } from '../../src/submissions/planning/query.ts';
import { type FormFields, readFields } from '../../src/submissions/planning/read-fields.ts';
import { daySpan } from '../../src/submissions/planning/window-fields.ts';
import { Windows } from '../../src/submissions/planning/windows.ts';
import type { ResultRecord } from '../../src/submissions/types/answer.ts';

const NOW = new Date('2026-11-27');
const BOX = '<label>Party <input name="q"></label>';
const list = (name: string, values: readonly (number | string)[], before = ''): string =>
  `${before} <select name="${name}">${values.map((value) => `<option>${value}`).join('')}</select>`;
const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);
const threeLists = (end: string, before: string): string =>
  list(`${end}d`, upTo(31), before) + list(`${end}m`, upTo(12)) + list(`${end}y`, [2025, 2026, 2027]);

function fieldsOf(inner: string, span = {}, site = 'http://court.example/'): FormFields {
  const html = `<h1>Search</h1><form action="/find">${inner}<button>Search</button></form>`;
  const [form] = extractForms(parseTree(html, site));
  return readFields(form!, NOW, undefined, span) as FormFields;
}

/** What is typed for the last two days before {@link NOW}. */
function typedIn(inner: string): string | undefined {
  for (const field of fieldsOf(inner).fields)
    if (field.kind === 'window')
      return field
        .write(field.now === undefined ? 5 : field.now - 1, field.now ?? 9)
        .map(({ name, values }) => `${name}=${values}`)
        .join('&');
  return undefined;
}

test.each([
  [
    'inputs for dates',
    'From <input type=date name=a> to <input type=date name=b>',
    'a=2026-11-26&b=2026-11-27',
  ],
  [
    'short words of any language',
    '<label>Du <input type=date name=a></label><label>Au <input type=date name=b></label>',
    'a=2026-11-26&b=2026-11-27',
  ],
  [
    'letters',
    '<label>Filed from <input name=a placeholder="MM/DD/YYYY"></label><label>to <input name=b placeholder="MM/DD/YYYY"></label>',
    'a=11/26/2026&b=11/27/2026',
  ],
  [
    'letters of another language',
    '<label>Datum von <input name=a placeholder="TT.MM.JJJJ"></label><label>bis <input name=b placeholder="TT.MM.JJJJ"></label>',
    'a=26.11.2026&b=27.11.2026',
  ],
  [
    'a sample, for both boxes',
    '<label>Von <input name=a placeholder="z.B. 01.02.2003"></label><label>Bis <input name=b></label>',
    'a=26.11.2026&b=27.11.2026',
  ],
  [
    'dates that stand there',
    '<label>Date from <input name=a value="01/10/2026"></label><label>Date to <input name=b value="01/31/2026"></label>',
    'a=11/26/2026&b=11/27/2026',
  ],
  [
    'a pattern',
    '<label>Start date <input name=a pattern="\\d{4}-\\d{2}-\\d{2}"></label><label>End date <input name=b></label>',
    'a=2026-11-26&b=2026-11-27',
  ],
  [
    'boxes that a calendar fills',
    '<label>Start date <input name=a readonly class=datepicker></label><label>End date <input name=b readonly class=datepicker></label>',
    'a=2026-11-26&b=2026-11-27',
  ],
  ['six lists', threeLists('a', 'From') + threeLists('b', 'To'), 'ad=26&am=11&ay=2026&bd=27&bm=11&by=2026'],
  [
    'months',
    '<label>Since <input type=month name=a></label><label>Until <input type=month name=b></label>',
    'a=2026-10&b=2026-11',
  ],
  ['years', '<label>Year from <input name=a></label><label>to <input name=b></label>', 'a=2025&b=2026'],
  ['prices', '<label>Price from <input name=a></label><label>Price to <input name=b></label>', 'a=5&b=9'],
])('a range is typed as its boxes take it: %s', (_, boxes, typed) => {
  expect(typedIn(BOX + boxes)).toBe(typed);
});

test.each([
  ['day first in Australia', 'http://council.nsw.gov.au/', '', '27/11/2026'],
  ['day first in the United Kingdom', 'http://council.gov.uk/', '', '27/11/2026'],
  ['dots in Germany', 'http://rathaus.de/', '', '27.11.2026'],
  ['month first in the United States', 'http://county.gov/', '', '11/27/2026'],
  ['as years in Sweden', 'http://domstol.se/', '', '2026-11-27'],
  ['by dates beside the boxes', 'http://court.example/', '<p>Latest: 30/10/2026</p>', '27/11/2026'],
])('dates without a notation are written as is usual: %s', (_, site, beside, typed) => {
  const boxes = '<label>Date from <input name=a></label><label>Date to <input name=b></label>';
  const field = fieldsOf(BOX + beside + boxes, {}, site).fields.find(({ kind }) => kind === 'window');
  const written = field?.kind === 'window' ? field.write(field.now ?? 0, field.now ?? 0) : [];
  expect(written.map(({ values }) => values[0])).toEqual([typed, typed]);
});

test('days that are named are those of one pair of dates', () => {
  const pair = (what: string) =>
    `<label>${what} from <input type=date name=${what}1></label><label>${what} to <input type=date name=${what}2></label>`;
  const { fields } = fieldsOf(BOX + pair('Lodged') + pair('Determined'), daySpan('2026-01', '2026-03'));
  const unused = fields.flatMap((field) => (field.kind === 'window' ? field.any.controls : []));
  expect(unused.map(({ values }) => values[0])).toEqual(['2026-01-01', '2026-03-31', '', '']);
});

test('dates of a stay are no range that is read in parts, in lists and calendars neither', () => {
  const city = '<label>City <select name=c><option value="">Choose<option>A<option>B</select></label>';
  const lists = fieldsOf(city + threeLists('a', 'Arrival') + threeLists('b', 'Departure'));
  const boxes = fieldsOf(
    `${city}<label>Arrival <input name=a class=datepicker readonly></label><label>Departure <input name=b class=datepicker readonly></label>`,
  );
  for (const { fields } of [lists, boxes]) expect(fields.map(({ kind }) => kind)).toEqual(['list']);
  expect(lists.always.map(({ values }) => values[0])).toEqual(['27', '12', '2026', '29', '12', '2026']);
  expect(boxes.always.map(({ values }) => values[0])).toEqual(['2026-12-27', '2026-12-29']);
});

test('days, months and years bound every query', () => {
  const dates = '<input type=date name=a aria-label=From> <input type=date name=b aria-label=To>';
  const anyOf = (from?: string, to?: string) =>
    fieldsOf(BOX + dates, daySpan(from, to)).fields.flatMap((field) =>
      field.kind === 'window' ? field.any.controls.map(({ values }) => values[0]) : [],
    );
  expect(anyOf('2001', '2005')).toEqual(['2001-01-01', '2005-12-31']);
  expect(anyOf('2001-02', '2004-02')).toEqual(['2001-02-01', '2004-02-29']);
  expect(anyOf('2001-05-31', '2001-06-01')).toEqual(['2001-05-31', '2001-06-01']);
  expect(anyOf()).toEqual(['', '']);
});

interface Case {
  readonly id: number;
  readonly date: string;
  readonly text: string;
}

/** Asks a list of cases by a plan until it ends. @param ignores the server does not look at dates */
function read(cases: readonly Case[], cap: number, ignores = false) {
  const { fields } = fieldsOf(`${BOX}From <input type=date name=a> to <input type=date name=b>`);
  const windows = Windows.of(fields, true)!;
  const seen = new Set<number>();
  let queries = 0;
  const answer = (query: Query | undefined) => {
    const value = (name: string) =>
      query?.bound.flatMap(({ choice }) => choice.controls).find((one) => one.name === name)?.values[0] || '';
    const [from, to, word] = [value('a'), value('b') || '9', value('q')];
    const found = cases.filter(
      ({ date, text }) => (ignores || (date >= from && date <= to)) && text.includes(word),
    );
    const shown = found.slice(0, cap);
    for (const { id } of shown) seen.add(id);
    const records = shown.map(
      ({ id, text }): ResultRecord => ({ key: String(id), title: text, text, fields: {} }),
    );
    const outcome = {
      hits: shown.length > 0,
      verdict: shown.length > 0 ? ('hits' as const) : ('no-hits' as const),
      complete: found.length <= cap,
      records: shown.length,
      newRecords: 0,
      requests: 1,
      fingerprint: shown.map(({ id }) => id).join(),
      statedTotal: found.length,
    };
    return [outcome, records] as const;
  };
  windows.begin(...answer(undefined));
  for (let query = windows.next(); query !== undefined && queries < 500; query = windows.next()) {
    queries++;
    windows.settled(query, ...answer(query));
  }
  return { seen: seen.size, queries, windows };
}

const NAMES = [
  ...['Amsel', 'Buchfink', 'Drossel', 'Elster', 'Falke', 'Gimpel', 'Habicht', 'Ibis', 'Kauz', 'Lerche'],
];

test('a day that one list does not hold is read by words of its records, where nothing else splits it', () => {
  const cases = Array.from({ length: 120 }, (_, id) => ({
    id,
    date: id < 60 ? '2026-10-07' : `2026-0${1 + (id % 9)}-15`,
    text: `${NAMES[id % 10]} versus ${NAMES[(id * 7 + 3) % 10]}`,
  }));
  const { seen, windows } = read(cases, 20);
  expect(seen).toBe(120);
  expect(windows.isDone).toBe(true);
  expect(windows.spans).toEqual([{ from: '1900-01-01', to: '2036-12-31', whole: true, records: 120 }]);
});

test('what cannot be read whole is said to be read in part', () => {
  const cases = Array.from({ length: 90 }, (_, id) => ({
    id,
    date: id < 60 ? '2026-10-07' : '2025-03-15',
    text: 'Sealed',
  }));
  const { windows } = read(cases, 40);
  expect(windows.spans).toEqual([
    { from: '1900-01-01', to: '2026-10-06', whole: true, records: 30 },
    { from: '2026-10-07', to: '2026-10-07', whole: false, records: 40 },
    { from: '2026-10-08', to: '2036-12-31', whole: true, records: 0 },
  ]);
});

test('dates that a server does not look at are given up soon', () => {
  const cases = Array.from({ length: 90 }, (_, id) => ({ id, date: '2026-10-07', text: 'Sealed' }));
  const { windows, queries } = read(cases, 40, true);
  expect(windows.isDone).toBe(false);
  expect(queries).toBeLessThanOrEqual(3);
});

test('parts that changed are read again, however many comparisons that takes', () => {
  const kept = new KeptWindows();
  kept.statesTotals = true;
  const day = '2026-01-01';
  for (let at = 0; at < 64; at++)
    kept.add({ from: at, to: at, window: { from: day, to: day, day, keys: [`k${at}`] } });
  const grown = (at: number) => at % 8 === 3;
  const again = new Set<number>();
  const taken = new Set<number>();
  for (let span = kept.next(72, new Set()); span !== undefined; span = kept.next(72, new Set())) {
    const parts = Array.from({ length: span.to - span.from + 1 }, (_, i) => (span?.from ?? 0) + i);
    kept.checked(parts.reduce((sum, at) => sum + (grown(at) ? 2 : 1), 0));
  }
  for (const { from, to } of kept.doubtful()) for (let at = from; at <= to; at++) again.add(at);
  for (const { from } of kept.taken(true)) taken.add(from);
  for (let at = 0; at < 64; at++) expect([again.has(at), taken.has(at)], String(at)).toContain(true);
  for (let at = 3; at < 64; at += 8) expect(again.has(at), String(at)).toBe(true);
});
