import { expect, test } from 'vitest';
import { wordNet } from '../../src/foundation/text/index.ts';
import { Categoriser } from '../../src/library/ontology/categorise.ts';
import { listOntologies, loadOntology, parseOntology } from '../../src/library/ontology/load-ontology.ts';
import { ontologyOf } from '../../src/library/ontology/ontology.ts';

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
