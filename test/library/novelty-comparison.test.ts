import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SqliteStore } from '../../src/drivers/sqlite/index.ts';
import { compareNovelty, judgeNovelty } from '../../src/library/index.ts';
import { noveltyReportHtml, noveltyTable } from '../../src/reports/index.ts';
import { runHere } from '../interfaces/cli/run-cli.ts';
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
afterAll(() => store.close());

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

test('a page counts as it was crawled first, however often it is crawled again', async () => {
  const twice = await shelfStore(3);
  const crawled = (runId: number, from: number) =>
    Array.from({ length: 4 }, (_, i) =>
      page(`http://site${from + i}.test/`, text((from + i) % 5), { runId, domain: 'travel' }),
    );
  await keepAll(twice, [...crawled(1, 0), ...crawled(2, 0), ...crawled(3, 2)]);
  for (const run of [1, 2, 3]) await judgeNovelty(twice, run, { mode: 'sentence' });
  const of = async (run: number) => {
    const { queries, memory, redundancy, duplicates, duplicateCount } = await compareNovelty(twice, run, [
      'lantern',
    ]);
    const { generic, novel } = queries[0]!;
    const { genericPages, novelPages, genericTextMb } = memory;
    expect(duplicates).toHaveLength(duplicateCount);
    return { generic, novel, genericPages, novelPages, genericTextMb, redundancy, duplicateCount };
  };
  // Four pages say four things. Crawled again, all of them are duplicates, of themselves alone.
  const first = { generic: 4, novel: 4, genericPages: 4, novelPages: 4, redundancy: 0, duplicateCount: 0 };
  expect(await of(1)).toEqual({ ...first, genericTextMb: (4 * 80) / 1e6 });
  expect(await of(2)).toEqual(await of(1));
  // The third run has two pages more, of which one says what the first said.
  expect(await of(3)).toMatchObject({ generic: 6, novel: 5, duplicateCount: 1, redundancy: 1 / 6 });
  await twice.close();
  rmSync(twice.folder, { recursive: true, force: true });
});

test('page by page, what is new in the D2 of paper 000 is lost, and that is said', async () => {
  const singapore = await shelfStore();
  const D1 = 'Singapore is an island city-state located at the southern tip of the Malay Peninsula.';
  const D2 = 'The population of Singapore is approximately 4.86 million.';
  const pages = [
    page('http://a.test/', [`${D1} It lies 137 km north of the equator.`]),
    page('http://b.test/', [`${D1} ${D2}`]),
  ];
  await keepAll(singapore, pages);
  await singapore.close();
  const novelty = (mode: string) =>
    runHere(['novelty', '--run', '1', '--again', '--mode', mode, '--storage', singapore.folder]);
  const whole = await novelty('page');
  expect(whole.out).toContain('1 novel, 1 duplicate,');
  expect(whole.out).toContain('what is new in a duplicate is lost');
  const bySentence = await novelty('sentence');
  expect(bySentence.out).toContain('2 novel, 0 duplicates,');
  expect(bySentence.out).not.toContain('lost');
  rmSync(singapore.folder, { recursive: true, force: true });
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
    expect(html).toContain(`<span class="sub">${url}</span></td><td class="c">${like}</td>`);
  }
  expect(html).toContain('&lt;b&gt;odd&lt;/b&gt;');
  expect(html).not.toContain('<b>odd</b>');
  expect(html.match(/<figure>/g)).toHaveLength(4);
  expect(html).not.toContain('<script');
});
