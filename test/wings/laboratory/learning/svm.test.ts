import library from 'ml-cross-validation';
import { describe, expect, it } from 'vitest';
import { machineOf, seededRandom, sparseOf } from '../../../../src/foundation/learning/index.ts';
import {
  gramOf,
  kernelGram,
  rowsFromGram,
  rowsFromSamples,
} from '../../../../src/wings/laboratory/learning/kernel.ts';
import { classifyKnn, trainKnn } from '../../../../src/wings/laboratory/learning/knn.ts';
import { multiScores } from '../../../../src/wings/laboratory/learning/metrics.ts';
import { neighbourhoodWeights } from '../../../../src/wings/laboratory/learning/neighbourhood.ts';
import { informationGain, separabilityOf } from '../../../../src/wings/laboratory/learning/separability.ts';
import { decisionOf, solveDual, trainSvm } from '../../../../src/wings/laboratory/learning/svm.ts';
import { QUESTIONS, SVM_REFERENCE, TRAINING } from './reference.ts';

describe('the support vector machine', () => {
  for (const { name, kernel, cost, bias, support, decisions } of SVM_REFERENCE) {
    it(`agrees with LIBSVM: ${name}`, () => {
      const model = trainSvm(TRAINING.samples, TRAINING.labels, { kernel, cost, tolerance: 1e-9 });
      expect(model.bias).toBeCloseTo(bias, 4);
      QUESTIONS.forEach((sample, i) => {
        expect(decisionOf(model, sample)).toBeCloseTo(decisions[i]!, 4);
      });
      const { alphas } = solveDual(rowsFromSamples(TRAINING.samples, kernel), TRAINING.labels, {
        cost,
        tolerance: 1e-9,
      });
      expect(alphas.filter((alpha) => alpha > 1e-8)).toHaveLength(support);
    });

    it(`decides the same from shared inner products and as a sparse machine: ${name}`, () => {
      const gram = kernelGram(gramOf(TRAINING.samples), kernel);
      const everyone = TRAINING.samples.map((_, i) => i);
      const shared = solveDual(rowsFromGram(gram, everyone, { kind: 'linear' }), TRAINING.labels, { cost });
      const direct = solveDual(rowsFromSamples(TRAINING.samples, kernel), TRAINING.labels, { cost });
      shared.alphas.forEach((alpha, i) => {
        expect(alpha).toBeCloseTo(direct.alphas[i]!, 6);
      });
      const model = trainSvm(TRAINING.samples, TRAINING.labels, { kernel, cost });
      const machine = machineOf(model);
      for (const sample of QUESTIONS) {
        expect(machine.decision(sparseOf(sample))).toBeCloseTo(decisionOf(model, sample), 9);
        expect(machine.explain(sparseOf(sample)).decision).toBeCloseTo(decisionOf(model, sample), 9);
      }
    });
  }

  it('explains a linear decision to the last bit: shares and bias add up to it', () => {
    const model = trainSvm(TRAINING.samples, TRAINING.labels, { kernel: { kind: 'linear' }, cost: 1 });
    const { decision, shares } = machineOf(model).explain(sparseOf(QUESTIONS[0]!));
    expect(shares.reduce((sum, share) => sum + share, model.bias)).toBeCloseTo(decision, 9);
  });

  it('counts a sample of double weight as two', () => {
    const weights = TRAINING.labels.map((_, i) => (i < 10 ? 2 : 1));
    const options = { kernel: { kind: 'linear' }, cost: 1, tolerance: 1e-9 } as const;
    const weighted = trainSvm(TRAINING.samples, TRAINING.labels, { ...options, weights });
    const repeated = trainSvm(
      [...TRAINING.samples, ...TRAINING.samples.slice(0, 10)],
      [...TRAINING.labels, ...TRAINING.labels.slice(0, 10)],
      options,
    );
    for (const sample of QUESTIONS)
      expect(decisionOf(weighted, sample)).toBeCloseTo(decisionOf(repeated, sample), 4);
  });

  it('survives constant columns and repeated samples', () => {
    const samples = TRAINING.samples.flatMap((sample) => {
      const wider = Float64Array.from([...sample, 1, 0]);
      return [wider, wider];
    });
    const labels = TRAINING.labels.flatMap((label) => [label, label]);
    const model = trainSvm(samples, labels, { kernel: { kind: 'rbf', gamma: 0.5 }, cost: 10 });
    const right = samples.filter((sample, i) => Math.sign(decisionOf(model, sample)) === labels[i]).length;
    expect(right / samples.length).toBeGreaterThan(0.9);
  });

  it('refuses what cannot be learned from', () => {
    const kernel = { kind: 'linear' } as const;
    expect(() => trainSvm(TRAINING.samples, [1], { kernel, cost: 1 })).toThrow('1 labels for 120 samples');
    expect(() =>
      trainSvm(
        TRAINING.samples,
        TRAINING.labels.map(() => 1),
        { kernel, cost: 1 },
      ),
    ).toThrow('both classes');
    expect(() =>
      trainSvm(
        TRAINING.samples,
        TRAINING.labels.map(() => 0),
        { kernel, cost: 1 },
      ),
    ).toThrow('neither 1 nor -1');
  });
});

describe('separability', () => {
  it('is the scatter of class means over that within classes, worked out by hand', () => {
    const samples = [
      [0, 0],
      [2, 0],
      [4, 1],
      [6, 1],
    ].map((row) => Float64Array.from(row));
    const found = separabilityOf(samples, ['a', 'a', 'b', 'b']);
    // Means (1, 0) and (5, 1), centre (3, .5): between 4 + 4 and .25 + .25; within (1 + 1 + 1 + 1) / 4 and 0.
    expect(found).toMatchObject({ within: 1, between: 8.5, ratio: 8.5 });
    expect(found.features.map(({ ratio }) => ratio)).toEqual([8, Infinity]);
  });

  it('counts each class once, however large, and distances squared (paper 004, eq. 24 to 26)', () => {
    const samples = [0, 2, 4, 10].map((value) => Float64Array.of(value));
    const found = separabilityOf(samples, ['a', 'a', 'a', 'b']);
    // Means 2 and 10, centre 6: between 16 + 16; within (4 + 0 + 4 + 0) / 4.
    expect(found).toMatchObject({ within: 2, between: 32, ratio: 16 });
  });

  it('counts information in bits', () => {
    expect(informationGain([true, true, false, false], ['a', 'a', 'b', 'b'])).toBe(1);
    expect(informationGain([true, false, true, false], ['a', 'a', 'b', 'b'])).toBe(0);
    // 1 − (3/4 · H(1/3)) for one of two told apart.
    expect(informationGain([true, false, false, false], ['a', 'a', 'b', 'b'])).toBeCloseTo(0.31128, 5);
  });
});

describe('neighbourhood component analysis', () => {
  it('keeps the feature that tells the classes and drops those of noise', () => {
    const random = seededRandom(3);
    const labels = Array.from({ length: 80 }, (_, i) => (i % 2 === 0 ? 'a' : 'b'));
    const samples = labels.map((label) =>
      Float64Array.of((label === 'a' ? 0 : 1) + 0.2 * random(), random(), random(), random()),
    );
    const [telling = 0, ...noise] = neighbourhoodWeights(samples, labels, { penalty: 0.02, steps: 60 });
    expect(telling).toBeGreaterThan(1);
    for (const weight of noise) expect(weight).toBeLessThan(telling / 4);
  });
});

const { leaveOneOut } = library;

it.each([1, 3, 5])(
  'our neighbours and scores, leaving one out, are those of ml-cross-validation: k = %i',
  (k) => {
    const labels = TRAINING.labels.map((label) => (label > 0 ? 'yes' : 'no'));
    const reference = leaveOneOut(
      TRAINING.samples.map((sample) => Array.from(sample)),
      labels,
      (train, of, test) => {
        const model = trainKnn(
          train.map((sample) => Float64Array.from(sample)),
          of,
          k,
        );
        return test.map((sample) => classifyKnn(model, Float64Array.from(sample)));
      },
    );
    const said = TRAINING.samples.map((sample, left) => {
      const others = labels.map((_, i) => i).filter((i) => i !== left);
      const model = trainKnn(
        others.map((i) => TRAINING.samples[i]!),
        others.map((i) => labels[i]!),
        k,
      );
      return classifyKnn(model, sample);
    });
    const scores = multiScores(labels, said, ['yes', 'no']);
    expect(scores.accuracy).toBeCloseTo(reference.getAccuracy(), 12);
    expect(scores.classes[0]?.f1).toBeCloseTo(reference.getF1Score('yes'), 12);
  },
);
