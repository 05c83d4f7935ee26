import type {
  AnsweredRecord,
  AnswerRecordRow,
  FoundRecord,
  RecordDetailRow,
  RecordRange,
  RecordStore,
} from '../../storage/index.ts';
import { isBehind, type MemoryTable, orderBy } from './table.ts';
import type { MemoryTables } from './tables.ts';

export class MemoryRecords implements RecordStore {
  private readonly tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.tables = tables;
  }

  async *each(runId: number, { site, formId, after }: RecordRange = {}): AsyncIterable<FoundRecord> {
    const records = orderBy(
      this.tables.answerRecord.where(
        (row) =>
          row.run_id === runId &&
          (site === undefined || row.site === site) &&
          (formId === undefined ||
            this.tables.recordOccurrence.get(runId, row.site, row.key, formId) !== undefined) &&
          (after === undefined || isBehind([row.site, row.key], [after.site, after.key])),
      ),
      (row) => row.site,
      ({ key }) => key,
    );
    const occurrences = Map.groupBy(
      orderBy(
        this.tables.recordOccurrence.where(({ run_id }) => run_id === runId),
        ({ form_id }) => form_id,
      ),
      (row) => JSON.stringify([row.site, row.key]),
    );
    for (const record of records) {
      const shown = occurrences.get(JSON.stringify([record.site, record.key])) ?? [];
      const forms = shown.map(({ form_id }) => form_id);
      const page = this.tables.recordDetail.get(runId, record.site, record.key);
      const { url, state, reason, reading } = page ?? {};
      const detail =
        url === undefined || state === undefined
          ? null
          : { url, state, reason: reason ?? null, reading: reading ?? null };
      yield { ...record, forms, detail };
    }
  }

  async count(runId: number, firstOf?: string): Promise<number> {
    return this.tables.answerRecord.where(
      ({ run_id, form_id }) => run_id === runId && (firstOf === undefined || form_id === firstOf),
    ).length;
  }

  async ofForm(runId: number, formId: string, limit: number): Promise<readonly AnswerRecordRow[]> {
    const shown = this.tables.recordOccurrence.where(
      ({ run_id, form_id }) => run_id === runId && form_id === formId,
    );
    return orderBy(shown, ({ key }) => key)
      .slice(0, limit)
      .flatMap(({ site, key }) => this.tables.answerRecord.get(runId, site, key) ?? []);
  }

  async ofOtherForms(
    runId: number,
    site: string,
    formId: string,
    limit: number,
  ): Promise<readonly Pick<AnswerRecordRow, 'title' | 'text'>[]> {
    const records = this.tables.answerRecord.where(
      (row) => row.run_id === runId && row.site === site && row.form_id !== formId,
    );
    return orderBy(records, ({ key }) => key)
      .slice(0, limit)
      .map(({ title, text }) => ({ title, text }));
  }

  async answered(
    runId: number,
    after: Pick<AnswerRecordRow, 'site' | 'key'>,
    limit: number,
  ): Promise<readonly AnsweredRecord[]> {
    const rows = this.tables.answerRecord.where(
      (row) => row.run_id === runId && isBehind([row.site, row.key], [after.site, after.key]),
    );
    const records = rows.flatMap(({ form_id, submission, site, key, title, url, fields, text }) => {
      const asked = this.tables.submission.get(runId, form_id, submission);
      if (asked === undefined) return [];
      const { final_url, sent_at, url: asked_url } = asked;
      const domain = this.tables.site.get(runId, site)?.domain ?? null;
      return [{ site, key, title, url, fields, text, final_url, sent_at, asked_url, domain }];
    });
    return orderBy(
      records,
      ({ site }) => site,
      ({ key }) => key,
    ).slice(0, limit);
  }

  async details(runId: number, site?: string): Promise<readonly RecordDetailRow[]> {
    return orderBy(
      this.tables.recordDetail.where(isOf(runId, site)),
      (row) => row.site,
      ({ key }) => key,
    );
  }

  async add(records: readonly AnswerRecordRow[]): Promise<number> {
    let added = 0;
    for (const record of records) {
      const { run_id, site, key, form_id, submission } = record;
      this.tables.answerRecord.insert(record);
      if (this.tables.recordOccurrence.insert({ run_id, site, key, form_id, submission })) added++;
    }
    return added;
  }

  async rename(runId: number, site: string, names: ReadonlyMap<string, string>): Promise<void> {
    const { answerRecord, recordOccurrence, recordDetail } = this.tables;
    renameIn(answerRecord, runId, site, names);
    renameIn(recordOccurrence, runId, site, names);
    renameIn(recordDetail, runId, site, names);
  }

  async addDetail(detail: RecordDetailRow): Promise<void> {
    this.tables.recordDetail.insert(detail);
  }

  async delete(runId: number, site?: string): Promise<void> {
    this.tables.answerRecord.delete(isOf(runId, site));
    this.tables.recordOccurrence.delete(isOf(runId, site));
    this.tables.recordDetail.delete(isOf(runId, site));
  }
}

function renameIn<Row extends { readonly run_id: number; readonly site: string; readonly key: string }>(
  table: MemoryTable<Row>,
  runId: number,
  site: string,
  names: ReadonlyMap<string, string>,
): void {
  const gone = table.delete((row) => isOf(runId, site)(row) && names.has(row.key));
  for (const row of orderBy(gone, ({ key }) => key))
    table.insert({ ...row, key: names.get(row.key) ?? row.key });
}

const isOf =
  (runId: number, site: string | undefined) =>
  (row: { readonly run_id: number; readonly site: string }): boolean =>
    row.run_id === runId && (site === undefined || row.site === site);
