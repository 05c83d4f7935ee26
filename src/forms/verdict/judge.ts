import { probability, type Sparse } from '../../learning/index.ts';
import type { Form, FormContext, FormType, FormVerdict, WeightedFeature } from '../form.ts';
import { type Corrections, correctedVerdict } from './corrections.ts';
import { featuresOf } from './features.ts';
import { wordsOf } from './form-words.ts';
import type { FormsModel } from './model.ts';
import { type RejectOptions, reject, ruleFacts } from './reject.ts';

export interface JudgeOptions extends RejectOptions {
  readonly context: FormContext;
  /** Probability from which a form counts as searchable; 0.5 by default. */
  readonly threshold?: number;
  /** What people called forms: wins over rules and model. */
  readonly corrections?: Corrections | undefined;
}

const MOST_WEIGHTY = 8;

/** A person's word first, then rules, then the model: whether a form searches, what it is otherwise, and why. */
export function judgeForm(form: Form, model: FormsModel, options: JudgeOptions): FormVerdict {
  const corrected = correctedVerdict(form, options.corrections);
  if (corrected !== undefined) return corrected;
  const words = wordsOf(form, options.context);
  const features = featuresOf(form, options.context, words);
  const rejection = reject(form, options, ruleFacts(form, words));
  if (rejection !== undefined) {
    const { rule, evidence } = rejection;
    return {
      kind: 'rejected',
      rule,
      evidence,
      searchable: false,
      type: otherType(model, features) ?? rejection.type,
    };
  }
  const sparse = scaled(features, model.columns, model.search.scales);
  const { decision, shares } = model.search.machine.explain(sparse);
  const score = probability(model.search.sigmoid, decision);
  const searchable = score >= (options.threshold ?? 0.5);
  return {
    kind: 'classified',
    searchable,
    type: searchable ? 'search' : (otherType(model, features) ?? 'other'),
    score,
    model: model.name,
    weightiest: weightiest(model.names, unscaled(model, features, sparse), shares),
  };
}

/** Probability that a form with these features is a search form, by the machine alone. */
export const searchScore = ({ columns, search }: FormsModel, features: Float64Array): number =>
  probability(search.sigmoid, search.machine.decision(scaled(features, columns, search.scales)));

/** What of a feature vector enters a machine, at its scale, zeros left out. */
function scaled(features: Float64Array, columns: Int32Array, scales: Float64Array): Sparse {
  const at: number[] = [];
  const values: number[] = [];
  for (let i = 0; i < columns.length; i++) {
    const value = (features[columns[i] as number] as number) * (scales[i] as number);
    if (value !== 0) {
      at.push(i);
      values.push(value);
    }
  }
  return { at, values };
}

/** The same positions with the numbers as they were before scaling, which people can read. */
const unscaled = ({ columns }: FormsModel, features: Float64Array, { at }: Sparse): Sparse => ({
  at,
  values: at.map((i) => features[columns[i] as number] ?? 0),
});

/** The likeliest type besides search, where the model knows any. */
export function otherType({ columns, types }: FormsModel, features: Float64Array): FormType | undefined {
  const sparse = scaled(features, columns, types.scales);
  let best: FormType | undefined;
  let most = -Infinity;
  for (const { type, machine } of types.machines) {
    const decision = machine.decision(sparse);
    if (decision > most) {
      most = decision;
      best = type;
    }
  }
  return best;
}

/** The features of a decision that carry most of it. @param names of the numbers of the sample */
export function weightiest(
  names: readonly string[],
  { at, values }: Sparse,
  shares: readonly number[],
): WeightedFeature[] {
  const total = shares.reduce((sum, share) => sum + Math.abs(share), 0) || 1;
  return shares
    .map((share, j) => ({
      feature: names[at[j] as number] ?? '',
      value: values[j] ?? 0,
      weight: share / total,
    }))
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
    .slice(0, MOST_WEIGHTY);
}
