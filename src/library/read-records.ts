/** Reads the records found behind forms from the store. */

import type { Database } from '../drivers/sqlite/index.ts';
import type { DetailReading, DetailState } from '../submissions/index.ts';
import type { HarvestedRecord, RecordPage } from './exports/export-columns.ts';

const BATCH = 500;

/** Reads the records of a run in the order of (site, key). */
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
      const fields = withDetailFields(JSON.parse(row.fields) as HarvestedRecord['fields'], reading);
      yield { site, key, formId, title, url, fields, text, detail: recordPage(row, reading) };
    }
  }
}

function withDetailFields(
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

/** Record pages by state, and the fields of these pages compared with those of the lists. */
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
