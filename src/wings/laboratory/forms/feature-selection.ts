import { FEATURE_NAMES } from '../../../forms/index.ts';
import { neighbourhoodWeights } from '../learning/neighbourhood.ts';
import { informationGain } from '../learning/separability.ts';
import { type Workbench, withFeatures } from './training.ts';

/**
 * How features are chosen before training: by information gain (paper 004, eq. 11), by neighbourhood component analysis, or
 * as the generic form classifier of the baseline ACHE has them.
 */
export type FeatureSelection =
  | {
      readonly by: 'information-gain' | 'nca';
      /** Says how many features stay. */
      readonly features: number;
    }
  | { readonly by: 'ache' };

/**
 * Counts of a form that ACHE's public configuration lists: its controls by type, options, length of all text, method, and
 * whether a word of searching occurs. Reset buttons, its fifteenth, are nothing we count.
 */
const ACHE_COUNTS: ReadonlySet<string> = new Set([
  'hidden fields',
  'checkboxes',
  'radio groups',
  'files',
  'submit buttons',
  'selects',
  'picture buttons',
  'script buttons',
  'passwords',
  'text boxes',
  'search boxes',
  'options',
  'text length',
  'method post',
  'search anywhere',
]);

/** Least number of features for neighbourhood component analysis, which costs samples² × features. */
const LEAST_CANDIDATES = 40;
/** Greatest number of its samples: from 1,000 forms on it would take minutes a fold. */
const MOST_SAMPLES = 300;
const PENALTY = 0.002;
const STEPS = 10;

/**
 * The workbench with the search machine's view narrowed to features chosen on the members alone, so that nothing of what
 * is scored enters the choice.
 */
export function withSelection(
  bench: Workbench,
  members: readonly number[],
  selection: FeatureSelection | undefined,
): Workbench {
  if (selection === undefined) return bench;
  if (selection.by !== 'ache') return withFeatures(bench, selectedFeatures(bench, members, selection));
  return withFeatures(bench, new Set(FEATURE_NAMES.flatMap((name, i) => (ACHE_COUNTS.has(name) ? [i] : []))));
}

/** Positions of the chosen features. */
function selectedFeatures(
  { search, types }: Workbench,
  members: readonly number[],
  { by, features }: Exclude<FeatureSelection, { by: 'ache' }>,
): Set<number> {
  const samples = members.map((i) => search.samples[i] as Float64Array);
  const labels = members.map((i) => (types[i] === 'search' ? 'search' : 'rest'));
  const ranked = Array.from(search.scales, (scale, feature) => ({
    feature,
    information:
      scale === 0
        ? -1
        : informationGain(
            samples.map((sample) => sample[feature] !== 0),
            labels,
          ),
  }))
    .filter(({ information }) => information >= 0)
    .sort((a, b) => b.information - a.information)
    .map(({ feature }) => feature);
  if (by === 'information-gain') return new Set(ranked.slice(0, features));
  const candidates = ranked.slice(0, Math.max(features, LEAST_CANDIDATES));
  const drawn = thinned(labels, MOST_SAMPLES);
  const narrowed = drawn.map((i) =>
    Float64Array.from(candidates, (feature) => (samples[i] as Float64Array)[feature] as number),
  );
  const weights = neighbourhoodWeights(
    narrowed,
    drawn.map((i) => labels[i] as string),
    { penalty: PENALTY, steps: STEPS },
  );
  const byWeight = candidates
    .map((feature, i) => ({ feature, weight: weights[i] as number }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return new Set(byWeight.slice(0, features).map(({ feature }) => feature));
}

/** Selects positions of about `count` samples, evenly over each class and in proportion. */
function thinned(labels: readonly string[], most: number): number[] {
  const share = Math.min(1, most / labels.length);
  return [...new Set(labels)].flatMap((label) => {
    const members = labels.flatMap((name, i) => (name === label ? i : []));
    const count = Math.ceil(members.length * share);
    return Array.from(
      { length: count },
      (_, i) => members[Math.floor((i * members.length) / count)] as number,
    );
  });
}
