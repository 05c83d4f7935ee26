import type { AnswerRecordRow, SubmissionStore } from '../../storage/index.ts';
import { orderBy } from './table.ts';
import type { MemoryTables } from './tables.ts';

export class MemorySubmissions implements SubmissionStore {
  protected readonly tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.tables = tables;
  }

  async recordsOf(runId: number, formId: string, limit: number): Promise<readonly AnswerRecordRow[]> {
    const records = this.tables.answerRecord.where(
      ({ run_id, form_id }) => run_id === runId && form_id === formId,
    );
    return orderBy(records, ({ key }) => key).slice(0, limit);
  }

  async recordsOfOtherForms(
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
}
