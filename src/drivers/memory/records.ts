import type { AnswerRecordRow, FoundRecord, RecordDetailRow, RecordStore } from '../../storage/index.ts';
import { orderBy } from './table.ts';
import type { MemoryTables } from './tables.ts';

export class MemoryRecords implements RecordStore {
  private readonly tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.tables = tables;
  }

  async *each(runId: number): AsyncIterable<FoundRecord> {
    const records = orderBy(
      this.tables.answerRecord.where(({ run_id }) => run_id === runId),
      ({ site }) => site,
      ({ key }) => key,
    );
    for (const record of records) {
      const page = this.tables.recordDetail.get(runId, record.site, record.key);
      const { url, state, reason, reading } = page ?? {};
      const detail =
        url === undefined || state === undefined
          ? null
          : { url, state, reason: reason ?? null, reading: reading ?? null };
      yield { ...record, detail };
    }
  }

  async count(runId: number): Promise<number> {
    return this.tables.answerRecord.where(({ run_id }) => run_id === runId).length;
  }

  async details(runId: number, site?: string): Promise<readonly RecordDetailRow[]> {
    return orderBy(
      this.tables.recordDetail.where(isOf(runId, site)),
      (row) => row.site,
      ({ key }) => key,
    );
  }

  async add(records: readonly AnswerRecordRow[]): Promise<number> {
    return records.filter((record) => this.tables.answerRecord.insert(record)).length;
  }

  async addDetail(detail: RecordDetailRow): Promise<void> {
    this.tables.recordDetail.insert(detail);
  }

  async delete(runId: number, site?: string): Promise<void> {
    this.tables.answerRecord.delete(isOf(runId, site));
    this.tables.recordDetail.delete(isOf(runId, site));
  }
}

const isOf =
  (runId: number, site: string | undefined) =>
  (row: { readonly run_id: number; readonly site: string }): boolean =>
    row.run_id === runId && (site === undefined || row.site === site);
