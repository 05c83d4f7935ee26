import type { ElementRow, ElementStore, ElementValueRow } from '../../storage/index.ts';
import { insertNew, insertRows } from './executor.ts';
import { Port } from './port.ts';

export class SqlElements extends Port implements ElementStore {
  elements(): Promise<readonly ElementRow[]> {
    return this.db.selectFrom('element').selectAll().orderBy('id').execute();
  }

  values(): Promise<readonly ElementValueRow[]> {
    const rows = this.db.selectFrom('element_value').selectAll();
    return rows.orderBy('element_id').orderBy('value').execute();
  }

  async hasRun(runId: number): Promise<boolean> {
    const rows = this.db.selectFrom('element_run').select('run_id').where('run_id', '=', runId);
    return (await rows.executeTakeFirst()) !== undefined;
  }

  async version(runId: number): Promise<string | undefined> {
    const rows = this.db.selectFrom('element_version').select('content').where('run_id', '=', runId);
    return (await rows.executeTakeFirst())?.content;
  }

  async publish(runId: number, content: string): Promise<void> {
    await insertRows(this.executor, 'element_version', [{ run_id: runId, content }]);
  }

  async replace(elements: readonly ElementRow[], values: readonly ElementValueRow[]): Promise<void> {
    await this.db.deleteFrom('element_value').execute();
    await this.db.deleteFrom('element').execute();
    await insertRows(this.executor, 'element', elements);
    await insertRows(this.executor, 'element_value', values);
  }

  async addRun(runId: number): Promise<void> {
    await insertNew(this.executor, 'element_run', { run_id: runId });
  }

  async deleteRun(runId: number): Promise<void> {
    for (const table of ['element_run', 'element_version'] as const) await this.deleteOf(table, runId);
  }
}
