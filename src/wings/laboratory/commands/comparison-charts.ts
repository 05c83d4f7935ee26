import type { LearnerComparison } from '../compare-learners.ts';
import type { MultiScores } from '../learning/metrics.ts';

export type Charts = Parameters<
  typeof import('../reports/training-report.ts')['trainingReportHtml']
>[0]['charts'];

type Score = 'precision' | 'recall' | 'f1';
const SCORES: readonly Score[] = ['precision', 'recall', 'f1'];
const NAMES: Readonly<Record<Score, string>> = { precision: 'precision', recall: 'recall', f1: 'F1' };

const macro = ({ classes }: MultiScores, score: Score): number =>
  classes.reduce((sum, one) => sum + one[score], 0) / classes.length;
const weighted = ({ classes, n }: MultiScores, score: Score): number =>
  classes.reduce((sum, one) => sum + one[score] * one.support, 0) / n;

/**
 * The figures 5–18 of paper 004: scores by k, averages by k, accuracy by share of testing data, and what more data help.
 * @param unit what is counted: forms, submissions
 */
export function comparisonCharts({ crossValidated, splits, curve }: LearnerComparison, unit: string): Charts {
  const byK = crossValidated.flatMap(({ learner, scores }) => {
    const k = /k = (\d+)/.exec(learner)?.[1];
    return k === undefined ? [] : [{ k: Number(k), scores }];
  });
  const names = crossValidated.map(({ learner }) => learner);
  const first = crossValidated[0]?.scores.classes[0]?.name ?? '';
  return [
    {
      title: `KNN by k: ${first} (figures 5–7¹)`,
      x: 'k',
      y: `score of the class ${first}`,
      lines: SCORES.map((score) => ({
        name: NAMES[score],
        points: byK.map(({ k, scores }) => ({ x: k, y: scores.classes[0]?.[score] ?? 0 })),
      })),
    },
    {
      title: 'KNN by k: macro and weighted averages, accuracy (figures 8 and 17¹)',
      x: 'k',
      y: 'average over the classes',
      lines: [
        ...SCORES.map((score) => ({
          name: `macro ${NAMES[score]}`,
          points: byK.map(({ k, scores }) => ({ x: k, y: macro(scores, score) })),
        })),
        ...SCORES.map((score) => ({
          name: `weighted ${NAMES[score]}`,
          points: byK.map(({ k, scores }) => ({ x: k, y: weighted(scores, score) })),
        })),
        { name: 'accuracy', points: byK.map(({ k, scores }) => ({ x: k, y: scores.accuracy })) },
      ],
    },
    ...names.filter((name) => name.startsWith('SVM')).flatMap((name) => splitCharts(name, splits, 9)),
    ...names
      .filter((name) => name.startsWith('KNN'))
      .slice(-1)
      .flatMap((name) => splitCharts(name, splits, 13)),
    {
      title: 'Accuracy by share of testing data (figure 18¹)',
      x: 'testing data, %',
      y: 'accuracy',
      lines: names.map((name) => ({
        name,
        points: splitsOf(name, splits).map(({ testPercent, scores }) => ({
          x: testPercent,
          y: scores.accuracy,
        })),
      })),
    },
    {
      title: 'Learning curve',
      x: `distinct ${unit} trained on`,
      y: `F1 of ${first}`,
      lines: names.map((name) => ({
        name,
        points: curve
          .filter(({ learner }) => learner === name)
          .map(({ trainedOn, scores }) => ({ x: trainedOn, y: scores.classes[0]?.f1 ?? 0 })),
      })),
    },
  ];
}

type Split = LearnerComparison['splits'][number];

const splitsOf = (name: string, splits: readonly Split[]): readonly Split[] =>
  splits.filter(({ learner }) => learner === name);

/**
 * Precision, recall and F1 of each class, and averages over the classes, of a learner by share of testing data.
 * @param figure number of the first of the four in paper 004
 */
function splitCharts(name: string, splits: readonly Split[], figure: number): Charts {
  const own = splitsOf(name, splits);
  const line = (title: string, score: (scores: MultiScores) => number) => ({
    name: title,
    points: own.map(({ testPercent, scores }) => ({ x: testPercent, y: score(scores) })),
  });
  const classes = own[0]?.scores.classes.map((one) => one.name) ?? [];
  const x = 'testing data, %';
  return [
    ...SCORES.map((score, i) => ({
      title: `${name}: ${NAMES[score]} by share of testing data (figure ${figure + i}¹)`,
      x,
      y: NAMES[score],
      lines: classes.map((title, at) => line(title, (scores) => scores.classes[at]?.[score] ?? 0)),
    })),
    {
      title: `${name}: averages by share of testing data (figure ${figure + SCORES.length}¹)`,
      x,
      y: 'average over the classes',
      lines: SCORES.flatMap((score) => [
        line(`macro ${NAMES[score]}`, (scores) => macro(scores, score)),
        line(`weighted ${NAMES[score]}`, (scores) => weighted(scores, score)),
      ]),
    },
  ];
}
