import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import type { HarvestOptions } from '../../crawl/settings/index.ts';
import type { ComparedRun, Comparison, ThresholdRow } from '../../reports/index.ts';
import { progressLine } from './progress-line.ts';
import { amounts, whole } from './quantities.ts';
import { seedLines } from './seed-file.ts';

interface Flags {
  strategies: string;
  knowledge: string;
  web: string;
  seeds?: string;
  maxPages: number;
  maxSites: number;
  learnAfter: number;
  keywords?: string;
  thresholds: number[];
  concurrency?: number;
  render: HarvestOptions['render'];
  withoutRules?: true;
  allowPrivate: boolean;
  storage: string;
  contact?: string;
  json?: true;
  quiet?: true;
}

export function compareCommand(): Command {
  return new Command('compare')
    .description('run several strategies over the same web with the same budget, and draw how they did')
    .argument('<domains...>', 'book, flight, hotel, …, or the path of a domain file')
    .option(
      '--strategies <list>',
      'two-stage, two-stage-static, anchor-text, breadth-first, semantic; of the literature: fc, ffc, ache',
      'two-stage,two-stage-static,anchor-text,breadth-first',
    )
    .option('--knowledge <dir>', 'storage folder whose knowledge semantic goes by', 'storage')
    .option('--web <web>', 'live, practice:seed=1,sites=200, or replay:FILE.warc.gz', 'practice:sites=200')
    .option('--seeds <file>', 'addresses to start from, one a line (- for standard input)')
    .option('--max-pages <n>', 'pages that each strategy may read', whole, 1_000)
    .option('--max-sites <n>', 'sites to get to know', whole, 10_000)
    .option(
      '--learn-after <n>',
      'rebuild rankers after so many new sites with forms, or twice as many forms',
      whole,
      10,
    )
    .option('--keywords <words>', 'keywords of anchor-text, with commas between (default: the domains)')
    .option(
      '--thresholds <list>',
      'thresholds of anchor-text to compare',
      amounts,
      [0, 0.2, 0.5, 1, 1.5, 2.1, 3, 5, 10],
    )
    .option(
      '--concurrency <n>',
      'pages under way at once (default: 16 live; else 1, so that less of the order hangs on timing)',
      whole,
    )
    .addOption(
      new Option('--render <when>', 'auto, always or never')
        .choices(['auto', 'always', 'never'])
        .default('auto'),
    )
    .option(
      '--without-rules',
      'run each strategy once more without the rejection rules of forms (ffc and ache have none)',
    )
    .option('--allow-private', 'let addresses of private networks be visited', false)
    .option('--storage <dir>', 'where the report and a store for each strategy are kept', 'storage/compare')
    .option('--contact <text>', 'how site owners can reach you')
    .option('--json', 'print one JSON object')
    .option('--quiet', 'print nothing but the table')
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

async function run(domains: string[], flags: Flags): Promise<void> {
  const arms = await armsOf(flags);
  const { thresholds } = flags;
  const seeds = flags.seeds === undefined ? undefined : await seedLines(flags.seeds);
  const line = progressLine(process.stderr, flags.maxPages);
  const runs: ComparedRun[] = [];
  let rows: readonly ThresholdRow[] = [];
  for (const [i, arm] of arms.entries()) {
    const storage = join(flags.storage, `${i + 1}-${arm.name.replaceAll(' ', '-')}`);
    if (flags.json !== true && flags.quiet !== true) line.say(`${arm.name} …`);
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
  if (flags.json === true) process.stdout.write(`${JSON.stringify(jsonOf(runs, rows, file))}\n`);
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
  const names = [...new Set(strategies.split(',').map((name) => name.trim()))].filter((name) => name !== '');
  const unknown = names.find((name) => !(STRATEGIES as readonly string[]).includes(name));
  if (unknown !== undefined || names.length === 0)
    throw new OptionsError(
      `--strategies: ${JSON.stringify(unknown ?? '')} is none; expected a list of ${STRATEGIES.join(', ')}`,
    );
  return names.flatMap((strategy) => [
    { name: strategy, strategy, rules: true },
    ...(withoutRules === true && !hasOwnFormClassifier(strategy)
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
  const { web, maxPages, maxSites, learnAfter, render, allowPrivate, contact } = flags;
  const { concurrency = web === 'live' ? 16 : 1 } = flags;
  const keywords = flags.keywords?.split(',') ?? [];
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
    if (event.type === 'progress' && flags.json !== true && flags.quiet !== true) line.show(event.progress);
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
      relevant: await relevantGrowth(store.db, last),
    };
    if (strategy !== 'anchor-text' || !rules) return { compared, thresholds: [] };
    const { wanted, keywords } = loadClassifiers(domains, { strategy, keywords: given.keywords ?? [] });
    const context = { wanted, keywords, anchorWeights: [0.2, 0.2, 0.3] as const };
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
