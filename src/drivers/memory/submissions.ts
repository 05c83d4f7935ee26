import type {
  AnsweredRecord,
  AnswerRecordRow,
  ArchivedAnswer,
  SubmissionRow,
  SubmissionStore,
} from '../../storage/index.ts';
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

  async archivedAnswers(
    runId: number,
    after: Pick<SubmissionRow, 'form_id' | 'key'>,
    limit: number,
  ): Promise<readonly ArchivedAnswer[]> {
    const rows = this.tables.submission.where(
      (row) =>
        row.run_id === runId &&
        row.verdict === 'hits' &&
        row.exchange_offset !== null &&
        isBehind([row.form_id, row.key], [after.form_id, after.key]),
    );
    const ordered = orderBy(
      rows,
      ({ form_id }) => form_id,
      ({ key }) => key,
    );
    return ordered.slice(0, limit).map((row) => {
      const { form_id, key, site, url, final_url, exchange_offset, exchange_length, sent_at } = row;
      const place = { exchange_offset, exchange_length };
      return { form_id, key, site, url, final_url, ...place, sent_at, domain: this.domainOf(runId, site) };
    });
  }

  async answeredRecords(
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
      const domain = this.domainOf(runId, site);
      return [{ site, key, title, url, fields, text, final_url, sent_at, asked_url, domain }];
    });
    return orderBy(
      records,
      ({ site }) => site,
      ({ key }) => key,
    ).slice(0, limit);
  }

  private domainOf(runId: number, site: string): string | null {
    return this.tables.site.get(runId, site)?.domain ?? null;
  }
}

const isBehind = (row: readonly [string, string], after: readonly [string, string]): boolean =>
  row[0] === after[0] ? row[1] > after[1] : row[0] > after[0];
