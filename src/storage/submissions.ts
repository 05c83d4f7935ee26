import type { ExchangeRange } from './pages.ts';

/** The ledger: every request to a form, written before it is sent. */
export interface SubmissionRow {
  readonly run_id: number;
  readonly form_id: string;
  /** Names the submission within its form: the question, and which page of its answer. */
  readonly key: string;
  readonly site: string;
  /** Position among the queries of the form, from 1. */
  readonly position: number;
  /** 1 for the answer itself, 2 … for what its paging leads to. */
  readonly page: number;
  readonly purpose: string;
  /** JSON: positions of the binding controls. */
  readonly binding: string;
  /** JSON: what each control was given. */
  readonly controls: string;
  readonly why: string;
  readonly sent_by: 'http' | 'browser';
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** Equal for requests that are identical to a server. */
  readonly digest: string;
  /** JSON: the request, body included. */
  readonly request: string;
  readonly state: 'sent' | 'settled' | 'parked' | 'failed';
  /** Times it was begun: more than one only for a GET after a crash, and on --retry-unknown. */
  readonly attempts: number;
  readonly requests: number;
  readonly status: number | null;
  readonly final_url: string | null;
  readonly verdict: string | null;
  /** Of the verdict; or why no answer came. */
  readonly reason: string | null;
  /** Code of the reason why the query got no answer. */
  readonly trouble: string | null;
  readonly records: number;
  /** Of these new to the form. */
  readonly new_records: number;
  readonly stated_total: number | null;
  readonly fingerprint: string | null;
  /** JSON: the whole answer as it was read. */
  readonly answer: string | null;
  /** JSON: the request for the next page of its list. */
  readonly next: string | null;
  /** JSON: how the next questions go, where this one showed it. */
  readonly way: string | null;
  readonly exchange_offset: number | null;
  readonly exchange_length: number | null;
  readonly sent_at: number;
  readonly settled_at: number | null;
}

/** What asking a form came to. */
export interface AskedFormRow {
  readonly run_id: number;
  readonly form_id: string;
  readonly site: string;
  readonly state: 'asked' | 'skipped';
  /** Why it is not queried, or why querying ended: a code and its detail. */
  readonly code: string;
  readonly detail: string | null;
  readonly outcome: string;
  readonly coverage: 'whole' | 'estimated' | 'unknown';
  readonly submissions: number;
  readonly pages: number;
  readonly seen: number;
  readonly size_kind: string | null;
  readonly size: number | null;
  readonly size_low: number | null;
  readonly size_high: number | null;
  readonly size_reason: string | null;
  /** JSON: new records by submission. */
  readonly growth: string;
}

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

/** How many submissions of a form are alike in these columns, and what they brought together. */
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

/** Which submissions of a run are read. */
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
