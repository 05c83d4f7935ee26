import { probability, type SparseVector } from '../../foundation/learning/index.ts';
import type {
  Form,
  FormContext,
  FormType,
  FormVerdict,
  JudgeKind,
  LearnerOpinions,
  WeightedFeature,
} from '../form.ts';
import { type Corrections, correctedVerdict } from '../rejection/corrections.ts';
import { findRejection, type RejectOptions, ruleFacts } from '../rejection/reject.ts';
import { featuresOf } from './features.ts';
import { wordsOf } from './form-words.ts';
import type { FormsModel } from './model.ts';
import type { Neighbours } from './neighbours.ts';
import { type TermFrequencies, termCounts, textVector } from './text-features.ts';

export interface JudgeOptions extends RejectOptions {
  readonly context: FormContext;
  /** Probability from which a form counts as searchable; 0.5 by default, 0.4 without a form tag. */
  readonly threshold?: number;
  /** What people called forms: wins over rules and model. */
  readonly corrections?: Corrections | undefined;
  /** Labelled forms that each form is compared with; `knn` and `both` need them. */
  readonly neighbours?: Neighbours | undefined;
  /** `svm` by default. */
  readonly judge?: JudgeKind | undefined;
  /** How many neighbours vote. */
  readonly k?: number | undefined;
}

/**
 * Boxes without a form tag are taken for a form only where they, or what is around them, say that they search; no labelled
 * form of this kind does anything else.
 */
const LOOSE_THRESHOLD = 0.4;
const MOST_WEIGHTY = 8;
const SHOWN_NEIGHBOURS = 5;

/** Decides whether a form searches, and its type, with evidence: corrections first, then rules, then the learners. */
export function judgeForm(form: Form, model: FormsModel, options: JudgeOptions): FormVerdict {
  const corrected = correctedVerdict(form, options.corrections);
  if (corrected !== undefined && options.neighbours === undefined) return corrected;
  const words = wordsOf(form, options.context);
  const sample = sampleOf(
    model,
    featuresOf(form, options.context, words),
    model.terms.length === 0 ? undefined : termCounts(words),
  );
  const sparse = scaled(model, sample, model.search.scales);
  const svm = probability(model.search.sigmoid, model.search.machine.decision(sparse));
  const learners = options.neighbours && opinionsOf(svm, sample.features, options.neighbours, options.k);
  const opinions = learners && { learners };
  if (corrected !== undefined) return { ...corrected, ...opinions };
  const rejection = findRejection(form, options, ruleFacts(form, words));
  if (rejection !== undefined) {
    const { rule, evidence } = rejection;
    return {
      kind: 'rejected',
      rule,
      evidence,
      searchable: false,
      type: otherTypeOf(model, sample) ?? rejection.type,
      ...opinions,
    };
  }
  const { announced = 'links' } = form.where;
  if (announced !== 'links') return { ...DECLARED, ...opinions };
  const { score, judgedBy } = decided(model, svm, learners, options);
  const usual = form.where.hasFormTag ? 0.5 : LOOSE_THRESHOLD;
  const searchable = score >= (options.threshold ?? usual);
  const weighs = options.judge !== 'knn';
  return {
    kind: 'classified',
    searchable,
    type: searchable ? 'search' : (otherTypeOf(model, sample) ?? 'other'),
    score,
    model: judgedBy,
    weightiest: weighs
      ? weightiest(model.names, unscaled(model, sample, sparse), model.search.machine.explain(sparse).shares)
      : [],
    ...opinions,
  };
}

function opinionsOf(
  svm: number,
  features: Float64Array,
  neighbours: Neighbours,
  k = neighbours.k,
): LearnerOpinions {
  const nearest = neighbours.nearest(features, Math.max(k, SHOWN_NEIGHBOURS));
  const votes = nearest.slice(0, k);
  return {
    svm: Number(svm.toFixed(6)),
    knn: votes.filter(({ type }) => type === 'search').length / Math.max(1, votes.length),
    neighbours: nearest.slice(0, SHOWN_NEIGHBOURS),
  };
}

/** The probability that counts, and what it is from. */
function decided(
  { name }: FormsModel,
  svm: number,
  learners: LearnerOpinions | undefined,
  { judge = 'svm', neighbours }: JudgeOptions,
): { score: number; judgedBy: string } {
  if (judge === 'svm') return { score: svm, judgedBy: name };
  if (learners === undefined || neighbours === undefined)
    throw new Error(`the judge ${judge} needs labelled forms to compare with`);
  return judge === 'knn'
    ? { score: learners.knn, judgedBy: neighbours.name }
    : { score: (svm + learners.knn) / 2, judgedBy: `${name}, ${neighbours.name}` };
}

/** Whether the learners contradict each other on a form. */
export const learnersDisagree = ({ svm, knn }: LearnerOpinions): boolean => svm >= 0.5 !== knn >= 0.5;

/** What its page declares to be a search needs no model, unless a rule speaks against it. */
const DECLARED: FormVerdict = {
  kind: 'classified',
  searchable: true,
  type: 'search',
  score: 1,
  model: 'declared',
  weightiest: [{ feature: 'declared a search by its page', value: 1, weight: 1 }],
};

/** What a model sees of a form. */
interface Sample {
  /** All features, whether the model uses them or not. */
  readonly features: Float64Array;
  /** Weights of the model's stems. */
  readonly text: Float64Array;
}

const NO_TERMS: TermFrequencies = new Map();

const sampleOf = (model: FormsModel, features: Float64Array, terms: TermFrequencies = NO_TERMS): Sample => ({
  features,
  text: textVector(model.terms, terms),
});

/**
 * Judges features that were read before, by the machines alone.
 * @param terms stems of the form's text; a model that was trained with stems needs them
 */
export function judgeFeatures(model: FormsModel, features: Float64Array, terms?: TermFrequencies) {
  const { machine, sigmoid, scales } = model.search;
  const sample = sampleOf(model, features, terms);
  const sparse = scaled(model, sample, scales);
  return {
    /** Probability that the form searches. */
    score: probability(sigmoid, machine.decision(sparse)),
    /** Returns the features that weigh most. */
    weightiest: (): WeightedFeature[] =>
      weightiest(model.names, unscaled(model, sample, sparse), machine.explain(sparse).shares),
    /** Returns the likeliest type besides search, where the model knows any. */
    otherType: (): FormType | undefined => otherTypeOf(model, sample),
  };
}

/** What of a sample enters a machine, at its scale, zeros left out. */
function scaled({ columns }: FormsModel, { features, text }: Sample, scales: Float64Array): SparseVector {
  const at: number[] = [];
  const values: number[] = [];
  const add = (position: number, value: number): void => {
    if (value === 0) return;
    at.push(position);
    values.push(value);
  };
  for (let i = 0; i < columns.length; i++)
    add(i, (features[columns[i] as number] as number) * (scales[i] as number));
  for (let i = 0; i < text.length; i++) add(columns.length + i, text[i] as number);
  return { at, values };
}

/** The same positions with the numbers as they were before scaling, which people can read. */
const unscaled = (
  { columns }: FormsModel,
  { features, text }: Sample,
  { at }: SparseVector,
): SparseVector => ({
  at,
  values: at.map((i) => features[columns[i] as number] ?? text[i - columns.length] ?? 0),
});

function otherTypeOf(model: FormsModel, sample: Sample): FormType | undefined {
  const sparse = scaled(model, sample, model.types.scales);
  let best: FormType | undefined;
  let most = -Infinity;
  for (const { type, machine } of model.types.machines) {
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
  { at, values }: SparseVector,
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
