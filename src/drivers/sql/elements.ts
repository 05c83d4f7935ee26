import type { ElementRow, ElementStore, ElementValueRow } from '../../storage/index.ts';
import { type Executor, insertNew, insertRows } from './executor.ts';

export class SqlElements implements ElementStore {
  private readonly executor: Executor;

  constructor(executor: Executor) {
    this.executor = executor;
  }

  elements(): Promise<readonly ElementRow[]> {
    return this.executor.db.selectFrom('element').selectAll().orderBy('id').execute();
  }

  values(): Promise<readonly ElementValueRow[]> {
    const rows = this.executor.db.selectFrom('element_value').selectAll();
    return rows.orderBy('element_id').orderBy('value').execute();
  }

  async hasRun(runId: number): Promise<boolean> {
    const rows = this.executor.db.selectFrom('element_run').select('run_id').where('run_id', '=', runId);
    return (await rows.executeTakeFirst()) !== undefined;
  }

  async version(runId: number): Promise<string | undefined> {
    const rows = this.executor.db.selectFrom('element_version').select('content').where('run_id', '=', runId);
    return (await rows.executeTakeFirst())?.content;
  }

  async publish(runId: number, content: string): Promise<void> {
    await insertRows(this.executor, 'element_version', [{ run_id: runId, content }]);
  }

  async replace(elements: readonly ElementRow[], values: readonly ElementValueRow[]): Promise<void> {
    await this.executor.db.deleteFrom('element_value').execute();
    await this.executor.db.deleteFrom('element').execute();
    await insertRows(this.executor, 'element', elements);
    await insertRows(this.executor, 'element_value', values);
  }

  async addRun(runId: number): Promise<void> {
    await insertNew(this.executor, 'element_run', { run_id: runId });
  }

  async deleteRun(runId: number): Promise<void> {
    await this.executor.db.deleteFrom('element_run').where('run_id', '=', runId).execute();
    await this.executor.db.deleteFrom('element_version').where('run_id', '=', runId).execute();
  }
}
