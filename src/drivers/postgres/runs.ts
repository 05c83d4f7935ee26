import type { RunRow } from '../../storage/index.ts';
import { SqlRuns } from '../sql/index.ts';

const SHARED = ['shared_run', 'site_queue', 'site_note', 'run_token', 'archive_part'];

const COUNTED = `select run_id as id, sum(requests) as requests, sum(bytes_in) as bytes_in, sum(misses) as misses,
    max(updated_at) as updated_at
  from archive_part where run_id = any(?::bigint[]) group by run_id`;

type Counts = Pick<RunRow, 'id' | 'requests' | 'bytes_in' | 'misses' | 'updated_at'>;

/** A run is read with what its workers counted, and takes along what they shared. */
export class PostgresRuns extends SqlRuns {
  override async all(): Promise<readonly RunRow[]> {
    return this.counted(await super.all());
  }

  override async get(runId: number): Promise<RunRow | undefined> {
    const row = await super.get(runId);
    return row && (await this.counted([row]))[0];
  }

  private async counted(rows: readonly RunRow[]): Promise<readonly RunRow[]> {
    const counts = await this.statement<Counts>(COUNTED, [rows.map(({ id }) => id)]);
    const byRun = new Map(counts.map((count) => [count.id, count]));
    return rows.map((row) => {
      const more = byRun.get(row.id);
      if (more === undefined) return row;
      return {
        ...row,
        requests: row.requests + more.requests,
        bytes_in: row.bytes_in + more.bytes_in,
        misses: row.misses + more.misses,
        updated_at: Math.max(row.updated_at, more.updated_at),
      };
    });
  }

  override async delete(runId: number): Promise<void> {
    await super.delete(runId);
    for (const table of SHARED) await this.statement(`delete from ${table} where run_id = ?`, [runId]);
  }
}
