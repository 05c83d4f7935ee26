import { ENOUGH_CASES, figureOf } from '../../../foundation/learning/index.ts';
import { byteSize, type ChartLine, PAPER_SOURCES } from '../../../reports/index.ts';
import {
  armFigures,
  byArm,
  type ComparedRun,
  formCounts,
  formHeads,
  hasTruth,
  meanCurve,
  meanWords,
  overlapHeads,
  overlapRows,
  overlapsOf,
  seedsHeads,
  seedsRows,
  WITHOUT_RULES,
} from './comparison-figures.ts';
import type { RelevantPoint } from './relevant-growth.ts';
import type { TrainingReport } from './training-report.ts';

/** Precision, recall and accuracy of a relevancy threshold (paper 001, table 3 and figure 4), in per cent. */
export interface ThresholdRow {
  /** Its keywords. */
  readonly anchorText: string;
  /** True if links above the threshold are followed; else as many as these, breadth first. */
  readonly focused: boolean;
  readonly threshold: number;
  readonly retrieved: number;
  readonly precision: number;
  readonly recall: number;
  readonly accuracy: number;
  /** Relevant pages, of all that were judged. */
  readonly relevant: number;
  readonly judged: number;
}

export interface ComparisonReport {
  readonly title: string;
  readonly lead: string;
  /** What all arms share, and what differs between them. */
  readonly terms: readonly string[];
  readonly runs: readonly ComparedRun[];
  /** Rates the arms `anchor-text`, where there are any. */
  readonly thresholds: readonly ThresholdRow[];
}

export const comparisonHeads = (runs: readonly ComparedRun[]): string[] => [
  'strategy',
  'pages',
  'sites',
  ...formHeads(runs),
  'seconds',
  'traffic',
  'ended',
];

/** The rows of the table that all arms stand in. */
export const comparisonRows = ({ runs }: Pick<ComparisonReport, 'runs'>): (string | number)[][] =>
  runs.map((one) => {
    const { arm, seed, report, finds, trueForms } = one;
    const { totals, run } = report;
    const { searchable, relevant } = formCounts(one);
    return [
      seed === undefined ? arm : `${arm}, seed ${seed}`,
      totals.pages,
      totals.sites,
      totals.searchable,
      ...(trueForms === undefined ? [] : [trueForms]),
      totals.relevant,
      ...(trueForms === undefined ? [] : [finds.length]),
      rate(searchable, totals.pages),
      rate(relevant, totals.pages),
      run.seconds.toFixed(1),
      byteSize(totals.bytes),
      run.reason ?? run.status,
    ];
  });

export const THRESHOLD_HEADS = [
  'anchor text',
  'threshold',
  'retrieved',
  'precision %',
  'recall %',
  'accuracy %',
] as const;

export const thresholdRows = (thresholds: readonly ThresholdRow[]): (string | number)[][] =>
  thresholds.map(({ anchorText, focused, threshold, retrieved, relevant, judged, ...scores }) => [
    anchorText,
    focused ? threshold : 'without focus',
    retrieved,
    figureOf(scores.precision.toFixed(1), retrieved),
    figureOf(scores.recall.toFixed(1), relevant),
    figureOf(scores.accuracy.toFixed(1), judged),
  ]);

/** Share of the relevant pages in per cent that a threshold should keep at least. */
const ENOUGH = 100 / 3;

/** Names each anchor text whose threshold keeps under a third of the relevant pages, and the largest that keeps more. */
export const thresholdWarnings = (thresholds: readonly ThresholdRow[]): string[] =>
  thresholds.flatMap(({ focused, anchorText, threshold, relevant }) => {
    if (focused || relevant < ENOUGH_CASES) return [];
    const rows = thresholds
      .filter((row) => row.focused && row.anchorText === anchorText)
      .sort((a, b) => a.threshold - b.threshold);
    const recall = rows.find((row) => row.threshold === threshold)?.recall ?? 100;
    if (recall >= ENOUGH) return [];
    const better = rows.findLast((row) => row.recall >= ENOUGH);
    const instead = better === undefined ? '' : `; ${better.threshold} keeps ${better.recall.toFixed(0)} %`;
    return [
      `Warning: --anchor-threshold ${threshold} keeps ${recall.toFixed(0)} % of the pages that are relevant to ${anchorText}, under a third${instead}`,
    ];
  });

const rate = (forms: number, pages: number): string => figureOf((forms / pages).toFixed(3), pages);

/**
 * A comparison as the charts and tables of a report: harvest rate, growth, depths, thresholds.
 * @param csv name of the file of curves beside it
 */
export function comparisonReport(comparison: ComparisonReport, csv: string): TrainingReport {
  const { title, lead, terms, runs, thresholds } = comparison;
  const lines = (points: (run: ComparedRun) => ChartLine['points'], most?: number): ChartLine[] =>
    [...byArm(runs).values()].flatMap((of) =>
      of.slice(0, 1).map(({ arm, rules }) => ({
        name: arm.replace(WITHOUT_RULES, ''),
        ...(!rules && { dashed: true as const }),
        points: meanCurve(of.map(points), most),
      })),
    );
  const anchorTexts = Map.groupBy(
    thresholds.filter(({ focused }) => focused),
    ({ anchorText }) => anchorText,
  );
  const hasSeeds = runs.some(({ seed }) => seed !== undefined);
  const overlaps = overlapsOf(runs);
  const deepest = Math.max(0, ...runs.flatMap(({ report }) => report.formDepths.map(({ depth }) => depth)));
  const perDepth = ({ report: { formDepths } }: ComparedRun) => {
    const all = formDepths.reduce((sum, { searchable }) => sum + searchable, 0);
    return Array.from({ length: deepest + 1 }, (_, x) => {
      const { searchable = 0 } = formDepths.find(({ depth }) => depth === x) ?? {};
      return { x, y: all === 0 ? 0 : (100 * searchable) / all };
    });
  };
  const perPage = (count: (point: RelevantPoint) => number) =>
    lines(({ relevant }) =>
      relevant
        .filter(({ pages }) => pages >= 20)
        .map((point) => ({ x: point.pages, y: count(point) / point.pages })),
    );
  const byTruth = hasTruth(runs) ? ', by truth' : '';
  const charts = [
    {
      title: `Relevant search forms over pages${byTruth}`,
      x: 'pages crawled',
      y: 'forms found',
      lines: lines(({ relevant }) => relevant.map(({ pages, forms }) => ({ x: pages, y: forms }))),
    },
    {
      title: `Harvest rate: search forms per page crawled${byTruth} (equation 1, figure 19¹)`,
      x: 'pages crawled',
      y: 'search forms per page',
      lines: perPage(({ searchable }) => searchable),
    },
    {
      title: `Relevant search forms per page crawled${byTruth}`,
      x: 'pages crawled',
      y: 'relevant forms per page',
      lines: perPage(({ forms }) => forms),
    },
    {
      title: `Relevant search forms over time${byTruth}`,
      x: 'seconds',
      y: 'forms found',
      lines: lines(({ relevant }) => relevant.map(({ seconds, forms }) => ({ x: seconds, y: forms }))),
    },
    {
      title: 'Share of search forms by depth (figure 2¹)',
      x: 'links from the front page',
      y: '% of the search forms',
      lines: lines(perDepth, 100),
    },
    {
      title: 'anchor-text: precision and recall by threshold (figures 4 to 8²)',
      x: 'threshold of the relevancy score',
      y: '%',
      lines: [...anchorTexts].flatMap(([anchorText, rows]) =>
        (['precision', 'recall', 'accuracy'] as const).map((name) => ({
          name: anchorTexts.size === 1 ? name : `${anchorText}: ${name}`,
          // Where nothing is kept, nothing can be said of its precision.
          points: rows
            .filter(({ retrieved }) => name !== 'precision' || retrieved > 0)
            .map((row) => ({ x: row.threshold, y: row[name] })),
        })),
      ),
    },
  ];
  return {
    title,
    lead,
    terms: [...terms, ...thresholdWarnings(thresholds)],
    charts: charts.filter(({ lines }) => lines.some(({ points }) => points.length > 0)),
    tables: [
      ...(hasSeeds
        ? [
            {
              title: `Strategies over the seeds: ${meanWords(runs)} (figure 19, table 12¹)`,
              heads: seedsHeads(runs),
              rows: seedsRows(armFigures(runs)),
            },
          ]
        : []),
      ...(overlaps.length > 1
        ? [
            {
              title: `Overlap of the relevant forms found${byTruth}: open a cell for their names`,
              heads: overlapHeads(overlaps),
              rows: overlapRows(overlaps),
            },
          ]
        : []),
      {
        title: hasSeeds ? 'Each run' : 'Strategies',
        heads: comparisonHeads(runs),
        rows: comparisonRows(comparison),
      },
      ...(thresholds.length === 0
        ? []
        : [
            {
              title: 'anchor-text: pages by threshold (table 3²)',
              heads: THRESHOLD_HEADS,
              rows: thresholdRows(thresholds),
            },
          ]),
    ],
    files: [csv],
    citation: citationTables(runs),
    sources: Object.values(PAPER_SOURCES),
    errors: [],
  };
}

/** Names options that differ from run to run; the table of runs has them. */
const OF_ONE_RUN = new Set([
  ...['strategy', 'web', 'keywords', 'rules'],
  ...['judge', 'search', 'queries', 'centreLinks', 'locateFirst'],
]);

/** Returns what each run can be cited by, and what all were set to. */
const citationTables = (runs: readonly ComparedRun[]): TrainingReport['tables'] => [
  {
    title: 'Archives',
    heads: ['run', 'web', 'file', 'SHA-256'],
    rows: runs.flatMap(({ arm, seed, folder, report: { run, provenance } }) =>
      (provenance?.archive ?? []).map(({ file, sha256 }) => [
        seed === undefined ? arm : `${arm}, seed ${seed}`,
        run.web,
        `${folder}/runs/${run.id}/${file}`,
        sha256,
      ]),
    ),
  },
  {
    title: 'Settings of every run',
    heads: ['setting', 'value'],
    rows: (runs[0]?.report.provenance?.settings ?? [])
      .filter(({ name }) => !OF_ONE_RUN.has(name))
      .map(({ name, value }) => [name, value]),
  },
];
