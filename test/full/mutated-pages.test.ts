import { expect, it } from 'vitest';
import { corpusPages, fuzz, realPages } from '../forms/mutated-pages.ts';

it('10,000 mutated pages are read and judged without a crash, in bounded time and memory', async () => {
  const pages = [...corpusPages(), ...(await realPages(400))];
  const before = process.memoryUsage().rss;
  const { broken, forms, slowestMs } = fuzz(pages, 10_000);
  const grownMb = (process.memoryUsage().rss - before) / 2 ** 20;
  expect(broken).toEqual([]);
  expect(forms).toBeGreaterThan(6_000);
  expect(slowestMs).toBeLessThan(5_000);
  expect(grownMb).toBeLessThan(600);
  console.info(
    `${forms} forms, slowest page ${Math.round(slowestMs)} ms, memory grew by ${Math.round(grownMb)} MB`,
  );
}, 600_000);
