/** Predicts what becomes of submissions from what is known before, and teaches the classifier of forms by what came. */
export { type PostQuery, type PostQueryKind, postQueryOf } from './post-query.ts';
