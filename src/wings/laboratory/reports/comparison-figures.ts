import { median } from 'simple-statistics';
import { csvOf } from '../../../foundation/csv/index.ts';
import { figureOf, type Interval, intervalOf } from '../../../foundation/learning/index.ts';
import { type ChartLine, counted, type RunReport } from '../../../reports/index.ts';
import type { RelevantForms, RelevantPoint } from './relevant-growth.ts';
import { OpenCell } from './training-report.ts';

/** Ends the name of an arm whose forms were judged without rejection rules; its line is dashed. */
export const WITHOUT_RULES = ' without rules';

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
  readonly finds: RelevantForms['forms'];
  /** Growth of searchable forms, and of those about a wanted domain. */
  readonly relevant: readonly RelevantPoint[];
}

type Spread = Interval & { readonly median: number };

/** Holds what an arm of a comparison came to over its seeds. */
interface ArmFigures {
  readonly arm: string;
  readonly seeds: number;
  readonly pages: Spread;
  /** Counts by the arm's own judge. */
  readonly searchable: Spread;
  readonly relevant: Spread;
  /** Counts by truth, where the web has one. */
  readonly trueSearchable?: Spread;
  readonly trueRelevant?: Spread;
  /** Sites on which relevant forms were found; these and the rates are by truth where there is one. */
  readonly sites: Spread;
  /** Search forms a page (Kaur and others 2021, eq. 1), and those of them that are relevant. */
  readonly harvestRate: Spread;
  readonly relevantRate: Spread;
  readonly seconds: Spread;
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
    const over = (figure: (run: ComparedRun) => number) => {
      const values = of.map(figure);
      return { ...intervalOf(values), median: median(values) };
    };
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
      ...counts.flatMap((one) => (one === undefined ? [] : [spreadText(one, seeds, 1)])),
      ...[harvestRate, relevantRate].map((one) => figureOf(spreadText(one, seeds, 3), seeds * pages.mean)),
      spreadText(sites, seeds, 1),
      spreadText(seconds, seeds, 1),
    ];
  });

/** Runs below which an interval of their mean says nothing: of two runs it is 12.7 standard errors wide on each side. */
const ENOUGH_SEEDS = 3;

const spreadText = ({ mean, half, median }: Spread, seeds: number, digits: number): string =>
  half === undefined || seeds < ENOUGH_SEEDS
    ? mean.toFixed(digits)
    : `${median.toFixed(digits)} (${mean.toFixed(digits)} ± ${half.toFixed(digits)})`;

/** Returns what stands in the table of means. */
export function meanWords(runs: readonly ComparedRun[]): string {
  const seeds = Math.max(0, ...[...byArm(runs).values()].map(({ length }) => length));
  return seeds < ENOUGH_SEEDS
    ? `means; n too small for intervals (${counted(seeds, 'seed')})`
    : 'median (mean ± half of its 95 % interval)';
}

interface Overlap {
  readonly arm: string;
  readonly finds: number;
  /** Which of its finds each other arm found as well, and which not, by name. */
  readonly others: readonly {
    readonly arm: string;
    readonly both: readonly string[];
    readonly missed: readonly string[];
  }[];
  /** Finds of no other arm. */
  readonly alone: readonly string[];
}

/** Returns what arms found in common: the same form of a site, of the same seed. */
export function overlapsOf(runs: readonly ComparedRun[]): Overlap[] {
  const ofSeed = ({ seed }: ComparedRun) => (seed === undefined ? '' : ` (seed ${seed})`);
  const found = [...byArm(runs)].map(([arm, of]) => ({
    arm,
    names: new Map(
      of.flatMap((one) =>
        one.finds.map(({ site, formId, name }) => [`${one.seed} ${site} ${formId}`, `${name}${ofSeed(one)}`]),
      ),
    ),
  }));
  return found.map(({ arm, names }) => {
    const others = found.filter((other) => other.arm !== arm);
    const namesOf = (is: (key: string) => boolean) =>
      [...names].flatMap(([key, name]) => (is(key) ? [name] : [])).sort();
    return {
      arm,
      finds: names.size,
      others: others.map((other) => ({
        arm: other.arm,
        both: namesOf((key) => other.names.has(key)),
        missed: namesOf((key) => !other.names.has(key)),
      })),
      alone: namesOf((key) => !others.some((other) => other.names.has(key))),
    };
  });
}

export const overlapHeads = (overlaps: readonly Overlap[]): string[] => [
  'found by',
  'forms',
  ...overlaps.map(({ arm }) => `also by ${arm}`),
  'by no other',
];

/** A count of finds is no estimate: it stands as it is, however small. */
export const overlapRows = (overlaps: readonly Overlap[]): (string | number | OpenCell)[][] =>
  overlaps.map(({ arm, finds, others, alone }) => [
    arm,
    finds,
    ...overlaps.map((column) => {
      const other = others.find((one) => one.arm === column.arm);
      if (other === undefined) return '–';
      const { both, missed } = other;
      return new OpenCell(`${both.length} of ${finds}`, [
        ...namedLine(`${arm} and ${column.arm}`, both),
        ...namedLine(`${arm}, not ${column.arm}`, missed),
      ]);
    }),
    new OpenCell(`${alone.length}`, namedLine(`${arm} alone`, alone)),
  ]);

const namedLine = (who: string, names: readonly string[]): string[] =>
  names.length === 0 ? [] : [`${who}: ${names.join(', ')}`];

/** Names of a line in a terminal at most; the report has them all. */
const NAMES = 10;

/** Arms whose pairs a terminal lists at most. */
const ARMS_LISTED = 4;

/** What each arm found and each other missed, a line for each pair. */
export function missedLines(overlaps: readonly Overlap[]): string[] {
  if (overlaps.length > ARMS_LISTED) return ['The report names the forms behind each cell.'];
  return overlaps.flatMap(({ arm, others }) =>
    others.flatMap((other) => {
      const { length } = other.missed;
      const more = length > NAMES ? [`… ${length - NAMES} more`] : [];
      return namedLine(`${arm}, not ${other.arm} (${length})`, [...other.missed.slice(0, NAMES), ...more]);
    }),
  );
}

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
