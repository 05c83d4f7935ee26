import type { AnswerRecordRow, SubmissionStore } from '../../storage/index.ts';
import type { Executor } from './executor.ts';

export class SqliteSubmissions implements SubmissionStore {
  protected readonly executor: Executor;

  constructor(executor: Executor) {
    this.executor = executor;
  }

  recordsOf(runId: number, formId: string, limit: number): Promise<readonly AnswerRecordRow[]> {
    return this.executor.db
      .selectFrom('answer_record')
      .selectAll()
      .where('run_id', '=', runId)
      .where('form_id', '=', formId)
      .orderBy('key')
      .limit(limit)
      .execute();
  }
}
