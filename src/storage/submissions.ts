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

/** Records seen on answers, one row for each of a site. */
export interface AnswerRecordRow {
  readonly run_id: number;
  readonly site: string;
  readonly key: string;
  /** Form and submission that brought it first. */
  readonly form_id: string;
  readonly submission: string;
  readonly title: string;
  readonly url: string | null;
  /** JSON. */
  readonly fields: string;
  readonly text: string;
}

/** The page of a single record, sampled from the records of a form. */
export interface RecordDetailRow {
  readonly run_id: number;
  readonly site: string;
  /** Of the record. */
  readonly key: string;
  readonly form_id: string;
  readonly url: string;
  readonly state: 'read' | 'other' | 'gone' | 'refused' | 'failed';
  readonly reason: string | null;
  readonly status: number | null;
  readonly final_url: string | null;
  /** JSON: its fields, and which of the list's it confirms. */
  readonly reading: string | null;
  readonly exchange_offset: number | null;
  readonly exchange_length: number | null;
  readonly read_at: number;
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

/** An answer with hits that is in the archive, and the domain of its site. */
export type ArchivedAnswer = Pick<
  SubmissionRow,
  'form_id' | 'key' | 'site' | 'url' | 'final_url' | 'exchange_offset' | 'exchange_length' | 'sent_at'
> & { readonly domain: string | null };

/** A record, the submission that brought it first, and the domain of its site. */
export type AnsweredRecord = Pick<AnswerRecordRow, 'site' | 'key' | 'title' | 'url' | 'fields' | 'text'> &
  Pick<SubmissionRow, 'final_url' | 'sent_at'> & {
    readonly asked_url: string;
    readonly domain: string | null;
  };

export interface SubmissionReader {
  /** Records that a form brought first, by key; `limit` at most. */
  recordsOf(runId: number, formId: string, limit: number): Promise<readonly AnswerRecordRow[]>;
  /** Records of a site that other forms than the given one brought first, by key; `limit` at most. */
  recordsOfOtherForms(
    runId: number,
    site: string,
    formId: string,
    limit: number,
  ): Promise<readonly Pick<AnswerRecordRow, 'title' | 'text'>[]>;
  /** Answers with hits by form and key, from behind `after` on. */
  archivedAnswers(
    runId: number,
    after: Pick<SubmissionRow, 'form_id' | 'key'>,
    limit: number,
  ): Promise<readonly ArchivedAnswer[]>;
  /** Records whose submission is there by site and key, from behind `after` on. */
  answeredRecords(
    runId: number,
    after: Pick<AnswerRecordRow, 'site' | 'key'>,
    limit: number,
  ): Promise<readonly AnsweredRecord[]>;
}

export interface SubmissionStore extends SubmissionReader {}
