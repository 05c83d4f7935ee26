import { expect, test } from 'vitest';
import { changedFiles } from '../.ci/changed.mjs';
import { affordable, differences, PaperRuns, readPage } from './papers/make.ts';

/** Of rows that a change concerns, and of rows where it concerns none or is unknown. */
const ROWS = 10;
/** On an idle machine. */
const SECONDS = 40;

test('rows of docs/papers.md that changed have the output that their commands print', async () => {
  const page = await readPage();
  const rows = affordable(page, changedFiles() ?? new Set(), ROWS, SECONDS);
  expect(rows).toHaveLength(ROWS);
  await using runs = await PaperRuns.open(page);
  expect(await differences(page, rows, runs)).toEqual([]);
}, 240_000);
