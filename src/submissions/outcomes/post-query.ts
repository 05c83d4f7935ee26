/** Pre-query and post-query together (papers 002 and 004): what a form's answers say of whether it searches. */

import { type AnswerVerdict, VERDICTS, type VerdictEvidence } from '../types/answer.ts';

export type PostQueryKind =
  | 'confirmed' // it answered with records
  | 'answers' // it answered, so far without records
  | 'no-answer' // asked often enough, it answered nothing a search would
  | 'blocked' // log-in or robots' wall: nobody can tell
  | 'not-queried'; // not queried, or too little

export interface PostQuery {
  readonly kind: PostQueryKind;
  readonly reason: string;
  /** Answers by verdict; answers to nonsense are not counted. */
  readonly answers: Readonly<Partial<Record<AnswerVerdict, number>>>;
  /** Probability that the form is searchable, from the classifier and its answers together. */
  readonly searchable: number;
}

/** Questions without any answer of a search, after which a form is given up. */
const ENOUGH = 3;

/**
 * What each kind of evidence adds to the log-odds that a form searches. Records are nearly proof; a form that only comes
 * back, whatever it is asked, is nearly none. A rule's rejection enters as a probability of 2 %.
 */
const WEIGHT: Readonly<Record<PostQueryKind, number>> = {
  confirmed: 5,
  answers: 2,
  'no-answer': -4,
  blocked: 0,
  'not-queried': 0,
};

/** @param preQuery the classifier's probability; undefined where a rule rejected the form */
export function postQueryOf(
  answers: Readonly<Partial<Record<AnswerVerdict, number>>>,
  preQuery: number | undefined,
): PostQuery {
  const { kind, reason } = evidenceOf(answers);
  const before = Math.min(0.999, Math.max(0.001, preQuery ?? 0.02));
  const odds = Math.log(before / (1 - before)) + WEIGHT[kind];
  return { kind, reason, answers, searchable: 1 / (1 + Math.exp(-odds)) };
}

function evidenceOf(
  answers: Readonly<Partial<Record<AnswerVerdict, number>>>,
): Pick<PostQuery, 'kind' | 'reason'> {
  const sums: Record<VerdictEvidence, number> = { records: 0, told: 0, silent: 0, blocked: 0, failed: 0 };
  for (const verdict of Object.keys(answers) as AnswerVerdict[])
    sums[VERDICTS[verdict].evidence] += answers[verdict] ?? 0;
  const { records: hits, told, silent, blocked } = sums;
  if (hits > 0) return { kind: 'confirmed', reason: `${hits} of its answers showed records` };
  if (told > 0)
    return { kind: 'answers', reason: `${told} of its answers spoke of the search, none showed records` };
  if (silent >= ENOUGH)
    return {
      kind: 'no-answer',
      reason: `none of ${silent} queries got an answer: the form again, or a page that answers nothing`,
    };
  if (blocked > 0)
    return { kind: 'blocked', reason: `${blocked} of its answers asked for a log-in or kept robots out` };
  return {
    kind: 'not-queried',
    reason: silent === 0 ? 'not queried' : `queried ${silent === 1 ? 'once' : `${silent} times`} only`,
  };
}
