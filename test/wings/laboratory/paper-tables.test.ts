import { expect, test } from 'vitest';
import { comparisonTables } from '../../../src/wings/laboratory/forms/paper-tables.ts';
import { typeRows } from '../../../src/wings/laboratory/forms/score-report.ts';
import { multiScores } from '../../../src/wings/laboratory/learning/metrics.ts';

test('a class of which there is no sample has no row, and one of few no scores', () => {
  const names = ['common', 'rare', 'absent'];
  const truth = [...Array(12).fill('common'), ...Array(2).fill('rare')];
  const scores = multiScores(truth, truth, names);
  const [table] = comparisonTables({
    folds: 2,
    crossValidated: [{ learner: 'KNN', scores }],
    splits: [],
    curve: [],
  });
  expect(table?.rows.slice(0, 2)).toEqual([
    ['KNN: common', '1.000', '1.000', '1.000', 12],
    ['KNN: rare', ...Array(3).fill('n too small (2)'), 2],
  ]);
  expect(table?.rows.map(([name]) => name)).not.toContain('KNN: absent');
});

test('the same holds of a table of types', () => {
  const truth = [...Array(10).fill('search'), 'login'];
  expect(typeRows(multiScores(truth, truth, ['search', 'login', 'mail']))).toEqual([
    ['search', 10, '1.000', '1.000', '1.000'],
    ['login', 1, ...Array(3).fill('n too small (1)')],
  ]);
});
