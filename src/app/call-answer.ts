/** What a call of a form gives: records, and where they come from. */

import { type HarvestedRecord, readRecord, type SiteNotations } from '../library/index.ts';
import type { AnswerVerdict, Asked, SentBy } from '../submissions/index.ts';
import { QueryError, type StoredForm } from './callable-forms.ts';

/** Says where records come from. */
interface Provenance {
  readonly formId: string;
  readonly site: string;
  readonly page: string;
  /** Asks for the first page of the answer. */
  readonly request: { readonly method: 'GET' | 'POST'; readonly url: string; readonly sentBy: SentBy };
  readonly askedAt: string;
  /** Nothing was sent for this. */
  readonly cached: boolean;
  readonly verdict: AnswerVerdict;
  readonly reason: string;
  /** Total that the page states. */
  readonly total: number | null;
}

export interface CallAnswer {
  /** As exports have them. */
  readonly records: readonly HarvestedRecord[];
  /** Cursor for what follows; null where nothing does. */
  readonly next: string | null;
  readonly provenance: Provenance;
}

interface AnswerPart {
  readonly askedAt: number;
  readonly from: number;
  readonly most: number;
  /** Of the run that has the form. */
  readonly notations: SiteNotations;
}

export async function answerOf(
  { harvested: { formId, site, page } }: StoredForm,
  { pages, records, more }: Asked,
  { askedAt, from, most, notations }: AnswerPart,
): Promise<CallAnswer> {
  const [first] = pages;
  const answer = first?.result.answer;
  if (first === undefined || answer === undefined)
    throw new QueryError('no-answer', `${site} gave no answer: ${first?.result.reason ?? 'nothing came'}`);
  const { method, url } = first.request;
  const to = from + most;
  return {
    records: await Array.fromAsync(records.slice(from, to), ({ key, title, url: own = null, fields, text }) =>
      readRecord(notations, { site, key, formId, forms: [formId], title, url: own, fields, text }),
    ),
    next:
      records.length > to || (more && records.length > from) ? cursorOf(Math.min(to, records.length)) : null,
    provenance: {
      ...{ formId, site, page },
      request: { method, url, sentBy: first.result.sentBy ?? 'http' },
      askedAt: new Date(askedAt).toISOString(),
      cached: pages.every(({ remembered }) => remembered),
      verdict: answer.verdict,
      reason: answer.reason,
      total: answer.statedTotal ?? null,
    },
  };
}

const cursorOf = (at: number): string => Buffer.from(String(at)).toString('base64url');
