/** Reads submissions and their answers from the store. */

import type { Store, SubmissionRange } from '../storage/index.ts';
import {
  type AnswerVerdict,
  type CoverageState,
  type FilledControl,
  type FormOutcome,
  type PostQueryKind,
  postQueryOf,
  type StopReason,
  storedStopCode,
  type ValueSource,
} from '../submissions/index.ts';

import type { HarvestedSubmission } from './exports/export-columns.ts';

/** Reads the submissions of a run, or those in a range, in the order of (site, formId, position, page). */
export async function* harvestedSubmissions(
  store: Pick<Store, 'submissions'>,
  runId: number,
  range?: SubmissionRange,
): AsyncGenerator<HarvestedSubmission> {
  for await (const row of store.submissions.each(runId, range)) {
    const controls = JSON.parse(row.controls) as HarvestedSubmission['controls'];
    yield {
      site: row.site,
      formId: row.form_id,
      position: row.position,
      page: row.page,
      purpose: row.purpose,
      controls: controls.map(({ name, label, values, source }) => ({ name, label, values, source })),
      why: row.why,
      sentBy: row.sent_by,
      method: row.method,
      url: row.url,
      state: row.state,
      status: row.status,
      finalUrl: row.final_url,
      verdict: row.verdict as AnswerVerdict | null,
      reason: row.reason,
      records: row.records,
      newRecords: row.new_records,
      statedTotal: row.stated_total,
    };
  }
}

/** Number of answers of one kind to forms of one method (paper 004, tables 5 and 6). */
interface SubmissionCount {
  readonly domain: string | null;
  readonly method: string;
  /** HTTP status; null where no answer came. */
  readonly status: number | null;
  readonly verdict: string;
  readonly count: number;
}

/** Counts submissions by domain, method, status and verdict; further pages of an answer do not count. */
export async function submissionCounts(
  store: Pick<Store, 'submissions'>,
  runId: number,
): Promise<SubmissionCount[]> {
  const counts = new Map<string, SubmissionCount>();
  for (const tally of await store.submissions.tallies(runId)) {
    if (tally.first_page === 0) continue;
    const { domain, method, status, verdict, state } = tally;
    const kind = { domain, method, status, verdict: verdict ?? state };
    const name = JSON.stringify(kind);
    counts.set(name, { ...kind, count: (counts.get(name)?.count ?? 0) + tally.count });
  }
  return [...counts.values()].sort(
    (a, b) => b.count - a.count || (a.verdict < b.verdict ? -1 : 1) || (a.status ?? 0) - (b.status ?? 0),
  );
}

/** Holds what the values of one source brought. */
export interface SourceCount {
  readonly source: ValueSource;
  /** Queries that bound a control to one, those of them that brought hits, and records that only they brought. */
  readonly queries: number;
  readonly hits: number;
  readonly newRecords: number;
}

/** Counts queries by where the values of their binding controls come from, the most used source first. */
export async function sourceCounts(store: Pick<Store, 'submissions'>, runId: number): Promise<SourceCount[]> {
  const counts = new Map<ValueSource, { queries: number; hits: number; newRecords: number }>();
  for await (const row of store.submissions.each(runId)) {
    const binding = JSON.parse(row.binding) as number[];
    const controls = JSON.parse(row.controls) as FilledControl[];
    const bound = controls.filter(({ position, values }) => binding.includes(position) && values.length > 0);
    for (const source of new Set(bound.map((control) => control.source))) {
      const count = counts.get(source) ?? { queries: 0, hits: 0, newRecords: 0 };
      counts.set(source, count);
      count.newRecords += row.new_records;
      if (row.page > 1) continue;
      count.queries++;
      if (row.verdict === 'hits') count.hits++;
    }
  }
  return [...counts]
    .map(([source, count]) => ({ source, ...count }))
    .sort((a, b) => b.queries - a.queries || (a.source < b.source ? -1 : 1));
}

/** Result of querying a form. */
export interface AskedForm {
  readonly formId: string;
  readonly site: string;
  readonly state: string;
  /** Says why it is not queried, or why querying ended. */
  readonly reason: StopReason;
  readonly outcome: FormOutcome;
  readonly coverage: CoverageState;
  readonly submissions: number;
  readonly pages: number;
  /** Distinct ones. */
  readonly records: number;
  /** `exact`, `estimated`, `cannot-tell`; null where the form was not asked. */
  readonly sizeKind: string | null;
  readonly size: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

export async function askedForms(
  store: Pick<Store, 'submissions'>,
  runId: number,
  formIds?: readonly string[],
): Promise<AskedForm[]> {
  const rows = await store.submissions.askedForms(runId, formIds);
  return rows.map((row) => ({
    formId: row.form_id,
    site: row.site,
    state: row.state,
    reason: { code: storedStopCode(row.code), ...(row.detail !== null && { detail: row.detail }) },
    outcome: row.outcome as FormOutcome,
    coverage: row.coverage,
    submissions: row.submissions,
    pages: row.pages,
    records: row.seen,
    sizeKind: row.size_kind,
    // What earlier versions estimated may lie below what was seen.
    size: row.size && Math.max(row.size, row.seen),
    low: row.size_low && Math.max(row.size_low, row.seen),
    high: row.size_high && Math.max(row.size_high, row.seen),
  }));
}

/** Counts the answers of each form by verdict; answers to nonsense probes and further pages do not count. */
export async function answersByForm(
  store: Pick<Store, 'submissions'>,
  runId: number,
  formIds?: readonly string[],
): Promise<Map<string, Partial<Record<AnswerVerdict, number>>>> {
  const forms = new Map<string, Partial<Record<AnswerVerdict, number>>>();
  for (const tally of await store.submissions.tallies(runId, formIds)) {
    const { form_id, first_page, purpose, count } = tally;
    const verdict = tally.verdict as AnswerVerdict | null;
    if (first_page === 0 || purpose === 'nonsense-probe' || verdict === null) continue;
    const answers = forms.get(form_id) ?? {};
    answers[verdict] = (answers[verdict] ?? 0) + count;
    forms.set(form_id, answers);
  }
  return forms;
}

/** Reads what earlier runs found out about forms by querying them, by form id; the latest run counts. */
export async function earlierAnswers(
  store: Pick<Store, 'runs' | 'submissions'>,
  runId: number,
): Promise<Map<string, PostQueryKind>> {
  const kinds = new Map<string, PostQueryKind>();
  for (const { id } of await store.runs.all()) {
    if (id >= runId) break;
    for (const [formId, answers] of await answersByForm(store, id)) {
      const { kind } = postQueryOf(answers, undefined);
      if (kind === 'confirmed' || kind === 'no-answer') kinds.set(formId, kind);
    }
  }
  return kinds;
}
