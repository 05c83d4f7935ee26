import { Command } from 'commander';
import type { Comparison } from '../../reports/index.ts';
import type { GivenOptions } from './add-options.ts';
import type { COMPARE } from './command-options.ts';
import { progressLine } from './progress-line.ts';
import { seedLines } from './seed-file.ts';

export function compareCommand(): Command {
  return new Command('compare')
    .description('run several strategies over the same web with the same budget, and draw how they did')
    .argument('<domains...>', 'book, flight, hotel, …, or the path of a domain file')
    .addHelpText(
      'after',
      `
Examples:
  fieldfare compare book --web practice:seed=2,sites=200 --max-pages 500
  fieldfare compare hotel --strategies two-stage,ache,ffc,fc --without-rules`,
    )
    .action(run);
}

async function run(domains: string[], given: GivenOptions<typeof COMPARE>): Promise<void> {
  const { COMPARE } = await import('./command-options.ts');
  const { checkOptions } = await import('./add-options.ts');
  const flags = checkOptions(COMPARE, given);
  const { compareStrategies } = await import('../../app/index.ts');
  const { json, quiet, seedsFile, ...options } = flags;
  const seeds = seedsFile === undefined ? undefined : await seedLines(seedsFile);
  const line = progressLine(process.stderr, flags.maxPages);
  const isSilent = json || quiet;
  const { comparison, report } = await compareStrategies(domains, {
    ...options,
    ...(seeds !== undefined && { seeds: [...seeds] }),
    ...(!isSilent && { onArm: (name) => line.say(`${name} …`), onProgress: (now) => line.show(now) }),
  });
  line.end();
  const reports = await import('../../reports/index.ts');
  if (json) process.stdout.write(`${JSON.stringify(jsonOf(comparison, report))}\n`);
  else process.stdout.write(`${tablesOf(reports, comparison)}\nReport: ${report}\n`);
}

/** The strategies side by side, and where anchor-text was one of them its thresholds. */
function tablesOf(
  {
    COMPARISON_HEADS,
    comparisonRows,
    isFigures,
    THRESHOLD_HEADS,
    thresholdRows,
  }: typeof import('../../reports/index.ts'),
  comparison: Comparison,
): string {
  const table = (heads: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
    tableText(
      heads,
      rows,
      heads.map((_, i) => isFigures(rows, i)),
    );
  const strategies = table(COMPARISON_HEADS, comparisonRows(comparison));
  if (comparison.thresholds.length === 0) return `${strategies}\n`;
  const thresholds = table(THRESHOLD_HEADS, thresholdRows(comparison.thresholds));
  return `${strategies}\n\nanchor-text: pages kept by threshold of the relevancy score; without focus, as many as above --anchor-threshold, breadth first\n${thresholds}\n`;
}

const jsonOf = ({ runs, thresholds }: Comparison, report: string) => ({
  compare: runs.map(({ arm, report: { totals, run, formDepths }, relevant }) => ({
    arm,
    ...totals,
    seconds: run.seconds,
    harvestRate: totals.pages === 0 ? 0 : totals.searchable / totals.pages,
    formDepths,
    growth: relevant,
  })),
  thresholds,
  report,
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
