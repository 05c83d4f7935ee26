/** Reads the records found behind forms from the store. */

import type { RecordInRun, RecordRange, Store } from '../storage/index.ts';
import type { DetailReading, DetailState } from '../submissions/index.ts';
import type { HarvestedRecord, RecordPage } from './exports/export-columns.ts';
import { TAKEN_OVER } from './exports/over-runs.ts';
import { typedValues } from './records/canonical-fields.ts';
import { ColumnNames, type ListFields } from './records/named-columns.ts';
import { Notations } from './records/notation.ts';
import type { Notation } from './records/read-number.ts';

/** Reads the records of a run, or those in a range, in the order of (site, key). */
export async function* harvestedRecords(
  store: Pick<Store, 'records'>,
  runId: number,
  range?: RecordRange,
): AsyncGenerator<HarvestedRecord> {
  const notations = new SiteNotations(store, runId);
  for await (const row of store.records.each(runId, range)) {
    const { site, key, form_id: formId, forms, title, url, text } = row;
    const shown = {
      ...{ site, key, formId, forms, title, url, text },
      fields: listFields(row),
    };
    yield {
      ...(await readRecord(notations, shown, row)),
      ...(row.submission.startsWith('run ') && { [TAKEN_OVER]: true }),
    };
  }
}

/** Gives a record as a list shows it the names and types that the records of its site have in a run. */
export async function readRecord(
  notations: SiteNotations,
  {
    fields: shown,
    ...record
  }: Omit<HarvestedRecord, 'fields' | 'typed' | 'detail'> & { readonly fields: ListFields },
  row: Pick<RecordInRun, 'detail'> = { detail: null },
): Promise<HarvestedRecord> {
  const { site, key, formId, forms, title, url, text } = record;
  const notation = await notations.of(site);
  const reading = readingOf(row);
  const listed = (await notations.columnsOf(site)).named(formId, shown);
  const fields = withDetailFields(listed, reading);
  const typed = typedValues(fields, notation);
  const detail = row.detail && recordPage(row.detail, reading);
  return { site, key, formId, forms, title, url, fields, typed, text, detail };
}

/** Records of a site by which its way of writing dates and numbers is known, in the order of their keys. */
const MOST_READ = 2_000;

/** How each site of a run writes dates and decimals, and what its columns are called, read when the first record of the site comes. */
export class SiteNotations {
  private readonly store: Pick<Store, 'records'>;
  private readonly runId: number;
  private site: string | undefined;
  private notation: Notation = {};
  private columns = new ColumnNames();

  constructor(store: Pick<Store, 'records'>, runId: number) {
    this.store = store;
    this.runId = runId;
  }

  async of(site: string): Promise<Notation> {
    await this.read(site);
    return this.notation;
  }

  async columnsOf(site: string): Promise<ColumnNames> {
    await this.read(site);
    return this.columns;
  }

  private async read(site: string): Promise<void> {
    if (site === this.site) return;
    const notations = new Notations();
    const columns = new ColumnNames();
    let read = 0;
    for await (const row of this.store.records.each(this.runId, { site })) {
      const fields = listFields(row);
      const said = readingOf(row)?.fields;
      notations.add(site, fields);
      notations.add(site, said ?? {});
      if (said !== undefined) columns.add(row.form_id, fields, plainFields(said));
      if (++read === MOST_READ) break;
    }
    this.site = site;
    this.notation = notations.of(site);
    this.columns = columns;
  }
}

const readingOf = ({ detail }: Pick<RecordInRun, 'detail'>): DetailReading | undefined =>
  detail?.reading == null ? undefined : (JSON.parse(detail.reading) as DetailReading);

/** The fields that are one text or number each, as texts: earlier versions kept numbers, too. */
export const plainFields = (fields: DetailReading['fields']): ListFields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      typeof value === 'object' ? [] : [[name, String(value)] as const],
    ),
  );

const listFields = ({ fields }: Pick<RecordInRun, 'fields'>): ListFields =>
  plainFields(JSON.parse(fields) as DetailReading['fields']);

function withDetailFields(listed: ListFields, reading: DetailReading | undefined): ListFields {
  const said = plainFields(reading?.fields ?? {});
  const added = (reading?.added ?? []).filter(
    (name) => Object.hasOwn(said, name) && !Object.hasOwn(listed, name),
  );
  return { ...listed, ...Object.fromEntries(added.map((name) => [name, said[name] ?? ''])) };
}

function recordPage(
  { url, state, reason }: NonNullable<RecordInRun['detail']>,
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
