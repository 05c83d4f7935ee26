import { SqlRuns, statement } from '../sql/index.ts';

const SHARED = ['shared_run', 'site_queue', 'site_note', 'run_token', 'archive_part'];

/** A run takes along what its workers shared. */
export class PostgresRuns extends SqlRuns {
  override async delete(runId: number): Promise<void> {
    await super.delete(runId);
    for (const table of SHARED)
      await statement(this.executor, `delete from ${table} where run_id = ?`, [runId]);
  }
}
