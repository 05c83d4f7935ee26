import { WORKER_SILENCE_MS, WorkerRefusedError, type WorkerRow, type Workers } from '../../storage/index.ts';
import { statement } from '../sql/index.ts';
import type { Shared } from './coordination.ts';
import { LOCKED } from './lock.ts';

/** The mark of a worker's pages moves on after so long, so that its rate is that of the last minute or two. */
const MARK_MS = 60_000;
/** Rows of workers that left without a word. */
const FORGOTTEN_MS = 86_400_000;

const LIST = `select id, host, pid, version, sites, state, clock_ahead_ms as "clockAheadMs", held, pages, joined_at as "joinedAt", beat_at as "beatAt",
    beat_at > store_clock() - ${WORKER_SILENCE_MS} as "isAlive",
    (pages - earlier_pages) * 60000.0 / greatest(beat_at - earlier_at, 1) as "pagesPerMinute"
  from worker order by joined_at, id`;
const JOIN = `insert into worker (id, host, pid, version, sites, clock_ahead_ms, joined_at, beat_at, mark_at, earlier_at)
  select ?, ?, ?, ?, ?, ?, clock, clock, clock, clock from (select store_clock() as clock) as now returning joined_at`;
const BEAT = `update worker set pages = ?, held = ?, state = ?, beat_at = now.clock,
    earlier_pages = case when now.clock - mark_at >= ${MARK_MS} then mark_pages else earlier_pages end,
    earlier_at = case when now.clock - mark_at >= ${MARK_MS} then mark_at else earlier_at end,
    mark_pages = case when now.clock - mark_at >= ${MARK_MS} then ? else mark_pages end,
    mark_at = case when now.clock - mark_at >= ${MARK_MS} then now.clock else mark_at end
  from (select store_clock() as clock) as now where id = ?
  returning set_config('synchronous_commit', 'off', true)`;
const OTHERS = `select version, count(*) as workers from worker
  where id <> ? and version <> ? and beat_at > store_clock() - ${WORKER_SILENCE_MS}
  group by version order by workers desc limit 1`;
export function workersOn({ executor, jobs }: Shared): Workers {
  const leave = async (id: string) =>
    void (await statement(executor, 'delete from worker where id = ?', [id]));
  return {
    leave,
    async join({ id, host, pid, version, sites }) {
      await statement(executor, 'delete from worker where beat_at < store_clock() - ?', [FORGOTTEN_MS]);
      const clockAheadMs = await clockAhead(executor.run);
      await statement(executor, JOIN, [id, host, pid, version, sites, clockAheadMs]);
      // Who wants the store for itself locks it first and looks for workers then: one of the two sees the other.
      const refuse = async (message: string, hint: string) => {
        await leave(id);
        throw new WorkerRefusedError(message, { hint });
      };
      const [other] = await statement<{ version: string; workers: number }>(executor, OTHERS, [id, version]);
      if (other !== undefined)
        await refuse(
          `a worker of Fieldfare ${version} cannot join ${other.workers} of ${other.version}`,
          'run the same version everywhere',
        );
      if ((await statement(executor, LOCKED, [])).length > 0)
        await refuse('another process has the store for itself', 'wait for it to end');
      const open = await statement<{ run_id: number }>(
        executor,
        `select run_id from shared_run where phase <> 'ended'`,
        [],
      );
      await jobs?.tidy(open.map(({ run_id }) => run_id));
      return { clockAheadMs };
    },
    async beat(id, { pages, held, state }) {
      await statement(executor, BEAT, [pages, held, state, pages, id]);
    },
    async list() {
      const rows = await statement<Omit<WorkerRow, 'isAlive'> & { readonly isAlive: number }>(
        executor,
        LIST,
        [],
      );
      return rows.map((row) => ({ ...row, isAlive: row.isAlive === 1 }));
    },
  };
}

/** As far as the way to the database lets it be told: of three questions the quickest. */
async function clockAhead(run: Shared['executor']['run']): Promise<number> {
  let best = { took: Number.POSITIVE_INFINITY, ahead: 0 };
  for (let i = 0; i < 3; i++) {
    const sent = Date.now();
    const [row] = await run<{ clock: number }>('select store_clock() as clock', []);
    const took = Date.now() - sent;
    if (took < best.took) best = { took, ahead: Math.round(sent + took / 2 - (row?.clock ?? sent)) };
  }
  return best.ahead;
}
