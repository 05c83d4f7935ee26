import { EXCHANGES_FILE } from '../foundation/warc/index.ts';
import type { Store } from '../storage/index.ts';
import type { HarvestedRecord, HarvestedSubmission } from './exports/export-columns.ts';
import { formBatches } from './read.ts';
import { harvestedRecords } from './read-records.ts';
import { harvestedSubmissions } from './read-submissions.ts';
import { archiveFolder } from './run-archive.ts';

export interface RecordName {
  readonly site: string;
  readonly key: string;
}

/** A record and what led to it. */
export interface RecordOrigin {
  readonly record: HarvestedRecord;
  /** Page that shows its form; null where the form is gone. */
  readonly page: string | null;
  /** The query whose answer showed it first; null where an equal request of another form had been answered before. */
  readonly query: HarvestedSubmission | null;
  /** Says where the archive of the run holds that answer. */
  readonly archive: { readonly address: string; readonly offset: number; readonly length: number } | null;
}

/** Reads a record with its form, query, answer and place in the archive; undefined where the run has no such record. */
export async function recordOrigin(
  store: Store,
  runId: number,
  { site, key }: RecordName,
): Promise<RecordOrigin | undefined> {
  // A beginning of the key stands before it, and next to nothing between the two.
  const range = { site, after: { site, key: key.slice(0, -1) } };
  const found = await first(store.records.each(runId, range), (row) => row.key >= key);
  const record = await first(harvestedRecords(store, runId, range), (row) => row.key >= key);
  if (found?.key !== key || record === undefined) return undefined;
  const [form] = (await first(formBatches(store, runId, { formId: found.form_id }), () => true)) ?? [];
  const ofForm = { formId: found.form_id };
  const asked = await first(store.submissions.each(runId, ofForm), (row) => row.key === found.submission);
  const query =
    asked &&
    (await first(
      harvestedSubmissions(store, runId, ofForm),
      (row) => row.position === asked.position && row.page === asked.page,
    ));
  return {
    record,
    page: form?.page ?? null,
    query: query ?? null,
    archive: asked === undefined ? null : await placeOf(store, runId, asked),
  };
}

async function placeOf(
  { runs }: Pick<Store, 'runs'>,
  runId: number,
  asked: { readonly exchange_offset: number | null; readonly exchange_length: number | null },
): Promise<RecordOrigin['archive']> {
  const row = await runs.get(runId);
  const { exchange_offset: offset, exchange_length: length } = asked;
  if (row === undefined || offset === null || length === null) return null;
  return { address: archiveFolder(row)?.address ?? EXCHANGES_FILE, offset, length };
}

async function first<Row>(rows: AsyncIterable<Row>, fits: (row: Row) => boolean): Promise<Row | undefined> {
  for await (const row of rows) if (fits(row)) return row;
  return undefined;
}
