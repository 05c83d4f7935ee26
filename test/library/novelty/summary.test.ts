import { expect, test } from 'vitest';
import type { Statement } from '../../../src/library/novelty/statement.ts';
import { summaryOf } from '../../../src/library/novelty/summary.ts';

const statement = (text: string): Statement => ({
  terms: text.split(' ').map((token) => ({ lemma: token, token, noun: true, name: false })),
  guard: '/0',
  words: 3,
});
/** Nouns shared with each of the others, summed: 6, 0, 4, 5, 3, 2. */
const PAGE = ['lake boat pier', 'violin', 'lake pier', 'lake boat', 'lake', 'boat senator'].map(statement);

const nounsOf = (length: number) =>
  summaryOf(PAGE, length).map(({ terms }) => terms.map(({ token }) => token));
const all = PAGE.map(({ terms }) => terms.map(({ token }) => token));

test('a summary is made of the heaviest sentences in the order of the page', () => {
  expect(nounsOf(3)).toEqual([all[0], all[2], all[3]]);
  expect(nounsOf(1)).toEqual([all[0]]);
});

test('below 1 the length is a share of the page, but three sentences at least', () => {
  expect(nounsOf(0.75)).toEqual(all.filter(([noun]) => noun !== 'violin'));
  expect(nounsOf(0.1)).toEqual(nounsOf(3));
  expect(nounsOf(9)).toEqual(all);
});
