import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { brokenCopy, MUTATIONS } from './full/mutations.ts';

const SAMPLE = 5;

/** The commit's hash chooses, so that each commit tries others; without one the first are tried. */
function firstOf(count: number): number {
  try {
    const hash = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', cwd: import.meta.dirname });
    return Number.parseInt(hash.slice(0, 8), 16) % count;
  } catch {
    return 0;
  }
}

test('breaks of formulas are noticed by their tests', async () => {
  const first = firstOf(MUTATIONS.length);
  const chosen = [...MUTATIONS, ...MUTATIONS].slice(first, first + SAMPLE);
  await using copy = await brokenCopy();
  const unnoticed = [];
  for (const mutation of chosen) if (!(await copy.notices(mutation))) unnoticed.push(mutation);
  expect(unnoticed).toEqual([]);
}, 240_000);
