/** What was asked and what came back, read from the store. */

import type { Database } from '../store/index.ts';
import {
  type AnswerVerdict,
  type DetailReading,
  type DetailState,
  type PostQueryKind,
  postQueryOf,
} from '../submissions/index.ts';

/** One request of a form's, as it is exported. */
export interface HarvestedSubmission {
  readonly site: string;
  readonly formId: string;
  readonly position: number;
  readonly page: number;
  readonly purpose: string;
  readonly controls: readonly {
    readonly name: string;
    readonly label: string;
    readonly values: readonly string[];
    readonly source: string;
  }[];
  readonly why: string;
  readonly sentBy: string;
  readonly method: string;
  readonly url: string;
  readonly state: string;
  readonly status: number | null;
  readonly finalUrl: string | null;
  readonly verdict: string | null;
  readonly reason: string | null;
  readonly records: number;
  readonly newRecords: number;
  readonly statedTotal: number | null;
}

const BATCH = 500;

/** The submissions of a run in the order of (site, formId, position). */
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

/** A record behind a form, as it is exported. */
export interface HarvestedRecord {
  readonly site: string;
  readonly key: string;
  readonly formId: string;
  readonly title: string;
  readonly url: string | null;
  /** As the list shows them, and what its own page adds where that was read. */
  readonly fields: Readonly<Record<string, string | number>>;
  readonly text: string;
  /** What became of its own page, for those that were sampled. */
  readonly detail: RecordPage | null;
}

/** The page of a single record, and the names of the fields that it confirms, tells otherwise and adds. */
export interface RecordPage {
  readonly url: string;
  readonly state: DetailState;
  readonly reason: string | null;
  readonly confirmed: readonly string[];
  readonly differing: readonly string[];
  readonly added: readonly string[];
}

/** The records of a run in the order of (site, key). */
export async function* harvestedRecords(db: Database, runId: number): AsyncGenerator<HarvestedRecord> {
  let after = { site: '', key: '' };
  while (true) {
    const rows = await db
      .selectFrom('answer_record')
      .leftJoin('record_detail', (join) =>
        join
          .onRef('record_detail.run_id', '=', 'answer_record.run_id')
          .onRef('record_detail.site', '=', 'answer_record.site')
          .onRef('record_detail.key', '=', 'answer_record.key'),
      )
      .selectAll('answer_record')
      .select([
        'record_detail.url as page_url',
        'record_detail.state',
        'record_detail.reason',
        'record_detail.reading',
      ])
      .where('answer_record.run_id', '=', runId)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('answer_record.site', 'answer_record.key'), '>', tuple(after.site, after.key)),
      )
      .orderBy('answer_record.site')
      .orderBy('answer_record.key')
      .limit(BATCH)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    after = { site: last.site, key: last.key };
    for (const row of rows) {
      const { site, key, form_id: formId, title, url, text } = row;
      const reading = row.reading === null ? undefined : (JSON.parse(row.reading) as DetailReading);
      const fields = completed(JSON.parse(row.fields) as HarvestedRecord['fields'], reading);
      yield { site, key, formId, title, url, fields, text, detail: recordPage(row, reading) };
    }
  }
}

function completed(
  listed: HarvestedRecord['fields'],
  reading: DetailReading | undefined,
): HarvestedRecord['fields'] {
  const added = (reading?.added ?? []).map((name) => [name, reading?.fields[name] ?? ''] as const);
  return { ...listed, ...Object.fromEntries(added) };
}

function recordPage(
  {
    page_url: url,
    state,
    reason,
  }: { page_url: string | null; state: DetailState | null; reason: string | null },
  reading: DetailReading | undefined,
): RecordPage | null {
  if (url === null || state === null) return null;
  const { confirmed = [], differing = [], added = [] } = reading ?? {};
  return { url, state, reason, confirmed, differing, added };
}

/** How the pages of single records fared: by state, and their fields against the lists'. */
export interface DetailCount {
  readonly pages: Readonly<Partial<Record<DetailState, number>>>;
  readonly confirmed: number;
  readonly differing: number;
  readonly added: number;
}

export async function detailCount(db: Database, runId: number): Promise<DetailCount> {
  const rows = await db
    .selectFrom('record_detail')
    .select(['state', 'reading'])
    .where('run_id', '=', runId)
    .execute();
  const pages: Partial<Record<DetailState, number>> = {};
  const fields = { confirmed: 0, differing: 0, added: 0 };
  for (const { state, reading } of rows) {
    pages[state] = (pages[state] ?? 0) + 1;
    if (reading === null) continue;
    const { confirmed, differing, added } = JSON.parse(reading) as DetailReading;
    fields.confirmed += confirmed.length;
    fields.differing += differing.length;
    fields.added += added.length;
  }
  return { pages, ...fields };
}

/** How often forms of a method were answered in a way (paper 004, tables 5 and 6). */
export interface SubmissionCount {
  readonly domain: string | null;
  readonly method: string;
  /** HTTP status; null where no answer came. */
  readonly status: number | null;
  readonly verdict: string;
  readonly count: number;
}

/** Submissions by domain, method, status and verdict; the further pages of an answer are not counted. */
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

/** What asking a form came to. */
export interface AskedForm {
  readonly formId: string;
  readonly site: string;
  readonly state: string;
  readonly reason: string;
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
    reason: row.reason,
    submissions: row.submissions,
    pages: row.pages,
    records: row.seen,
    sizeKind: row.size_kind,
    size: row.size,
    low: row.size_low,
    high: row.size_high,
  }));
}

/** How the questions to each form were answered, by verdict; answers to nonsense and further pages are not counted. */
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

/** What forms turned out to be when runs before this one asked them, by the forms' identities; the latest word counts. */
export async function earlierAnswers(db: Database, runId: number): Promise<Map<string, PostQueryKind>> {
  const runs = await db
    .selectFrom('submission')
    .select('run_id')
    .distinct()
    .where('run_id', '<', runId)
    .orderBy('run_id')
    .execute();
  const told = new Map<string, PostQueryKind>();
  for (const { run_id } of runs)
    for (const [formId, answers] of await answersByForm(db, run_id)) {
      const { kind } = postQueryOf(answers, undefined);
      if (kind === 'confirmed' || kind === 'never-answers') told.set(formId, kind);
    }
  return told;
}
