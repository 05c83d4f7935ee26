import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SqliteStore } from '../../src/drivers/sqlite/index.ts';
import { compareNovelty, judgeNovelty } from '../../src/library/index.ts';
import { noveltyReportHtml, noveltyTable } from '../../src/reports/index.ts';
import { keepAll, page, shelfStore } from './shelf.ts';

let store: SqliteStore;
const text = (i: number) => [
  `The harbour of town ${i} has ${i} boats. Its lantern is lit by keeper ${i} every evening.`,
];

beforeAll(async () => {
  store = await shelfStore();
  const pages = Array.from({ length: 12 }, (_, i) =>
    page(`http://site${i}.test/`, text(i % 3), {
      kind: 'hidden',
      bytes: 2_000_000,
      domain: i < 9 ? 'travel' : '<b>odd</b>',
    }),
  );
  await keepAll(store, pages);
  await judgeNovelty(store, 1, { mode: 'sentence' });
});
afterAll(async () => {
  await store.close();
  rmSync(store.folder, { recursive: true, force: true });
});

test('RR, NPI and MO are those of paper 000, section 5.2', async () => {
  const { queries, memory, redundancy } = await compareNovelty(store, 1, ['lantern', 'boats', 'nowhere']);
  // Twelve pages say three different things; the numbers make each another statement.
  expect(memory).toEqual({
    genericPages: 12,
    novelPages: 3,
    genericMb: 60,
    novelMb: 15,
    // Eighty characters each; the nine that repeat are pointers.
    genericTextMb: (12 * 80) / 1e6,
    heldTextMb: (3 * 80) / 1e6,
    onDiskMb: expect.any(Number),
  });
  expect(memory.onDiskMb).toBeGreaterThan(0.01);
  const sum = (of: 'generic' | 'novel' | 'redundancyRemoved') =>
    queries.reduce((total, row) => total + row[of], 0);
  expect([sum('generic'), sum('novel'), sum('redundancyRemoved')]).toEqual([24, 6, 18]);
  expect(redundancy).toBe(0.75);
  expect(queries.map((row) => row.query)).not.toContain('nowhere');
});

test('table and page show every query, and markup of others as text', async () => {
  const comparison = await compareNovelty(store, 1, ['lantern']);
  expect(noveltyTable(comparison)).toMatch(/travel +lantern +9 /);
  const html = await noveltyReportHtml(comparison);
  // Nine of twelve pages repeat one of the three, and the page says which.
  expect([comparison.duplicates.length, comparison.duplicateCount]).toEqual([9, 9]);
  const originals = new Set(comparison.duplicates.map(({ like }) => like));
  expect(originals.size).toBe(3);
  for (const { url, like } of comparison.duplicates) {
    expect(originals).not.toContain(url);
    expect(html).toContain(`<span class="sub">${url}</span></td><td class="w">${like}</td>`);
  }
  expect(html).toContain('&lt;b&gt;odd&lt;/b&gt;');
  expect(html).not.toContain('<b>odd</b>');
  expect(html.match(/<figure>/g)).toHaveLength(4);
  expect(html).not.toContain('<script');
});
