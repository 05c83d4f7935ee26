import { expect, test } from 'vitest';
import { extractForms, type Form } from '../../src/forms/index.ts';
import { parseTree } from '../../src/foundation/dom/index.ts';
import {
  callableForm,
  elementsCsv,
  FormElementTable,
  planForm,
  takeCsv,
  ValueFileError,
} from '../../src/submissions/index.ts';
import { nonsenseProbes } from '../../src/submissions/planning/bindings.ts';
import { keepsLinked } from '../../src/submissions/planning/list-options.ts';
import type { Query } from '../../src/submissions/planning/query.ts';
import { QueryOrder } from '../../src/submissions/planning/query-order.ts';
import { QueryPlan } from '../../src/submissions/planning/query-plan.ts';
import { type FormFields, readFields } from '../../src/submissions/planning/read-fields.ts';
import { submitPosition } from '../../src/submissions/planning/submit-control.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const formOf = (inner: string, attributes = 'action="/find"'): Form =>
  extractForms(parseTree(`<form ${attributes}>${inner}</form>`, 'https://shop.example/page'))[0]!;
const planOf = (inner: string, attributes?: string, text = false) =>
  planForm(formOf(inner, attributes), { now: NOW, maxSubmissions: 50, text });
const select = (name: string, values: readonly string[], any = true): string =>
  `<label>${name}<select name="${name}">${any ? '<option value="">Any</option>' : ''}${values.map((value) => `<option>${value}</option>`).join('')}</select></label>`;

test.each([
  ['a password', '<input name="q"><input type="password" name="p"><button>Search</button>', undefined],
  ['a file', '<input name="q"><input type="file" name="f"><button>Search</button>', undefined],
  ['an e-mail address', '<input type="email" name="mail"><button>Go</button>', undefined],
  ['a deleting button', `${select('item', ['a', 'b'])}<button>Delete</button>`, 'action="/x" method="post"'],
  [
    'a deleting method',
    `${select('item', ['a', 'b'])}<input type="hidden" name="_method" value="DELETE"><button>Go</button>`,
    'action="/x" method="post"',
  ],
  [
    'a deleting address',
    `${select('item', ['a', 'b'])}<button>Go</button>`,
    'action="/item/delete" method="post"',
  ],
  ['a second deed', '<input name="q"><button>Search and delete</button>', undefined],
  ['a deed after “go”', '<input name="q"><button>Go register</button>', undefined],
  [
    'a deed that it posts',
    '<input name="q"><button>Search the register</button>',
    'action="/x" method="post"',
  ],
])('a form with %s is never asked', (_, inner, attributes) => {
  expect(planOf(inner, attributes, true).kind).toBe('none');
});

test('a noun on the button that is a deed elsewhere says what is searched', () => {
  for (const said of ['Search the register', 'Find purchases', 'Search our births register'])
    expect(planOf(`<input name="q"><button>${said}</button>`, undefined, true).kind, said).toBe('plan');
});

test('honeypots, hidden, read-only and invisible controls are left exactly as they are', () => {
  const plan = planOf(
    `${select('genre', ['a', 'b'])}<input type="hidden" name="token" value="t"><input name="fixed" value="1" readonly>
     <div style="display:none"><label>Leave this field empty<input name="website"></label></div><button>Search</button>`,
    undefined,
    true,
  );
  if (plan.kind !== 'plan') throw new Error(plan.reason.code);
  const touched = new Set(plan.queries.flatMap(({ controls }) => controls.map(({ name }) => name)));
  expect([...touched]).toEqual(['genre']);
});

test('open boxes stay empty unless asked for, and a required one then says why', () => {
  expect(planOf('<input name="q" placeholder="Search"><button>Search</button>')).toMatchObject({
    kind: 'none',
    reason: { code: 'typing-off' },
  });
  expect(
    planOf(`${select('genre', ['a', 'b'])}<label>Author<input name="author" required></label>`),
  ).toMatchObject({ kind: 'none', reason: { code: 'typing-needed', detail: 'Author' } });
});

test('booking dates lie ahead, in order, as the control writes them', () => {
  const fields = readFields(
    formOf(
      `${select('city', ['Rome', 'Oslo'])}<label>Check-in<input name="checkin" placeholder="dd.mm.yyyy"></label><label>Check-out<input type="date" name="checkout"></label><button>Search hotels</button>`,
    ),
    NOW,
  );
  if (fields.kind !== 'fields') throw new Error(fields.reason.code);
  expect(fields.always.map(({ name, values }) => [name, values[0]])).toEqual([
    ['checkin', '21.12.2026'],
    ['checkout', '2026-12-23'],
  ]);
});

test('two lists of the same years are the ends of a range, whatever they are called; other neighbours are not', () => {
  const years = ['1970', '1980', '1990', '2000'];
  const numbers = Array.from({ length: 12 }, (_, i) => String(i + 1));
  const kinds = (inner: string) => {
    const fields = readFields(formOf(`${inner}<button>Search</button>`), NOW);
    if (fields.kind !== 'fields') throw new Error(fields.reason.code);
    return fields.fields.map(({ kind, positions }) => [kind, ...positions]);
  };
  expect(kinds(select('Year from', years) + select('Year max', years))).toEqual([['range', 0, 1]]);
  expect(kinds(select('Year', years) + select('Year of print', years.slice(1)))).toEqual([
    ['list', 0],
    ['list', 1],
  ]);
  expect(kinds(select('Day', numbers) + select('Month', numbers))).toEqual([
    ['list', 0],
    ['list', 1],
  ]);
});

test('a style or a language with “any” chooses among records, one without is the page’s own', () => {
  const styles = ['Ambient', 'Blues', 'Choral'];
  const named = (inner: string) => {
    const fields = readFields(formOf(`${select('genre', ['a', 'b'])}${inner}<button>Search</button>`), NOW);
    if (fields.kind !== 'fields') throw new Error(fields.reason.code);
    return fields.fields.map(({ name }) => name);
  };
  expect(named(select('style', styles))).toEqual(['genre', 'style']);
  expect(named(select('style', styles, false))).toEqual(['genre']);
  expect(named(select('language', ['English', 'French']))).toEqual(['genre', 'language']);
  expect(named(select('language', ['English', 'French'], false))).toEqual(['genre']);
});

/** A database behind three lists that shows `cap` records at most. */
function askDatabase(
  cap: number,
  records: readonly (readonly string[])[],
  names: readonly string[],
  any = true,
  /** Without totals, and what is kept back where nothing is chosen. */
  untold?: (record: readonly string[]) => boolean,
) {
  const values = names.map((_, at) => [...new Set(records.map((record) => record[at]!))]);
  const fields = readFields(
    formOf(`${names.map((name, at) => select(name, values[at]!, any)).join('')}<button>Search</button>`),
    NOW,
  ) as FormFields;
  const plan = new QueryPlan(fields.fields);
  const seen = new Set<number>();
  let asked = 0;
  for (
    let query: Query | undefined = plan.next();
    query !== undefined && asked < 2_000;
    query = plan.next()
  ) {
    asked++;
    const found = records.flatMap((record, i) =>
      query!.bound.every(({ field, choice }) => record[field] === choice.label) ? [i] : [],
    );
    const kept = query.bound.length === 0 && untold ? found.filter((i) => !untold(records[i]!)) : found;
    const shown = kept.slice(0, cap);
    const fresh = shown.filter((i) => !seen.has(i));
    for (const i of fresh) seen.add(i);
    plan.settled(
      query,
      {
        hits: shown.length > 0,
        complete: shown.length === kept.length,
        records: shown.length,
        newRecords: fresh.length,
        requests: 1,
        fingerprint: shown.join(' '),
        ...(untold === undefined && { statedTotal: found.length }),
      },
      untold === undefined ? cap : undefined,
    );
  }
  return { seen: seen.size, asked, cross: values.reduce((all, list) => all * (list.length + 1), 1) };
}

const BOOKS = Array.from({ length: 1_200 }, (_, i) => [
  `genre ${i % 20}`,
  `place ${(i * 7) % 15}`,
  `year ${(i >> 2) % 12}`,
]);

test('a list that is shown whole takes one question', () => {
  expect(askDatabase(5_000, BOOKS, ['genre', 'place', 'year'])).toMatchObject({ seen: 1_200, asked: 1 });
});

test('a list that says no total is believed to be everything once two other questions show no more', () => {
  const names = ['genre', 'place', 'year'];
  expect(askDatabase(5_000, BOOKS, names, true, () => false)).toMatchObject({ seen: 1_200, asked: 3 });
  const part = askDatabase(5_000, BOOKS, names, true, ([genre]) => Number(genre?.split(' ')[1]) > 9);
  expect(part.seen).toBe(1_200);
  expect(part.asked).toBeLessThan(50);
});

test('boxes to tick are no ends of a range, whatever their labels say', () => {
  const plan = planOf(
    `${select('to', ['Rome', 'Oslo'])}<label><input type="checkbox" name="stops" value="0">Non-stop</label><label><input type="checkbox" name="stops" value="1">1 stop</label><label><input type="checkbox" name="stops" value="2">2 stops</label><button>Search flights</button>`,
  );
  if (plan.kind !== 'plan') throw new Error(plan.reason.code);
  expect(plan.fields.map(({ kind }) => kind)).toEqual(['list', 'list']);
  const [everything] = plan.queries;
  expect(everything?.controls.flatMap(({ name, values }) => (name === 'stops' ? values : []))).toEqual([]);
});

test('a capped database is seen through a small part of the cross product', () => {
  const { seen, asked, cross } = askDatabase(40, BOOKS, ['genre', 'place', 'year']);
  expect(seen / BOOKS.length).toBeGreaterThanOrEqual(0.95);
  expect(asked).toBeLessThanOrEqual(cross / 5);
});

test('a field that changes no answer is dropped after a few values', () => {
  const records = Array.from({ length: 300 }, (_, i) => [`genre ${i % 30}`]);
  const fields = readFields(
    formOf(
      `${select(
        'look',
        Array.from({ length: 40 }, (_, i) => `look ${i}`),
      )}${select(
        'genre',
        records.slice(0, 30).map(([genre]) => genre!),
      )}<button>Search</button>`,
    ),
    NOW,
  ) as FormFields;
  const plan = new QueryPlan(fields.fields);
  const byField = [0, 0];
  const shown = new Set<string>();
  for (let query = plan.next(); query !== undefined; query = plan.next()) {
    for (const { field } of query.bound) byField[field]!++;
    const genre = query.bound.find(({ field }) => field === 1)?.choice.label;
    const fingerprint = genre ?? 'first ten';
    const newRecords = shown.has(fingerprint) ? 0 : 10;
    shown.add(fingerprint);
    plan.settled(
      query,
      {
        hits: true,
        complete: genre !== undefined,
        records: 10,
        newRecords,
        requests: 1,
        fingerprint,
      },
      10,
    );
  }
  expect(byField[0]).toBeLessThanOrEqual(20);
  expect(byField[1]).toBeGreaterThanOrEqual(30);
});

test('values go out as CSV and come back, spreadsheets notwithstanding', () => {
  const book = new FormElementTable();
  book.seed('book', { author: ['Jane Austen', '=1+1'], genre: ['Crime'] });
  const csv = elementsCsv(book, 'book');
  expect(csv).toContain("'=1+1");
  const other = new FormElementTable();
  expect(takeCsv(other, 'book', csv, 'x.csv')).toBe(3);
  expect([...(other.find('book', 'Author')?.values.keys() ?? [])]).toContain('=1+1');
  expect(() => takeCsv(other, 'book', 'a,b\n1,2\n', 'x.csv')).toThrow(ValueFileError);
});

test('the heading of a list chooses nothing, and a search round a place asks for the widest distance', () => {
  const fields = readFields(
    formOf(
      `<select name="author"><option value="|">by author</option><option value="7">Austen</option><option value="8">Bell</option></select>
       <select name="until"><option value="9999">Price (up to)</option><option value="10">10 €</option><option value="20">20 €</option><option value="50">50 €</option></select>
       <select name="state"><option>State/Destination</option><option>Ohio</option><option>Utah</option><option>Iowa</option></select>
       <select name="since"><option value="1">Yesterday</option><option value="7">Last week</option><option value="0" selected>Toujours</option></select>
       <select name="round"><option value="5">5 miles</option><option value="50">50 miles</option><option value="10">10 miles</option></select>
       <select><option>1</option><option>2</option></select><button>Search</button>`,
    ),
    NOW,
  ) as FormFields;
  const lists = fields.fields.flatMap((field) => (field.kind === 'list' ? [field] : []));
  expect(lists.map(({ name, choices, any }) => [name, choices.length, any?.controls[0]?.values[0]])).toEqual([
    ['author', 2, '|'],
    ['until', 3, '9999'],
    ['state', 3, 'State/Destination'],
    ['since', 2, '0'],
  ]);
  expect(fields.always.map(({ name, values }) => [name, values[0]])).toEqual([['round', '50']]);
});

test('boxes that choose the columns shown are asked once, and those that choose records one by one', () => {
  const boxes = ['name', 'year', 'owner', 'area'].map(
    (value) => `<label><input type="checkbox" name="show" value="${value}">${value}</label>`,
  );
  const fields = readFields(formOf(`${boxes.join('')}<button>Search</button>`), NOW);
  if (fields.kind !== 'fields') throw new Error(fields.reason.code);
  const asked = (shownFor: (nth: number) => readonly (string | undefined)[], columns = true): number => {
    const order = new QueryOrder(fields.fields, undefined);
    let nth = 0;
    for (let query = order.next({}); query !== undefined; query = order.next({})) {
      const shown = shownFor(nth++).map((url, i) => {
        const record = {
          key: `${nth} ${i}`,
          title: 'Oak',
          fields: { [columns ? `c${nth}` : 'c']: 'x' },
          text: 'Oak',
        };
        return url === undefined ? record : { ...record, url };
      });
      const counts = { records: shown.length, newRecords: shown.length, requests: 1 };
      const outcome = { hits: true, verdict: 'hits' as const, complete: false, fingerprint: `${nth}` };
      order.settled(query, { ...outcome, ...counts }, undefined, shown);
    }
    return nth;
  };
  const links = ['/a', '/b', '/c'];
  expect(asked((nth) => (nth === 0 ? links : [undefined, undefined, undefined]))).toBe(2);
  expect([true, false].map((columns) => asked(() => links, columns))).toEqual([2, 5]);
  expect(asked((nth) => links.map((link) => `${link}${nth}`))).toBe(5);
  expect(asked((nth) => links.slice(0, nth === 0 ? 3 : 2))).toBe(5);
});

test('a box that ticks all others is left alone, and an amount of money takes no words', () => {
  const plan = planOf(
    `<label><input type="checkbox" name="season[winter]" value="Y">Winter</label><label><input type="checkbox" name="season[all]" value="Y">All seasons</label>
     <label>a € <input name="upto"></label><label>Keyword <input name="q"></label><button>Search</button>`,
    undefined,
    true,
  );
  if (plan.kind !== 'plan') throw new Error(plan.reason.code);
  expect(plan.fields.map(({ name }) => name)).not.toContain('season[all]');
  const typed = plan.queries.flatMap(({ controls }) =>
    controls.flatMap(({ name, source }) => (source === 'probe' ? [name] : [])),
  );
  expect(new Set(typed)).toEqual(new Set(['q']));
});

test('words are typed into no box for prices, years or numbers', () => {
  const plan = planOf(
    '<label>Title<input name="title"></label><label>Price from<input name="price_from"></label><label>Price to<input name="price_to"></label><label>Postcode<input name="zip"></label><button>Search</button>',
    undefined,
    true,
  );
  if (plan.kind !== 'plan') throw new Error(plan.reason.code);
  const probe = plan.queries.find(({ purpose }) => purpose === 'nonsense-probe');
  const typed = probe?.controls.filter(({ source }) => source === 'probe').map(({ name }) => name);
  expect(typed).toEqual(['title']);
});

test('a box that stands disabled until its script has loaded is asked, where only a script can send it', () => {
  const tree = parseTree('<input type="search" placeholder="Search trees" disabled>', 'http://example.org/');
  const fields = readFields(extractForms(tree)[0]!, NOW) as FormFields;
  expect(fields.fields).toMatchObject([{ kind: 'open', meaning: 'query' }]);
  const tagged = formOf(
    '<input name="q" disabled><select name="kind"><option>a</option><option>b</option></select>',
  );
  expect((readFields(tagged, NOW) as FormFields).fields).toMatchObject([{ name: 'kind' }]);
});

const WORDS = '<label>Keywords<input name="q"></label>';
function probedAndSet(inner: string): { probed: string[]; set: string[] } {
  const { fields, always } = readFields(formOf(`${inner}<button>Search</button>`), NOW) as FormFields;
  const [probe] = nonsenseProbes(fields, 1);
  return {
    probed: probe?.bound.flatMap(({ choice }) => choice.controls.map(({ name }) => name)) ?? [],
    set: always.map(({ name, values }) => `${name}=${values}`),
  };
}

test.each([
  ['a limit', '<label>Limit<input name="lim"></label>'],
  ['an offset', '<input name="offset">'],
  ['a page', '<label>Page<input name="pg"></label>'],
  ['how many are shown', '<label>Max results<input name="m"></label>'],
  ['a figure that stands there', '<label>Depth<input name="depth" value="3"></label>'],
  ['a date, as its sample says', '<label>Stamp<input name="st" placeholder="YYYY-MM-DD"></label>'],
  ['a number, as its sample says', '<label>Level<input name="lv" placeholder="e.g. 10"></label>'],
  ['digits, as its pattern says', '<label>Batch<input name="b" pattern="\\d{4}-[0-9]+"></label>'],
  ['a telephone number', '<label>Phone<input name="call"></label>'],
])('beside a box for words, one for %s gets no nonsense and keeps what stands there', (_, box) => {
  expect(probedAndSet(WORDS + box)).toEqual({ probed: ['q'], set: [] });
});

test('names of people and places are probed with nonsense as words are, and a single box whatever it shows', () => {
  expect(
    probedAndSet(`${WORDS}<label>Author<input name="a"></label><label>City<input name="c"></label>`).probed,
  ).toEqual(['q', 'a', 'c']);
  expect(probedAndSet('<input name="q" type="search" placeholder="2024">').probed).toEqual(['q']);
});

const period = (from: string, to: string, more = ''): string =>
  `<label>${from}<input type="date" name="a" ${more}></label><label>${to}<input type="date" name="b" ${more}></label>`;

test('dates that only narrow what a word finds stay empty, or wide if they must be filled; those of a stay are filled', () => {
  const filledIn = ['a=2026-12-21', 'b=2026-12-23'];
  expect(probedAndSet(WORDS + period('Start date', 'End date')).set).toEqual([]);
  expect(probedAndSet(WORDS + period('After', 'Before')).set).toEqual([]);
  const plan = planOf(WORDS + period('Start date', 'End date', 'required'), undefined, true);
  const first = plan.kind === 'plan' ? plan.queries[0]?.controls : [];
  expect(first?.map(({ name, values }) => `${name}=${values}`)).toEqual([
    'q=qzxvwkjp',
    'a=1900-01-01',
    'b=2036-12-31',
  ]);
  expect(probedAndSet(WORDS + period('Check-in', 'Check-out')).set).toEqual(filledIn);
  expect(probedAndSet(`<input name="w" placeholder="City">${period('From date', 'To date')}`).set).toEqual(
    filledIn,
  );
  expect(
    probedAndSet(`<label>Destination<input name="to"></label>${period('From date', 'To date')}`).set,
  ).toEqual(filledIn);
});

test('what an answer is written in is left as it stands; formats that things are sold in are chosen', () => {
  const names = (inner: string) =>
    (readFields(formOf(`${WORDS}${inner}<button>Search</button>`), NOW) as FormFields).fields.map(
      ({ name }) => name,
    );
  expect(names(select('format', ['HTML', 'JSON', 'CSV'], false))).toEqual(['q']);
  expect(names(select('format', ['Hardcover', 'PDF', 'Audio']))).toEqual(['q', 'format']);
});

const COMPARISONS =
  '<option value="exact">=</option><option value="not">!=</option><option value="contains">contains</option><option value="gt">&gt;</option>';
const conditionsIn = (inner: string) => {
  const read = readFields(formOf(`${inner}<button>Apply</button>`), NOW);
  if (read.kind !== 'fields') throw new Error(read.reason.code);
  return nonsenseProbes(read.fields, 1).map(({ bound }) =>
    bound.flatMap(({ choice }) => choice.controls.map(({ name, values }) => [name, values[0]])),
  );
};

test('the value of a condition is typed with a column of words and a comparison of parts; others are left', () => {
  const row = (n: string) =>
    `<select name="column${n}"><option value="">- column -</option><option>id</option><option>name</option></select><select name="how${n}">${COMPARISONS}</select><input name="value${n}">`;
  expect(conditionsIn(row('') + row('_1'))).toEqual([
    [
      ['column', 'name'],
      ['how', 'contains'],
      ['value', 'qzxvwkjp'],
    ],
  ]);
  // Each line has a column of its own.
  const line = (name: string) =>
    `<label>${name}</label><select name="${name}_mode"><option value="~">contains</option><option value="!~">does not contain</option><option value="^">begins with</option></select><input name="${name}">`;
  expect(conditionsIn(line('summary') + line('keywords'))).toEqual([
    [
      ['summary_mode', '~'],
      ['summary', 'qzxvwkjp'],
      ['keywords_mode', '~'],
      ['keywords', 'qzxvwkjp'],
    ],
  ]);
  // A box for words needs no condition; lists of values are none.
  expect(conditionsIn(`<input name="q" placeholder="Search">${row('')}`)).toEqual([[['q', 'qzxvwkjp']]]);
  expect(
    conditionsIn(`${select('genre', ['like', 'is', 'poem', 'drama', 'novel'])}<input name="title">`),
  ).toEqual([[['title', 'qzxvwkjp']]]);
});

test('no word is typed into the drawn side of a date', () => {
  expect(
    conditionsIn(
      '<label>Title<input name="title"></label><input type="date" name="published" style="display:none"><input type="text" id="shown_published" placeholder="Published from">',
    ),
  ).toEqual([[['title', 'qzxvwkjp']]]);
});

test.each([
  ['a view switch', 'v', '<option selected>Modern View<option>Compact View<option>Classic View'],
  ['a view switch of compounds', 'v', '<option selected>Listenansicht<option>Kompaktansicht'],
])(
  'beside a row limit, %s searches nothing: the form is not queried, and nothing in it is called a query',
  (_, name, options) => {
    const form = formOf(`<select name="${name}">${options}</select>Max: <input name="n" aria-label="Max:">`);
    const read = readFields(form, NOW);
    expect(read).toMatchObject({ kind: 'fields', fields: [] });
    expect(callableForm(form, NOW)?.parameters).toEqual([]);
  },
);

test('a page size is no box for words, and signs add and remove lines of a form', () => {
  const form = formOf(
    `${select('component', ['core', 'web'])}<button name="remove_0">–</button><button name="add_0">+</button><label>Max items per page <input name="max"></label><button name="update">Update</button>`,
  );
  const read = readFields(form, NOW);
  if (read.kind !== 'fields') throw new Error(read.reason.code);
  expect(nonsenseProbes(read.fields, 1)).toEqual([]);
  expect(form.submits[submitPosition(form)!]!.name).toBe('update');
});

test('what a link to the form has set narrows what is asked as long as it stands', () => {
  const form = formOf('<select name="part"><option value="">Any<option selected>engine<option>wing</select>');
  const keeps = (query: string) => keepsLinked(form, `https://shop.example/page${query}`, [0], []);
  expect(['?part=engine&order=new', '?part=wing', ''].map(keeps)).toEqual([true, false, false]);
});

test('of several buttons the one whose caption searches is pressed, whatever their names say', () => {
  const pressed = (buttons: string) => {
    const form = formOf(`<input name="q">${buttons}`, 'action="/find" method="post"');
    const { label, id, marker } = form.submits[submitPosition(form)!]!;
    return label || id || marker;
  };
  const button = (key: string, value: string) =>
    `<input type="submit" name="ctl00$SearchControl$m${key}Button" value="${value}">`;
  for (const [back, search] of [
    ['Previous', 'Search'],
    ['< Back', 'Search'],
    ['New Search', 'Search'],
    ['Clear', 'Retrieve'],
    ['Help', 'Display'],
    ['Zurück', 'Suchen'],
    ['Précédent', 'Rechercher'],
    ['Volver', 'Consultar'],
    ['Cancelar', 'Pesquisar'],
    ['Anuluj', 'Wyszukaj'],
    ['Indietro', 'Cerca'],
    ['Назад', 'Найти'],
    ['戻る', '検索'],
    ['清空', '查询'],
    ['이전', '조회'],
    ['Tyhjennä', 'Hae'],
    ['Geri', 'Sorgula'],
    ['Törlés', 'Keresés'],
    ['חזרה', 'חיפוש'],
  ] as const) {
    expect(pressed(button('Back', back) + button('Go', search))).toBe(search);
    expect(pressed(`<button name="search_back">${back}</button><button name="x">${search}</button>`)).toBe(
      search,
    );
    expect(
      pressed(`<input type="image" name="searchBack" alt="${back}"><input type="image" alt="${search}">`),
    ).toBe(search);
  }
  const icon = (key: string) =>
    `<input type="image" name="ctl00$SearchPanel$${key}" id="${key}" src="/img/${key}.gif">`;
  expect(pressed(icon('btnBack') + icon('btnSearch'))).toBe('btnSearch');
  expect(pressed(icon('btnReset') + icon('btnGo'))).toBe('btnGo');
  expect(pressed(button('Back', 'Back to search') + button('Next', 'Continue'))).toBe('Continue');
});

const optionsFrom = (labels: readonly string[], chosen?: string): string =>
  labels
    .map((label, i) => `<option value="${i + 7}"${label === chosen ? ' selected' : ''}>${label}</option>`)
    .join('');

test.each([
  [['Today', 'Last 7 days', 'Last 14 days', 'Last 30 days'], 'Last 30 days', 'Last 30 days'],
  [['Last 30 days', 'Last 7 days', 'Yesterday', 'Today'], 'Last 7 days', 'Last 30 days'],
  [['Heute', 'Letzte 7 Tage', 'In den letzten 12 Monaten'], undefined, 'In den letzten 12 Monaten'],
  [['Aujourd’hui', 'Les 7 derniers jours', '30 jours'], undefined, '30 jours'],
  [['今日', '過去7日間', '過去1か月'], undefined, '過去1か月'],
  [['Сегодня', 'За 7 дней', 'За 3 месяца'], 'За 7 дней', 'За 3 месяца'],
  [['This week', 'This month', 'This year'], 'This week', 'This year'],
])(
  'of recent times without an “all” the longest is chosen, and it is named as the limit: %j',
  (labels, chosen, longest) => {
    for (const times of [
      `<select name="period">${optionsFrom(labels, chosen)}</select>`,
      labels
        .map(
          (label, i) =>
            `<label><input type="radio" name="period" value="${i + 7}" ${label === chosen ? 'checked' : ''}>${label}</label>`,
        )
        .join(''),
    ]) {
      const read = readFields(formOf(`<input name="q">${times}<button>Search</button>`), NOW);
      if (read.kind !== 'fields') throw new Error(read.reason.code);
      expect(read.limit).toBe(longest);
      expect(read.always.map(({ name, values }) => [name, ...values])).toEqual([
        ['period', String(labels.indexOf(longest) + 7)],
      ]);
      expect(read.fields.map(({ name }) => name)).toEqual(['q']);
    }
  },
);

test('a list of recent times is widened to its “all”, wherever that stands, and other lists keep their choices', () => {
  const listOf = (labels: readonly string[], chosen?: string) => {
    const read = readFields(
      formOf(`<select name="period">${optionsFrom(labels, chosen)}</select><button>Search</button>`),
      NOW,
    );
    const field = read.kind === 'fields' ? read.fields[0] : undefined;
    if (field?.kind !== 'list') throw new Error('no list');
    return [field.any?.label, ...field.choices.map(({ label }) => label)];
  };
  for (const all of ['All', 'Alle', 'Todos', 'Wszystkie', '全部', 'Hepsi'])
    expect(listOf(['Today', 'Last 7 days', 'Last 30 days', all], 'Last 30 days')[0]).toBe(all);
  expect(listOf(['3 days', '5 days', '7 days'], '5 days')).toEqual([undefined, '3 days', '5 days', '7 days']);
  expect(listOf(['Saints', 'All Saints', 'Souls'])).toEqual([undefined, 'Saints', 'All Saints', 'Souls']);
});
