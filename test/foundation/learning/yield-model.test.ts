import { expect, test } from 'vitest';
import { binIndexOf, seededRandom, YieldModel } from '../../../src/foundation/learning/index.ts';

const FACTORS = [
  { name: 'anchor', priors: [1, 1] },
  { name: 'depth', priors: [1, 2] },
];

test('before anything was seen the yield is the product of base and priors', () => {
  const model = new YieldModel(0.1, FACTORS);
  expect(Math.exp(model.logYield([0, 1]))).toBeCloseTo(0.2, 12);
  expect(Math.exp(model.logYield([-1, 0]))).toBeCloseTo(0.1, 12);
});

test('factors are told apart though they come together', () => {
  const model = new YieldModel(0.1, FACTORS, 1);
  const random = seededRandom(7);
  // In truth the anchor multiplies by five and the depth by nothing; good anchors stand mostly at depth 1.
  for (let i = 0; i < 20_000; i++) {
    const anchor = random() < 0.3 ? 1 : 0;
    const depth = random() < (anchor ? 0.8 : 0.3) ? 1 : 0;
    const sample = model.observe([anchor, depth]);
    if (random() < (anchor ? 0.25 : 0.05)) model.reward(sample, 1);
  }
  model.fit();
  const good = Math.exp(model.logYield([1, 0]));
  const deep = Math.exp(model.logYield([0, 1]));
  expect(good).toBeGreaterThan(0.2);
  expect(good).toBeLessThan(0.3);
  expect(deep).toBeGreaterThan(0.035);
  expect(deep).toBeLessThan(0.065);
});

test('what yields nothing sinks, what yields more than was promised rises', () => {
  const model = new YieldModel(0.1, FACTORS);
  const before = model.logYield([0, 0]);
  const samples = Array.from({ length: 100 }, () => model.observe([0, 0]));
  expect(model.logYield([0, 0])).toBe(before);
  model.fit();
  expect(model.logYield([0, 0])).toBeLessThan(before);
  for (const sample of samples) model.reward(sample, 1);
  model.fit();
  expect(Math.exp(model.logYield([0, 0]))).toBeGreaterThan(0.5);
  expect(Math.exp(model.logYield([0, 0]))).toBeLessThan(1.2);
});

test('a value falls into the bin of the limits it has reached', () => {
  expect([0, 0.1, 0.2, 5].map((value) => binIndexOf(value, [0.1, 0.2]))).toEqual([0, 1, 2, 2]);
});
