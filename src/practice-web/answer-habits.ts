/** How a site tells what a search came to: in every site alike for all its forms, and read by the truth too. */

import { hash32 } from './seeded.ts';
import type { FormSpec, SiteIdentity } from './site.ts';

interface AnswerHabits {
  /** `exact`: "4,213 books found"; `range`: "11–20 of 4,213 books"; `none`: no number at all. */
  readonly total: 'exact' | 'range' | 'none';
  /** `message`: a sentence; `zero`: the number 0; `suggestions`: a sentence, and some records that were not asked for. */
  readonly empty: 'message' | 'zero' | 'suggestions';
  /** What a single box that was left empty gives: a message, or without a word the same form again. */
  readonly nothingAsked: 'message' | 'silent';
  /** HTTP status of a page that says what is wrong with a submission. */
  readonly refusalStatus: 200 | 422;
  /** True where thousands are grouped, as the language does it. */
  readonly grouped: boolean;
}

const TOTALS = ['exact', 'exact', 'range', 'none'] as const;
const EMPTIES = ['message', 'message', 'zero', 'suggestions'] as const;

export function answerHabits(identity: SiteIdentity, form: FormSpec): AnswerHabits {
  const turn = (what: string, count: number): number => hash32(`${what}:${identity.seed}`) % count;
  const byScript = form.results === 'xhr';
  return {
    total: byScript ? 'exact' : (TOTALS[turn('total', TOTALS.length)] ?? 'exact'),
    empty: byScript ? 'zero' : (EMPTIES[turn('empty', EMPTIES.length)] ?? 'message'),
    nothingAsked: turn('nothing asked', 2) === 0 ? 'message' : 'silent',
    refusalStatus: turn('refusal', 2) === 0 ? 200 : 422,
    grouped: turn('grouped', 2) === 0,
  };
}
