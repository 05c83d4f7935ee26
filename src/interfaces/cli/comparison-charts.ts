import type { LearnerComparison, MultiScores } from '../../foundation/learning/index.ts';

export type Charts = Parameters<typeof import('../../reports/index.ts')['trainingReportHtml']>[0]['charts'];

type Score = 'precision' | 'recall' | 'f1';
const SCORES: readonly Score[] = ['precision', 'recall', 'f1'];

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
      title: `KNN by k: ${first} (paper 004, figures 5–7)`,
      x: 'k',
      y: `${unit}, ${first}`,
      lines: SCORES.map((score) => ({
        name: score,
        points: byK.map(({ k, scores }) => ({ x: k, y: scores.classes[0]?.[score] ?? 0 })),
      })),
    },
    {
      title: 'KNN by k: macro and weighted averages, accuracy (paper 004, figures 8 and 17)',
      x: 'k',
      y: 'average over the classes',
      lines: [
        ...SCORES.map((score) => ({
          name: `macro ${score}`,
          points: byK.map(({ k, scores }) => ({ x: k, y: macro(scores, score) })),
        })),
        ...SCORES.map((score) => ({
          name: `weighted ${score}`,
          points: byK.map(({ k, scores }) => ({ x: k, y: weighted(scores, score) })),
        })),
        { name: 'accuracy', points: byK.map(({ k, scores }) => ({ x: k, y: scores.accuracy })) },
      ],
    },
    {
      title: 'Accuracy by share of testing data (paper 004, figures 9–18)',
      x: 'testing data, %',
      y: 'accuracy',
      lines: names.map((name) => ({
        name,
        points: splits
          .filter(({ learner }) => learner === name)
          .map(({ testPercent, scores }) => ({ x: testPercent, y: scores.accuracy })),
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
