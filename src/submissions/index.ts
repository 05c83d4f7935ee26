/** Forms filled in, sent, and what came back. */
export type * from './types/answer.ts';
export type * from './types/submission.ts';
