import library from 'ml-cross-validation';
import { expect, it } from 'vitest';
import { classifyKnn, trainKnn } from '../../../../src/wings/laboratory/learning/knn.ts';
import { multiScores } from '../../../../src/wings/laboratory/learning/metrics.ts';
import { TRAINING } from './reference.ts';

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
