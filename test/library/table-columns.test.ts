import { expect, test } from 'vitest';
import { wordNet } from '../../src/foundation/text/index.ts';
import { tableColumns } from '../../src/library/exports/table-columns.ts';
import { Categoriser } from '../../src/library/ontology/categorise.ts';
import { listOntologies, loadOntology, parseOntology } from '../../src/library/ontology/load-ontology.ts';
import { ontologyOf } from '../../src/library/ontology/ontology.ts';

async function* rowsOf(rows: readonly object[]): AsyncGenerator<object> {
  yield* rows;
}

const columnsOf = (rows: readonly object[]) => tableColumns('records', false, rowsOf(rows));

test('typed fields come first, then fields by how many records have them', async () => {
  const columns = await columnsOf([
    { fields: { rare: 'a', often: 'b' }, typed: { rating: { value: 4, best: 5 } } },
    { fields: { often: 'c' }, typed: { author: ['Ann Lee', 'Bo Ek'] } },
  ]);
  const names = columns.map(({ name }) => name);
  expect(names.slice(6, -2)).toEqual(['author', 'rating', 'ratingBest', 'often', 'rare']);
  const [author, rating] = columns.slice(6);
  expect(author?.of({ typed: { author: ['Ann Lee', 'Bo Ek'] } })).toBe('Ann Lee; Bo Ek');
  expect(rating).toMatchObject({ type: 'number' });
});

test('a value that some record has as text alone keeps a column of its own', async () => {
  const columns = await columnsOf([
    { fields: { price: '£5', year: '1990' }, typed: { price: { amount: 5, currency: 'GBP' }, year: 1990 } },
    { fields: { price: 'on request' }, typed: {} },
  ]);
  const names = columns.map(({ name }) => name);
  expect(names).toContain('priceShown');
  expect(names).not.toContain('yearShown');
  const shown = columns.find(({ name }) => name === 'priceShown');
  expect(shown?.of({ fields: { price: 'on request' } })).toBe('on request');
});

test('numbers are amounts only where every row is exact as one, and the column names no things', async () => {
  const one = {
    stock: '5',
    entry: '00000007',
    account: '12345678901234567001',
    phone: '5550123',
    rate: '1.5',
  };
  const other = { stock: '1200', entry: '12000000', account: '1', phone: '5550124', rate: '1.50' };
  const columns = await columnsOf([{ fields: one }, { fields: { ...other, 'Docket No.': '77' } }]);
  const types = columns.slice(6, -2).map(({ name, type, of }) => [name, type, of({ fields: one })]);
  expect(Object.fromEntries(types.map(([name, ...rest]) => [name, rest]))).toMatchObject({
    stock: ['number', 5],
    entry: ['text', '00000007'],
    account: ['text', '12345678901234567001'],
    phone: ['text', '5550123'],
    rate: ['text', '1.5'],
    'Docket No.': ['text', undefined],
  });
});

test('names of a column that stands already, in any case, are told apart', async () => {
  const columns = await columnsOf([{ fields: { Title: 'a', title: 'b', URL: 'c' }, typed: {} }]);
  const names = columns.map(({ name }) => name.toLowerCase());
  expect(new Set(names).size).toBe(names.length);
});

test('of a page that makes up names, the rarest share one column', async () => {
  const made = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`name ${i}`, String(i)]));
  const columns = await columnsOf([
    { fields: made, typed: {} },
    { fields: { real: 'x' } },
    { fields: { real: 'y' } },
  ]);
  expect(columns.length).toBeLessThan(220);
  expect(columns.map(({ name }) => name)).toContain('real');
  const others = columns.find(({ name }) => name === 'otherFields')?.of({ fields: made });
  expect(Object.keys(others as object).length).toBeGreaterThan(290);
});

const words = wordNet();
const parse = (text: string) => parseOntology(text, 'mine.yaml', words);

test('relations lead on, and WordNet stands behind them', () => {
  const file = parse(
    'name: mine\nisA:\n  snorkelbook: paperback\n  paperback: [book]\n  Graphic Novel: book\n',
  );
  const ontology = ontologyOf(file.relations, words);
  expect(ontology.kindsOf('snorkelbook').has('book')).toBe(true);
  expect(ontology.kindsOf('snorkelbook').has('publication')).toBe(true);
  expect(ontology.kindsOf('graphic_novel').has('book')).toBe(true);
  expect(ontology.kindsOf('book').has('snorkelbook')).toBe(false);
  expect(ontology.kindsOf('dog').has('animal')).toBe(true);
});

test.each([
  [
    'name: mine\nisA:\n  a1: b1\n  b1: c1\n  c1: a1\n',
    'mine.yaml:5: isA goes in a circle: a1 is a b1 is a c1 is a a1; take one of these out',
  ],
  ['name: mine\nisA:\n  a1: a1\n', 'mine.yaml:3: isA goes in a circle: a1 is a a1; take one of these out'],
  [
    'name: mine\nisA:\n  paperbok: book\n  hardcover: paperbock\n',
    'mine.yaml:4: isA.hardcover: "paperbock" is neither in this file nor in WordNet; did you mean "paperbok"?',
  ],
  ['name: mine\nisA:\n  book: 3\n', 'mine.yaml:3: isA.book: expected a word or a list of words'],
  ['name: Mine!\nisA: {}\n', 'mine.yaml:1: name: expected lower-case letters, digits, -'],
  [
    'name: mine\nisA: [\n',
    'mine.yaml:3: not YAML: Flow sequence in block collection must be sufficiently indented and end with a ]',
  ],
])('a mistake is told in one line: %j', (text, message) => {
  expect(() => parse(text)).toThrow(message);
});

test('a file that is not there is told', () => {
  expect(() => loadOntology('./nowhere.yaml', words)).toThrow(/^\.\/nowhere\.yaml:1: cannot be read: ENOENT/);
});

test('every shipped ontology loads, under the name of its file', () => {
  for (const name of listOntologies()) expect(loadOntology(name, words).name).toBe(name);
});

test('a category is that which explains most of the nouns, .04 of all and three different ones', () => {
  const file = (name: string, ...terms: string[]) => ({
    name,
    description: '',
    relations: new Map(terms.map((term) => [term, []])),
  });
  const categoriser = new Categoriser(
    [
      file('zoology', 'dog'),
      file('sports', 'tennis', 'goal', 'racket'),
      file('music', 'violin', 'drum', 'flute', 'racket'),
    ],
    words,
  );
  const among = (count: number, ...nouns: string[]) =>
    categoriser.categoryOf([...nouns, ...Array.from({ length: count - nouns.length }, (_, i) => `zzq${i}`)]);
  // A racket is of two categories: 1 + 1 + .5 for sports.
  expect(among(62, 'tennis', 'goal', 'racket')).toBe('sports');
  expect(among(63, 'tennis', 'goal', 'racket')).toBeUndefined();
  expect(among(5, 'tennis', 'goal')).toBeUndefined();
  expect(among(9, 'tennis', 'goal', 'racket', 'violin', 'drum', 'flute')).toBe('music');
  // Kinds of a term count .4 each: 1.2.
  expect(among(29, 'poodle', 'beagle', 'dachshund')).toBe('zoology');
  expect(among(31, 'poodle', 'beagle', 'dachshund')).toBeUndefined();
});
