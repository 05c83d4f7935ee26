import type {
  AnsweredRecord,
  AnswerRecordRow,
  ArchivedAnswer,
  SubmissionRow,
  SubmissionStore,
} from '../../storage/index.ts';
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

  recordsOfOtherForms(
    runId: number,
    site: string,
    formId: string,
    limit: number,
  ): Promise<readonly Pick<AnswerRecordRow, 'title' | 'text'>[]> {
    return this.executor.db
      .selectFrom('answer_record')
      .select(['title', 'text'])
      .where('run_id', '=', runId)
      .where('site', '=', site)
      .where('form_id', '!=', formId)
      .orderBy('key')
      .limit(limit)
      .execute();
  }

  archivedAnswers(
    runId: number,
    after: Pick<SubmissionRow, 'form_id' | 'key'>,
    limit: number,
  ): Promise<readonly ArchivedAnswer[]> {
    return this.executor.db
      .selectFrom('submission')
      .leftJoin('site', (join) =>
        join.onRef('site.run_id', '=', 'submission.run_id').onRef('site.site', '=', 'submission.site'),
      )
      .select([
        'submission.form_id',
        'submission.key',
        'submission.site',
        'submission.url',
        'submission.final_url',
        'submission.exchange_offset',
        'submission.exchange_length',
        'submission.sent_at',
        'site.domain',
      ])
      .where('submission.run_id', '=', runId)
      .where('submission.verdict', '=', 'hits')
      .where('submission.exchange_offset', 'is not', null)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('submission.form_id', 'submission.key'), '>', tuple(after.form_id, after.key)),
      )
      .orderBy('submission.form_id')
      .orderBy('submission.key')
      .limit(limit)
      .execute();
  }

  answeredRecords(
    runId: number,
    after: Pick<AnswerRecordRow, 'site' | 'key'>,
    limit: number,
  ): Promise<readonly AnsweredRecord[]> {
    return this.executor.db
      .selectFrom('answer_record')
      .innerJoin('submission', (join) =>
        join
          .onRef('submission.run_id', '=', 'answer_record.run_id')
          .onRef('submission.form_id', '=', 'answer_record.form_id')
          .onRef('submission.key', '=', 'answer_record.submission'),
      )
      .leftJoin('site', (join) =>
        join.onRef('site.run_id', '=', 'answer_record.run_id').onRef('site.site', '=', 'answer_record.site'),
      )
      .select([
        'answer_record.site',
        'answer_record.key',
        'answer_record.title',
        'answer_record.url',
        'answer_record.fields',
        'answer_record.text',
        'submission.final_url',
        'submission.url as asked_url',
        'submission.sent_at',
        'site.domain',
      ])
      .where('answer_record.run_id', '=', runId)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('answer_record.site', 'answer_record.key'), '>', tuple(after.site, after.key)),
      )
      .orderBy('answer_record.site')
      .orderBy('answer_record.key')
      .limit(limit)
      .execute();
  }
}
