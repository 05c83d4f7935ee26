import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  probability,
  seededRandom,
  shuffled,
  stratifiedGroupFolds,
} from '../../../../src/foundation/learning/index.ts';
import { joinedGroups } from '../../../../src/wings/laboratory/learning/joined-groups.ts';
import { classifyKnn, trainKnn } from '../../../../src/wings/laboratory/learning/knn.ts';
import {
  binaryScores,
  groupBootstrap,
  multiScores,
} from '../../../../src/wings/laboratory/learning/metrics.ts';
import { fitSigmoid } from '../../../../src/wings/laboratory/learning/platt.ts';
import { KNN_REFERENCE, MORE_QUESTIONS, PLATT_REFERENCE, TRAINING } from './reference.ts';

describe('nearest neighbours', () => {
  for (const [k, predictions] of Object.entries(KNN_REFERENCE)) {
    it(`agree with scikit-learn at k = ${k}`, () => {
      const model = trainKnn(TRAINING.samples, TRAINING.labels.map(String), Number(k));
      expect(MORE_QUESTIONS.map((sample) => Number(classifyKnn(model, sample)))).toEqual(predictions);
    });
  }

  it('give a tie to the class of the nearest', () => {
    const model = trainKnn([Float64Array.of(0), Float64Array.of(3)], ['near', 'far'], 2);
    expect(classifyKnn(model, Float64Array.of(1))).toBe('near');
    expect(classifyKnn(model, Float64Array.of(2.9))).toBe('far');
  });

  it('refuse a k that cannot be', () => {
    expect(() => trainKnn(TRAINING.samples, TRAINING.labels.map(String), 121)).toThrow(
      'between 1 and the number',
    );
  });
});

describe('probabilities', () => {
  it('agree with scikit-learn', () => {
    const { classes, slope, offset } = PLATT_REFERENCE;
    const decisions = classes.map((_, i) => -3 + (6 * i) / (classes.length - 1));
    const fitted = fitSigmoid(
      decisions,
      classes.map((one) => (one === 1 ? 1 : -1)),
    );
    expect(fitted.slope).toBeCloseTo(slope, 3);
    expect(fitted.offset).toBeCloseTo(offset, 3);
  });

  it('stay between 0 and 1 and rise with the decision, however far it lies', () => {
    const sigmoid = { slope: -2, offset: 0.3 };
    expect(probability(sigmoid, 1e6)).toBe(1);
    expect(probability(sigmoid, -1e6)).toBe(0);
    expect(probability(sigmoid, 1)).toBeGreaterThan(probability(sigmoid, 0));
  });
});

describe('folds', () => {
  const sample = fc.record({
    kind: fc.constantFrom('a', 'b', 'c'),
    group: fc.integer({ min: 0, max: 40 }).map(String),
  });

  it('never part a group, use every fold, and come back the same for the same seed', () => {
    fc.assert(
      fc.property(fc.array(sample, { minLength: 60, maxLength: 200 }), fc.integer(), (samples, seed) => {
        const classes = samples.map(({ kind }) => kind);
        const groups = samples.map(({ group }) => group);
        fc.pre(new Set(groups).size >= 5);
        const folds = stratifiedGroupFolds(classes, groups, { folds: 5, seed });
        const foldOf = new Map(groups.map((group, i) => [group, folds[i]]));
        groups.forEach((group, i) => {
          expect(folds[i]).toBe(foldOf.get(group));
        });
        expect(new Set(folds).size).toBe(5);
        expect(stratifiedGroupFolds(classes, groups, { folds: 5, seed })).toEqual(folds);
      }),
      { numRuns: 50 },
    );
  });

  it('give each fold its share of every class', () => {
    const classes = Array.from({ length: 300 }, (_, i) => (i % 3 === 0 ? 'rare' : 'common'));
    const folds = stratifiedGroupFolds(
      classes,
      classes.map((_, i) => String(i)),
      { folds: 10, seed: 3 },
    );
    for (let fold = 0; fold < 10; fold++) {
      const members = classes.filter((_, i) => folds[i] === fold);
      expect(members).toHaveLength(30);
      expect(members.filter((name) => name === 'rare')).toHaveLength(10);
    }
  });

  it('refuse more folds than groups', () => {
    expect(() => stratifiedGroupFolds(['a', 'b'], ['x', 'x'], { folds: 2, seed: 1 })).toThrow(
      '2 folds need as many groups',
    );
  });

  it('join groups that share anything, directly or through others', () => {
    const joined = joinedGroups(['a', 'a', 'b', 'c', 'd'], ['1', '2', '2', '3', '3']);
    expect(joined[0]).toBe(joined[2]);
    expect(joined[3]).toBe(joined[4]);
    expect(joined[0]).not.toBe(joined[3]);
  });
});

describe('scores', () => {
  it('are those of the textbook', () => {
    // 3 hits, 1 false alarm, 2 misses, 4 rightly passed over.
    const truth = [true, true, true, false, true, true, false, false, false, false];
    const said = [true, true, true, true, false, false, false, false, false, false];
    const { precision, recall, f1, accuracy, n } = binaryScores(truth, said);
    expect([precision, recall, accuracy, n]).toEqual([0.75, 0.6, 0.7, 10]);
    expect(f1).toBeCloseTo(2 / 3, 12);
  });

  it('are 0, not NaN, where there is nothing to divide by', () => {
    expect(binaryScores([false], [false])).toMatchObject({ precision: 0, recall: 0, f1: 0, accuracy: 1 });
    expect(binaryScores([], [])).toMatchObject({ accuracy: 0 });
  });

  it('count every class and leave out of the mean those that do not occur', () => {
    const scores = multiScores(['a', 'a', 'b', 'b'], ['a', 'b', 'b', 'b'], ['a', 'b', 'c']);
    expect(scores.confusion).toEqual([
      [1, 1, 0],
      [0, 2, 0],
      [0, 0, 0],
    ]);
    expect(scores.accuracy).toBe(0.75);
    expect(scores.macroF1).toBeCloseTo((2 / 3 + 4 / 5) / 2, 12);
    expect(() => multiScores(['z'], ['a'], ['a'])).toThrow('Unknown class');
  });

  it('have wider intervals where samples come in groups', () => {
    const good = Array.from({ length: 200 }, (_, i) => i % 20 < 10);
    const share = (members: readonly number[]): number =>
      members.filter((i) => good[i]).length / members.length;
    const options = { rounds: 400, seed: 5 };
    const alone = groupBootstrap(
      good.map((_, i) => String(i)),
      share,
      options,
    );
    const grouped = groupBootstrap(
      good.map((_, i) => String(Math.floor(i / 10))),
      share,
      options,
    );
    expect(grouped[1] - grouped[0]).toBeGreaterThan(2 * (alone[1] - alone[0]));
    expect(
      groupBootstrap(
        good.map((_, i) => String(i)),
        share,
        options,
      ),
    ).toEqual(alone);
  });
});

describe('seeded randomness', () => {
  it('repeats itself, is even, and shuffles without loss', () => {
    const [one, same] = [seededRandom(42), seededRandom(42)];
    const values = Array.from({ length: 10_000 }, one);
    expect(values.slice(0, 5)).toEqual(Array.from({ length: 5 }, same));
    expect(values.reduce((sum, value) => sum + value, 0) / values.length).toBeCloseTo(0.5, 1);
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...values)).toBeLessThan(1);
    expect(shuffled([1, 2, 3, 4], seededRandom(1)).sort()).toEqual([1, 2, 3, 4]);
  });
});

it('probabilities of weighed samples are those of as many copies', () => {
  const [decisions, labels] = [
    [-2, -1, -0.5, 0.2, 0.4, 1, 1.5],
    [-1, -1, 1, -1, 1, 1, 1],
  ];
  const twice = fitSigmoid([...decisions, 1.5, 0.2], [...labels, 1, -1]);
  const weighed = fitSigmoid(decisions, labels, [1, 1, 1, 2, 1, 1, 2]);
  expect(weighed.slope).toBeCloseTo(twice.slope, 6);
  expect(weighed.offset).toBeCloseTo(twice.offset, 6);
});
