import {
  FORM_TYPES,
  type FormsModel,
  type FormType,
  judgeFeatures,
  REJECTION_RULES,
} from '../../../forms/index.ts';
import {
  type BinaryScores,
  binaryScores,
  groupBootstrap,
  type MultiScores,
  multiScores,
} from '../learning/metrics.ts';
import { rejectedBySafe } from './cross-validation.ts';
import type { TrainingRow } from './rows.ts';

/** One way of judging, on labelled forms. */
interface JudgeScores extends BinaryScores {
  readonly name: string;
  /** 95 % by sites. */
  readonly f1Interval: readonly [number, number];
  readonly types: MultiScores;
}

/** Scores a finished model on labelled forms; valid only where it was not trained on them. */
export interface ModelScores {
  readonly n: number;
  readonly model: string;
  /** Rules and classifier together, the classifier alone, the safe rules alone. */
  readonly arms: readonly [together: JudgeScores, classifier: JudgeScores, rules: JudgeScores];
}

/** Scores a model on rows; every row counts, forms that are not there as not found. */
export function scoreModel(model: FormsModel, rows: readonly TrainingRow[], seed: number): ModelScores {
  const found = rows.map(
    ({ features, terms, missing }) => !missing && judgeFeatures(model, features, terms).score >= 0.5,
  );
  const kept = rows.map((row) => !rejectedBySafe(row));
  const others = rows.map(({ features, terms, missing }) =>
    missing ? 'other' : (judgeFeatures(model, features, terms).otherType() ?? 'other'),
  );
  const arm = (
    name: string,
    said: readonly boolean[],
    typeOf: (i: number) => FormType = (i) => others[i] as FormType,
  ): JudgeScores => scoresOf(name, rows, said, typeOf, seed);
  return {
    n: rows.length,
    model: model.name,
    arms: [
      arm(
        'rules and classifier',
        found.map((yes, i) => yes && (kept[i] as boolean)),
      ),
      arm('classifier alone', found),
      arm('safe rules alone', kept, (i) => typeByRules(rows[i] as TrainingRow)),
    ],
  };
}

function scoresOf(
  name: string,
  rows: readonly TrainingRow[],
  said: readonly boolean[],
  typeOf: (i: number) => FormType,
  seed: number,
): JudgeScores {
  const truth = rows.map(({ type }) => type === 'search');
  const f1 = (members: readonly number[]): number =>
    binaryScores(
      members.map((i) => truth[i] ?? false),
      members.map((i) => said[i] ?? false),
    ).f1;
  return {
    name,
    ...binaryScores(truth, said),
    f1Interval: groupBootstrap(
      rows.map(({ site }) => site),
      f1,
      { rounds: 1_000, seed },
    ),
    types: multiScores(
      rows.map(({ type }) => type),
      rows.map((_, i) => (said[i] ? 'search' : typeOf(i))),
      FORM_TYPES,
    ),
  };
}

/** Returns what the first safe rule that fires takes the form for. */
const typeByRules = ({ rules }: TrainingRow): FormType =>
  REJECTION_RULES.find(({ name, safe }) => safe && rules.includes(name))?.type ?? 'other';
