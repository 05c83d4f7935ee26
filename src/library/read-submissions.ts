/** Reads submissions and their answers from the store. */

import type { Database } from '../drivers/sqlite/index.ts';
import {
  type AnswerVerdict,
  type CoverageState,
  type FormOutcome,
  type PostQueryKind,
  postQueryOf,
  type StopReason,
} from '../submissions/index.ts';

import type { HarvestedSubmission } from './exports/export-columns.ts';

const BATCH = 500;

/** Reads the submissions of a run in the order of (site, formId, position). */
export async function* harvestedSubmissions(
  db: Database,
  runId: number,
): AsyncGenerator<HarvestedSubmission> {
  let after = { site: '', form: '', position: 0 };
  while (true) {
    const rows = await db
      .selectFrom('submission')
      .selectAll()
      .where('run_id', '=', runId)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('site', 'form_id', 'position'), '>', tuple(after.site, after.form, after.position)),
      )
      .orderBy('site')
      .orderBy('form_id')
      .orderBy('position')
      .limit(BATCH)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    after = { site: last.site, form: last.form_id, position: last.position };
    for (const row of rows) {
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
        verdict: row.verdict,
        reason: row.reason,
        records: row.records,
        newRecords: row.new_records,
        statedTotal: row.stated_total,
      };
    }
  }
}

/** Number of answers of one kind to forms of one method (paper 004, tables 5 and 6). */
export interface SubmissionCount {
  readonly domain: string | null;
  readonly method: string;
  /** HTTP status; null where no answer came. */
  readonly status: number | null;
  readonly verdict: string;
  readonly count: number;
}

/** Counts submissions by domain, method, status and verdict; further pages of an answer do not count. */
export async function submissionCounts(db: Database, runId: number): Promise<SubmissionCount[]> {
  const rows = await db
    .selectFrom('submission')
    .leftJoin(
      db
        .selectFrom('form_variant')
        .select(['form_id', (eb) => eb.fn.max('domain').as('domain')])
        .where('run_id', '=', runId)
        .groupBy('form_id')
        .as('about'),
      'about.form_id',
      'submission.form_id',
    )
    .select([
      'about.domain',
      'method',
      'status',
      (eb) => eb.fn.coalesce('verdict', 'state').as('verdict'),
      (eb) => eb.fn.countAll<number>().as('count'),
    ])
    .where('submission.run_id', '=', runId)
    .where('page', '=', 1)
    .groupBy(['about.domain', 'method', 'status', (eb) => eb.fn.coalesce('verdict', 'state')])
    .execute();
  return rows
    .map((row) => ({
      ...row,
      domain: row.domain ?? null,
      verdict: String(row.verdict),
      count: Number(row.count),
    }))
    .sort(
      (a, b) => b.count - a.count || (a.verdict < b.verdict ? -1 : 1) || (a.status ?? 0) - (b.status ?? 0),
    );
}

/** Result of querying a form. */
export interface AskedForm {
  readonly formId: string;
  readonly site: string;
  readonly state: string;
  /** Why it is not queried, or why querying ended. */
  readonly reason: StopReason;
  readonly outcome: FormOutcome;
  readonly coverage: CoverageState;
  readonly submissions: number;
  readonly pages: number;
  readonly records: number;
  readonly sizeKind: string | null;
  readonly size: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

export async function askedForms(db: Database, runId: number): Promise<AskedForm[]> {
  const rows = await db
    .selectFrom('asked_form')
    .selectAll()
    .where('run_id', '=', runId)
    .orderBy('site')
    .orderBy('form_id')
    .execute();
  return rows.map((row) => ({
    formId: row.form_id,
    site: row.site,
    state: row.state,
    reason: { code: row.code as StopReason['code'], ...(row.detail !== null && { detail: row.detail }) },
    outcome: row.outcome as FormOutcome,
    coverage: row.coverage,
    submissions: row.submissions,
    pages: row.pages,
    records: row.seen,
    sizeKind: row.size_kind,
    size: row.size,
    low: row.size_low,
    high: row.size_high,
  }));
}

/** Counts the answers of each form by verdict; answers to nonsense probes and further pages do not count. */
export async function answersByForm(
  db: Database,
  runId: number,
): Promise<Map<string, Partial<Record<AnswerVerdict, number>>>> {
  const rows = await db
    .selectFrom('submission')
    .select(['form_id', 'verdict', (eb) => eb.fn.countAll<number>().as('count')])
    .where('run_id', '=', runId)
    .where('page', '=', 1)
    .where('purpose', '!=', 'nonsense-probe')
    .where('verdict', 'is not', null)
    .groupBy(['form_id', 'verdict'])
    .execute();
  const forms = new Map<string, Partial<Record<AnswerVerdict, number>>>();
  for (const { form_id, verdict, count } of rows) {
    const answers = forms.get(form_id) ?? {};
    answers[verdict as AnswerVerdict] = Number(count);
    forms.set(form_id, answers);
  }
  return forms;
}

/** Reads what earlier runs found out about forms by querying them, by form id; the latest run counts. */
export async function earlierAnswers(db: Database, runId: number): Promise<Map<string, PostQueryKind>> {
  const runs = await db
    .selectFrom('submission')
    .select('run_id')
    .distinct()
    .where('run_id', '<', runId)
    .orderBy('run_id')
    .execute();
  const kinds = new Map<string, PostQueryKind>();
  for (const { run_id } of runs)
    for (const [formId, answers] of await answersByForm(db, run_id)) {
      const { kind } = postQueryOf(answers, undefined);
      if (kind === 'confirmed' || kind === 'never-answers') kinds.set(formId, kind);
    }
  return kinds;
}
