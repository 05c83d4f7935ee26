import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { crawlMemory } from '../../bench/crawl-memory.ts';

const PROGRAM = fileURLToPath(new URL('../../../src/interfaces/cli/main.ts', import.meta.url));
const PAGES = 1_000;
/** Sources take more than what is built of them: their types are taken out while they are loaded. */
const MOST_MB = 450;

it.runIf(process.platform === 'linux')(
  'crawls a thousand static pages in bounded memory, and the second half takes next to no more',
  { timeout: 300_000 },
  async () => {
    const { pages, peaksMb } = await crawlMemory(PROGRAM, PAGES);
    expect(pages).toBe(PAGES);
    const [half = Number.NaN, whole = Number.NaN] = [peaksMb[4], peaksMb[9]];
    console.log(`peak after ${PAGES / 2} pages ${half.toFixed(0)} MB, after ${PAGES} ${whole.toFixed(0)} MB`);
    expect(whole).toBeLessThan(MOST_MB);
    expect(whole).toBeLessThan(half * 1.2);
  },
);
