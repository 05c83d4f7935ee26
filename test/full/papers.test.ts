import { expect, test } from 'vitest';
import { differences, needsData, PaperRuns, readPage } from '../papers/make.ts';
import { OUTPUTS } from '../papers/outputs.ts';

test('every row of docs/papers.md has the output that its commands print', async () => {
  const page = await readPage();
  const rows = page.rows.filter((row) => OUTPUTS[row.id] !== undefined && !needsData(row));
  expect(rows.length).toBeGreaterThan(100);
  await using runs = await PaperRuns.open(page);
  expect(await differences(page, rows, runs)).toEqual([]);
}, 3_600_000);
