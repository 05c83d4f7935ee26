import { describe, expect, it } from 'vitest';
import { machineOf, sparseOf } from '../../../../src/foundation/learning/index.ts';
import {
  gramOf,
  kernelGram,
  rowsFromGram,
  rowsFromSamples,
} from '../../../../src/wings/laboratory/learning/kernel.ts';
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
