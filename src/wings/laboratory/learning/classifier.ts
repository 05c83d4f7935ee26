import type { FeatureVector, Kernel } from '../../../foundation/learning/index.ts';
import { ClassifierError } from './classifier-error.ts';
import { classifyKnn, trainKnn } from './knn.ts';
import { decisionOf } from './svm.ts';
import { openSvmEngine, SVM_ENGINES, type SvmEngineName } from './svm-engines.ts';

interface Classifier {
  readonly engine: EngineName;
  /** Names known faults of this very training; empty where all is sound. */
  readonly warnings: readonly string[];
  /** @throws {ClassifierError} for a sample of another length or with a value that is no number */
  classify(sample: FeatureVector): string;
}

export const KNN_ENGINES = ['knn', 'ml-knn'] as const;
export const ENGINES = [...SVM_ENGINES, ...KNN_ENGINES] as const;
/** Support vector machines and nearest neighbours: our own, and those of packages. */
export type EngineName = (typeof ENGINES)[number];

export interface ClassifierSettings {
  /** Set for support vector machines. */
  readonly kernel?: Kernel;
  readonly cost?: number;
  /** Set for nearest neighbours. */
  readonly k?: number;
  readonly seed?: number;
}

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

/** Loads an engine. Several classes are distinguished by machines of one against the rest. `smo` and `knn` are ours. */
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
  smo: () => machineEngine('smo'),
  libsvm: () => machineEngine('libsvm'),
  'ml-svm': () => machineEngine('ml-svm'),
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

async function machineEngine(engine: SvmEngineName): Promise<Engine> {
  const train = await openSvmEngine(engine);
  return (samples, labels, { kernel = LINEAR, cost = 1, seed = 1 }) => {
    const warnings: string[] = [];
    const classify = oneAgainstRest(labels, (signs) => {
      const machine = train(samples, signs, { kernel, cost, seed });
      warnings.push(...machine.warnings);
      return (sample) => decisionOf(machine.model, sample);
    });
    return { classify, warnings };
  };
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
