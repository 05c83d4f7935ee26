import { expect, test } from 'vitest';
import { practiceScoreText } from '../../../src/interfaces/cli/practice-score-text.ts';

const tally = (expected: number, found: number, wrong: number) => {
  const precision = found / (found + wrong);
  const recall = found / expected;
  const f1 = (2 * precision * recall) / (precision + recall);
  return { expected, found, wrong, precision, recall, f1, missed: [], wrongClaims: [], repeated: 0 };
};

test('a score is printed where ten cases lie behind it, and their number in its place where fewer do', () => {
  const text = practiceScoreText({
    all: tally(20, 15, 5),
    searchable: tally(10, 6, 0),
    domains: { book: tally(7, 7, 0) },
    kinds: [],
  });
  // 15 of 20 listed forms are right, and 15 of 20 are found: 2 · 0.75 · 0.75 / 1.5. Then 2 · 1 · 0.6 / 1.6.
  expect(text.split('\n').slice(0, 3)).toEqual([
    'forms seen               found 15 of 20    wrong 5    precision 0.750, recall 0.750, F1 0.750',
    'searchable forms         found 6 of 10     wrong 0    precision n too small (6), recall 0.600, F1 0.750',
    '  domain book            found 7 of 7      wrong 0    precision n too small (7), recall n too small (7), F1 n too small (7)',
  ]);
});
