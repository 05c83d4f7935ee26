import { expect, test } from 'vitest';
import { firstOf } from './by-commit.ts';
import { brokenCopy, MUTATIONS } from './full/mutations.ts';

const SAMPLE = 5;

test('breaks of formulas are noticed by their tests', async () => {
  const first = firstOf(MUTATIONS.length);
  const chosen = [...MUTATIONS, ...MUTATIONS].slice(first, first + SAMPLE);
  await using copy = await brokenCopy();
  const unnoticed = [];
  for (const mutation of chosen) if (!(await copy.notices(mutation))) unnoticed.push(mutation);
  expect(unnoticed).toEqual([]);
}, 240_000);
