import { expect, test } from 'vitest';
import { renderRecall } from '../../../src/crawl/rendering/index.ts';
import { wilson } from '../../../src/crawl/rendering/render-recall.ts';

test("Wilson's interval is the published one", () => {
  // Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
  const rounded = (hits: number, of: number) => wilson(hits, of).map((bound) => Number(bound.toFixed(4)));
  expect(rounded(81, 263)).toEqual([0.2553, 0.3662]);
  expect(rounded(15, 148)).toEqual([0.0624, 0.1605]);
  expect(rounded(0, 20)).toEqual([0, 0.1611]);
  expect(rounded(1, 29)).toEqual([0.0061, 0.1718]);
});

const NONE = { unseen: 0, audited: 0, missed: 0 };

test('recall of the gate counts what it may have missed on pages that nobody rendered', () => {
  const recall = renderRecall({ withForms: 90, unseen: 1_000, audited: 100, missed: 1, familiar: NONE });
  expect(recall?.recall).toBeCloseTo(0.9, 10);
  expect(recall?.low).toBeLessThan(0.9);
  expect(recall?.high).toBeGreaterThan(0.9);
  expect(renderRecall({ withForms: 50, unseen: 0, audited: 10, missed: 0, familiar: NONE })).toEqual({
    recall: 1,
    low: 1,
    high: 1,
  });
  expect(renderRecall({ withForms: 50, unseen: 10, audited: 0, missed: 0, familiar: NONE })).toBeUndefined();
});

test('pages with familiar scripts are a sample of their own', () => {
  const plain = { withForms: 90, unseen: 1_000, audited: 100, missed: 0 };
  const spared = { unseen: 100, audited: 20, missed: 2 };
  // 10 of 100 missed, none of 1,000: 90 of 100 found.
  expect(renderRecall({ ...plain, familiar: spared })?.recall).toBeCloseTo(0.9, 10);
  // Either kind alone has Wilson's interval.
  const [low, high] = wilson(2, 20);
  const alone = renderRecall({ ...plain, unseen: 0, familiar: spared });
  expect(alone?.low).toBeCloseTo(90 / (90 + 100 * high), 10);
  expect(alone?.high).toBeCloseTo(90 / (90 + 100 * low), 10);
  // Together: square and add, by hand. 0 of 100: 0 to .0370; 2 of 20: .0279 to .3010.
  const both = renderRecall({ ...plain, familiar: spared });
  expect(both?.low).toBeCloseTo(90 / (100 + Math.hypot(1_000 * 0.036994, 100 * 0.201037)), 4);
  expect(both?.high).toBeCloseTo(90 / (100 - 100 * (0.1 - 0.027868)), 3);
});

test('of familiar pages that nobody looked at again one half counts as missed', () => {
  const plain = { withForms: 90, unseen: 0, audited: 5, missed: 0 };
  expect(renderRecall({ ...plain, familiar: { unseen: 20, audited: 0, missed: 0 } })).toEqual({
    recall: 0.9,
    low: 90 / 110,
    high: 1,
  });
});
