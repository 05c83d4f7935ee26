import { expect, test } from 'vitest';
import { evaluate, pagesAreThere, readCases } from '../library/evaluation/evaluate.ts';

test.skipIf(!pagesAreThere())('novelty on edited pages of real sites reaches its marks', async () => {
  const { cases, page, sentence, wrong } = await evaluate(readCases());
  expect(cases).toBe(494);
  const told = wrong.slice(0, 20).join('\n');
  expect(Math.min(page.precision, page.recall), told).toBeGreaterThanOrEqual(0.95);
  expect(Math.min(sentence.precision, sentence.recall), told).toBeGreaterThanOrEqual(0.9);
});
