import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasOwnFormClassifier, loadClassifiers } from '../crawl/analysis/index.ts';
import type { Progress } from '../crawl/events/index.ts';
import { thresholdScores } from '../crawl/in-site-exploring/index.ts';
import { type HarvestOptions, OptionsError } from '../crawl/settings/index.ts';
import { STRATEGIES, strategyOptions } from '../crawl/strategies/index.ts';
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
    | 'maxSites'
    | 'learnAfter'
    | 'render'
    | 'allowPrivate'
    | 'contact'
    | 'knowledge'
    | 'spotlight'
    | 'seeds'
    | 'anchorWeights'
    | 'anchorThreshold'
  > {
  readonly strategies: readonly string[];
  readonly web: string | Transport;
  readonly maxPages: number;
  /** Default: 16 on the live web, 1 elsewhere, so that a comparison can be repeated. */
  readonly concurrency?: number | undefined;
  /** Runs each strategy once more without the rejection rules of forms. */
  readonly withoutRules: boolean;
  /** Anchor texts, each of its keywords: `anchor-text` runs once with each. */
  readonly keywords?: readonly (readonly string[])[];
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
  /** Of `anchor-text`. */
  readonly keywords: readonly string[];
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
  const thresholds: ThresholdRow[] = [];
  for (const [i, arm] of arms.entries()) {
    options.onArm?.(arm.name);
    const folder = join(options.storage, `${i + 1}-${arm.name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}`);
    const done = await runArm(domains, options, arm, folder);
    runs.push(done.compared);
    thresholds.push(...done.thresholds);
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
function armsOf({ strategies, withoutRules, keywords = [] }: CompareOptions): Arm[] {
  const names = [...new Set(strategies)];
  const unknown = names.find((name) => !(STRATEGIES as readonly string[]).includes(name));
  if (unknown !== undefined || names.length === 0)
    throw new OptionsError(
      `--strategies: ${JSON.stringify(unknown ?? '')} is none; expected a list of ${STRATEGIES.join(', ')}`,
    );
  const [first = [], ...others] = keywords;
  return names.flatMap((strategy) =>
    (strategy === 'anchor-text' ? [first, ...others] : [[]]).flatMap((words) => {
      const name = others.length === 0 ? strategy : [strategy, ...words].join(' ');
      const arm = { name, strategy, rules: true, keywords: words };
      return withoutRules && !hasOwnFormClassifier(strategy)
        ? [arm, { ...arm, name: `${name} without rules`, rules: false }]
        : [arm];
    }),
  );
}

async function runArm(
  domains: readonly string[],
  options: CompareOptions,
  { name, strategy, rules, keywords }: Arm,
  storage: string,
): Promise<{ compared: ComparedRun; thresholds: readonly ThresholdRow[] }> {
  // A comparison is run afresh: what an earlier one kept there must not be counted.
  await rm(storage, { recursive: true, force: true });
  const { strategies: _s, withoutRules: _w, thresholds, onArm: _a, onProgress, ...shared } = options;
  const { web, concurrency = web === 'live' ? 16 : 1 } = shared;
  const arm = { strategy, rules, keywords, storage, concurrency, domains: [...domains], submit: false };
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
    const classifiers = loadClassifiers(domains, { strategy, keywords });
    const anchorText = {
      keywords: classifiers.keywords,
      domains: classifiers.domains.map((domain) => domain.name),
      threshold: strategyOptions.shape.anchorThreshold.parse(options.anchorThreshold),
    };
    const scores = await thresholdScores(store, last.id, anchorText, thresholds);
    const named = { anchorText: classifiers.keywords.join(' ') };
    return { compared, thresholds: scores.map((score) => ({ ...named, ...score })) };
  } finally {
    await store.close();
  }
}
