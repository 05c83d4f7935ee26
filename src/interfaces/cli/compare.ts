import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import type { HarvestOptions } from '../../crawl/settings/index.ts';
import type { ComparedRun, Comparison, ThresholdRow } from '../../reports/index.ts';
import type { CheckedOptions, GivenOptions } from './add-options.ts';
import type { COMPARE } from './command-options.ts';
import { progressLine } from './progress-line.ts';
import { seedLines } from './seed-file.ts';

type Flags = CheckedOptions<typeof COMPARE>;

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

interface Arm {
  readonly name: string;
  readonly strategy: string;
  readonly rules: boolean;
}

async function run(domains: string[], given: GivenOptions<typeof COMPARE>): Promise<void> {
  const { COMPARE } = await import('./command-options.ts');
  const { checkOptions } = await import('./add-options.ts');
  const flags = checkOptions(COMPARE, given);
  const arms = await armsOf(flags);
  const { thresholds } = flags;
  const seeds = flags.seedsFile === undefined ? undefined : await seedLines(flags.seedsFile);
  const line = progressLine(process.stderr, flags.maxPages);
  const runs: ComparedRun[] = [];
  let rows: readonly ThresholdRow[] = [];
  for (const [i, arm] of arms.entries()) {
    const storage = join(flags.storage, `${i + 1}-${arm.name.replaceAll(' ', '-')}`);
    if (!flags.json && !flags.quiet) line.say(`${arm.name} …`);
    const done = await runArm(domains, flags, arm, storage, seeds, thresholds, line);
    runs.push(done.compared);
    if (done.thresholds.length > 0) rows = done.thresholds;
  }
  line.end();
  const reports = await import('../../reports/index.ts');
  const { loadDomain } = await import('../../foundation/domain/index.ts');
  const title = `Strategies compared: ${domains.map((domain) => loadDomain(domain).name).join(', ')}`;
  const lead = `Each strategy read at most ${flags.maxPages} pages of ${flags.web}, from the same seeds and under the same limits.${flags.withoutRules ? ' Dashed: forms judged without rejection rules.' : ''}`;
  const comparison = { title, lead, runs, thresholds: rows };
  const file = join(flags.storage, 'compare.html');
  await mkdir(flags.storage, { recursive: true });
  await writeFile(file, await reports.trainingReportHtml(reports.comparisonReport(comparison)));
  if (flags.json) process.stdout.write(`${JSON.stringify(jsonOf(runs, rows, file))}\n`);
  else process.stdout.write(`${tablesOf(reports, comparison)}\nReport: ${file}\n`);
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
  return `${strategies}\n\nanchor-text: pages kept by threshold of the relevancy score\n${thresholds}\n`;
}

/** @throws {OptionsError} where a strategy is unknown */
async function armsOf({ strategies, withoutRules }: Flags): Promise<Arm[]> {
  const { hasOwnFormClassifier } = await import('../../crawl/analysis/index.ts');
  const { OptionsError } = await import('../../crawl/settings/index.ts');
  const { STRATEGIES } = await import('../../crawl/strategies/index.ts');
  const names = [...new Set(strategies)];
  const unknown = names.find((name) => !(STRATEGIES as readonly string[]).includes(name));
  if (unknown !== undefined || names.length === 0)
    throw new OptionsError(
      `--strategies: ${JSON.stringify(unknown ?? '')} is none; expected a list of ${STRATEGIES.join(', ')}`,
    );
  return names.flatMap((strategy) => [
    { name: strategy, strategy, rules: true },
    ...(withoutRules && !hasOwnFormClassifier(strategy)
      ? [{ name: `${strategy} without rules`, strategy, rules: false }]
      : []),
  ]);
}

async function runArm(
  domains: readonly string[],
  flags: Flags,
  { name, strategy, rules }: Arm,
  storage: string,
  seeds: readonly string[] | undefined,
  thresholds: readonly number[],
  line: ReturnType<typeof progressLine>,
): Promise<{ compared: ComparedRun; thresholds: readonly ThresholdRow[] }> {
  const { harvest } = await import('../../app/index.ts');
  const { loadClassifiers } = await import('../../crawl/analysis/index.ts');
  const { thresholdScores } = await import('../../crawl/in-site-exploring/index.ts');
  const { openStore } = await import('../../drivers/sqlite/index.ts');
  const { listRuns } = await import('../../library/index.ts');
  const { collectReport, relevantGrowth } = await import('../../reports/index.ts');
  // A comparison is run afresh: what an earlier one kept there must not be counted.
  await rm(storage, { recursive: true, force: true });
  const { web, maxPages, maxSites, learnAfter, render, allowPrivate, contact, keywords } = flags;
  const { concurrency = web === 'live' ? 16 : 1 } = flags;
  const options = {
    web,
    maxPages,
    maxSites,
    learnAfter,
    concurrency,
    render,
    allowPrivate,
    keywords,
    rules,
    storage,
    knowledge: flags.knowledge,
    submit: false,
  };
  const given = {
    ...options,
    domains: [...domains],
    strategy,
    ...(contact !== undefined && { contact }),
    ...(seeds !== undefined && { seeds: [...seeds] }),
  } as HarvestOptions;
  for await (const event of harvest(given)) {
    if (event.type === 'progress' && !flags.json && !flags.quiet) line.show(event.progress);
  }
  const store = await openStore(storage, { mode: 'read' });
  try {
    const [last] = (await listRuns(store)).slice(-1);
    if (last === undefined) throw new Error(`no run was kept in ${storage}`);
    const compared = {
      arm: name,
      strategy,
      rules,
      report: await collectReport(store, last),
      relevant: await relevantGrowth(store, last),
    };
    if (strategy !== 'anchor-text' || !rules) return { compared, thresholds: [] };
    const { wanted, keywords } = loadClassifiers(domains, { strategy, keywords: given.keywords ?? [] });
    const context = { wanted, keywords, anchorWeights: [0.2, 0.2, 0.3] as [number, number, number] };
    return { compared, thresholds: await thresholdScores(store, last.id, context, thresholds) };
  } finally {
    await store.close();
  }
}

const jsonOf = (runs: readonly ComparedRun[], thresholds: readonly ThresholdRow[], report: string) => ({
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
