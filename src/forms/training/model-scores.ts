import { binaryScores, groupBootstrap, type MultiScores, multiScores } from '../../learning/index.ts';
import { FORM_TYPES } from '../form.ts';
import { otherType, searchScore } from '../verdict/judge.ts';
import type { FormsModel } from '../verdict/model.ts';
import { rejectedBySafe } from './cross-validation.ts';
import type { ArmScores } from './evaluation.ts';
import type { FormRow } from './rows.ts';

/** What a finished model says of labelled forms; honest only where it was not trained on them. */
export interface ModelScores {
  readonly n: number;
  readonly model: string;
  readonly arms: readonly ArmScores[];
  readonly types: MultiScores;
}

/** Scores a model on rows; every row counts, forms that are not there as not found. */
export function scoreModel(model: FormsModel, rows: readonly FormRow[], seed: number): ModelScores {
  const truth = rows.map(({ type }) => type === 'search');
  const alone = rows.map(({ features, missing }) => !missing && searchScore(model, features) >= 0.5);
  const together = alone.map((yes, i) => yes && !rejectedBySafe(rows[i] as FormRow));
  const rulesOnly = rows.map((row) => !rejectedBySafe(row));
  const sites = rows.map(({ site }) => site);
  const arm = (name: string, said: readonly boolean[]): ArmScores => ({
    name,
    ...binaryScores(truth, said),
    f1Interval: groupBootstrap(
      sites,
      (members) =>
        binaryScores(
          members.map((i) => truth[i] ?? false),
          members.map((i) => said[i] ?? false),
        ).f1,
      { rounds: 1_000, seed },
    ),
  });
  const types = rows.map(({ features, missing }, i) =>
    together[i] ? 'search' : missing ? 'other' : (otherType(model, features) ?? 'other'),
  );
  return {
    n: rows.length,
    model: model.name,
    arms: [
      arm('rules and classifier', together),
      arm('classifier alone', alone),
      arm('safe rules alone', rulesOnly),
    ],
    types: multiScores(
      rows.map(({ type }) => type),
      types,
      FORM_TYPES,
    ),
  };
}
