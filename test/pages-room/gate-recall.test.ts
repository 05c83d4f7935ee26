import { expect, test } from 'vitest';
import { gateRecall, wilson } from '../../src/pages/index.ts';

test("Wilson's interval is the published one", () => {
  // Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
  const rounded = (hits: number, of: number) => wilson(hits, of).map((bound) => Number(bound.toFixed(4)));
  expect(rounded(81, 263)).toEqual([0.2553, 0.3662]);
  expect(rounded(15, 148)).toEqual([0.0624, 0.1605]);
  expect(rounded(0, 20)).toEqual([0, 0.1611]);
  expect(rounded(1, 29)).toEqual([0.0061, 0.1718]);
});

test('recall of the gate counts what it may have missed on pages that nobody rendered', () => {
  const recall = gateRecall({ withForms: 90, unseen: 1_000, audited: 100, missed: 1 });
  expect(recall?.recall).toBeCloseTo(0.9, 10);
  expect(recall?.low).toBeLessThan(0.9);
  expect(recall?.high).toBeGreaterThan(0.9);
  expect(gateRecall({ withForms: 50, unseen: 0, audited: 10, missed: 0 })).toEqual({
    recall: 1,
    low: 1,
    high: 1,
  });
  expect(gateRecall({ withForms: 50, unseen: 10, audited: 0, missed: 0 })).toBeUndefined();
});
