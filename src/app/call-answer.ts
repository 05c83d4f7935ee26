/** What a call of a form gives: records, and where they come from. */

import type { AnswerVerdict, Asked, SentBy } from '../submissions/index.ts';
import { QueryError, type StoredForm } from './callable-forms.ts';

interface CalledRecord {
  readonly title: string;
  readonly url: string | null;
  readonly fields: Readonly<Record<string, string | number>>;
  readonly text: string;
}

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
  readonly records: readonly CalledRecord[];
  /** Cursor for what follows; null where nothing does. */
  readonly next: string | null;
  readonly provenance: Provenance;
}

export function answerOf(
  { harvested: { formId, site, page } }: StoredForm,
  { pages, records, more }: Asked,
  { askedAt, from, most }: { readonly askedAt: number; readonly from: number; readonly most: number },
): CallAnswer {
  const [first] = pages;
  const answer = first?.result.answer;
  if (first === undefined || answer === undefined)
    throw new QueryError('no-answer', `${site} gave no answer: ${first?.result.reason ?? 'nothing came'}`);
  const { method, url } = first.request;
  const to = from + most;
  return {
    records: records
      .slice(from, to)
      .map(({ title, url: own = null, fields, text }) => ({ title, url: own, fields, text })),
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
