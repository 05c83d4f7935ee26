import { expect, test } from 'vitest';
import { changedFiles } from '../.ci/changed.mjs';
import { brokenCopy, MUTATIONS, type Mutation } from './full/mutations.ts';

/** Tried where it is unknown what has changed, or nothing of a formula has: about a minute. */
const SAMPLE = 5;
/** The first break of as many folders. */
const sample = [
  ...new Map(MUTATIONS.toReversed().map((one) => [one[0].split('/').slice(0, 2).join('/'), one])).values(),
]
  .toReversed()
  .slice(0, SAMPLE);

test('breaks of the formulas that changed are noticed by their tests', async () => {
  const changed = changedFiles();
  const concerns = ([file, , , name]: Mutation): boolean =>
    [...(changed ?? [])].some((one) => one === `src/${file}` || one.startsWith(`test/${name}`));
  const own = MUTATIONS.filter(concerns);
  await using copy = await brokenCopy();
  const unnoticed = [];
  for (const mutation of own.length > 0 ? own : sample)
    if (!(await copy.notices(mutation))) unnoticed.push(mutation);
  expect(unnoticed).toEqual([]);
}, 600_000);
