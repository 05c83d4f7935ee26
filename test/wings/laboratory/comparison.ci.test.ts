import { describe, expect, it } from 'vitest';
import { modelFrom } from '../../../src/forms/index.ts';
import { notWorse } from '../../../src/wings/laboratory/forms/not-worse.ts';
import {
  compareOnForms,
  comparisonTables,
  tablesText,
} from '../../../src/wings/laboratory/forms/paper-tables.ts';
import { readRows } from '../../../src/wings/laboratory/forms/rows.ts';
import { trainModel, workbench } from '../../../src/wings/laboratory/forms/training.ts';

const rows = await readRows();
const bench = workbench(rows);

describe('the tables of paper 004 on our labels', () => {
  const comparison = compareOnForms(bench, {
    k: [2, 5],
    kernels: ['linear'],
    splits: [20, 40],
    folds: 3,
    seed: 1,
  });
  const tables = comparisonTables(comparison);

  it('cover every k, kernel and split, and test on about the share that was asked for', () => {
    expect(comparison.crossValidated.map(({ learner }) => learner)).toEqual([
      'KNN, k = 2',
      'KNN, k = 5',
      'SVM, linear',
    ]);
    expect(comparison.splits).toHaveLength(6);
    for (const { testPercent, tested } of comparison.splits)
      expect(Math.abs(tested / 1_114 - testPercent / 100)).toBeLessThan(0.03);
    const text = tablesText(tables);
    for (const number of [7, 8, 9, 11]) expect(text).toMatch(new RegExp(`table(?:s)? ${number}`));
  });

  it('hold plain means over the classes, and means weighted by forms', () => {
    const [first] = comparison.crossValidated;
    const [search, rest] = first!.scores.classes;
    const line = (name: string) => tables[0]?.rows.find(([head]) => head === `KNN, k = 2: ${name}`);
    expect(Number(line('macro average')?.[3])).toBeCloseTo((search!.f1 + rest!.f1) / 2, 3);
    const weighted = (search!.f1 * search!.support + rest!.f1 * rest!.support) / first!.scores.n;
    expect(Number(line('weighted average')?.[3])).toBeCloseTo(weighted, 3);
  });

  it('learn from more forms at each step of the curve, and never worse than without search forms', () => {
    const sizes = comparison.curve
      .filter(({ learner }) => learner === 'SVM, linear')
      .map(({ trainedOn }) => trainedOn);
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
    for (const { scores } of comparison.crossValidated) expect(scores.classes[0]?.f1).toBeGreaterThan(0.9);
  });
});

describe('a new model', () => {
  const model = (of: typeof bench) => modelFrom(JSON.stringify(trainModel(of, 1)), 'test');
  const good = model(bench);

  it('is not worse than itself', () => {
    const same = notWorse(good, good, rows, 1);
    expect(same).toMatchObject({ gain: [0, 0], notWorse: true });
    expect(same.after).toBe(same.before);
  });

  it('is found worse where it was trained on mixed-up labels', () => {
    const mixed = rows.map((row, i) => ({ ...row, type: rows[(i * 7 + 3) % rows.length]!.type }));
    const found = notWorse(good, model(workbench(mixed)), rows, 1);
    expect(found.notWorse).toBe(false);
    expect(found.gain[1]).toBeLessThan(0);
  });
});
