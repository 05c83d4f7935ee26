import { cp, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { harvest } from '../../../app/index.ts';
import { loadClassifiers } from '../../../crawl/analysis/index.ts';
import type { Progress } from '../../../crawl/events/index.ts';
import type { HarvestOptions } from '../../../crawl/settings/index.ts';
import { strategyOptions } from '../../../crawl/strategies/index.ts';
import { openStore } from '../../../drivers/sqlite/index.ts';
import { loadDomain } from '../../../foundation/domain/index.ts';
import { makeFolder, whileOpen } from '../../../foundation/errors/index.ts';
import type { Transport } from '../../../foundation/http/index.ts';
import { listRuns } from '../../../library/index.ts';
import { collectProvenance, collectReport } from '../../../reports/index.ts';
import { type ComparedRun, curvesCsv } from '../reports/comparison-figures.ts';
import { type ComparisonReport, comparisonReport, type ThresholdRow } from '../reports/comparison-report.ts';
import { relevantForms, type TruthOf } from '../reports/relevant-growth.ts';
import { trainingReportHtml } from '../reports/training-report.ts';
import { type Arm, type ArmChoice, armsOf, LIBRARY, NONE, termsOf } from './compare-arms.ts';
import { knowledgeToCompareBy } from './compare-knowledge.ts';
import { thresholdScores } from './relevance-table.ts';

interface CompareOptions
  extends ArmChoice,
    Pick<
      HarvestOptions,
      | 'rankingWeight'
      | 'topTerms'
      | 'render'
      | 'allowPrivate'
      | 'contact'
      | 'knowledge'
      | 'spotlight'
      | 'seeds'
      | 'anchorWeights'
      | 'anchorThreshold'
    > {
  readonly maxPages: number;
  readonly maxSites: number;
  readonly learnAfter?: number | undefined;
  /** Default: 16 on the live web, 1 elsewhere, so that a comparison can be repeated. */
  readonly concurrency?: number | undefined;
  /** Thresholds of `anchor-text` to compare. */
  readonly thresholds: readonly number[];
  /** Folder for the store of each arm, for `compare.html` and `compare.csv`; what earlier comparisons kept of the same arms is deleted. */
  readonly storage: string;
  /** Opens a web with its truth; undefined where it has none. */
  readonly openTruth?: (
    web: string,
  ) => Promise<{ readonly web: Transport; readonly truthOf: TruthOf } | undefined>;
  /** Called when an arm begins. */
  readonly onArm?: (name: string) => void;
  readonly onProgress?: (progress: Progress) => void;
}

/**
 * Runs several strategies over the same web with the same budget, and writes a report of how they did.
 * @throws {OptionsError} where a strategy is unknown, and what {@link harvest} throws
 */
export async function compareStrategies(
  domains: readonly string[],
  options: CompareOptions,
): Promise<{ readonly comparison: ComparisonReport; readonly report: string; readonly csv: string }> {
  const arms = armsOf(options);
  const { storage } = options;
  // Before the arms: hours of them are not to be lost for want of it.
  const knowledge = arms.some(({ strategy }) => strategy === 'semantic')
    ? await knowledgeToCompareBy(domains, {
        ...options,
        webs: arms.map(({ web }) => (typeof web === 'string' ? web : '')),
        folder: join(storage, 'knowledge'),
        onLearning: (web) => options.onArm?.(`knowledge for semantic, from ${web}`),
      })
    : undefined;
  const libraries = new Map<Arm['web'], string>();
  for (const { web, seed } of arms.filter(({ search }) => search === LIBRARY)) {
    if (libraries.has(web)) continue;
    const folder = join(storage, `library${seed === undefined ? '' : `-${seed}`}`);
    options.onArm?.(`library, from ${LIBRARY_PAGES} pages breadth first`);
    await rm(folder, { recursive: true, force: true });
    await fillLibrary(domains, web, folder);
    libraries.set(web, folder);
  }
  const runs: ComparedRun[] = [];
  const thresholds: (readonly ThresholdRow[])[] = [];
  for (const [i, arm] of arms.entries()) {
    const name = arm.seed === undefined ? arm.name : `${arm.name}, seed ${arm.seed}`;
    options.onArm?.(name);
    const folder = join(options.storage, `${i + 1}-${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}`);
    // A comparison is run afresh: what an earlier one kept there must not be counted.
    await rm(folder, { recursive: true, force: true });
    const library = arm.search === LIBRARY ? libraries.get(arm.web) : undefined;
    if (library !== undefined) await cp(library, folder, { recursive: true });
    const done = await runArm(domains, { ...options, knowledge }, arm, folder);
    runs.push(done.compared);
    if (done.thresholds.length > 0) thresholds.push(done.thresholds);
  }
  const { web, maxPages, withoutRules, practiceSeeds } = options;
  const what = typeof web === 'string' ? web : (web.spec ?? web.kind);
  const comparison = {
    title: `Strategies compared: ${domains.map((domain) => loadDomain(domain).name).join(', ')}`,
    lead: `Each strategy read at most ${maxPages} pages of ${what}${practiceSeeds === undefined ? '' : ` with ${practiceSeeds.length === 1 ? 'seed' : 'each of the seeds'} ${practiceSeeds.join(', ')}`}, from the same addresses and with the same limits. Relevant forms are those that its own classifier calls searchable and about the domain${runs.some(({ trueForms }) => trueForms !== undefined) ? '; by truth, those of them that are so on the practice web' : ''}.${withoutRules ? ' Dashed: forms judged without rejection rules.' : ''}`,
    terms: [
      ...termsOf(arms, options),
      ...(libraries.size === 0
        ? []
        : [`The library holds ${LIBRARY_PAGES} pages of the same web, read breadth first`]),
    ],
    runs,
    thresholds: meanThresholds(thresholds),
  };
  const [report, csv] = [join(storage, 'compare.html'), join(storage, 'compare.csv')];
  makeFolder(storage);
  await writeFile(report, await trainingReportHtml(comparisonReport(comparison, basename(csv))));
  await writeFile(csv, curvesCsv(runs));
  return { comparison, report, csv };
}

/** The mean over the seeds of the figures of each threshold and anchor text. */
function meanThresholds(seeds: readonly (readonly ThresholdRow[])[]): ThresholdRow[] {
  const alike = Map.groupBy(seeds.flat(), ({ anchorText, focused, threshold }) =>
    JSON.stringify([anchorText, focused, threshold]),
  );
  return [...alike.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const rows = [first, ...others];
    const mean = (figure: 'retrieved' | 'precision' | 'recall' | 'accuracy') =>
      rows.reduce((sum, row) => sum + row[figure], 0) / rows.length;
    return {
      ...first,
      retrieved: mean('retrieved'),
      precision: mean('precision'),
      recall: mean('recall'),
      accuracy: mean('accuracy'),
    };
  });
}

/** Pages of the web that the provider `library` knows in each arm. */
const LIBRARY_PAGES = 300;

async function fillLibrary(domains: readonly string[], web: Arm['web'], storage: string): Promise<void> {
  const all = { domains: [...domains], web, storage, strategy: 'breadth-first', maxPages: LIBRARY_PAGES };
  const options = { ...all, concurrency: 1, render: 'never', submit: false } as HarvestOptions;
  for await (const _ of harvest(options, { open: openOwn })) {
    // Its pages are of interest, not its events.
  }
}

async function runArm(
  domains: readonly string[],
  options: CompareOptions,
  { name, seed, query, web, ...given }: Arm,
  storage: string,
): Promise<{ compared: ComparedRun; thresholds: readonly ThresholdRow[] }> {
  const {
    strategies: _s,
    withoutRules: _w,
    practiceSeeds: _p,
    thresholds,
    onArm: _a,
    onProgress,
    openTruth,
    ...shared
  } = options;
  const { concurrency = web === 'live' ? 16 : 1 } = shared;
  const truth = typeof web === 'string' ? await openTruth?.(web) : undefined;
  const { strategy, rules, keywords } = given;
  const asked = {
    ...shared,
    ...{ centreLinks: undefined, locateFirst: undefined, ...given },
    // A baseline's own judge is no choice.
    judge: given.judge === 'counts' ? undefined : given.judge,
    search: given.search === NONE ? [] : [given.search],
    queries: query === NONE ? [] : [query],
    ...{ web: truth?.web ?? web, storage, concurrency, domains: [...domains], submit: false },
  } as HarvestOptions;
  try {
    for await (const event of harvest(asked, { open: openOwn }))
      if (event.type === 'progress') onProgress?.(event.progress);
  } finally {
    await truth?.web.close();
  }
  return whileOpen(openStore(storage, { mode: 'read' }), async (store) => {
    const last = (await listRuns(store)).at(-1);
    if (last === undefined) throw new Error(`no run was kept in ${storage}`);
    const { forms, searchable, growth } = await relevantForms(store, last, truth?.truthOf);
    const compared = {
      arm: name,
      strategy,
      rules,
      ...(seed !== undefined && { seed }),
      report: { ...(await collectReport(store, last)), provenance: await collectProvenance(store, last.id) },
      folder: basename(storage),
      ...(truth !== undefined && { trueForms: searchable }),
      finds: forms,
      relevant: growth,
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
  });
}

/** Opens the store that a compared run has in its own folder, wherever those of harvests are. */
const openOwn = (folder: string) => openStore(folder, { mode: 'write' });
