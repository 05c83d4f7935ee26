import type { Kernel } from '../../../foundation/learning/index.ts';
import {
  compareLearners,
  type Learner,
  type LearnerComparison,
  type LearnerScores,
} from '../compare-learners.ts';
import { scoreText, textTable } from './score-report.ts';
import type { Workbench } from './training.ts';

/** A table of paper 004, made on our labels. */
export interface PaperTable {
  readonly title: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

export interface TableOptions {
  readonly k: readonly number[];
  readonly kernels: readonly ('linear' | 'poly' | 'rbf')[];
  readonly splits: readonly number[];
  readonly folds: number;
  readonly seed: number;
  readonly onStep?: (done: number, all: number) => void;
}

const CLASSES = ['search', 'rest'];
/** The linear one is the judge's own; widths and costs of the others were set once and not searched for. */
const MACHINES: Readonly<Record<TableOptions['kernels'][number], { kernel: Kernel; cost: number }>> = {
  linear: { kernel: { kind: 'linear' }, cost: 0.2 },
  // Quadratic, as the paper's (eq. 15–22), but with an offset: without it there are no linear terms.
  poly: { kernel: { kind: 'polynomial', degree: 2, gamma: 0.05, offset: 1 }, cost: 0.5 },
  rbf: { kernel: { kind: 'rbf', gamma: 0.03 }, cost: 5 },
};

type KernelName = TableOptions['kernels'][number];

/**
 * Kernel and C of the machine with a kernel of this name.
 * @param offset constant term of the polynomial one; 0 gives the paper's own (P·P')²
 */
export function machineSettings(
  name: KernelName,
  { cost, offset }: { readonly cost?: number | undefined; readonly offset?: number | undefined },
): { kernel: Kernel; cost: number } {
  const { kernel, cost: usual } = MACHINES[name];
  return {
    kernel: kernel.kind === 'polynomial' && offset !== undefined ? { ...kernel, offset } : kernel,
    cost: cost ?? usual,
  };
}

/** The learners that paper 004 compares: every k, every kernel. */
export const paperLearners = ({ k, kernels }: Pick<TableOptions, 'k' | 'kernels'>): Learner[] => [
  ...k.map((neighbours): Learner => ({ kind: 'knn', name: `KNN, k = ${neighbours}`, k: neighbours })),
  ...kernels.map((kernel): Learner => ({ kind: 'svm', name: `SVM, ${kernel}`, ...MACHINES[kernel] })),
];

/** Search against the rest by every k, kernel and split, on the rows of a workbench (its extra rows left out). */
export function compareOnForms(bench: Workbench, options: TableOptions): LearnerComparison {
  const here = bench.rows.map(({ missing }, i) => ({ missing, i })).filter(({ missing }) => !missing);
  const pick = <T>(from: (i: number) => T): T[] => here.map(({ i }) => from(i));
  const learners = paperLearners(options);
  return compareLearners(
    {
      samples: pick((i) => bench.search.samples[i] as Float64Array),
      labels: pick((i) => (bench.types[i] === 'search' ? 'search' : 'rest')),
      groups: pick((i) => bench.groups[i] as string),
      copies: pick((i) => bench.rows[i]?.copy ?? ''),
      classes: CLASSES,
    },
    { ...options, learners },
  );
}

const headsOf = (unit: string): string[] => ['', 'precision', 'recall', 'F1', unit];

/** Precision, recall and F1 of each class, their plain and weighted means, and the accuracy, as the paper's tables. */
function block({ learner, scores }: LearnerScores, label = learner): (string | number)[][] {
  const { classes, n, accuracy } = scores;
  const macro = (score: 'precision' | 'recall' | 'f1'): number =>
    classes.reduce((sum, one) => sum + one[score], 0) / classes.length;
  const weighted = (score: 'precision' | 'recall' | 'f1'): number =>
    classes.reduce((sum, one) => sum + one[score] * one.support, 0) / n;
  const line = (name: string, of: (score: 'precision' | 'recall' | 'f1') => number): (string | number)[] => [
    name,
    ...(['precision', 'recall', 'f1'] as const).map((score) => scoreText(of(score), n)),
    n,
  ];
  return [
    ...classes
      .filter(({ support }) => support > 0)
      .map((one) => [
        `${label}: ${one.name}`,
        ...[one.precision, one.recall, one.f1].map((score) => scoreText(score, one.support)),
        one.support,
      ]),
    line(`${label}: macro average`, macro),
    line(`${label}: weighted average`, weighted),
    [`${label}: accuracy`, '', '', scoreText(accuracy, n), n],
  ];
}

/** Tables in the shape of 7–11 of paper 004, the confusion matrices and the learning curve. */
/** @param unit counted unit: forms, submissions */
export function comparisonTables(comparison: LearnerComparison, unit = 'forms'): PaperTable[] {
  const heads = headsOf(unit);
  const classes = comparison.crossValidated[0]?.scores.classes.map(({ name }) => name) ?? [];
  const { crossValidated, splits, curve, folds } = comparison;
  const knn = crossValidated.filter(({ learner }) => learner.startsWith('KNN'));
  const learners = crossValidated.map(({ learner }) => learner);
  const percents = [...new Set(splits.map(({ testPercent }) => testPercent))];
  const bySplit = (learner: string): PaperTable => ({
    title: `${learner} by share of testing data (${learner.startsWith('SVM') ? 'table 8' : 'tables 9 and 10'}¹)`,
    heads,
    rows: splits
      .filter((entry) => entry.learner === learner)
      .flatMap((entry) => block(entry, `${entry.testPercent} %`)),
  });
  return [
    {
      title: `KNN by k, ${folds} folds by site (table 7¹)`,
      heads,
      rows: knn.flatMap((one) => block(one)),
    },
    {
      title: `SVM by kernel, ${folds} folds by site`,
      heads,
      rows: crossValidated.filter((one) => !knn.includes(one)).flatMap((one) => block(one)),
    },
    ...(percents.length > 0 ? learners.map(bySplit) : []),
    ...(percents.length > 0
      ? [
          {
            title: 'Accuracy of KNN and SVM by share of testing data (table 11¹)',
            heads: ['', ...percents.map((percent) => `${percent} %`)],
            rows: learners.map((learner) => [
              learner,
              ...percents.map((percent) => {
                const { accuracy = 0, n = 0 } =
                  splits.find((entry) => entry.learner === learner && entry.testPercent === percent)
                    ?.scores ?? {};
                return scoreText(accuracy, n);
              }),
            ]),
          },
        ]
      : []),
    {
      title: `Confusion, ${folds} folds by site`,
      heads: ['', ...classes.flatMap((truth) => classes.map((said) => `${truth} as ${said}`))],
      rows: crossValidated.map(({ learner, scores }) => [learner, ...scores.confusion.flat()]),
    },
    {
      title: `Learning curve: F1 of ${classes[0]} by distinct ${unit} trained on`,
      heads: ['', ...new Set(curve.map(({ trainedOn }) => String(trainedOn)))],
      rows: learners.map((learner) => [
        learner,
        ...curve
          .filter((entry) => entry.learner === learner)
          .map(
            ({
              scores: {
                classes: [first],
              },
            }) => scoreText(first?.f1 ?? 0, first?.support ?? 0),
          ),
      ]),
    },
  ];
}

export const tablesText = (tables: readonly PaperTable[]): string =>
  `${tables.map(({ title, heads, rows }) => `${title}\n\n${textTable(heads, rows)}`).join('\n\n')}\n\n¹ of Kaur and others 2021, doi:10.1007/s40747-021-00471-1\n`;
