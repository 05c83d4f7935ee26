import { hasSideEffects, type TreeDocument } from '../../foundation/dom/index.ts';
import { siteOf } from '../../foundation/url/index.ts';
import type { FormSession } from '../sending/form-session.ts';
import { RefusedError } from '../sending/outbound.ts';
import { isRequestFailure, messageOf } from '../sending/why-no-answer.ts';
import type { ResultRecord } from '../types/answer.ts';
import type { Detail, DetailState } from '../types/detail.ts';
import { readDetail } from './read-detail.ts';

interface DetailVisit {
  readonly session: FormSession;
  readonly domain: string | null;
  readonly formPage: TreeDocument | undefined;
}

/** Whether a record has a page of its own that may be looked at: on the site that shows it, and nothing that acts. */
export const hasPage = (
  record: ResultRecord,
  site: string,
): record is ResultRecord & { readonly url: string } =>
  record.url !== undefined && siteOf(record.url) === site && !hasSideEffects(record.url);

/**
 * Fetches a record's page as its link on an answer would, and reads it. What keeps it from us is told, not thrown.
 * @throws what the archive throws
 */
export async function visitRecord(
  record: ResultRecord & { readonly url: string },
  from: string,
  { session, domain, formPage }: DetailVisit,
): Promise<Detail> {
  const { key, url } = record;
  const not = (state: DetailState, reason: string): Detail => ({ key, url, state, reason });
  try {
    const { page, location } = await session.send({ method: 'GET', url, referrer: from });
    const { status, url: finalUrl, tree } = page;
    const came = { status, finalUrl, ...(location !== undefined && { location }) };
    if (status >= 400) return { ...not('gone', `HTTP status ${status}`), ...came };
    if (tree === undefined) return { ...not('failed', `no HTML: ${page.contentType}`), ...came };
    const reading = readDetail(tree, record, { domain, formPage });
    if (reading.named) return { key, url, state: 'read', ...came, reading };
    return { ...not('other', 'the page does not name the record'), ...came };
  } catch (error) {
    if (!isRequestFailure(error)) throw error;
    return not(error instanceof RefusedError ? 'refused' : 'failed', messageOf(error));
  }
}
