import { describe, expect, it } from 'vitest';
import {
  type ClassifierSettings,
  ENGINES,
  type EngineName,
  openEngine,
} from '../../../../src/wings/laboratory/learning/classifier.ts';
import { ClassifierError } from '../../../../src/wings/laboratory/learning/classifier-error.ts';
import { decisionOf } from '../../../../src/wings/laboratory/learning/svm.ts';
import { openSvmEngine } from '../../../../src/wings/laboratory/learning/svm-engines.ts';
import { KNN_REFERENCE, MORE_QUESTIONS, QUESTIONS, SVM_REFERENCE, TRAINING } from './reference.ts';

const names = TRAINING.labels.map((label) => (label > 0 ? 'yes' : 'no'));
const train = async (
  samples: readonly Float64Array[],
  labels: readonly string[],
  { engine, ...settings }: ClassifierSettings & { readonly engine: EngineName },
) => (await openEngine(engine))(samples, labels, settings);
const said = async (
  options: Parameters<typeof train>[2],
  questions: readonly Float64Array[],
): Promise<string[]> => {
  const classifier = await train(TRAINING.samples, names, options);
  return questions.map((question) => classifier.classify(question));
};
const share = (a: readonly string[], b: readonly string[]): number =>
  a.filter((name, i) => name === b[i]).length / a.length;

describe('support vector machines, against decisions of scikit-learn', () => {
  it.each(SVM_REFERENCE)('our own agrees on every question: $name', async ({ kernel, cost, decisions }) => {
    const expected = decisions.map((decision) => (decision > 0 ? 'yes' : 'no'));
    expect(await said({ engine: 'smo', kernel, cost }, QUESTIONS)).toEqual(expected);
  });

  it.each(SVM_REFERENCE)('ml-svm agrees on at least 7 of 8: $name', async ({ kernel, cost, decisions }) => {
    const expected = decisions.map((decision) => (decision > 0 ? 'yes' : 'no'));
    expect(share(await said({ engine: 'ml-svm', kernel, cost }, QUESTIONS), expected)).toBeGreaterThanOrEqual(
      7 / 8,
    );
  });

  it.each(SVM_REFERENCE)(
    'LIBSVM gives the decisions of scikit-learn: $name',
    async ({ kernel, cost, decisions }) => {
      const train = await openSvmEngine('libsvm');
      const signs = TRAINING.labels.map((label) => (label > 0 ? 1 : -1));
      const { model } = train(TRAINING.samples, signs, { kernel, cost, seed: 1 });
      QUESTIONS.forEach((question, i) => {
        expect(Math.abs(decisionOf(model, question) - (decisions[i] as number))).toBeLessThan(5e-3);
      });
    },
  );

  it('LIBSVM gives the same machine where the first sample is of the other class', async () => {
    const train = await openSvmEngine('libsvm');
    const options = { kernel: { kind: 'linear' }, cost: 10, seed: 1 } as const;
    const samples = [Float64Array.of(0), Float64Array.of(2)];
    for (const signs of [
      [1, -1],
      [-1, 1],
    ]) {
      const { model } = train(samples, signs, options);
      // The widest margin lies half way, and both samples on its edges.
      expect(decisionOf(model, Float64Array.of(1))).toBeCloseTo(0, 5);
      expect(decisionOf(model, Float64Array.of(2))).toBeCloseTo(signs[1] as number, 3);
    }
  });

  it('tell three classes apart', async () => {
    const samples = [0, 1, 2].flatMap((x) =>
      [0, 0.1, 0.2].map((d) => Float64Array.of(x * 3 + d, x === 1 ? 3 : 0)),
    );
    const labels = [0, 1, 2].flatMap((x) => [x, x, x].map(String));
    for (const engine of ENGINES) {
      const classifier = await train(samples, labels, { engine, cost: 10, k: 3 });
      expect(samples.map((sample) => classifier.classify(sample))).toEqual(labels);
    }
  });
});

describe('nearest neighbours, against predictions of scikit-learn', () => {
  for (const engine of ['knn', 'ml-knn'] as const) {
    it.each([1, 3, 5, 7])(`${engine} agrees on every question: k = %i`, async (k) => {
      const expected = KNN_REFERENCE[k]?.map((label) => (label > 0 ? 'yes' : 'no'));
      expect(await said({ engine, k }, MORE_QUESTIONS)).toEqual(expected);
    });
  }
});

describe('what is known to fail', () => {
  it('is refused: an even k of ml-knn', async () => {
    await expect(said({ engine: 'ml-knn', k: 4 }, [])).rejects.toThrow(/even k = 4.*engine knn/);
  });

  it('does no harm: a constant column in ml-svm, which whitening would turn into −1 for all', async () => {
    const samples = TRAINING.samples.map((sample) => Float64Array.of(...sample, 1));
    const classifier = await train(samples, names, { engine: 'ml-svm', cost: 1 });
    const answers = samples.map((sample) => classifier.classify(sample));
    expect(share(answers, names)).toBeGreaterThan(0.75);
  });

  it('is told: multipliers of ml-svm that pass C', async () => {
    const classifier = await train(TRAINING.samples, names, { engine: 'ml-svm', cost: 0.1 });
    expect(classifier.warnings.join()).toMatch(/pass C = 0.1/);
  });

  it('is refused: more samples than ml-svm can take, for minutes', async () => {
    const many = Array.from({ length: 501 }, (_, i) => Float64Array.of(i));
    const labels = many.map((_, i) => String(i % 2));
    await expect(train(many, labels, { engine: 'ml-svm' })).rejects.toThrow(/501; use the engine smo/);
  });

  it.each(ENGINES)('is refused by %s: one class alone, ragged samples, what is no number', async (engine) => {
    const one = [Float64Array.of(1, 2), Float64Array.of(2, 1)];
    const trained = (samples: Float64Array[], labels: string[]) => train(samples, labels, { engine, k: 1 });
    await expect(trained(one, ['a', 'a'])).rejects.toThrow(ClassifierError);
    await expect(trained([...one, Float64Array.of(1)], ['a', 'b', 'a'])).rejects.toThrow(
      /Sample 2 has 1 numbers/,
    );
    await expect(trained([...one, Float64Array.of(1, Number.NaN)], ['a', 'b', 'a'])).rejects.toThrow(
      /is NaN/,
    );
    const classifier = await trained(one, ['a', 'b']);
    expect(() => classifier.classify(Float64Array.of(1))).toThrow(/The sample has 1 numbers, not 2/);
  });
});
