import { Command } from 'commander';
import type { Comparison } from '../../reports/index.ts';
import type { GivenOptions } from './add-options.ts';
import type { COMPARE } from './command-options.ts';
import { progressLine } from './progress-line.ts';
import { seedLines } from './seed-file.ts';

export function compareCommand(): Command {
  return new Command('compare')
    .description('run several strategies on the same web with the same budget, and compare them in a report')
    .argument('<domains...>', 'book, flight, hotel, …, or the path of a domain file')
    .addHelpText(
      'after',
      `
Examples:
  fieldfare compare book --web practice:seed=2,sites=200 --max-pages 500
  fieldfare compare book --strategies two-stage,ichw,smartcrawler,ache,ffc,fc,eefc --seeds 1-5
  fieldfare compare hotel --strategies two-stage,ache,ffc,fc --without-rules`,
    )
    .action(run);
}

type Reports = typeof import('../../reports/index.ts');

/** Seeds of one range at most. */
const MOST_SEEDS = 100;

async function run(domains: string[], given: GivenOptions<typeof COMPARE>): Promise<void> {
  const { COMPARE } = await import('./command-options.ts');
  const { checkOptions } = await import('./add-options.ts');
  const flags = checkOptions(COMPARE, given);
  const { compareStrategies } = await import('../../app/index.ts');
  const { openTruth } = await import('./practice-score.ts');
  const { json, quiet, seeds = '', ...options } = flags;
  const practiceSeeds = numbersOf(seeds);
  const line = progressLine(process.stderr, flags.maxPages);
  const isSilent = json || quiet;
  const { comparison, report, csv } = await compareStrategies(domains, {
    ...options,
    openTruth,
    practiceSeeds,
    ...(seeds !== '' && practiceSeeds === undefined && { seeds: await seedLines(seeds) }),
    ...(!isSilent && { onArm: (name) => line.say(`${name} …`), onProgress: (now) => line.show(now) }),
  });
  line.end();
  const reports = await import('../../reports/index.ts');
  if (json) process.stdout.write(`${JSON.stringify(jsonOf(reports, comparison, { report, csv }))}\n`);
  else process.stdout.write(`${tablesOf(reports, comparison)}\nReport: ${report}\nCurves: ${csv}\n`);
}

/** Reads `1-5` or `1,3,7-9`; undefined where it is no such list. */
function numbersOf(list: string): number[] | undefined {
  if (!/^\d{1,9}(?:-\d{1,9})?(?:,\d{1,9}(?:-\d{1,9})?)*$/.test(list)) return undefined;
  return list.split(',').flatMap((part) => {
    const [from = 0, to = from] = part.split('-').map(Number);
    return Array.from({ length: Math.min(MOST_SEEDS, Math.max(0, to - from + 1)) }, (_, i) => from + i);
  });
}

/** The strategies side by side, over the seeds where there are several, and where anchor-text was one of them its thresholds. */
function tablesOf(
  {
    armFigures,
    comparisonHeads,
    comparisonRows,
    isFigures,
    meanWords,
    overlapHeads,
    overlapRows,
    overlapsOf,
    seedsHeads,
    seedsRows,
    THRESHOLD_HEADS,
    thresholdRows,
  }: Reports,
  comparison: Comparison,
): string {
  const table = (heads: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
    tableText(
      heads,
      rows,
      heads.map((_, i) => isFigures(rows, i)),
    );
  const { runs } = comparison;
  const overlaps = overlapsOf(runs);
  const strategies =
    runs[0]?.seed === undefined
      ? table(comparisonHeads(runs), comparisonRows(comparison))
      : `Over the seeds, ${meanWords(runs)}\n${table(seedsHeads(runs), seedsRows(armFigures(runs)))}\n\nOverlap of the relevant forms found\n${table(overlapHeads(overlaps), overlapRows(overlaps))}`;
  if (comparison.thresholds.length === 0) return `${strategies}\n`;
  const thresholds = table(THRESHOLD_HEADS, thresholdRows(comparison.thresholds));
  return `${strategies}\n\nanchor-text: pages kept by threshold of the relevancy score; without focus, as many as above --anchor-threshold, breadth first\n${thresholds}\n`;
}

const jsonOf = (
  { armFigures, formCounts, overlapsOf }: Reports,
  { runs, thresholds }: Comparison,
  files: { readonly report: string; readonly csv: string },
) => ({
  compare: runs.map((one) => ({
    arm: one.arm,
    seed: one.seed,
    ...one.report.totals,
    ...(one.trueForms !== undefined && { trueSearchable: one.trueForms, trueRelevant: one.finds.length }),
    seconds: one.report.run.seconds,
    harvestRate: formCounts(one).searchable / Math.max(1, one.report.totals.pages),
    formDepths: one.report.formDepths,
    growth: one.relevant,
  })),
  strategies: armFigures(runs),
  overlaps: overlapsOf(runs),
  thresholds,
  ...files,
});

function tableText(
  heads: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  figures: readonly boolean[],
): string {
  const all = [heads, ...rows.map((row) => row.map(String))];
  const widths = heads.map((_, i) => Math.max(...all.map((row) => row[i]?.length ?? 0)));
  const padded = (cell: string, i: number) =>
    figures[i] ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0);
  return all.map((row) => row.map(padded).join('  ').trimEnd()).join('\n');
}
