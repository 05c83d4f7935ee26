import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { corpusPages, fuzz, realPages } from '../forms/mutated-pages.ts';

setFlagsFromString('--expose_gc');
const collect = runInNewContext('gc') as () => void;

/** What is held on to, and what the process takes with what it has not given back yet; megabytes. */
function memory(): { held: number; taken: number } {
  const taken = process.memoryUsage().rss / 2 ** 20;
  collect();
  return { held: process.memoryUsage().heapUsed / 2 ** 20, taken };
}

it('10,000 mutated pages are read and judged without a crash, in bounded time and memory', async () => {
  const pages = [...corpusPages(), ...(await realPages(400))];
  fuzz(pages, 500);
  const before = memory();
  const { broken, forms, slowestMs } = fuzz(pages, 10_000);
  const after = memory();
  expect(broken).toEqual([]);
  expect(forms).toBeGreaterThan(6_000);
  expect(slowestMs).toBeLessThan(5_000);
  expect(after.held - before.held).toBeLessThan(20);
  expect(after.taken - before.taken).toBeLessThan(400);
  console.info(
    `${forms} forms, slowest page ${Math.round(slowestMs)} ms, memory held grew by ${(after.held - before.held).toFixed(1)} MB, taken by ${Math.round(after.taken - before.taken)} MB`,
  );
}, 600_000);
