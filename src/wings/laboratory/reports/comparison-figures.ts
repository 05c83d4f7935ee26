import { csvOf } from '../../../foundation/csv/index.ts';
import { figureOf, type Interval, intervalOf } from '../../../foundation/learning/index.ts';
import { type ChartLine, counted, type RunReport } from '../../../reports/index.ts';
import type { RelevantPoint } from './relevant-growth.ts';

/** One arm of a comparison. */
export interface ComparedRun {
  /** Name of the strategy, and what else makes the arm another. */
  readonly arm: string;
  readonly strategy: string;
  /** True if forms were judged with the rejection rules. */
  readonly rules: boolean;
  /** Grows the practice web, where several are compared. */
  readonly seed?: number;
  readonly report: RunReport;
  /** Folder of its store, beside the report of the comparison. */
  readonly folder: string;
  /** Search forms in truth, where the web has one: `finds` and `relevant` are by the truth then, not by the arm's own judge. */
  readonly trueForms?: number;
  /** The searchable forms about a wanted domain. */
  readonly finds: readonly { readonly formId: string; readonly site: string }[];
  /** Growth of searchable forms, and of those about a wanted domain. */
  readonly relevant: readonly RelevantPoint[];
}

/** Holds what an arm of a comparison came to over its seeds. */
interface ArmFigures {
  readonly arm: string;
  readonly seeds: number;
  readonly pages: Interval;
  /** Counts by the arm's own judge. */
  readonly searchable: Interval;
  readonly relevant: Interval;
  /** Counts by truth, where the web has one. */
  readonly trueSearchable?: Interval;
  readonly trueRelevant?: Interval;
  /** Sites on which relevant forms were found; these and the rates are by truth where there is one. */
  readonly sites: Interval;
  /** Search forms a page (Kaur and others 2021, eq. 1), and those of them that are relevant. */
  readonly harvestRate: Interval;
  readonly relevantRate: Interval;
  readonly seconds: Interval;
}

export const hasTruth = (runs: readonly ComparedRun[]): boolean =>
  runs.some(({ trueForms }) => trueForms !== undefined);

/** Forms that a run found: by truth where there is one, else by its own judge. */
export const formCounts = ({ trueForms, finds, report: { totals } }: ComparedRun) =>
  trueForms === undefined ? totals : { searchable: trueForms, relevant: finds.length };

/** The heads of the columns that count forms. */
export const formHeads = (runs: readonly ComparedRun[]): string[] =>
  hasTruth(runs)
    ? [
        'search forms, by its own judge',
        'by truth',
        'relevant, by its own judge',
        'relevant, by truth',
        'harvest rate, by truth',
        'relevant per page, by truth',
      ]
    : ['search forms', 'relevant', 'harvest rate', 'relevant per page'];

/** The runs of each arm, in the order in which arms came first. */
export const byArm = (runs: readonly ComparedRun[]): ReadonlyMap<string, readonly ComparedRun[]> =>
  Map.groupBy(runs, ({ arm }) => arm);

export const armFigures = (runs: readonly ComparedRun[]): ArmFigures[] =>
  [...byArm(runs)].map(([arm, of]) => {
    const over = (figure: (run: ComparedRun) => number) => intervalOf(of.map(figure));
    return {
      arm,
      seeds: of.length,
      pages: over(({ report }) => report.totals.pages),
      searchable: over(({ report }) => report.totals.searchable),
      relevant: over(({ report }) => report.totals.relevant),
      ...(hasTruth(of) && {
        trueSearchable: over((run) => formCounts(run).searchable),
        trueRelevant: over((run) => formCounts(run).relevant),
      }),
      sites: over(({ finds }) => new Set(finds.map(({ site }) => site)).size),
      harvestRate: over((run) => formCounts(run).searchable / Math.max(1, run.report.totals.pages)),
      relevantRate: over((run) => formCounts(run).relevant / Math.max(1, run.report.totals.pages)),
      seconds: over(({ report }) => report.run.seconds),
    };
  });

export const seedsHeads = (runs: readonly ComparedRun[]): string[] => [
  'strategy',
  'seeds',
  'pages',
  ...formHeads(runs),
  'on sites',
  'seconds',
];

export const seedsRows = (figures: readonly ArmFigures[]): (string | number)[][] =>
  figures.map(({ arm, seeds, pages, sites, harvestRate, relevantRate, seconds, ...of }) => {
    const counts = [of.searchable, of.trueSearchable, of.relevant, of.trueRelevant];
    return [
      arm,
      seeds,
      pages.mean.toFixed(0),
      ...counts.flatMap((one) => (one === undefined ? [] : [meanText(one, seeds, 1)])),
      ...[harvestRate, relevantRate].map((one) => figureOf(meanText(one, seeds, 3), seeds * pages.mean)),
      meanText(sites, seeds, 1),
      meanText(seconds, seeds, 1),
    ];
  });

/** Runs below which an interval of their mean says nothing: of two runs it is 12.7 standard errors wide on each side. */
const ENOUGH_SEEDS = 3;

const meanText = ({ mean, half }: Interval, seeds: number, digits: number): string =>
  half === undefined || seeds < ENOUGH_SEEDS
    ? mean.toFixed(digits)
    : `${mean.toFixed(digits)} ± ${half.toFixed(digits)}`;

/** Returns what stands in the table of means. */
export function meanWords(runs: readonly ComparedRun[]): string {
  const seeds = Math.max(0, ...[...byArm(runs).values()].map(({ length }) => length));
  return seeds < ENOUGH_SEEDS
    ? `means; n too small for intervals (${counted(seeds, 'seed')})`
    : 'mean ± half of its 95 % interval';
}

interface Overlap {
  readonly arm: string;
  readonly finds: number;
  /** Share of its finds that each arm found as well, itself among them. */
  readonly shared: readonly number[];
  /** Finds of no other arm. */
  readonly alone: number;
}

/** Returns what arms found in common: the same form of a site, of the same seed. */
export function overlapsOf(runs: readonly ComparedRun[]): Overlap[] {
  const found = [...byArm(runs)].map(([arm, of]) => ({
    arm,
    keys: new Set(
      of.flatMap(({ seed, finds }) => finds.map(({ site, formId }) => `${seed} ${site} ${formId}`)),
    ),
  }));
  return found.map(({ arm, keys }) => {
    const others = found.filter((other) => other.arm !== arm);
    return {
      arm,
      finds: keys.size,
      shared: found.map(
        (other) => [...keys].filter((key) => other.keys.has(key)).length / Math.max(1, keys.size),
      ),
      alone: [...keys].filter((key) => !others.some((other) => other.keys.has(key))).length,
    };
  });
}

export const overlapHeads = (overlaps: readonly Overlap[]): string[] => [
  'found by',
  'forms',
  ...overlaps.map(({ arm }) => `also by ${arm}, %`),
  'by no other',
];

export const overlapRows = (overlaps: readonly Overlap[]): (string | number)[][] =>
  overlaps.map(({ arm, finds, shared, alone }) => [
    arm,
    finds,
    ...shared.map((share) => figureOf((100 * share).toFixed(0), finds)),
    alone,
  ]);

/** Growth of each run as CSV, for whoever draws it elsewhere. */
export const curvesCsv = (runs: readonly ComparedRun[]): string =>
  csvOf([
    ['arm', 'strategy', 'rules', 'seed', 'pages', 'relevant_forms', 'search_forms', 'seconds'],
    ...runs.flatMap(({ arm, strategy, rules, seed, relevant }) =>
      relevant.map(({ pages, forms, searchable, seconds }) => [
        arm,
        strategy,
        rules,
        seed,
        pages,
        forms,
        searchable,
        seconds,
      ]),
    ),
  ]);

type Points = ChartLine['points'];

/** Points of a mean at most; more cannot be told apart. */
const POINTS = 50;

/**
 * The mean of curves that rise in steps, with its 95 % interval from three curves on; a curve that has ended stays where it is.
 * @param most the largest value there can be, such as 100 of a share in per cent
 */
export function meanCurve(curves: readonly Points[], most = Number.POSITIVE_INFINITY): Points {
  const [only] = curves;
  if (curves.length < 2) return only ?? [];
  const all = [...new Set(curves.flatMap((points) => points.map(({ x }) => x)))].sort((a, b) => a - b);
  const step = Math.ceil(all.length / POINTS);
  const grid = all.filter((_, i) => (all.length - 1 - i) % step === 0);
  return grid.map((x) => {
    const { mean, half = 0 } = intervalOf(curves.map((points) => points.findLast((at) => at.x <= x)?.y ?? 0));
    if (curves.length < ENOUGH_SEEDS) return { x, y: mean };
    return { x, y: mean, low: Math.max(0, mean - half), high: Math.min(most, mean + half) };
  });
}
