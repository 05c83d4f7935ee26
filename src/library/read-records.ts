/** Reads the records found behind forms from the store. */

import type { FoundRecord, Store } from '../storage/index.ts';
import type { DetailReading, DetailState } from '../submissions/index.ts';
import type { HarvestedRecord, RecordPage } from './exports/export-columns.ts';
import { typedValues } from './records/canonical-fields.ts';
import { Notations } from './records/notation.ts';

/** Reads the records of a run in the order of (site, key). */
export async function* harvestedRecords(
  store: Pick<Store, 'records'>,
  runId: number,
): AsyncGenerator<HarvestedRecord> {
  const notations = await notationsOf(store, runId);
  for await (const row of store.records.each(runId)) {
    const { site, key, form_id: formId, forms, title, url, text, detail } = row;
    const reading = readingOf(row);
    const fields = withDetailFields(JSON.parse(row.fields) as HarvestedRecord['fields'], reading);
    yield {
      site,
      key,
      formId,
      forms,
      title,
      url,
      fields,
      typed: typedValues(fields, notations.of(site)),
      text,
      detail: detail && recordPage(detail, reading),
    };
  }
}

/** How the sites of a run write dates and decimals: records before a telling one are read by it, too. */
export async function notationsOf(store: Pick<Store, 'records'>, runId: number): Promise<Notations> {
  const notations = new Notations();
  for await (const row of store.records.each(runId)) {
    notations.add(row.site, JSON.parse(row.fields) as HarvestedRecord['fields']);
    notations.add(row.site, readingOf(row)?.fields ?? {});
  }
  return notations;
}

export const readingOf = ({ detail }: Pick<FoundRecord, 'detail'>): DetailReading | undefined =>
  detail?.reading == null ? undefined : (JSON.parse(detail.reading) as DetailReading);

function withDetailFields(
  listed: HarvestedRecord['fields'],
  reading: DetailReading | undefined,
): HarvestedRecord['fields'] {
  const added = (reading?.added ?? []).map((name) => [name, reading?.fields[name] ?? ''] as const);
  return { ...listed, ...Object.fromEntries(added) };
}

function recordPage(
  { url, state, reason }: NonNullable<FoundRecord['detail']>,
  reading: DetailReading | undefined,
): RecordPage {
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

export async function detailCount(store: Pick<Store, 'records'>, runId: number): Promise<DetailCount> {
  const pages: Partial<Record<DetailState, number>> = {};
  const fields = { confirmed: 0, differing: 0, added: 0 };
  for (const { state, reading } of await store.records.details(runId)) {
    pages[state] = (pages[state] ?? 0) + 1;
    if (reading === null) continue;
    const { confirmed, differing, added } = JSON.parse(reading) as DetailReading;
    fields.confirmed += confirmed.length;
    fields.differing += differing.length;
    fields.added += added.length;
  }
  return { pages, ...fields };
}
