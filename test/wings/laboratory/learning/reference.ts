import type { Kernel } from '../../../../src/foundation/learning/index.ts';

/**
 * A small noisy problem that any language can rebuild: a linear congruential generator
 * (s ← 1103515245 s + 12345 mod 2³¹, value s / 2³¹), four numbers in −1…1 a sample, and the class from them.
 */
export function madeUpProblem(seed: number, size: number): { samples: Float64Array[]; labels: number[] } {
  let state = BigInt(seed);
  const next = (): number => {
    state = (1_103_515_245n * state + 12_345n) % 2_147_483_648n;
    return Number(state) / 2_147_483_648;
  };
  const samples = Array.from({ length: size }, () => Float64Array.from({ length: 4 }, () => 2 * next() - 1));
  const labels = samples.map(([a = 0, b = 0, c = 0]) =>
    a * b + c - 0.2 + 0.6 * (next() - 0.5) > 0 ? 1 : -1,
  );
  return { samples, labels };
}

/** What a classifier was trained on, and what it was asked. */
export const TRAINING = madeUpProblem(7, 120);
export const QUESTIONS = madeUpProblem(99, 8).samples;
export const MORE_QUESTIONS = madeUpProblem(99, 20).samples;

/** scikit-learn 1.9.1 (LIBSVM): SVC(kernel, C, gamma, coef0, tol=1e-9).fit(TRAINING).decision_function(QUESTIONS). */
export const SVM_REFERENCE: readonly {
  readonly name: string;
  readonly kernel: Kernel;
  readonly cost: number;
  readonly bias: number;
  readonly support: number;
  readonly decisions: readonly number[];
}[] = [
  {
    name: 'linear',
    kernel: { kind: 'linear' },
    cost: 1,
    bias: -0.766921,
    support: 51,
    decisions: [-0.176524, -0.532257, -0.328344, -1.953766, -1.304831, 1.687693, 0.939154, 0.269343],
  },
  {
    name: 'linear hard',
    kernel: { kind: 'linear' },
    cost: 100,
    bias: -0.81726,
    support: 45,
    decisions: [-0.170394, -0.484978, -0.316536, -2.232076, -1.433545, 1.936149, 1.263065, 0.395179],
  },
  {
    name: 'quadratic',
    kernel: { kind: 'polynomial', degree: 2, gamma: 1, offset: 1 },
    cost: 2,
    bias: -0.486416,
    support: 33,
    decisions: [-1.500188, 0.122657, -0.794929, -2.14767, -1.445069, 1.997351, 1.779242, 0.269425],
  },
  {
    name: 'gaussian',
    kernel: { kind: 'rbf', gamma: 0.5 },
    cost: 3,
    bias: -0.42047,
    support: 39,
    decisions: [-0.844985, -0.201064, -0.555921, -2.150395, -1.170392, 0.796913, 1.439507, 0.281703],
  },
];

/** scikit-learn 1.9.1: KNeighborsClassifier(k, algorithm='brute').fit(TRAINING).predict(MORE_QUESTIONS). */
export const KNN_REFERENCE: Readonly<Record<number, readonly number[]>> = {
  1: [1, 1, -1, -1, -1, 1, 1, -1, -1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1, -1],
  3: [1, 1, -1, -1, -1, 1, 1, -1, -1, 1, -1, 1, -1, -1, -1, -1, -1, -1, -1, -1],
  5: [1, 1, -1, -1, -1, 1, 1, 1, -1, 1, -1, 1, -1, -1, -1, -1, -1, -1, 1, -1],
  7: [-1, 1, -1, -1, -1, 1, 1, 1, -1, 1, -1, 1, -1, -1, -1, -1, -1, -1, 1, -1],
};

/**
 * scikit-learn 1.9.1: sklearn.calibration._sigmoid_calibration on 40 decisions from −3 to 3 in equal steps, with these
 * classes.
 */
export const PLATT_REFERENCE = {
  slope: -1.27428,
  offset: 1.01787,
  classes: [
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1, 1, 1, 1, 1, 1, 0, 1,
    1, 1, 1, 1, 1,
  ],
};
