import type { ExchangeRange } from './pages.ts';
import { integer, type RowOf, real, table, text } from './table.ts';

export const SUBMISSION_TABLES = {
  /** The ledger: every request to a form, written before it is sent. */
  submission: table(['run_id', 'form_id', 'key'], {
    run_id: integer,
    form_id: text,
    /** Names the submission within its form: the question, and which page of its answer. */
    key: text,
    site: text,
    /** Position among the queries of the form, from 1. */
    position: integer,
    /** 1 for the answer itself, 2 … for what its paging leads to. */
    page: integer,
    purpose: text,
    /** JSON: positions of the binding controls. */
    binding: text,
    /** JSON: what each control was given. */
    controls: text,
    why: text,
    sent_by: text.as<'http' | 'browser'>(),
    method: text.as<'GET' | 'POST'>(),
    url: text,
    /** Equal for requests that are identical to a server. */
    digest: text,
    /** JSON: the request, body included. */
    request: text,
    state: text.as<'sent' | 'settled' | 'parked' | 'failed'>(),
    /** Times it was begun: more than one only for a GET after a crash, and on --retry-unknown. */
    attempts: integer.or(1),
    requests: integer,
    status: integer.orNull(),
    final_url: text.orNull(),
    verdict: text.orNull(),
    /** Of the verdict; or why no answer came. */
    reason: text.orNull(),
    /** Code of the reason why the query got no answer. */
    trouble: text.orNull(),
    records: integer,
    /** Of these new to the form. */
    new_records: integer,
    stated_total: real.orNull(),
    fingerprint: text.orNull(),
    /** JSON: the whole answer as it was read. */
    answer: text.orNull(),
    /** JSON: the request for the next page of its list. */
    next: text.orNull(),
    /** JSON: how the next questions go, where this one showed it. */
    way: text.orNull(),
    exchange_offset: integer.orNull(),
    exchange_length: integer.orNull(),
    sent_at: integer,
    settled_at: integer.orNull(),
  }),
  /** Outcome of querying a form. */
  asked_form: table(['run_id', 'form_id'], {
    run_id: integer,
    form_id: text,
    site: text,
    state: text.as<'asked' | 'skipped'>(),
    /** Reason why it is not queried, or why querying ended: a code and its detail. */
    code: text.or('earlier-version'),
    detail: text.orNull(),
    outcome: text.or('not-queried'),
    coverage: text.as<'whole' | 'estimated' | 'unknown'>().or('unknown'),
    submissions: integer,
    pages: integer,
    seen: integer,
    size_kind: text.orNull(),
    size: real.orNull(),
    size_low: real.orNull(),
    size_high: real.orNull(),
    size_reason: text.orNull(),
    /** JSON: new records by submission. */
    growth: text,
  }),
};
export type SubmissionRow = RowOf<typeof SUBMISSION_TABLES.submission>;
export type AskedFormRow = RowOf<typeof SUBMISSION_TABLES.asked_form>;

/** A submission before anything came back. */
export type NewSubmission = Pick<
  SubmissionRow,
  | 'run_id'
  | 'form_id'
  | 'key'
  | 'site'
  | 'position'
  | 'page'
  | 'purpose'
  | 'binding'
  | 'controls'
  | 'why'
  | 'sent_by'
  | 'method'
  | 'url'
  | 'digest'
  | 'request'
  | 'sent_at'
>;

export type SubmissionKey = Pick<SubmissionRow, 'run_id' | 'form_id' | 'key'>;

/** Counts the submissions of a form that are alike in these columns, and what they brought together. */
export interface SubmissionTally
  extends Pick<SubmissionRow, 'form_id' | 'method' | 'purpose' | 'state' | 'status' | 'verdict'> {
  /** Domain of the form, the last by name where its variants differ. */
  readonly domain: string | null;
  /** 1 for answers themselves, 0 for what their paging leads to. */
  readonly first_page: number;
  readonly count: number;
  readonly records: number;
  readonly new_records: number;
}

/** An answer with hits that is in the archive, and the domain of its site. */
export type ArchivedAnswer = Pick<
  SubmissionRow,
  'form_id' | 'key' | 'site' | 'url' | 'final_url' | 'exchange_offset' | 'exchange_length' | 'sent_at'
> & { readonly domain: string | null };

/** Selects submissions of a run. */
export interface SubmissionRange {
  readonly site?: string | undefined;
  readonly formId?: string | undefined;
  /** From behind this one on. */
  readonly after?: Pick<SubmissionRow, 'site' | 'form_id' | 'position' | 'page'> | undefined;
}

/** Reads what was asked of forms. */
export interface SubmissionReader {
  /** All submissions of a site, in the order in which they were first begun. */
  ofSite(runId: number, site: string): Promise<readonly SubmissionRow[]>;
  /** Submissions of a run, or those of them in a range, by site, form, position and page. */
  each(runId: number, range?: SubmissionRange): AsyncIterable<SubmissionRow>;
  /** Submissions of a run, or of some forms of it, counted; by form and verdict, those without a verdict first. */
  tallies(runId: number, formIds?: readonly string[]): Promise<readonly SubmissionTally[]>;
  /** Answers with hits by form and key, from behind `after` on. */
  archivedAnswers(
    runId: number,
    after: Pick<SubmissionRow, 'form_id' | 'key'>,
    limit: number,
  ): Promise<readonly ArchivedAnswer[]>;
  /** Forms of a run, or those of them that are named, that were asked or skipped, by site and form. */
  askedForms(runId: number, formIds?: readonly string[]): Promise<readonly AskedFormRow[]>;
}

export interface SubmissionStore extends SubmissionReader {
  /** Begins a submission. One with the same key is begun again: another attempt, and nothing else but its time changes. */
  begin(submission: NewSubmission): Promise<void>;
  /** Replaces the request of a submission that is under way; does nothing to any other. */
  replaceRequest(
    { run_id, form_id, key }: SubmissionKey,
    request: Pick<SubmissionRow, 'method' | 'url' | 'digest' | 'request'>,
  ): Promise<void>;
  /** Changes columns of a submission; does nothing where there is none. */
  update(
    { run_id, form_id, key }: SubmissionKey,
    change: Partial<Omit<SubmissionRow, keyof SubmissionKey>>,
  ): Promise<void>;
  /** Writes what asking a form came to, in the place of what was written before. */
  putAskedForm(form: AskedFormRow): Promise<void>;
  /** Points the submissions and record pages of a run to where their exchanges are now; those not in the map have none any more. */
  moveExchanges(runId: number, offsets: ReadonlyMap<number, number>): Promise<void>;
  /** Notes that a part of the exchange log is lost. @returns how many submissions and record pages had an exchange there */
  loseExchanges(runId: number, lost: ExchangeRange): Promise<number>;
  /** Deletes the submissions and asked forms of a run, or of one site of it; records stay. */
  delete(runId: number, site?: string): Promise<void>;
}
