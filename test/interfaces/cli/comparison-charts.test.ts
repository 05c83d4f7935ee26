import { expect, test } from 'vitest';
import { comparisonCharts } from '../../../src/wings/laboratory/commands/comparison-charts.ts';
import type { LearnerComparison } from '../../../src/wings/laboratory/compare-learners.ts';
import type { MultiScores } from '../../../src/wings/laboratory/learning/metrics.ts';

/** Three forms that search and one that does not, with these scores for the two classes. */
const scored = (search: number, rest: number): MultiScores => ({
  classes: [
    {
      name: 'search',
      precision: search,
      recall: search / 2,
      f1: search / 4,
      support: 3,
      n: 4,
      accuracy: 0.5,
    },
    { name: 'rest', precision: rest, recall: rest / 2, f1: rest / 4, support: 1, n: 4, accuracy: 0.5 },
  ],
  accuracy: 0.5,
  macroF1: 0,
  weightedF1: 0,
  confusion: [
    [3, 0],
    [0, 1],
  ],
  n: 4,
});

const LEARNERS = ['KNN, k = 3', 'KNN, k = 5', 'SVM, linear'];
const comparison: LearnerComparison = {
  folds: 5,
  crossValidated: LEARNERS.map((learner) => ({ learner, scores: scored(1, 1) })),
  splits: LEARNERS.flatMap((learner) => [
    { learner, testPercent: 20, tested: 4, scores: scored(0.8, 0.4) },
    { learner, testPercent: 50, tested: 4, scores: scored(0.6, 0.2) },
  ]),
  curve: [],
};

test('precision, recall, F1 and averages are drawn by share of testing data, each in its figure of paper 004', () => {
  const charts = comparisonCharts(comparison, 'forms');
  const figure = (number: number) => charts.find(({ title }) => title.endsWith(`figure ${number}¹)`));
  const points = (number: number, name: string) =>
    figure(number)
      ?.lines.find((line) => line.name === name)
      ?.points.map(({ x, y }) => [x, +y.toFixed(6)]);
  expect([9, 10, 11, 12, 13, 14, 15, 16].map((number) => figure(number)?.title.split(':')[0])).toEqual([
    ...Array<string>(4).fill('SVM, linear'),
    ...Array<string>(4).fill('KNN, k = 5'),
  ]);
  expect(points(9, 'search')).toEqual([
    [20, 0.8],
    [50, 0.6],
  ]);
  expect(points(10, 'rest')).toEqual([
    [20, 0.2],
    [50, 0.1],
  ]);
  expect(points(15, 'search')).toEqual([
    [20, 0.2],
    [50, 0.15],
  ]);
  // (.8 + .4) / 2 and (3 · .8 + .4) / 4.
  expect(points(12, 'macro precision')?.[0]).toEqual([20, 0.6]);
  expect(points(16, 'weighted precision')?.[0]).toEqual([20, 0.7]);
});

test('scores by k and accuracy are drawn as in figures 5 to 8, 17 and 18 of paper 004', () => {
  const by = (learner: string, search: number, rest: number) => ({
    learner,
    scores: { ...scored(search, rest), accuracy: search - 0.1 },
  });
  const charts = comparisonCharts(
    {
      folds: 5,
      crossValidated: [by('KNN, k = 2', 0.8, 0.4), by('KNN, k = 5', 1, 0.6), by('SVM, linear', 0.9, 0.9)],
      splits: [{ ...by('SVM, linear', 0.7, 0.7), testPercent: 40, tested: 4 }],
      curve: [],
    },
    'forms',
  );
  const points = (figures: string, name: string) =>
    charts
      .find(({ title }) => title.includes(figures))
      ?.lines.find((line) => line.name === name)
      ?.points.map(({ x, y }) => [x, +y.toFixed(6)]);
  expect(points('figures 5–7', 'precision')).toEqual([
    [2, 0.8],
    [5, 1],
  ]);
  expect(points('figures 5–7', 'recall')).toEqual([
    [2, 0.4],
    [5, 0.5],
  ]);
  // Means of two classes, and weighted by three forms and one: (.8 + .4) / 2, (3 · .8 + .4) / 4.
  expect(points('figures 8 and 17', 'macro precision')?.[0]).toEqual([2, 0.6]);
  expect(points('figures 8 and 17', 'weighted precision')?.[0]).toEqual([2, 0.7]);
  expect(points('figures 8 and 17', 'accuracy')).toEqual([
    [2, 0.7],
    [5, 0.9],
  ]);
  expect(points('figure 18', 'SVM, linear')).toEqual([[40, 0.6]]);
});
