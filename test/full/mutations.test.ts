import { expect, test } from 'vitest';
import { brokenCopy, MUTATIONS } from './mutations.ts';

test('every break of a formula is noticed by its test', async () => {
  await using copy = await brokenCopy();
  const tests = [...new Set(MUTATIONS.map(([, , , test]) => test))];
  for (const test of tests) expect(await copy.fails(test), test).toBe(false);
  const unnoticed = [];
  for (const mutation of MUTATIONS) if (!(await copy.notices(mutation))) unnoticed.push(mutation);
  expect(unnoticed).toEqual([]);
}, 1_200_000);
