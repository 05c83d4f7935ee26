import type { SubmissionRow } from './submissions.ts';
import { integer, type RowOf, table, text } from './table.ts';

export const RECORD_TABLES = {
  /** Records seen on answers, one row for each of a site. */
  answer_record: table(['run_id', 'site', 'key'], {
    run_id: integer,
    site: text,
    key: text,
    /** Form and submission that brought it first; `run 3` if it was taken over from that run and not asked for. */
    form_id: text,
    submission: text,
    title: text,
    url: text.orNull(),
    /** JSON. */
    fields: text,
    text: text,
  }),
  /** A form that showed a record. */
  record_occurrence: table(['run_id', 'site', 'key', 'form_id'], {
    run_id: integer,
    site: text,
    /** Of the record. */
    key: text,
    form_id: text,
    /** That brought it first; not in the ledger where an equal request of another form had been answered before. */
    submission: text,
  }),
  /** The page of a single record, sampled from the records of a form. */
  record_detail: table(['run_id', 'site', 'key'], {
    run_id: integer,
    site: text,
    /** Of the record. */
    key: text,
    form_id: text,
    url: text,
    state: text.as<'read' | 'other' | 'gone' | 'refused' | 'failed'>(),
    reason: text.orNull(),
    status: integer.orNull(),
    final_url: text.orNull(),
    /** JSON: its fields, and which of the list's it confirms. */
    reading: text.orNull(),
    exchange_offset: integer.orNull(),
    exchange_length: integer.orNull(),
    read_at: integer,
  }),
  /** Parts of a form's range that are known to be whole. */
  windows_read: table(['run_id', 'form_id'], {
    run_id: integer,
    form_id: text,
    site: text,
    /** JSON: first and last date or number of each, the day it was read, and the keys of its records. */
    windows: text,
  }),
};
export type AnswerRecordRow = RowOf<typeof RECORD_TABLES.answer_record>;
export type RecordDetailRow = RowOf<typeof RECORD_TABLES.record_detail>;
export type WindowsReadRow = RowOf<typeof RECORD_TABLES.windows_read>;

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

/** Selects records of a run. */
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
  ): Promise<readonly Pick<AnswerRecordRow, 'key' | 'title' | 'text'>[]>;
  /** Records whose submission is there by site and key, from behind `after` on. */
  answered(
    runId: number,
    after: Pick<AnswerRecordRow, 'site' | 'key'>,
    limit: number,
  ): Promise<readonly AnsweredRecord[]>;
  /** Pages of single records of a run, or of one site of it, by site and key. */
  details(runId: number, site?: string): Promise<readonly RecordDetailRow[]>;
  /** What the latest run of the same web before this one read whole of a form's range. */
  windowsBefore(runId: number, site: string, formId: string): Promise<WindowsReadRow | undefined>;
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
  /** Writes what a run read whole of a form's range, in the place of what was written before. */
  putWindows(row: WindowsReadRow): Promise<void>;
  /** Deletes the records of a run, or of one site of it, with their pages. */
  delete(runId: number, site?: string): Promise<void>;
}
