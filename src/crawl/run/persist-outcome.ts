/** Writes down and reports the outcome of a form. */

import type { HarvestedForm } from '../../library/index.ts';
import { coverageState, type SubmitEvent } from '../../submissions/index.ts';
import type { HarvestEvent } from '../events/index.ts';
import type { Recording } from './recording.ts';

type Ended = Extract<SubmitEvent, { type: 'form-done' | 'form-skipped' }>;

export async function persistOutcome(
  { store, runId }: Pick<Recording, 'store' | 'runId'>,
  { formId, site }: HarvestedForm,
  event: Ended,
): Promise<void> {
  const done = event.type === 'form-done' ? event : undefined;
  const { estimate } = done ?? {};
  const row = {
    run_id: runId,
    form_id: formId,
    site,
    state: done === undefined ? ('skipped' as const) : ('asked' as const),
    code: event.reason.code,
    detail: event.reason.detail ?? null,
    outcome: done?.outcome ?? ('not-queried' as const),
    coverage: estimate === undefined ? ('unknown' as const) : coverageState(estimate),
    submissions: done?.asked ?? 0,
    pages: done?.pages ?? 0,
    seen: estimate?.seen ?? 0,
    size_kind: estimate?.kind ?? null,
    size: estimate?.size ?? null,
    size_low: estimate?.low ?? null,
    size_high: estimate?.high ?? null,
    size_reason: estimate?.reason ?? null,
    growth: JSON.stringify(done?.growth ?? []),
  };
  await store.transaction((trx) => trx.submissions.putAskedForm(row), { sites: [site] });
}

/** Reports a step of querying a form; undefined where an earlier stretch of the run has reported it. */
export function formEvent(
  { formId, site, form }: HarvestedForm,
  event: SubmitEvent,
): HarvestEvent | undefined {
  if (event.type === 'detail') {
    const { record, detail, remembered } = event;
    const { url, state, reason = '', reading } = detail;
    const { confirmed = [], differing = [], added = [] } = reading ?? {};
    const about = { formId, site, title: record.title, url, state, reason };
    return remembered ? undefined : { type: 'detail', ...about, confirmed, differing, added };
  }
  if (event.type !== 'submission') {
    const { reason } = event;
    const seen = event.type === 'form-done' ? event.estimate : undefined;
    return {
      type: 'asked',
      formId,
      site,
      action: form.action,
      state: event.type === 'form-done' ? 'asked' : 'skipped',
      reason,
      outcome: event.type === 'form-done' ? event.outcome : 'not-queried',
      submissions: event.type === 'form-done' ? event.asked : 0,
      records: seen?.seen ?? 0,
      coverage: seen === undefined ? 'unknown' : coverageState(seen),
      size: seen?.size ?? null,
    };
  }
  if (event.remembered) return undefined;
  const { entry, result } = event;
  const { method, url } = result.request ?? entry.request;
  return {
    type: 'submission',
    formId,
    site,
    method,
    url,
    page: entry.page,
    sentBy: entry.sentBy,
    why: entry.why,
    status: result.status ?? null,
    verdict: result.answer?.verdict ?? result.state,
    reason: result.answer?.reason ?? result.reason ?? '',
    records: result.answer?.records.length ?? 0,
    newRecords: result.newRecords,
  };
}

/** Reports the records of an answer that the site's forms had not shown before; none that an earlier stretch of the run has reported. */
export function recordEvents(
  { formId, site }: HarvestedForm,
  { result, remembered }: Extract<SubmitEvent, { type: 'submission' }>,
  shown: Set<string>,
): HarvestEvent[] {
  const fresh = (result.answer?.records ?? []).filter(({ key }) => !shown.has(key));
  for (const { key } of fresh) shown.add(key);
  if (remembered) return [];
  return fresh.map(({ title, url = null, fields }) => ({ type: 'record', formId, site, title, url, fields }));
}
