import { expect, test } from 'vitest';
import { firstOf } from './by-commit.ts';
import { affordable, differences, PaperRuns, readPage } from './papers/make.ts';

const ROWS = 10;
/** On an idle machine. */
const SECONDS = 40;

test('rows of docs/papers.md have the output that their commands print', async () => {
  const page = await readPage();
  const rows = affordable(page, firstOf(page.rows.length), ROWS, SECONDS);
  expect(rows).toHaveLength(ROWS);
  await using runs = await PaperRuns.open(page);
  expect(await differences(page, rows, runs)).toEqual([]);
}, 240_000);
