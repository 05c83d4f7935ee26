import { sql } from 'kysely';
import type {
  AnsweredRecord,
  AnswerRecordRow,
  RecordDetailRow,
  RecordInRun,
  RecordRange,
  RecordStore,
  WindowsReadRow,
} from '../../storage/index.ts';
import { type Dialect, insertNew, insertRows, replaceRows } from './executor.ts';
import { inBatches } from './in-batches.ts';
import { Port } from './port.ts';

const BATCH = 500;
const TABLES = ['answer_record', 'record_occurrence', 'record_detail'] as const;
/** JSON: forms that showed a record. */
const formsOf = ({ jsonArray, sameKey }: Pick<Dialect, 'jsonArray' | 'sameKey'>) =>
  sql<string>`(select coalesce(cast(${sql.raw(jsonArray)}(o.form_id order by o.form_id) as text), '[]')
    from record_occurrence o
    where o.run_id = answer_record.run_id and o.site = answer_record.site
      and ${sql.raw(sameKey('o.key', 'answer_record.key'))})`;

export class SqlRecords extends Port implements RecordStore {
  each(runId: number, { site, formId, after }: RecordRange = {}): AsyncIterable<RecordInRun> {
    return inBatches(async (last) => {
      const from = last ?? after;
      let query = this.db
        .selectFrom('answer_record')
        .leftJoin('record_detail', (join) =>
          join
            .onRef('record_detail.run_id', '=', 'answer_record.run_id')
            .onRef('record_detail.site', '=', 'answer_record.site')
            .on(this.sameKey('record_detail.key', 'answer_record.key')),
        )
        .selectAll('answer_record')
        .select([
          'record_detail.url as detail_url',
          'record_detail.state',
          'record_detail.reason',
          'record_detail.reading',
          formsOf(this.executor.dialect).as('forms'),
        ])
        .where('answer_record.run_id', '=', runId)
        .where(({ eb, refTuple, tuple }) =>
          eb(
            refTuple('answer_record.site', 'answer_record.key'),
            '>',
            tuple(from?.site ?? '', from?.key ?? ''),
          ),
        )
        .orderBy('answer_record.site')
        .orderBy('answer_record.key')
        .limit(BATCH);
      if (site !== undefined) query = query.where('answer_record.site', '=', site);
      if (formId !== undefined) {
        const shown = await this.shownBy(runId, formId, { site, after: from });
        const [first] = shown;
        if (first === undefined) return [];
        const keys = shown.flatMap(({ site: at, key }) => (at === first.site ? [key] : []));
        query = query.where('answer_record.site', '=', first.site).where('answer_record.key', 'in', keys);
      }
      const rows = await query.execute();
      return rows.map(({ detail_url: url, state, reason, reading, forms, ...record }) => ({
        ...record,
        forms: JSON.parse(forms) as string[],
        detail: url === null || state === null ? null : { url, state, reason, reading },
      }));
    });
  }

  private sameKey(a: string, b: string) {
    return sql<boolean>`${sql.raw(this.executor.dialect.sameKey(a, b))}`;
  }

  private shownBy(
    runId: number,
    formId: string,
    { site, after }: RecordRange,
  ): Promise<readonly Pick<AnswerRecordRow, 'site' | 'key'>[]> {
    const shown = this.db
      .selectFrom('record_occurrence')
      .select(['site', 'key'])
      .where('run_id', '=', runId)
      .where('form_id', '=', formId)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('site', 'key'), '>', tuple(after?.site ?? '', after?.key ?? '')),
      )
      .orderBy('site')
      .orderBy('key')
      .limit(BATCH);
    return (site === undefined ? shown : shown.where('site', '=', site)).execute();
  }

  async count(runId: number, firstOf?: string): Promise<number> {
    const rows = this.db
      .selectFrom('answer_record')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('run_id', '=', runId);
    const wanted = firstOf === undefined ? rows : rows.where('form_id', '=', firstOf);
    const { count } = await wanted.executeTakeFirstOrThrow();
    return Number(count);
  }

  ofForm(runId: number, formId: string, limit: number): Promise<readonly AnswerRecordRow[]> {
    return this.db
      .selectFrom('record_occurrence as shown')
      .innerJoin('answer_record as record', (join) =>
        join
          .onRef('record.run_id', '=', 'shown.run_id')
          .onRef('record.site', '=', 'shown.site')
          .on(this.sameKey('record.key', 'shown.key')),
      )
      .selectAll('record')
      .where('shown.run_id', '=', runId)
      .where('shown.form_id', '=', formId)
      .orderBy('record.key')
      .limit(limit)
      .execute();
  }

  ofOtherForms(
    runId: number,
    site: string,
    formId: string,
    limit: number,
  ): Promise<readonly Pick<AnswerRecordRow, 'key' | 'title' | 'text'>[]> {
    return this.db
      .selectFrom('answer_record')
      .select(['key', 'title', 'text'])
      .where('run_id', '=', runId)
      .where('site', '=', site)
      .where('form_id', '!=', formId)
      .orderBy('key')
      .limit(limit)
      .execute();
  }

  answered(
    runId: number,
    after: Pick<AnswerRecordRow, 'site' | 'key'>,
    limit: number,
  ): Promise<readonly AnsweredRecord[]> {
    return this.db
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

  details(runId: number, site?: string): Promise<readonly RecordDetailRow[]> {
    const rows = this.db.selectFrom('record_detail').selectAll().where('run_id', '=', runId);
    const wanted = site === undefined ? rows : rows.where('site', '=', site);
    return wanted.orderBy('site').orderBy('key').execute();
  }

  windowsBefore(runId: number, site: string, formId: string): Promise<WindowsReadRow | undefined> {
    return this.db
      .selectFrom('windows_read')
      .innerJoin('run', 'run.id', 'windows_read.run_id')
      .innerJoin('run as now', 'now.web', 'run.web')
      .selectAll('windows_read')
      .where('now.id', '=', runId)
      .where('windows_read.run_id', '<', runId)
      .where('windows_read.site', '=', site)
      .where('windows_read.form_id', '=', formId)
      .orderBy('windows_read.run_id', 'desc')
      .limit(1)
      .executeTakeFirst();
  }

  async putWindows(row: WindowsReadRow): Promise<void> {
    await replaceRows(this.executor, 'windows_read', [row]);
  }

  async add(records: readonly AnswerRecordRow[]): Promise<number> {
    await insertRows(this.executor, 'answer_record', records, 'on conflict do nothing');
    const shown = records.map(({ run_id, site, key, form_id, submission }) => {
      return { run_id, site, key, form_id, submission };
    });
    const isNew = 'on conflict do nothing returning 1';
    return (await insertRows(this.executor, 'record_occurrence', shown, isNew)).length;
  }

  async rename(runId: number, site: string, names: ReadonlyMap<string, string>): Promise<void> {
    const keys = [...names.keys()];
    for (const table of TABLES)
      for (let from = 0; from < keys.length; from += BATCH) {
        const some = keys.slice(from, from + BATCH);
        const { db } = this;
        const rows = await db
          .selectFrom(table)
          .selectAll()
          .where('run_id', '=', runId)
          .where('site', '=', site)
          .where('key', 'in', some)
          .orderBy('key')
          .execute();
        await db
          .deleteFrom(table)
          .where('run_id', '=', runId)
          .where('site', '=', site)
          .where('key', 'in', some)
          .execute();
        for (const row of rows) await insertNew(this.executor, table, { ...row, key: names.get(row.key) });
      }
  }

  async addDetail(detail: RecordDetailRow): Promise<void> {
    await insertNew(this.executor, 'record_detail', detail);
  }

  async delete(runId: number, site?: string): Promise<void> {
    for (const table of [...TABLES, 'windows_read'] as const) await this.deleteOf(table, runId, site);
  }
}
