import { probability, type Sparse } from '../learning/index.ts';
import { FEATURE_NAMES, featuresOf } from './features.ts';
import type { Form, FormContext, FormType, FormVerdict, WeightedFeature } from './form.ts';
import { wordsOf } from './form-words.ts';
import type { FormsModel } from './model.ts';
import { type RejectOptions, reject, ruleFacts } from './reject.ts';

export interface JudgeOptions extends RejectOptions {
  readonly context: FormContext;
  /** Probability from which a form counts as searchable; 0.5 by default. */
  readonly threshold?: number;
}

const MOST_WEIGHTY = 8;

/** Rules first, then the model: whether a form searches, what it is otherwise, and why. */
export function judgeForm(form: Form, model: FormsModel, options: JudgeOptions): FormVerdict {
  const words = wordsOf(form, options.context);
  const features = sparseFeatures(featuresOf(form, options.context, words), model);
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
  const { decision, shares } = model.search.explain(features);
  const score = probability(model.sigmoid, decision);
  const searchable = score >= (options.threshold ?? 0.5);
  return {
    kind: 'classified',
    searchable,
    type: searchable ? 'search' : (otherType(model, features) ?? 'other'),
    score,
    model: model.name,
    weightiest: weightiest(model, features, shares),
  };
}

/** The features a model uses, in its order, zeros left out. */
export function sparseFeatures(features: Float64Array, { columns }: FormsModel): Sparse {
  const at: number[] = [];
  const values: number[] = [];
  for (let i = 0; i < columns.length; i++) {
    const value = features[columns[i] as number] as number;
    if (value !== 0) {
      at.push(i);
      values.push(value);
    }
  }
  return { at, values };
}

/** The best type besides search. */
export function otherType(model: FormsModel, features: Sparse): FormType | undefined {
  let best: FormType | undefined;
  let most = -Infinity;
  for (const { type, machine } of model.types) {
    const decision = type === 'search' ? -Infinity : machine.decision(features);
    if (decision > most) {
      most = decision;
      best = type;
    }
  }
  return best;
}

function weightiest(model: FormsModel, { at, values }: Sparse, shares: readonly number[]): WeightedFeature[] {
  const total = shares.reduce((sum, share) => sum + Math.abs(share), 0) || 1;
  return shares
    .map((share, j) => ({
      feature: FEATURE_NAMES[model.columns[at[j] as number] as number] ?? '',
      value: values[j] as number,
      weight: share / total,
    }))
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
    .slice(0, MOST_WEIGHTY);
}
