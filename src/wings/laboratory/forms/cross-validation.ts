import { type FormType, REJECTION_RULES } from '../../../forms/index.ts';
import { neighbourIndexOf, type SparseVector, sparseOf } from '../../../foundation/learning/index.ts';
import { classifyKnn, trainKnn } from '../learning/knn.ts';
import { type FeatureSelection, withSelection } from './feature-selection.ts';
import type { TrainingRow } from './rows.ts';
import { withTerms } from './term-choice.ts';
import {
  bestType,
  dealFolds,
  distinctRows,
  searchProbability,
  trainSearch,
  trainTypes,
  type Workbench,
} from './training.ts';

/** Classifies every row by machines trained without its site and without copies of it. */
export interface Judgements {
  readonly seed: number;
  /** Probability of being a search form by the machine alone. */
  readonly scores: Float64Array;
  /** The likeliest type besides search. */
  readonly otherTypes: readonly FormType[];
}

export interface FoldOptions {
  readonly folds: number;
  /** Deals of the sites into folds. */
  readonly seeds: number;
  /** Seed of the first deal; each further deal takes the next number. */
  readonly seed: number;
  /** Called after each fold, for progress. */
  readonly onFold?: (done: number, all: number) => void;
}

export interface CrossValidationOptions extends FoldOptions {
  /** Says how the search machine's features are chosen, anew on the training rows of every fold; all of them by default. */
  readonly selection?: FeatureSelection | undefined;
  /** How many stems of the forms' text the machines see besides, chosen anew on the training rows of every fold; none by default. */
  readonly textFeatures?: number | undefined;
}

/** Grouped, stratified cross-validation, repeated with other deals of the sites. */
export function crossValidate(bench: Workbench, options: CrossValidationOptions): Judgements[] {
  const all = options.folds * options.seeds;
  return Array.from({ length: options.seeds }, (_, repeat) => {
    const seed = options.seed + repeat;
    const folds = dealFolds(bench, options.folds, seed);
    const scores = new Float64Array(bench.rows.length);
    const otherTypes: FormType[] = bench.rows.map(() => 'other');
    for (let fold = 0; fold < options.folds; fold++) {
      judgeFold(bench, folds, fold, { ...options, seed }, scores, otherTypes);
      options.onFold?.(repeat * options.folds + fold + 1, all);
    }
    return { seed, scores, otherTypes };
  });
}

function judgeFold(
  whole: Workbench,
  folds: Int32Array,
  fold: number,
  { seed, selection, textFeatures = 0 }: CrossValidationOptions,
  scores: Float64Array,
  otherTypes: FormType[],
): void {
  const members = trainingRows(whole, folds, fold);
  const bench = withTerms(withSelection(whole, members, selection), members, textFeatures);
  const search = trainSearch(bench, members, seed);
  const types = trainTypes(bench, members);
  bench.rows.forEach((row, i) => {
    if (folds[i] !== fold || row.missing) return;
    scores[i] = searchProbability(bench, search, i);
    otherTypes[i] = bestType(bench, types, i);
  });
}

function trainingRows({ all }: Workbench, folds: Int32Array, fold: number): number[] {
  return distinctRows(
    all,
    all.map((_, i) => i).filter((i) => folds[i] !== fold),
  );
}

/** Search or not by k nearest neighbours, for comparison (paper 004). */
export function crossValidateKnn(bench: Workbench, k: number, options: CrossValidationOptions): boolean[][] {
  return Array.from({ length: options.seeds }, (_, repeat) => {
    const seed = options.seed + repeat;
    const folds = dealFolds(bench, options.folds, seed);
    const said = bench.rows.map(() => false);
    for (let fold = 0; fold < options.folds; fold++) {
      const members = trainingRows(bench, folds, fold);
      const samples = members.map((i) => bench.search.samples[i] as Float64Array);
      const labels = members.map((i) => (bench.types[i] === 'search' ? 'search' : 'rest'));
      const knn = trainKnn(samples, labels, k);
      bench.rows.forEach((row, i) => {
        if (folds[i] !== fold || row.missing) return;
        said[i] = classifyKnn(knn, bench.search.samples[i] as Float64Array) === 'search';
      });
    }
    return said;
  });
}

/** Share of search forms among the k nearest, as the judge `knn` has it, for each deal. */
export function crossValidateShares(
  bench: Workbench,
  k: number,
  options: CrossValidationOptions,
): Float64Array[] {
  const samples = bench.search.samples.map(sparseOf);
  const width = bench.search.scales.length;
  return Array.from({ length: options.seeds }, (_, repeat) => {
    const folds = dealFolds(bench, options.folds, options.seed + repeat);
    const shares = new Float64Array(bench.rows.length);
    for (let fold = 0; fold < options.folds; fold++) {
      const members = trainingRows(bench, folds, fold);
      const index = neighbourIndexOf(
        members.map((i) => samples[i] as SparseVector),
        width,
      );
      bench.rows.forEach((row, i) => {
        if (folds[i] !== fold || row.missing) return;
        const near = index.nearest(samples[i] as SparseVector, k);
        const search = near.filter(({ at }) => bench.types[members[at] as number] === 'search').length;
        shares[i] = search / Math.max(1, near.length);
      });
    }
    return shares;
  });
}

const SAFE = new Set(REJECTION_RULES.filter(({ safe }) => safe).map(({ name }) => name));

/** Tells whether a safe rule (or any rule at all) rejects the row. */
export const rejectedBySafe = (row: TrainingRow): boolean =>
  row.missing || row.rules.some((rule) => SAFE.has(rule));
export const rejectedByAny = (row: TrainingRow): boolean => row.missing || row.rules.length > 0;
