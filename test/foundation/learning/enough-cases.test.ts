import { expect, test } from 'vitest';
import { figureOf } from '../../../src/foundation/learning/index.ts';

test('too few cases are told as a whole number, a mean over folds too', () => {
  expect([figureOf('0.5', 6.2), figureOf('0.5', 7.8), figureOf('0.5', 9.6), figureOf('0.5', 12)]).toEqual([
    ...['n too small (6)', 'n too small (8)', '0.5', '0.5'],
  ]);
});
