import {
  LeaseEndedError,
  type RunPhase,
  type RunSignal,
  type SharedRun,
  type SharedRuns,
} from '../../storage/index.ts';
import { statement } from '../sql/index.ts';
import type { Shared } from './coordination.ts';

interface Row {
  readonly run_id: number;
  readonly phase: RunPhase;
  readonly contents: string;
  readonly leader: string | null;
}

const READ = `select run_id, phase, contents, case when until > store_clock() then leader end as leader from shared_run`;
const BEGIN = `insert into shared_run (run_id, contents) values (?, ?) on conflict (run_id) do update
  set contents = (shared_run.contents::jsonb || excluded.contents::jsonb)::json,
    phase = case when shared_run.phase = 'ended' then 'explore' else shared_run.phase end`;
const SIGNAL = `update shared_run set contents = (contents::jsonb || jsonb_build_object('signal', ?::text))::json
  where run_id = ? and phase <> 'ended' returning 1`;
const LIMIT = `insert into run_token (run_id, kind, tokens) values (?, ?, ?)
  on conflict (run_id, kind) do update set tokens = run_token.tokens + excluded.tokens`;
const LEAD = `update shared_run set leader = ?, until = store_clock() + ?,
    epoch = case when leader = ? then epoch else epoch + 1 end
  where run_id = ? and phase <> 'ended' and (leader is null or leader = ? or until <= store_clock())
  returning epoch`;
const RESIGN = 'update shared_run set leader = null, until = 0 where run_id = ? and leader = ? and epoch = ?';
const ENTER = `update shared_run set phase = ?, contents = (contents::jsonb || ?::jsonb)::json
  where run_id = ? and leader = ? and epoch = ? and until > store_clock() returning 1`;

export function sharedRunsOn({ executor, jobs, together }: Shared): SharedRuns {
  return {
    async begin(runId, limits, contents) {
      await jobs?.prepare(runId);
      await together(async (inner) => {
        await statement(inner, BEGIN, [runId, JSON.stringify({ ...contents, signal: 'go' })]);
        for (const [kind, tokens] of Object.entries(limits))
          await statement(inner, LIMIT, [runId, kind, tokens]);
      });
    },
    async signal(runId, signal) {
      return (await statement(executor, SIGNAL, [signal, runId])).length > 0;
    },
    async open() {
      const rows = await statement<Row>(executor, `${READ} where phase <> 'ended' order by run_id`, []);
      return rows.map(runOf);
    },
    async get(runId) {
      const [row] = await statement<Row>(executor, `${READ} where run_id = ?`, [runId]);
      return row && runOf(row);
    },
    async lead(runId, worker, forMs) {
      const values = [worker, forMs, worker, runId, worker];
      const [row] = await statement<{ epoch: number }>(executor, LEAD, values);
      return row && { runId, worker, epoch: row.epoch };
    },
    async resign({ runId, worker, epoch }) {
      await statement(executor, RESIGN, [runId, worker, epoch]);
    },
    async enter({ runId, worker, epoch }, phase, contents = {}) {
      const values = [phase, JSON.stringify(contents), runId, worker, epoch];
      if ((await statement(executor, ENTER, values)).length === 0)
        throw new LeaseEndedError(`run ${runId} is led by another worker`);
    },
  };
}

function runOf({ run_id: runId, phase, contents: written, leader }: Row): SharedRun {
  const { signal = 'go', ...contents } = JSON.parse(written) as Record<string, string> & {
    signal?: RunSignal;
  };
  return { runId, phase, contents, signal, leader };
}
