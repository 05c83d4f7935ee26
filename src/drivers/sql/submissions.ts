import { sql } from 'kysely';
import type {
  ArchivedAnswer,
  AskedFormRow,
  ExchangeRange,
  NewSubmission,
  SubmissionKey,
  SubmissionRange,
  SubmissionRow,
  SubmissionStore,
  SubmissionTally,
} from '../../storage/index.ts';
import { anyOf } from './document-filter.ts';
import { conflictOf, insertRows, replaceRows } from './executor.ts';
import { inBatches } from './in-batches.ts';
import { Port } from './port.ts';

const BATCH = 500;

export class SqlSubmissions extends Port implements SubmissionStore {
  ofSite(runId: number, site: string): Promise<readonly SubmissionRow[]> {
    const rows = this.db.selectFrom('submission').selectAll().where('run_id', '=', runId);
    return rows.where('site', '=', site).orderBy(sql`rowid`).execute();
  }

  each(runId: number, { site, formId, after }: SubmissionRange = {}): AsyncIterable<SubmissionRow> {
    return inBatches<SubmissionRow>((last) => {
      const from = last ?? after;
      let rows = this.db
        .selectFrom('submission')
        .selectAll()
        .where('run_id', '=', runId)
        .where(({ eb, refTuple, tuple }) =>
          eb(
            refTuple('site', 'form_id', 'position', 'page'),
            '>',
            tuple(from?.site ?? '', from?.form_id ?? '', from?.position ?? 0, from?.page ?? 0),
          ),
        )
        .orderBy('site')
        .orderBy('form_id')
        .orderBy('position')
        .orderBy('page')
        .limit(BATCH);
      if (site !== undefined) rows = rows.where('site', '=', site);
      if (formId !== undefined) rows = rows.where('form_id', '=', formId);
      return rows.execute();
    });
  }

  async tallies(runId: number, formIds?: readonly string[]): Promise<readonly SubmissionTally[]> {
    const ofForm = formIds === undefined ? sql`` : sql` and form_id in ${anyOf(formIds)}`;
    const { rows } = await sql<SubmissionTally>`
      select form_id, method, purpose, state, status, verdict, (page = 1) as first_page, domain,
        count(*) as count, sum(records) as records, sum(new_records) as new_records
      from (select * from submission where run_id = ${runId}${ofForm}) as asked
      left join (select form_id, max(domain) as domain from form_variant
        where run_id = ${runId}${ofForm} group by form_id) as judged using (form_id)
      group by form_id, method, purpose, state, status, verdict, first_page, domain
      order by form_id, verdict nulls first`.execute(this.db);
    return rows;
  }

  archivedAnswers(
    runId: number,
    after: Pick<SubmissionRow, 'form_id' | 'key'>,
    limit: number,
  ): Promise<readonly ArchivedAnswer[]> {
    return this.db
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

  askedForms(runId: number, formIds?: readonly string[]): Promise<readonly AskedFormRow[]> {
    const all = this.db.selectFrom('asked_form').selectAll().where('run_id', '=', runId);
    const rows = formIds === undefined ? all : all.where('form_id', 'in', formIds);
    return rows.orderBy('site').orderBy('form_id').execute();
  }

  async begin(submission: NewSubmission): Promise<void> {
    const row = { ...submission, state: 'sent', requests: 0, records: 0, new_records: 0 };
    const again = `on conflict ${conflictOf(this.executor, 'submission')}
      do update set state = 'sent', attempts = submission.attempts + 1, sent_at = excluded.sent_at`;
    await insertRows(this.executor, 'submission', [row], again);
  }

  async replaceRequest(
    { run_id, form_id, key: name }: SubmissionKey,
    { method, url, digest, request }: Pick<SubmissionRow, 'method' | 'url' | 'digest' | 'request'>,
  ): Promise<void> {
    const text = `update submission set method = ?, url = ?, digest = ?, request = ?
      where run_id = ? and form_id = ? and key = ? and state = 'sent'`;
    await this.statement(text, [method, url, digest, request, run_id, form_id, name]);
  }

  async update(
    { run_id, form_id, key }: SubmissionKey,
    change: Partial<Omit<SubmissionRow, keyof SubmissionKey>>,
  ): Promise<void> {
    const table = this.db.updateTable('submission').set(change).where('run_id', '=', run_id);
    await table.where('form_id', '=', form_id).where('key', '=', key).execute();
  }

  async putAskedForm(form: AskedFormRow): Promise<void> {
    await replaceRows(this.executor, 'asked_form', [form]);
  }

  async moveExchanges(runId: number, offsets: ReadonlyMap<number, number>): Promise<void> {
    for (const table of ['submission', 'record_detail']) {
      const rows = await this.statement<{ id: number; offset: number }>(
        `select rowid as id, exchange_offset as offset from ${table}
          where run_id = ? and exchange_offset is not null`,
        [runId],
      );
      for (const { id, offset } of rows) {
        const now = offsets.get(offset) ?? null;
        const text = `update ${table} set exchange_offset = ? where rowid = ?`;
        if (now !== offset) await this.statement(text, [now, id]);
      }
    }
  }

  async loseExchanges(runId: number, { start, end }: ExchangeRange): Promise<number> {
    let lost = 0;
    for (const table of ['submission', 'record_detail']) {
      const text = `update ${table} set exchange_offset = null
        where run_id = ? and exchange_offset >= ? and exchange_offset < ? returning 1`;
      lost += (await this.statement(text, [runId, start, end])).length;
    }
    return lost;
  }

  async delete(runId: number, site?: string): Promise<void> {
    for (const table of ['submission', 'asked_form'] as const) await this.deleteOf(table, runId, site);
  }
}
