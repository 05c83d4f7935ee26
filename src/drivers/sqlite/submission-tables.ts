import { type ColumnType, type Kysely, sql } from 'kysely';

type Defaulted<T> = ColumnType<T, T | undefined, T>;

/** The ledger: every request to a form, written before it is sent. */
export interface SubmissionTable {
  run_id: number;
  form_id: string;
  /** Names the submission within its form: the question, and which page of its answer. */
  key: string;
  site: string;
  /** Position among the queries of the form, from 1. */
  position: number;
  /** 1 for the answer itself, 2 … for what its paging leads to. */
  page: number;
  purpose: string;
  /** JSON: positions of the binding controls. */
  binding: string;
  /** JSON: what each control was given. */
  controls: string;
  why: string;
  sent_by: 'http' | 'browser';
  method: 'GET' | 'POST';
  url: string;
  /** Equal for requests that are identical to a server. */
  digest: string;
  /** JSON: the request, body included. */
  request: string;
  state: 'sent' | 'settled' | 'parked' | 'failed';
  /** Times it was begun: more than one only for a GET after a crash, and on --retry-unknown. */
  attempts: Defaulted<number>;
  requests: number;
  status: number | null;
  final_url: string | null;
  verdict: string | null;
  /** Of the verdict; or why no answer came. */
  reason: string | null;
  /** Code of the reason why the query got no answer. */
  trouble: string | null;
  records: number;
  new_records: number;
  stated_total: number | null;
  fingerprint: string | null;
  /** JSON: the whole answer as it was read. */
  answer: string | null;
  /** JSON: the request for the next page of its list. */
  next: string | null;
  /** JSON: how the next questions go, where this one showed it. */
  way: string | null;
  exchange_offset: number | null;
  exchange_length: number | null;
  sent_at: number;
  settled_at: number | null;
}

/** Records seen on answers, one row for each of a site. */
export interface AnswerRecordTable {
  run_id: number;
  site: string;
  key: string;
  /** Form and submission that brought it first. */
  form_id: string;
  submission: string;
  title: string;
  url: string | null;
  /** JSON. */
  fields: string;
  text: string;
}

/** The page of a single record, sampled from the records of a form. */
export interface RecordDetailTable {
  run_id: number;
  site: string;
  /** Of the record. */
  key: string;
  form_id: string;
  url: string;
  state: 'read' | 'other' | 'gone' | 'refused' | 'failed';
  reason: string | null;
  status: number | null;
  final_url: string | null;
  /** JSON: its fields, and which of the list's it confirms. */
  reading: string | null;
  exchange_offset: number | null;
  exchange_length: number | null;
  read_at: number;
}

/** What asking a form came to. */
export interface AskedFormTable {
  run_id: number;
  form_id: string;
  site: string;
  state: 'asked' | 'skipped';
  /** Why it is not queried, or why querying ended: a code and its detail. */
  code: string;
  detail: string | null;
  outcome: string;
  coverage: 'whole' | 'estimated' | 'unknown';
  submissions: number;
  pages: number;
  seen: number;
  size_kind: string | null;
  size: number | null;
  size_low: number | null;
  size_high: number | null;
  size_reason: string | null;
  /** JSON: new records by submission. */
  growth: string;
}

export async function submissionTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('submission')
    .addColumn('run_id', 'integer', (c) => c.notNull())
    .addColumn('form_id', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('site', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('page', 'integer', (c) => c.notNull())
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('binding', 'text', (c) => c.notNull())
    .addColumn('controls', 'text', (c) => c.notNull())
    .addColumn('why', 'text', (c) => c.notNull())
    .addColumn('sent_by', 'text', (c) => c.notNull())
    .addColumn('method', 'text', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('digest', 'text', (c) => c.notNull())
    .addColumn('request', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('requests', 'integer', (c) => c.notNull())
    .addColumn('status', 'integer')
    .addColumn('final_url', 'text')
    .addColumn('verdict', 'text')
    .addColumn('reason', 'text')
    .addColumn('records', 'integer', (c) => c.notNull())
    .addColumn('new_records', 'integer', (c) => c.notNull())
    .addColumn('stated_total', 'bigint')
    .addColumn('fingerprint', 'text')
    .addColumn('answer', 'text')
    .addColumn('next', 'text')
    .addColumn('way', 'text')
    .addColumn('exchange_offset', 'bigint')
    .addColumn('exchange_length', 'integer')
    .addColumn('sent_at', 'bigint', (c) => c.notNull())
    .addColumn('settled_at', 'bigint')
    .addPrimaryKeyConstraint('submission_pk', ['run_id', 'form_id', 'key'])
    .execute();
  await db.schema.createIndex('submission_site').on('submission').columns(['run_id', 'site']).execute();
  await db.schema
    .createTable('answer_record')
    .addColumn('run_id', 'integer', (c) => c.notNull())
    .addColumn('site', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('form_id', 'text', (c) => c.notNull())
    .addColumn('submission', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('url', 'text')
    .addColumn('fields', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('answer_record_pk', ['run_id', 'site', 'key'])
    .execute();
  await db.schema
    .createTable('asked_form')
    .addColumn('run_id', 'integer', (c) => c.notNull())
    .addColumn('form_id', 'text', (c) => c.notNull())
    .addColumn('site', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('submissions', 'integer', (c) => c.notNull())
    .addColumn('pages', 'integer', (c) => c.notNull())
    .addColumn('seen', 'integer', (c) => c.notNull())
    .addColumn('size_kind', 'text')
    .addColumn('size', 'real')
    .addColumn('size_low', 'real')
    .addColumn('size_high', 'real')
    .addColumn('size_reason', 'text')
    .addColumn('growth', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('asked_form_pk', ['run_id', 'form_id'])
    .execute();
  await elementTables(db);
}

/** A row of the form element table (paper 004, tables 2 and 3): one kind of control of a domain. */
export interface ElementTable {
  id: ColumnType<number, number | undefined, never>;
  domain: string;
  /** As it was first met. */
  label: string;
  /** Stems, folded: what labels are compared by. */
  normalised: string;
  /** JSON: other labels that were merged into it. */
  aliases: string;
  /** Control element: select, radio, checkbox, text. */
  control: string;
  value_domain: 'finite' | 'infinite';
  /** Its source. */
  source: 'domain-file' | 'form' | 'user';
  status: 'active' | 'off';
}

/** A value of an element, and how it fared. */
export interface ElementValueTable {
  element_id: number;
  value: string;
  source: 'domain-file' | 'form' | 'user';
  /** Forms that offer it. */
  forms: number;
  /** Times it was sent, and times that brought hits. */
  asked: number;
  hits: number;
}

/** Runs whose forms and answers are in the form element table. */
export interface ElementRunTable {
  run_id: number;
}

export async function recordDetails(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('record_detail')
    .addColumn('run_id', 'integer', (c) => c.notNull())
    .addColumn('site', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('form_id', 'text', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('reason', 'text')
    .addColumn('status', 'integer')
    .addColumn('final_url', 'text')
    .addColumn('reading', 'text')
    .addColumn('exchange_offset', 'bigint')
    .addColumn('exchange_length', 'integer')
    .addColumn('read_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('record_detail_pk', ['run_id', 'site', 'key'])
    .execute();
}

export async function elementRuns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('element_run')
    .addColumn('run_id', 'integer', (c) => c.primaryKey())
    .execute();
}

/** Why no answer came, as a code. */
export async function submissionTroubles(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('submission').addColumn('trouble', 'text').execute();
}

/** Sentences of earlier versions, and the codes that they stood for. */
const STOP_SENTENCES: readonly (readonly [like: string, code: string])[] = [
  ['--max-submissions %', 'max-submissions'],
  ['all % records were seen%', 'all-seen'],
  ['the whole list was shown; other%', 'list-confirmed'],
  ['the whole list was shown%', 'list-whole'],
  ['the last % submissions brought no new record%', 'dry'],
  ['every template worth asking was asked%', 'templates-asked'],
  ['nothing more to ask%', 'nothing-left'],
  ['nothing to ask%', 'nothing-left'],
  ['nothing in it can be chosen or typed', 'nothing-to-fill'],
  ['it only orders what its page shows', 'only-arranges'],
  ['open text fields only; --text%', 'typing-off'],
  ['% must be typed; --text%', 'typing-needed'],
  ['% submissions in a row were refused%', 'refusals'],
];

/**
 * Why asking ended as a code, and what a form turned out to be. That a database was seen whole is not carried over: what
 * earlier versions took for that was no proof.
 */
export async function askingCodes(db: Kysely<unknown>): Promise<void> {
  const table = () => db.schema.alterTable('asked_form');
  await table().addColumn('detail', 'text').execute();
  await table()
    .addColumn('code', 'text', (c) => c.notNull().defaultTo('earlier-version'))
    .execute();
  await table()
    .addColumn('outcome', 'text', (c) => c.notNull().defaultTo('not-queried'))
    .execute();
  await table()
    .addColumn('coverage', 'text', (c) => c.notNull().defaultTo('unknown'))
    .execute();
  await sql`update asked_form set detail = reason,
    outcome = case state when 'asked' then 'inconclusive' else 'not-queried' end,
    coverage = case when size is null then 'unknown' else 'estimated' end`.execute(db);
  for (const [like, code] of STOP_SENTENCES)
    await sql`update asked_form set code = ${code} where code = 'earlier-version' and reason like ${like}`.execute(
      db,
    );
  await sql`update asked_form set detail = null where code in ('list-whole', 'list-confirmed', 'templates-asked',
    'nothing-left', 'nothing-to-fill', 'only-arranges', 'typing-off')`.execute(db);
  await sql`update asked_form set detail = replace(substr(reason, 19), ' reached', '') where code = 'max-submissions'`.execute(
    db,
  );
  await table().dropColumn('reason').execute();
}

async function elementTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('element')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('domain', 'text', (c) => c.notNull())
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('normalised', 'text', (c) => c.notNull())
    .addColumn('aliases', 'text', (c) => c.notNull())
    .addColumn('control', 'text', (c) => c.notNull())
    .addColumn('value_domain', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addUniqueConstraint('element_name', ['domain', 'normalised'])
    .execute();
  await db.schema
    .createTable('element_value')
    .addColumn('element_id', 'integer', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('forms', 'integer', (c) => c.notNull())
    .addColumn('asked', 'integer', (c) => c.notNull())
    .addColumn('hits', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('element_value_pk', ['element_id', 'value'])
    .execute();
}
