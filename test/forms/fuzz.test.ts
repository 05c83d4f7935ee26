import { expect, it } from 'vitest';
import { corpusPages, fuzz, realPages } from './mutated-pages.ts';

it('500 mutated pages are read and judged without a crash, none for longer than 5 s', async () => {
  const { broken, forms, slowestMs } = fuzz([...corpusPages(), ...(await realPages(60))], 500);
  expect(broken).toEqual([]);
  expect(forms).toBeGreaterThan(300);
  expect(slowestMs).toBeLessThan(5_000);
}, 60_000);
