import { type FeatureVector, type Kernel, stratifiedGroupFolds } from '../../foundation/learning/index.ts';
import { type GramMatrix, gramOf, kernelGram, rowsFromGram } from './learning/kernel.ts';
import { type MultiScores, multiScores } from './learning/metrics.ts';
import { solveDual } from './learning/svm.ts';

/** Nearest neighbours with one k, or a support vector machine with one kernel. */
export type Learner =
  | { readonly kind: 'knn'; readonly name: string; readonly k: number }
  | { readonly kind: 'svm'; readonly name: string; readonly kernel: Kernel; readonly cost: number };

interface ComparisonData {
  readonly samples: readonly FeatureVector[];
  readonly labels: readonly string[];
  /** Holds what folds and splits never part, such as the site. */
  readonly groups: readonly string[];
  /** Equal for copies: training counts one of them. */
  readonly copies: readonly string[];
  /** Classes in the order of tables. */
  readonly classes: readonly string[];
}

interface ComparisonOptions {
  readonly learners: readonly Learner[];
  readonly folds: number;
  /** Shares of the groups that are tested on, in per cent: 20 trains on 80 % (paper 004, tables 8–11). */
  readonly splits: readonly number[];
  readonly seed: number;
  readonly onStep?: (done: number, all: number) => void;
}

export interface LearnerScores {
  readonly learner: string;
  readonly scores: MultiScores;
}

/** Says how learners compare on the same folds and splits: the tables 7–11 of paper 004, for any labels. */
export interface LearnerComparison {
  readonly folds: number;
  readonly crossValidated: readonly LearnerScores[];
  readonly splits: readonly (LearnerScores & { readonly testPercent: number; readonly tested: number })[];
  /** Cross-validated with a part of the training folds alone. */
  readonly curve: readonly (LearnerScores & { readonly trainedOn: number })[];
}

const SPLIT_STEPS = 10;

/** Trains and tests every learner on grouped folds, on grouped splits, and on growing parts of the training data. */
export function compareLearners(data: ComparisonData, options: ComparisonOptions): LearnerComparison {
  const { learners, folds, splits, seed } = options;
  const grams = gramsOf(data.samples, learners);
  const dealt = stratifiedGroupFolds(data.labels, data.groups, { folds, seed });
  const tenths = stratifiedGroupFolds(data.labels, data.groups, { folds: SPLIT_STEPS, seed });
  const curveParts = Array.from({ length: folds - 1 }, (_, i) => i + 1).filter(
    (part) => part % Math.ceil((folds - 1) / 4) === 0 || part === folds - 1,
  );
  const all = learners.length * (1 + splits.length + curveParts.length);
  let done = 0;
  const step = <T>(work: () => T): T => {
    const result = work();
    done++;
    options.onStep?.(done, all);
    return result;
  };
  const crossValidated = learners.map((learner) =>
    step(() => ({ learner: learner.name, ...throughFolds(data, grams, learner, dealt, folds, folds - 1) })),
  );
  return {
    folds,
    crossValidated: crossValidated.map(({ learner, scores }) => ({ learner, scores })),
    splits: splits.flatMap((testPercent) =>
      learners.map((learner) =>
        step(() => {
          const tested = indices(data).filter((i) => (tenths[i] as number) < testPercent / SPLIT_STEPS);
          const train = once(
            data,
            indices(data).filter((i) => !tested.includes(i)),
          );
          const said = predict(data, grams, learner, train, tested);
          const truth = tested.map((i) => data.labels[i] as string);
          return {
            learner: learner.name,
            testPercent,
            tested: tested.length,
            scores: multiScores(truth, said, data.classes),
          };
        }),
      ),
    ),
    curve: curveParts.flatMap((parts) =>
      learners.map((learner) =>
        step(() => ({ learner: learner.name, ...throughFolds(data, grams, learner, dealt, folds, parts) })),
      ),
    ),
  };
}

const indices = ({ labels }: ComparisonData): number[] => labels.map((_, i) => i);

function once({ copies }: ComparisonData, members: readonly number[]): number[] {
  const seen = new Set<string>();
  return members.filter((i) => {
    const copy = copies[i] as string;
    const isNew = !seen.has(copy);
    seen.add(copy);
    return isNew;
  });
}

/** @param parts how many of the other folds each training may see */
function throughFolds(
  data: ComparisonData,
  grams: Grams,
  learner: Learner,
  dealt: Int32Array,
  folds: number,
  parts: number,
): { scores: MultiScores; trainedOn: number } {
  const said: string[] = [];
  let trained = 0;
  for (let fold = 0; fold < folds; fold++) {
    const tested = indices(data).filter((i) => dealt[i] === fold);
    const seen = (i: number): boolean => {
      const ahead = ((dealt[i] as number) - fold + folds) % folds;
      return ahead >= 1 && ahead <= parts;
    };
    const train = once(data, indices(data).filter(seen));
    trained += train.length;
    predict(data, grams, learner, train, tested).forEach((label, j) => {
      said[tested[j] as number] = label;
    });
  }
  return { scores: multiScores(data.labels, said, data.classes), trainedOn: Math.round(trained / folds) };
}

interface Grams {
  readonly plain: GramMatrix;
  readonly of: ReadonlyMap<string, GramMatrix>;
}

function gramsOf(samples: readonly FeatureVector[], learners: readonly Learner[]): Grams {
  const plain = gramOf(samples);
  const of = new Map<string, GramMatrix>();
  for (const learner of learners)
    if (learner.kind === 'svm') of.set(learner.name, kernelGram(plain, learner.kernel));
  return { plain, of };
}

function predict(
  data: ComparisonData,
  grams: Grams,
  learner: Learner,
  train: readonly number[],
  tested: readonly number[],
): string[] {
  return learner.kind === 'knn'
    ? tested.map((i) => nearest(data, grams.plain, train, i, learner.k))
    : byMachines(data, grams.of.get(learner.name) ?? grams.plain, train, tested, learner.cost);
}

/** Classifies by the votes of the k nearest; ties go to the class of the nearest neighbour. */
function nearest(
  { labels }: ComparisonData,
  { size, products }: GramMatrix,
  train: readonly number[],
  i: number,
  k: number,
): string {
  const near = train
    .map((j) => ({ j, d: (products[j * size + j] as number) - 2 * (products[i * size + j] as number) }))
    .sort((a, b) => a.d - b.d || a.j - b.j)
    .slice(0, k);
  const votes = new Map<string, number>();
  for (const { j } of near) votes.set(labels[j] as string, (votes.get(labels[j] as string) ?? 0) + 1);
  return [...votes].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}

const LINEAR: Kernel = { kind: 'linear' };

/** One machine a class against the rest; the largest decision wins. Of two classes one machine decides. */
function byMachines(
  { labels, classes }: ComparisonData,
  gram: GramMatrix,
  train: readonly number[],
  tested: readonly number[],
  cost: number,
): string[] {
  const present = classes.filter((name) => train.some((i) => labels[i] === name));
  const [first = '', second = first] = present;
  const decide = (name: string): number[] => {
    const signs = train.map((i) => (labels[i] === name ? 1 : -1));
    const { alphas, bias } = solveDual(rowsFromGram(gram, train, LINEAR), signs, { cost });
    return tested.map((i) =>
      train.reduce(
        (sum, j, at) =>
          sum + (alphas[at] as number) * (signs[at] as number) * (gram.products[i * gram.size + j] as number),
        bias,
      ),
    );
  };
  if (present.length <= 1) return tested.map(() => first);
  if (present.length === 2) return decide(first).map((decision) => (decision > 0 ? first : second));
  const decisions = present.map(decide);
  return tested.map((_, t) => {
    let best = 0;
    for (let c = 1; c < present.length; c++)
      if ((decisions[c]?.[t] as number) > (decisions[best]?.[t] as number)) best = c;
    return present[best] as string;
  });
}
