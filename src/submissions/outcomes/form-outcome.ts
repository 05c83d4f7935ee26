/** What a form turned out to be, from the answers to its queries. */

import { type AnswerVerdict, VERDICTS } from '../types/answer.ts';
import type { FormOutcome } from '../types/asking.ts';
import type { Purpose } from '../types/submission.ts';

/** The first answer to one query. */
export interface QueryOutcome {
  readonly purpose: Purpose;
  /** What was typed; undefined where nothing was. */
  readonly typed?: string;
  /** Choices were made. */
  readonly chosen: boolean;
  /** Undefined where no answer came. */
  readonly verdict: AnswerVerdict | undefined;
  /** Equal for answers that show the same. */
  readonly fingerprint: string;
  readonly records: number;
}

/** Different words that must bring hits before a form is believed to search by what is typed. */
const ENOUGH_WORDS = 2;
/** Queries without any answer of a search, after which a form is none. */
const ENOUGH_SILENCE = 3;

const isSilent = (verdict: AnswerVerdict): boolean => VERDICTS[verdict].evidence === 'silent';

export function formOutcome(queries: readonly QueryOutcome[], takesWords: boolean): FormOutcome {
  const answered = queries.filter(({ verdict }) => verdict !== undefined);
  if (answered.length === 0) return queries.length === 0 ? 'not-queried' : 'inconclusive';
  const nonsense = answered.filter(({ purpose }) => purpose === 'nonsense-probe');
  const asked = answered.filter(({ purpose }) => purpose !== 'nonsense-probe');
  const hits = asked.filter(({ verdict }) => verdict === 'hits');
  if (ignoresInput(nonsense, asked)) return 'ignores-input';
  const words = new Set(hits.flatMap(({ typed }) => (typed === undefined ? [] : [typed.toLowerCase()])));
  const denied = nonsense.every(({ verdict }) => verdict !== 'hits');
  if (takesWords ? denied && nonsense.length > 0 && words.size >= ENOUGH_WORDS : choosesRecords(asked))
    return 'verified';
  if (hits.length > 0) return 'inconclusive';
  if (answersWordsOtherwise(nonsense, asked)) return 'results-unreadable';
  const silent = asked.length >= ENOUGH_SILENCE && asked.every(({ verdict = 'hits' }) => isSilent(verdict));
  return silent && nonsense.every(({ verdict = 'hits' }) => isSilent(verdict))
    ? 'non-searchable'
    : 'inconclusive';
}

/** Where nothing is typed, a choice brings records, and they are others than without it or with another one. */
const choosesRecords = (asked: readonly QueryOutcome[]): boolean =>
  asked.some(
    ({ chosen, verdict, fingerprint }) =>
      chosen &&
      verdict === 'hits' &&
      asked.some((other) => isJudged(other.verdict) && other.fingerprint !== fingerprint),
  );
const isJudged = (verdict: AnswerVerdict | undefined): boolean => verdict === 'hits' || verdict === 'no-hits';

/** Nonsense brings records, and different words bring the same ones. */
export function ignoresInput(nonsense: readonly QueryOutcome[], asked: readonly QueryOutcome[]): boolean {
  const typed = asked.filter(({ typed }) => typed !== undefined);
  const shown = new Set(
    nonsense.filter(({ verdict }) => verdict === 'hits').map(({ fingerprint }) => fingerprint),
  );
  const words = new Set(typed.map((one) => one.typed?.toLowerCase()));
  return (
    shown.size > 0 && words.size >= ENOUGH_WORDS && typed.every(({ fingerprint }) => shown.has(fingerprint))
  );
}

/** What should be found is answered, and otherwise than nonsense, yet no records were read from it. */
const answersWordsOtherwise = (
  nonsense: readonly QueryOutcome[],
  asked: readonly QueryOutcome[],
): boolean => {
  const denials = new Set(nonsense.map(({ verdict }) => verdict));
  const words = asked.filter(({ typed }) => typed !== undefined);
  return (
    denials.has('no-hits') &&
    words.filter(({ verdict = 'no-hits' }) => isSilent(verdict)).length >= ENOUGH_WORDS
  );
};
