import { FieldfareError } from '../errors/index.ts';
import type { FeatureVector, Kernel } from './kernel.ts';
import { classifyKnn, trainKnn } from './knn.ts';
import { seededRandom } from './random.ts';
import { decisionOf, trainSvm } from './svm.ts';

/** A trained judge, whatever trained it. */
interface Classifier {
  readonly engine: EngineName;
  /** What is known to be wrong with this very training; empty where all is sound. */
  readonly warnings: readonly string[];
  /** @throws {ClassifierError} for a sample of another length or with a value that is no number */
  classify(sample: FeatureVector): string;
}

export const ENGINES = ['smo', 'ml-svm', 'knn', 'ml-knn'] as const;
/** Our support vector machine and nearest neighbours, and those of the ml packages. */
export type EngineName = (typeof ENGINES)[number];

export interface ClassifierSettings {
  /** Of the support vector machines. */
  readonly kernel?: Kernel;
  readonly cost?: number;
  /** Of the nearest neighbours. */
  readonly k?: number;
  readonly seed?: number;
}

/** Input or data that an engine would answer wrongly or not in bearable time, and what to do instead. */
export class ClassifierError extends FieldfareError {
  readonly code = 'classifier';
}

/** `ml-svm` is cubic in practice: 1,000 samples of 50 numbers take it 39 s. */
export const ML_SVM_SAMPLES = 500;

interface Judge {
  readonly warnings?: readonly string[];
  readonly classify: (sample: FeatureVector) => string;
}

/** Trains a classifier. @throws {ClassifierError} where data or settings are known to make the engine fail */
export type Trainer = (
  samples: readonly FeatureVector[],
  labels: readonly string[],
  settings?: ClassifierSettings,
) => Classifier;

type Engine = (
  samples: readonly FeatureVector[],
  labels: readonly string[],
  settings: ClassifierSettings,
) => Judge;

/**
 * Loads an engine. Several classes are distinguished by machines of one against the rest. `smo` and `knn` are ours;
 * `ml-svm` and `ml-knn` are the packages of these names.
 */
export async function openEngine(engine: EngineName): Promise<Trainer> {
  const train = await ENGINE[engine]();
  return (samples, labels, settings = {}) => {
    const width = checked(samples, labels);
    const judge = train(samples, labels, settings);
    return {
      engine,
      warnings: judge.warnings ?? [],
      classify(sample) {
        checkSample(sample, width, 'The sample');
        return judge.classify(sample);
      },
    };
  };
}

const ENGINE: Readonly<Record<EngineName, () => Promise<Engine>>> = {
  smo: async () => trainSmo,
  'ml-svm': async () => mlSvmEngine((await import('ml-svm')).default),
  knn: async () => trainNeighbours,
  'ml-knn': async () => mlKnnEngine((await import('ml-knn')).default),
};

function trainNeighbours(
  samples: readonly FeatureVector[],
  labels: readonly string[],
  { k = 5 }: ClassifierSettings,
): Judge {
  const model = trainKnn(samples, labels, k);
  return { classify: (sample) => classifyKnn(model, sample) };
}

function checked(samples: readonly FeatureVector[], labels: readonly string[]): number {
  if (samples.length !== labels.length)
    throw new ClassifierError(`${labels.length} labels for ${samples.length} samples`);
  if (new Set(labels).size < 2)
    throw new ClassifierError(`Training needs samples of two classes or more; all are “${labels[0] ?? ''}”`);
  const width = samples[0]?.length ?? 0;
  samples.forEach((sample, i) => {
    checkSample(sample, width, `Sample ${i}`);
  });
  return width;
}

function checkSample(sample: FeatureVector, width: number, what: string): void {
  if (sample.length !== width)
    throw new ClassifierError(`${what} has ${sample.length} numbers, not ${width}`);
  for (let i = 0; i < width; i++)
    if (!Number.isFinite(sample[i])) throw new ClassifierError(`${what}: feature ${i} is ${sample[i]}`);
}

const LINEAR: Kernel = { kind: 'linear' };
const classesOf = (labels: readonly string[]): string[] => [...new Set(labels)];

/** One decision function a class; of two classes, one alone. */
function oneAgainstRest(
  labels: readonly string[],
  train: (signs: number[]) => (sample: FeatureVector) => number,
): (sample: FeatureVector) => string {
  const classes = classesOf(labels);
  const [first = '', second = ''] = classes;
  const against = (positive: string) => train(labels.map((label) => (label === positive ? 1 : -1)));
  if (classes.length === 2) {
    const decide = against(first);
    return (sample) => (decide(sample) > 0 ? first : second);
  }
  const machines = classes.map((name) => ({ name, decide: against(name) }));
  return (sample) => {
    let best = { name: first, decision: -Infinity };
    for (const { name, decide } of machines) {
      const decision = decide(sample);
      if (decision > best.decision) best = { name, decision };
    }
    return best.name;
  };
}

function trainSmo(
  samples: readonly FeatureVector[],
  labels: readonly string[],
  { kernel = LINEAR, cost = 1 }: ClassifierSettings,
): Judge {
  return {
    classify: oneAgainstRest(labels, (signs) => {
      const model = trainSvm(samples, signs, { kernel, cost });
      return (sample) => decisionOf(model, sample);
    }),
  };
}

/**
 * `ml-svm` with its whitening off: that divides by the width of a column, so that one constant column makes every
 * decision NaN and every answer −1. Its multipliers can pass C, which softens no margin any more: that is reported.
 */
const mlSvmEngine =
  (SVM: typeof import('ml-svm')['default']): Engine =>
  (samples, labels, { kernel = LINEAR, cost = 1, seed = 1 }) => {
    if (samples.length > ML_SVM_SAMPLES)
      throw new ClassifierError(
        `ml-svm takes minutes for more than ${ML_SVM_SAMPLES} samples, and there are ${samples.length}; use the engine smo`,
      );
    const features = samples.map((sample) => Array.from(sample));
    let over = 0;
    const classify = oneAgainstRest(labels, (signs) => {
      const svm = new SVM({ C: cost, ...mlKernel(kernel), random: seededRandom(seed), whitening: false });
      try {
        svm.train(features, signs);
      } catch (cause) {
        throw new ClassifierError('ml-svm did not come to an end on these samples; use the engine smo', {
          cause,
        });
      }
      over += svm.alphas.filter((alpha) => alpha > cost * (1 + 1e-6)).length;
      return (sample) => {
        const margin = svm.marginOne(Array.from(sample));
        if (Number.isNaN(margin))
          throw new ClassifierError('ml-svm decides NaN on this sample; use the engine smo');
        return margin;
      };
    });
    const warnings =
      over === 0
        ? []
        : [`${over} multipliers of ml-svm pass C = ${cost}: its solution is not that of a soft margin`];
    return { classify, warnings };
  };

/** Kernels by the names and numbers of the ml-kernel packages. */
function mlKernel(kernel: Kernel): { kernel: string; kernelOptions?: Record<string, number> } {
  switch (kernel.kind) {
    case 'linear':
      return { kernel: 'linear' };
    case 'polynomial':
      return {
        kernel: 'polynomial',
        kernelOptions: { degree: kernel.degree, constant: kernel.offset, scale: kernel.gamma },
      };
    case 'rbf':
      return { kernel: 'rbf', kernelOptions: { sigma: Math.sqrt(1 / (2 * kernel.gamma)) } };
  }
}

const mlKnnEngine =
  (KNN: typeof import('ml-knn')['default']): Engine =>
  (samples, labels, { k = 5 }) => {
    if (!Number.isInteger(k) || k < 1 || k > samples.length)
      throw new ClassifierError(
        `k must be between 1 and the number of samples (${samples.length}), not ${k}`,
      );
    if (k % 2 === 0)
      throw new ClassifierError(
        `ml-knn breaks the ties of an even k = ${k} by the order of its heap, up to one answer in five wrong; use an odd k, or the engine knn`,
      );
    const model = new KNN(
      samples.map((sample) => Array.from(sample)),
      labels,
      { k },
    );
    return { classify: (sample) => model.predict(Array.from(sample)) };
  };
