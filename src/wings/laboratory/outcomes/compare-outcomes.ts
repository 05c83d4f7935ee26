import { FieldfareError } from '../../../foundation/errors/index.ts';
import { seededRandom, shuffled } from '../../../foundation/learning/index.ts';
import { compareLearners, type LearnerComparison } from '../compare-learners.ts';
import { paperLearners, type TableOptions } from '../forms/paper-tables.ts';
import { type OutcomeFacts, outcomeFeatures } from './outcome-features.ts';

/** Holds what is predicted: the HTTP status (as paper 004 does), or the verdict on the answer. */
export type OutcomeLabel = 'status' | 'verdict';

/** The submissions cannot teach: too few, or all with one outcome. */
export class OutcomeDataError extends FieldfareError {
  readonly code = 'outcome-data';
}

/** Comparing takes memory by the square of the samples. */
const MOST_SAMPLES = 2_500;
/** An outcome rarer than this can stand neither in training nor in testing: paper 004 leaves its two of 524 out, too. */
const LEAST_OF_A_CLASS = 5;

/** Splits are made of tenths. */
const LEAST_SITES = 10;
const MORE = 'Harvest more sites first; --submit-to all queries every search form.';

export interface OutcomeComparison extends LearnerComparison {
  readonly label: OutcomeLabel;
  /** Outcomes compared, by how many submissions had them; then those left out. */
  readonly classes: Readonly<Record<string, number>>;
  readonly leftOut: Readonly<Record<string, number>>;
  readonly sites: number;
  readonly submissions: number;
}

/**
 * Foretells what becomes of a submission from what is known before it is sent: the classifiers of paper 004 on submission
 * status, KNN by k and SVM by kernel, on folds and splits that never part a site (its tables 7–11, figures 5–18).
 *
 * @throws {OutcomeDataError} where there is nothing to tell apart
 */
export function compareOutcomes(
  facts: readonly OutcomeFacts[],
  label: OutcomeLabel,
  options: TableOptions,
): OutcomeComparison {
  const named = facts.map((one) => ({ one, outcome: outcomeOf(one, label) }));
  const counts = new Map<string, number>();
  for (const { outcome } of named) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  const ordered = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const kept = ordered.filter(([, count]) => count >= LEAST_OF_A_CLASS);
  const classes = kept.map(([outcome]) => outcome);
  if (classes.length < 2)
    throw new OutcomeDataError(
      kept[0] === undefined
        ? `no outcome came ${LEAST_OF_A_CLASS} times in ${facts.length} queries: nothing to learn. ${MORE}`
        : `${kept[0][1]} of ${facts.length} queries had the outcome ${kept[0][0]}, and no other outcome has ${LEAST_OF_A_CLASS}: nothing to learn. ${MORE}`,
    );
  const usable = named.filter(({ outcome }) => classes.includes(outcome));
  const drawn = shuffled(usable, seededRandom(options.seed)).slice(0, MOST_SAMPLES);
  const groups = drawn.map(({ one }) => one.site);
  const [sites, least] = [new Set(groups).size, Math.max(LEAST_SITES, options.folds)];
  if (sites < least)
    throw new OutcomeDataError(
      `The queries went to ${sites} sites; ${least} are needed, as folds and splits never part a site. ${MORE}`,
    );
  const samples = drawn.map(({ one }) => outcomeFeatures(one));
  const comparison = compareLearners(
    {
      samples,
      labels: drawn.map(({ outcome }) => outcome),
      groups,
      copies: drawn.map(({ one, outcome }, i) => `${one.form.id} ${outcome} ${samples[i]?.join()}`),
      classes,
    },
    { ...options, learners: paperLearners(options) },
  );
  return {
    ...comparison,
    label,
    classes: Object.fromEntries(kept),
    leftOut: Object.fromEntries(ordered.filter(([outcome]) => !classes.includes(outcome))),
    sites,
    submissions: drawn.length,
  };
}

const outcomeOf = ({ status, verdict }: OutcomeFacts, label: OutcomeLabel): string =>
  label === 'status' ? (status === null ? 'no answer' : String(status)) : (verdict ?? 'no answer');
