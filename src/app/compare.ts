import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasOwnFormClassifier, loadClassifiers } from '../crawl/analysis/index.ts';
import type { Progress } from '../crawl/events/index.ts';
import { thresholdScores } from '../crawl/in-site-exploring/index.ts';
import { type HarvestOptions, OptionsError } from '../crawl/settings/index.ts';
import { STRATEGIES } from '../crawl/strategies/index.ts';
import { openStore } from '../drivers/sqlite/index.ts';
import { loadDomain } from '../foundation/domain/index.ts';
import type { Transport } from '../foundation/http/index.ts';
import { listRuns } from '../library/index.ts';
import {
  type ComparedRun,
  type Comparison,
  collectReport,
  comparisonReport,
  relevantGrowth,
  type ThresholdRow,
  trainingReportHtml,
} from '../reports/index.ts';
import { harvest } from './harvest.ts';

interface CompareOptions
  extends Pick<
    HarvestOptions,
    'maxSites' | 'learnAfter' | 'render' | 'allowPrivate' | 'contact' | 'keywords' | 'knowledge' | 'seeds'
  > {
  readonly strategies: readonly string[];
  readonly web: string | Transport;
  readonly maxPages: number;
  /** Default: 16 on the live web, 1 elsewhere, so that a comparison can be repeated. */
  readonly concurrency?: number | undefined;
  /** Runs each strategy once more without the rejection rules of forms. */
  readonly withoutRules: boolean;
  /** Thresholds of `anchor-text` to compare. */
  readonly thresholds: readonly number[];
  /** Folder for the store of each arm and for `compare.html`; what earlier comparisons kept of the same arms is deleted. */
  readonly storage: string;
  /** Called when an arm begins. */
  readonly onArm?: (name: string) => void;
  readonly onProgress?: (progress: Progress) => void;
}

interface Arm {
  readonly name: string;
  readonly strategy: string;
  readonly rules: boolean;
}

/**
 * Runs several strategies over the same web with the same budget, and writes a report of how they did.
 * @throws {OptionsError} where a strategy is unknown, and what {@link harvest} throws
 */
export async function compareStrategies(
  domains: readonly string[],
  options: CompareOptions,
): Promise<{ readonly comparison: Comparison; readonly report: string }> {
  const arms = armsOf(options);
  const runs: ComparedRun[] = [];
  let thresholds: readonly ThresholdRow[] = [];
  for (const [i, arm] of arms.entries()) {
    options.onArm?.(arm.name);
    const folder = join(options.storage, `${i + 1}-${arm.name.replaceAll(' ', '-')}`);
    const done = await runArm(domains, options, arm, folder);
    runs.push(done.compared);
    if (done.thresholds.length > 0) thresholds = done.thresholds;
  }
  const { web, maxPages, withoutRules, storage } = options;
  const comparison = {
    title: `Strategies compared: ${domains.map((domain) => loadDomain(domain).name).join(', ')}`,
    lead: `Each strategy read at most ${maxPages} pages of ${typeof web === 'string' ? web : (web.spec ?? web.kind)}, from the same seeds and under the same limits.${withoutRules ? ' Dashed: forms judged without rejection rules.' : ''}`,
    runs,
    thresholds,
  };
  const report = join(storage, 'compare.html');
  await mkdir(storage, { recursive: true });
  await writeFile(report, await trainingReportHtml(comparisonReport(comparison)));
  return { comparison, report };
}

/** @throws {OptionsError} where a strategy is unknown */
function armsOf({ strategies, withoutRules }: CompareOptions): Arm[] {
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
  options: CompareOptions,
  { name, strategy, rules }: Arm,
  storage: string,
): Promise<{ compared: ComparedRun; thresholds: readonly ThresholdRow[] }> {
  // A comparison is run afresh: what an earlier one kept there must not be counted.
  await rm(storage, { recursive: true, force: true });
  const { strategies: _s, withoutRules: _w, thresholds, onArm: _a, onProgress, ...shared } = options;
  const { web, concurrency = web === 'live' ? 16 : 1 } = shared;
  const arm = { strategy, rules, storage, concurrency, domains: [...domains], submit: false };
  for await (const event of harvest({ ...shared, ...arm } as HarvestOptions))
    if (event.type === 'progress') onProgress?.(event.progress);
  const store = await openStore(storage, { mode: 'read' });
  try {
    const last = (await listRuns(store)).at(-1);
    if (last === undefined) throw new Error(`no run was kept in ${storage}`);
    const compared = {
      arm: name,
      strategy,
      rules,
      report: await collectReport(store, last),
      relevant: await relevantGrowth(store, last),
    };
    if (strategy !== 'anchor-text' || !rules) return { compared, thresholds: [] };
    const { wanted, keywords } = loadClassifiers(domains, { strategy, keywords: options.keywords ?? [] });
    const context = { wanted, keywords, anchorWeights: [0.2, 0.2, 0.3] as [number, number, number] };
    return { compared, thresholds: await thresholdScores(store, last.id, context, thresholds) };
  } finally {
    await store.close();
  }
}
