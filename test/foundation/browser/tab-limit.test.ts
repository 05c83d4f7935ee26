import { expect, test } from 'vitest';
import { nextLimit, TabLimit } from '../../../src/foundation/browser/tab-limit.ts';

const RANGE = { least: 2, most: 4 };

test('another page where over a fifth of the machine is idle, one less where under a twentieth is', () => {
  expect(nextLimit(2, RANGE, 0.21)).toBe(3);
  expect(nextLimit(4, RANGE, 0.21)).toBe(4);
  expect(nextLimit(3, RANGE, 0.2)).toBe(3);
  expect(nextLimit(3, RANGE, 0.05)).toBe(3);
  expect(nextLimit(3, RANGE, 0.049)).toBe(2);
  expect(nextLimit(2, RANGE, 0)).toBe(2);
});

test('what counts is the time since the last measurement, twice a second, while pages wait', () => {
  let times = { idle: 1_000, total: 10_000 };
  const limit = new TabLimit(RANGE, () => times);
  const began = performance.now();
  // 300 of 1,000 ms idle.
  times = { idle: 1_300, total: 11_000 };
  expect(limit.current(true, began + 400)).toBe(2);
  expect(limit.current(true, began + 600)).toBe(3);
  // 900 of 1,000, and nobody waits.
  times = { idle: 2_200, total: 12_000 };
  expect(limit.current(false, began + 1_200)).toBe(3);
  // 20 of 1,000 since then.
  times = { idle: 2_220, total: 13_000 };
  expect(limit.current(true, began + 1_800)).toBe(2);
});

test('a fixed number of pages is not measured', () => {
  const limit = new TabLimit({ least: 3, most: 3 }, () => ({ idle: 0, total: 0 }));
  expect(limit.current(true, performance.now() + 10_000)).toBe(3);
});
