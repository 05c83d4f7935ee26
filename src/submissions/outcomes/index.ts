/** Predicts what becomes of submissions from what is known before, and teaches the classifier of forms by what came. */
export {
  compareOutcomes,
  type OutcomeComparison,
  OutcomeDataError,
  type OutcomeLabel,
} from './compare-outcomes.ts';
export { OUTCOME_FEATURES, type OutcomeFacts, outcomeFeatures } from './outcome-features.ts';
export { type PostQuery, type PostQueryKind, postQueryOf } from './post-query.ts';
