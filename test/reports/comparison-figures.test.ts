import { expect, test, vi } from 'vitest';
import { intervalOf } from '../../src/foundation/learning/index.ts';
import type { ComparedRun } from '../../src/wings/laboratory/reports/comparison-figures.ts';
import {
  armFigures,
  curvesCsv,
  meanCurve,
  meanWords,
  overlapRows,
  overlapsOf,
  seedsHeads,
  seedsRows,
} from '../../src/wings/laboratory/reports/comparison-figures.ts';
import { comparisonReport, thresholdWarnings } from '../../src/wings/laboratory/reports/comparison-report.ts';
import { comparisonText } from '../../src/wings/laboratory/reports/comparison-text.ts';
import { trainingReportHtml } from '../../src/wings/laboratory/reports/training-report.ts';
import { sampleReport } from './sample-report.ts';

function run(arm: string, seed: number, finds: readonly string[], pages = 100): ComparedRun {
  const report = sampleReport();
  const totals = { ...report.totals, pages, relevant: finds.length, searchable: finds.length + 1 };
  return {
    arm,
    strategy: arm,
    rules: true,
    seed,
    folder: `${arm}-${seed}`,
    report: { ...report, totals },
    finds: finds.map((formId) => ({ formId, site: formId.slice(0, 1), name: `${formId}.test/find` })),
    relevant: [
      { pages: 50, forms: 1, searchable: 2, seconds: 1 },
      { pages, forms: finds.length, searchable: finds.length + 1, seconds: 2 },
    ],
  };
}

const RUNS = [
  run('ichw', 1, ['a1', 'a2', 'b1', 'c1']),
  run('fc', 1, ['a1', 'd1']),
  run('ichw', 2, ['a1', 'b1']),
  run('fc', 2, ['a1', 'b1', 'c1', 'c2']),
];
const THREE = [...RUNS, run('ichw', 3, ['a1', 'b1', 'c1']), run('fc', 3, ['a1', 'b1', 'c1'])];
const reportOf = (runs: readonly ComparedRun[]) =>
  comparisonReport({ title: 't', lead: 'l', terms: [], runs, thresholds: [] }, 'compare.csv');

test('an interval is the mean ± t · s / √n', () => {
  // s = √(((2 − 4)² + 0 + (6 − 4)²) / 2) = 2; t of two degrees is 4.303.
  expect(intervalOf([2, 4, 6])).toEqual({ mean: 4, half: (4.303 * 2) / Math.sqrt(3) });
  expect(intervalOf([7])).toEqual({ mean: 7, half: undefined });
});

test('arms are figured over their seeds: forms, sites, harvest rate', () => {
  const [ichw, fc] = armFigures(RUNS);
  expect(ichw).toMatchObject({
    arm: 'ichw',
    seeds: 2,
    relevant: { mean: 3 },
    sites: { mean: 2.5 },
    harvestRate: { mean: 0.04 },
    relevantRate: { mean: 0.03 },
  });
  expect(fc).toMatchObject({ arm: 'fc', relevant: { mean: 3 }, searchable: { mean: 4 } });
  // Two values 4 and 2: s = √2, t of one degree 12.706, half = 12.706.
  expect(ichw?.relevant.half).toBeCloseTo(12.706, 9);
  // Of two runs an interval says nothing. Of 4, 2 and 3: s = 1, t of two degrees 4.303, half = 4.303 / √3 = 2.48.
  expect(seedsRows([ichw!])[0]?.slice(0, 5)).toEqual(['ichw', 2, '100', '4.0', '3.0']);
  expect(meanWords(RUNS)).toBe('means; n too small for intervals (2 seeds)');
  expect(seedsRows(armFigures(THREE))[0]?.slice(0, 5)).toEqual([
    ...['ichw', 3, '100', '4.0 (4.0 ± 2.5)', '3.0 (3.0 ± 2.5)'],
  ]);
  expect(armFigures([...THREE, run('ichw', 4, [])])[0]?.relevant).toMatchObject({ mean: 2.25, median: 2.5 });
  expect(meanWords(THREE)).toBe('median (mean ± half of its 95 % interval)');
  expect(seedsRows(armFigures(RUNS.slice(0, 1)))[0]?.[4]).toBe('4.0');
});

test('finds overlap where two arms met the same form of the same site and seed: a count, and the names behind it', () => {
  // Of the six of ichw, fc found a1 of seed 1 and a1, b1 of seed 2; a1 of one seed is not a1 of the other.
  const overlaps = overlapsOf(RUNS);
  const others = [
    {
      arm: 'fc',
      both: ['a1.test/find (seed 1)', 'a1.test/find (seed 2)', 'b1.test/find (seed 2)'],
      missed: ['a2.test/find (seed 1)', 'b1.test/find (seed 1)', 'c1.test/find (seed 1)'],
    },
  ];
  expect(overlaps).toMatchObject([
    { arm: 'ichw', finds: 6, alone: others[0]!.missed, others },
    { arm: 'fc', finds: 6, others: [{ arm: 'ichw', both: others[0]!.both }] },
  ]);
  expect(overlapRows(overlaps).map((row) => row.map(String))).toEqual([
    ['ichw', '6', '–', '3 of 6', '3'],
    ['fc', '6', '3 of 6', '–', '3'],
  ]);
});

test('of one web, the report opens each cell of the overlap, and the terminal lists what each arm missed', async () => {
  const runs = [run('ichw', 1, ['a1', 'b1']), run('fc', 1, ['a1'])].map(({ seed: _, ...one }) => one);
  const html = await trainingReportHtml(reportOf(runs));
  expect(html).toContain('<summary>1 of 2</summary>');
  expect(html).toMatch(/ichw and fc: a1\.test\/find.*ichw, not fc: b1\.test\/find/s);
  const text = comparisonText({ title: 't', lead: 'l', terms: [], runs, thresholds: [] });
  expect(text).toMatch(/^ichw, not fc \(1\): b1\.test\/find$/m);
  expect(text).not.toContain('fc, not ichw');
});

test('the mean of curves goes on where one of them has ended', () => {
  const curve = meanCurve([
    [
      { x: 1, y: 0 },
      { x: 2, y: 2 },
    ],
    [
      { x: 1, y: 4 },
      { x: 2, y: 6 },
      { x: 3, y: 8 },
    ],
    [
      { x: 1, y: 2 },
      { x: 2, y: 4 },
      { x: 3, y: 5 },
    ],
  ]);
  expect(curve.map(({ x, y }) => [x, y])).toEqual([
    [1, 2],
    [2, 4],
    [3, 5],
  ]);
  expect(curve[1]?.low).toBe(0);
  // Of 2, 6 and 4: s = 2.
  expect(curve[1]?.high).toBeCloseTo(4 + (4.303 * 2) / Math.sqrt(3), 9);
});

test('the interval of a share ends at 100 %', () => {
  const share = (y: number) => [{ x: 0, y }];
  // Mean 50, s = 50, half 4.303 · 50 / √3 = 124.
  expect(meanCurve([share(0), share(50), share(100)], 100)).toEqual([{ x: 0, y: 50, low: 0, high: 100 }]);
  expect(meanCurve([share(50), share(100)], 100)).toEqual([{ x: 0, y: 75 }]);
});

test('one report draws a line and an interval for each arm, and tables over seeds before single runs', () => {
  const { charts, tables } = reportOf(THREE);
  expect(charts[0]?.lines.map(({ name }) => name)).toEqual(['ichw', 'fc']);
  const last = charts[0]?.lines[0]?.points.at(-1);
  expect([last?.x, last?.y]).toEqual([100, 3]);
  expect(last?.high).toBeCloseTo(3 + 4.303 / Math.sqrt(3), 9);
  expect(tables.map(({ rows }) => rows.length)).toEqual([2, 2, 6]);
  expect(tables[2]?.rows[2]?.[0]).toBe('ichw, seed 2');
});

test('figures 2 and 19 of paper 004: forms of a depth by all forms, search forms by pages', () => {
  const [first] = RUNS;
  const formDepths = [
    { depth: 0, forms: 4, searchable: 3 },
    { depth: 2, forms: 9, searchable: 1 },
  ];
  const runs = [{ ...first!, report: { ...first!.report, formDepths } }];
  const { charts } = reportOf(runs);
  const points = (figure: string) =>
    charts.find(({ title }) => title.includes(figure))?.lines[0]?.points.map(({ x, y }) => [x, y]);
  // 3 of 4, none of one link, 1 of 4.
  expect(points('figure 2¹)')).toEqual([
    [0, 75],
    [1, 0],
    [2, 25],
  ]);
  // Equation 1 counts all search forms: 2 after 50 pages, 5 after 100; of these 1 and 4 are relevant.
  expect(points('figure 19¹)')).toEqual([
    [50, 0.04],
    [100, 0.05],
  ]);
  expect(points('Relevant search forms per page')).toEqual([
    [50, 0.02],
    [100, 0.04],
  ]);
});

test('where the web has a truth, forms by truth stand beside those of the judge, and rates and figures go by them', () => {
  // Its judge calls 5 search forms and 4 relevant; 3 and 2 of them are so in truth.
  const runs = THREE.map((one) => ({ ...one, finds: one.finds.slice(0, 2), trueForms: 3 }));
  const [first] = runs;
  const { charts, tables } = reportOf([{ ...first!, seed: undefined }] as never);
  const { heads, rows } = tables.find(({ title }) => title === 'Strategies')!;
  const cells = Object.fromEntries(heads.map((head, i) => [head, rows[0]?.[i]]));
  expect(cells).toMatchObject({
    'search forms, by its own judge': 5,
    'by truth': 3,
    'relevant, by its own judge': 4,
    'relevant, by truth': 2,
    'harvest rate, by truth': '0.030',
    'relevant per page, by truth': '0.020',
  });
  expect(charts.map(({ title }) => title).filter((title) => title.includes('by truth'))).toHaveLength(4);
  const [ichw] = armFigures(runs);
  expect(ichw).toMatchObject({
    relevant: { mean: 3 },
    trueRelevant: { mean: 2 },
    harvestRate: { mean: 0.03 },
  });
  expect(seedsRows([ichw!])[0]).toHaveLength(seedsHeads(runs).length);
  expect(seedsHeads(RUNS)).not.toContain('relevant, by truth');
});

test('it links its curves, and names the archive of each run and the settings of all', async () => {
  const html = await trainingReportHtml(reportOf(THREE));
  expect(html).toContain('<a href="compare.csv">');
  expect(html).toContain(`ichw-2/runs/12/exchanges.warc.gz</td><td class="w">${'5f'.repeat(32)}`);
  expect(html).toContain('maxPages');
});

test('a threshold of anchor-text that keeps under a third of the relevant pages is warned of', () => {
  const row = (anchorText: string, threshold: number, recall: number, focused = true) => ({
    ...{ anchorText, threshold, recall, focused, retrieved: 50, precision: 90, accuracy: 50 },
    ...{ relevant: 90, judged: 200 },
  });
  const rows = [row('book', 0.5, 97), row('book', 1, 40), row('book', 2.1, 22), row('book', 2.1, 8, false)];
  const fine = [row('hotel', 2.1, 34), row('hotel', 2.1, 8, false)];
  const said =
    'Warning: --anchor-threshold 2.1 keeps 22 % of the pages that are relevant to book, under a third; 1 keeps 40 %';
  expect(thresholdWarnings([...rows, ...fine])).toEqual([said]);
  const comparison = { title: 't', lead: 'l', terms: [], runs: RUNS, thresholds: rows };
  expect(comparisonText(comparison)).toContain(said);
  expect(comparisonReport(comparison, 'compare.csv').terms).toEqual([said]);
});

test('curves are kept as CSV, a line for each point of each run', () => {
  const lines = curvesCsv(RUNS).trim().split('\r\n');
  expect(lines[0]).toBe('arm,strategy,rules,seed,pages,relevant_forms,search_forms,seconds');
  expect(lines).toHaveLength(1 + 2 * 4);
  expect(lines[2]).toBe('ichw,ichw,true,1,100,4,5,2');
});

test('a line with an interval is drawn with its band, and nothing is said on the way', async () => {
  const said: unknown[] = [];
  const spy = vi.spyOn(console, 'warn').mockImplementation((...words) => said.push(words));
  const drawn = await trainingReportHtml(reportOf(THREE));
  spy.mockRestore();
  expect(said).toEqual([]);
  expect(drawn).toContain('mark-area');
});
