/** What becomes of submissions: foretold from what is known before, and told back to the judge of forms. */
export {
  compareOutcomes,
  type OutcomeComparison,
  OutcomeDataError,
  type OutcomeLabel,
} from './compare-outcomes.ts';
export { OUTCOME_FEATURES, type OutcomeFacts, outcomeFeatures } from './outcome-features.ts';
export { type PostQuery, type PostQueryKind, postQueryOf } from './post-query.ts';
