import { quantileSorted } from 'simple-statistics';
import { seededRandom } from '../../../foundation/learning/index.ts';

export interface BinaryScores {
  readonly n: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  readonly accuracy: number;
}

const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/** Precision, recall, F1 and accuracy of the positive class; 0 where a ratio has nothing to divide by. */
export function binaryScores(truth: readonly boolean[], predicted: readonly boolean[]): BinaryScores {
  let hit = 0;
  let said = 0;
  let real = 0;
  let right = 0;
  truth.forEach((positive, i) => {
    if (positive) real++;
    if (predicted[i]) said++;
    if (positive && predicted[i]) hit++;
    if (positive === predicted[i]) right++;
  });
  const n = truth.length;
  return {
    n,
    precision: ratio(hit, said),
    recall: ratio(hit, real),
    f1: ratio(2 * hit, said + real),
    accuracy: ratio(right, n),
  };
}

interface ClassScores extends BinaryScores {
  readonly name: string;
  /** Samples that truly are of the class. */
  readonly support: number;
}

export interface MultiScores {
  readonly n: number;
  readonly accuracy: number;
  readonly macroF1: number;
  readonly weightedF1: number;
  readonly classes: readonly ClassScores[];
  /** `confusion[truth][predicted]`, in the order of `classes`. */
  readonly confusion: readonly (readonly number[])[];
}

export function multiScores(
  truth: readonly string[],
  predicted: readonly string[],
  names: readonly string[],
): MultiScores {
  const number = new Map(names.map((name, i) => [name, i]));
  const confusion = names.map(() => names.map(() => 0));
  truth.forEach((name, i) => {
    const row = confusion[number.get(name) ?? -1];
    const column = number.get(predicted[i] ?? '');
    if (row === undefined || column === undefined)
      throw new Error(`Unknown class “${name}” or “${predicted[i]}”`);
    row[column] = (row[column] ?? 0) + 1;
  });
  const classes = names.map((name) => {
    const scores = binaryScores(
      truth.map((real) => real === name),
      predicted.map((said) => said === name),
    );
    return { name, support: truth.filter((real) => real === name).length, ...scores };
  });
  const present = classes.filter(({ support }) => support > 0);
  const n = truth.length;
  return {
    n,
    accuracy: ratio(truth.filter((name, i) => name === predicted[i]).length, n),
    macroF1: ratio(
      present.reduce((sum, { f1 }) => sum + f1, 0),
      present.length,
    ),
    weightedF1: ratio(
      present.reduce((sum, { f1, support }) => sum + f1 * support, 0),
      n,
    ),
    classes,
    confusion,
  };
}

/**
 * 95 % interval of a score by drawing whole groups (sites) with replacement: forms of one site are no independent draws.
 * @param score of the samples with the given indices, which may repeat
 */
export function groupBootstrap(
  groups: readonly string[],
  score: (members: readonly number[]) => number,
  options: { readonly rounds: number; readonly seed: number },
): readonly [low: number, high: number] {
  const lists = [...Map.groupBy(groups.keys(), (i) => groups[i]).values()];
  const random = seededRandom(options.seed);
  const scores: number[] = [];
  for (let round = 0; round < options.rounds; round++) {
    scores.push(score(lists.flatMap(() => lists[Math.floor(random() * lists.length)] ?? [])));
  }
  scores.sort((a, b) => a - b);
  return [quantileSorted(scores, 0.025), quantileSorted(scores, 0.975)];
}

/**
 * 95 % interval of how much a score of `after` lies above that of `before`, both judged on the same drawn groups.
 * @param score score of the predictions for the given sample indices, which may repeat
 */
export const pairedBootstrap = <T>(
  groups: readonly string[],
  before: readonly T[],
  after: readonly T[],
  score: (said: readonly T[], members: readonly number[]) => number,
  options: { readonly rounds: number; readonly seed: number },
): readonly [low: number, high: number] =>
  groupBootstrap(groups, (members) => score(after, members) - score(before, members), options);
