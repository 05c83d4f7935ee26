import type { NewRun, RuleCountRow, RunRow, RunSampleRow, RunStore } from '../../storage/index.ts';
import { type Executor, insertRow, statement, updateRow } from './executor.ts';

export class SqliteRuns implements RunStore {
  private readonly executor: Executor;

  constructor(executor: Executor) {
    this.executor = executor;
  }

  all(): Promise<readonly RunRow[]> {
    return this.executor.db.selectFrom('run').selectAll().orderBy('id').execute();
  }

  get(runId: number): Promise<RunRow | undefined> {
    return this.executor.db.selectFrom('run').selectAll().where('id', '=', runId).executeTakeFirst();
  }

  samples(runId: number): Promise<readonly RunSampleRow[]> {
    const rows = this.executor.db.selectFrom('run_sample').selectAll();
    return rows.where('run_id', '=', runId).orderBy('pages').execute();
  }

  ruleCounts(runId: number): Promise<readonly RuleCountRow[]> {
    const rows = this.executor.db.selectFrom('rule_count').selectAll();
    return rows.where('run_id', '=', runId).orderBy('rule').orderBy('site').execute();
  }

  async insert(run: NewRun): Promise<number> {
    const { insertId } = await this.executor.db.insertInto('run').values(run).executeTakeFirstOrThrow();
    return Number(insertId);
  }

  async update(runId: number, change: Partial<Omit<RunRow, 'id'>>): Promise<void> {
    updateRow(this.executor, 'run', runId, change);
  }

  async addSample(sample: RunSampleRow): Promise<void> {
    insertRow(this.executor, 'run_sample', sample, true);
  }

  async addRuleCounts(counts: readonly RuleCountRow[]): Promise<void> {
    const text = `insert into rule_count (run_id, rule, site, count) values (?, ?, ?, ?)
      on conflict (run_id, rule, site) do update set count = count + excluded.count`;
    for (const { run_id, rule, site, count } of counts)
      statement(this.executor, text, [run_id, rule, site, count]);
  }

  async delete(runId: number): Promise<void> {
    const { db } = this.executor;
    await db.deleteFrom('rule_count').where('run_id', '=', runId).execute();
    await db.deleteFrom('run_sample').where('run_id', '=', runId).execute();
    await db.deleteFrom('run').where('id', '=', runId).execute();
  }
}
