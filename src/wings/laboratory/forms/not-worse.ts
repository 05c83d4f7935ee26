import { type FormsModel, judgeFeatures } from '../../../forms/index.ts';
import { binaryScores, pairedBootstrap } from '../learning/metrics.ts';
import { rejectedBySafe } from './cross-validation.ts';
import type { TrainingRow } from './rows.ts';

interface ModelComparison {
  readonly before: number;
  readonly after: number;
  /** 95 % interval of the gain in F1, by sites. */
  readonly gain: readonly [number, number];
  /** False where the new model is worse and sites drawn anew leave no doubt of it. */
  readonly notWorse: boolean;
}

/**
 * F1 of search against the rest of two finished models on the same rows, by a paired bootstrap over sites. Both may have
 * been trained on these rows: that tells a broken training from a sound one, and nothing about unseen sites.
 */
export function notWorse(
  before: FormsModel,
  after: FormsModel,
  rows: readonly TrainingRow[],
  seed: number,
): ModelComparison {
  const truth = rows.map(({ type }) => type === 'search');
  const judged = (model: FormsModel): boolean[] =>
    rows.map(
      (row) =>
        !row.missing && !rejectedBySafe(row) && judgeFeatures(model, row.features, row.terms).score >= 0.5,
    );
  const score = (said: readonly boolean[], members: readonly number[]): number =>
    binaryScores(
      members.map((i) => truth[i] ?? false),
      members.map((i) => said[i] ?? false),
    ).f1;
  const all = rows.map((_, i) => i);
  const [old, made] = [judged(before), judged(after)];
  const gain = pairedBootstrap(
    rows.map(({ site }) => site),
    old,
    made,
    score,
    { rounds: 1_000, seed },
  );
  return { before: score(old, all), after: score(made, all), gain, notWorse: gain[1] >= 0 };
}
