import type { SubmissionRow } from './submissions.ts';

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

/** That a form showed a record, one row for each form. */
export interface RecordOccurrenceRow {
  readonly run_id: number;
  readonly site: string;
  /** Of the record. */
  readonly key: string;
  readonly form_id: string;
  /** That brought it first; not in the ledger where an equal request of another form had been answered before. */
  readonly submission: string;
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

/** A record, the forms that showed it, and what its own page said where that was asked for. */
export interface RecordInRun extends AnswerRecordRow {
  /** By id. */
  readonly forms: readonly string[];
  readonly detail: Pick<RecordDetailRow, 'url' | 'state' | 'reason' | 'reading'> | null;
}

/** A record, the submission that brought it first, and the domain of its site. */
export type AnsweredRecord = Pick<AnswerRecordRow, 'site' | 'key' | 'title' | 'url' | 'fields' | 'text'> &
  Pick<SubmissionRow, 'final_url' | 'sent_at'> & {
    readonly asked_url: string;
    readonly domain: string | null;
  };

/** Which records of a run are read. */
export interface RecordRange {
  readonly site?: string | undefined;
  /** One that showed it. */
  readonly formId?: string | undefined;
  /** From behind this one on. */
  readonly after?: Pick<AnswerRecordRow, 'site' | 'key'> | undefined;
}

/** Reads what was found behind forms. */
export interface RecordReader {
  /** Records of a run, or those of them in a range, by site and key. */
  each(runId: number, range?: RecordRange): AsyncIterable<RecordInRun>;
  /** Distinct records of a run, or those of them that one form brought first. */
  count(runId: number, firstOf?: string): Promise<number>;
  /** Records that a form showed, by key; `limit` at most. */
  ofForm(runId: number, formId: string, limit: number): Promise<readonly AnswerRecordRow[]>;
  /** Records of a site that other forms than the given one brought first, by key; `limit` at most. */
  ofOtherForms(
    runId: number,
    site: string,
    formId: string,
    limit: number,
  ): Promise<readonly Pick<AnswerRecordRow, 'title' | 'text'>[]>;
  /** Records whose submission is there by site and key, from behind `after` on. */
  answered(
    runId: number,
    after: Pick<AnswerRecordRow, 'site' | 'key'>,
    limit: number,
  ): Promise<readonly AnsweredRecord[]>;
  /** Pages of single records of a run, or of one site of it, by site and key. */
  details(runId: number, site?: string): Promise<readonly RecordDetailRow[]>;
}

export interface RecordStore extends RecordReader {
  /**
   * Notes that forms showed records; those that their site has already stay as they are.
   * @returns how many their form had not shown before
   */
  add(records: readonly AnswerRecordRow[]): Promise<number>;
  /** Gives records of a site other keys; of several that get the same, one stays. */
  rename(runId: number, site: string, names: ReadonlyMap<string, string>): Promise<void>;
  /** Adds the page of a record, unless there is one. */
  addDetail(detail: RecordDetailRow): Promise<void>;
  /** Deletes the records of a run, or of one site of it, with their pages. */
  delete(runId: number, site?: string): Promise<void>;
}
