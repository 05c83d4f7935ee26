import { expect, test } from 'vitest';
import { RecordIdentity } from '../../src/submissions/answers/record-identity.ts';
import { recordKeys } from '../../src/submissions/answers/record-key.ts';

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

test('a key that was made stays the same when it is asked for again', () => {
  const identity = new RecordIdentity();
  const answers = answersOf((id, at, n) => `/b/${id}/${at}?qid=${n}`);
  for (const records of answers) identity.learn(records);
  for (const record of answers.flat()) {
    const key = identity.keyOf(record);
    expect(identity.keyOf({ ...record, key })).toBe(key);
  }
});
