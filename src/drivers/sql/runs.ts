import type {
  LinkRow,
  NewRun,
  RuleCountRow,
  RunCounts,
  RunFigures,
  RunRow,
  RunSampleRow,
  RunStore,
} from '../../storage/index.ts';
import { insertNew, updateRow } from './executor.ts';
import { Port } from './port.ts';

export class SqlRuns extends Port implements RunStore {
  all(): Promise<readonly RunRow[]> {
    return this.db.selectFrom('run').selectAll().orderBy('id').execute();
  }

  get(runId: number): Promise<RunRow | undefined> {
    return this.db.selectFrom('run').selectAll().where('id', '=', runId).executeTakeFirst();
  }

  samples(runId: number): Promise<readonly RunSampleRow[]> {
    const rows = this.db.selectFrom('run_sample').selectAll();
    return rows.where('run_id', '=', runId).orderBy('pages').execute();
  }

  ruleCounts(runId: number): Promise<readonly RuleCountRow[]> {
    const rows = this.db.selectFrom('rule_count').selectAll();
    return rows.where('run_id', '=', runId).orderBy('rule').orderBy('site').execute();
  }

  async counts(runId: number): Promise<RunCounts> {
    const { db } = this;
    const pages = await db
      .selectFrom('page')
      .select(['rendered_by', (eb) => eb.fn.countAll<number>().as('pages')])
      .where('run_id', '=', runId)
      .groupBy('rendered_by')
      .execute();
    const by = (reader: string) => pages.find((row) => row.rendered_by === reader)?.pages ?? 0;
    const { failed } = await db
      .selectFrom('link')
      .select((eb) => eb.fn.countAll<number>().as('failed'))
      .where('run_id', '=', runId)
      .where('state', '=', 'failed')
      .executeTakeFirstOrThrow();
    const judged = db
      .selectFrom('form_variant')
      .select((eb) => [eb.fn.max('searchable').as('searchable'), eb.fn.max('domain').as('domain')])
      .where('run_id', '=', runId)
      .groupBy('form_id');
    const forms = await db
      .selectFrom(judged.as('judged'))
      .select(['searchable', 'domain', (eb) => eb.fn.countAll<number>().as('forms')])
      .groupBy(['searchable', 'domain'])
      .execute();
    return {
      http: by('http'),
      browser: by('browser'),
      failed,
      forms: forms.map((row) => ({ ...row, searchable: row.searchable === 1 })),
    };
  }

  firstLinks(
    runId: number,
    limit: number,
  ): Promise<readonly Pick<LinkRow, 'url' | 'reason_code' | 'reason_detail'>[]> {
    const links = this.db.selectFrom('link').select(['url', 'reason_code', 'reason_detail']);
    return links.where('run_id', '=', runId).orderBy('id').limit(limit).execute();
  }

  async insert(run: NewRun): Promise<number> {
    const rows = this.db.insertInto('run').values(run).returning('id');
    return (await rows.executeTakeFirstOrThrow()).id;
  }

  async update(runId: number, change: Partial<Omit<RunRow, 'id'>>, added?: RunFigures): Promise<void> {
    if (Object.keys(change).length > 0) await updateRow(this.executor, 'run', runId, change);
    if (added !== undefined) await this.add(runId, added);
  }

  private async add(runId: number, { requests, bytes_in, misses, active_ms }: RunFigures): Promise<void> {
    const text = `update run set requests = requests + ?, bytes_in = bytes_in + ?, misses = misses + ?,
      active_ms = active_ms + ? where id = ?`;
    await this.statement(text, [requests, bytes_in, misses, active_ms, runId]);
  }

  async addSample(sample: RunSampleRow): Promise<void> {
    await insertNew(this.executor, 'run_sample', sample);
  }

  async addRuleCounts(counts: readonly RuleCountRow[]): Promise<void> {
    const text = `insert into rule_count (run_id, rule, site, count) values (?, ?, ?, ?)
      on conflict (run_id, rule, site) do update set count = rule_count.count + excluded.count`;
    for (const { run_id, rule, site, count } of counts)
      await this.statement(text, [run_id, rule, site, count]);
  }

  async delete(runId: number): Promise<void> {
    for (const table of ['rule_count', 'run_sample'] as const) await this.deleteOf(table, runId);
    await this.db.deleteFrom('run').where('id', '=', runId).execute();
  }

  async deleteRuleCounts(runId: number, site: string): Promise<void> {
    await this.deleteOf('rule_count', runId, site);
  }
}
