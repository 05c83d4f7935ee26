import { expect, test } from 'vitest';
import { ExpansionPace } from '../../src/submissions/sending/live-answer.ts';

const records = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => ({ key: String(from + i) }));

test('a list that grows is made longer by 1, 2, 4, 8 and 8 at once', () => {
  const pace = new ExpansionPace();
  const lengths = [5, 10, 20, 40, 80];
  expect(lengths.map((length) => pace.timesFor(records(0, length)))).toEqual([1, 2, 4, 8, 8]);
});

test('a list whose page is turned is turned by one page', () => {
  const pace = new ExpansionPace();
  const pages = [0, 5, 10].map((from) => pace.timesFor(records(from, from + 5)));
  expect(pages).toEqual([1, 1, 1]);
});
