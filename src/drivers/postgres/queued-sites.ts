import { randomUUID } from 'node:crypto';
import {
  LeaseEndedError,
  type Leadership,
  MOST_DEATHS,
  type Offered,
  type QueuedSite,
  type QueuedSiteState,
  type RunPhase,
  type SiteCounts,
  type SiteLease,
  type SiteQueue,
  StoreError,
} from '../../storage/index.ts';
import { statement } from '../sql/index.ts';
import type { Shared } from './coordination.ts';
import type { PostgresExecutor } from './executor.ts';
import { checkHolds } from './holds.ts';
import type { SiteJobs } from './site-jobs.ts';

const MOST_COUNTED = 1_000;

/** Before statistics of a table are there, the planner would sort all sites for the few best ones. */
const BY_INDEX = `select set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true)`;

/** Rows that do not change are left alone: an order that is made anew changes a part of them. */
const PUT = `insert into site_queue (run_id, site, score, state)
  select ?::bigint, site, score, 'idle' from unnest(?::text[], ?::float8[]) as given (site, score) order by site
  on conflict (run_id, site) do update set score = excluded.score where site_queue.score <> excluded.score`;
const PUT_IN_STATE = `insert into site_queue (run_id, site, score, state)
  select ?::bigint, site, score, state from unnest(?::text[], ?::float8[], ?::text[]) as given (site, score, state)
  order by site
  on conflict (run_id, site) do update set score = excluded.score,
    state = case when site_queue.state in ('queued', 'leased') then site_queue.state else excluded.state end,
    deaths = case when site_queue.state = 'failed' then 0 else site_queue.deaths end
  where site_queue.score <> excluded.score or site_queue.state <> excluded.state`;

/** Notes that came since the last look. A site that is just being given back is waited for: what it becomes is seen then. */
const FRESH = 'update site_note set is_fresh = false where run_id = ? and is_fresh returning site';
const WAKE = `update site_queue set state = case when state = 'done' then 'idle' else state end
  where run_id = ? and site = any(?::text[]) and state in ('done', 'leased')`;

const END_LEASES = `update site_queue set worker = null, until = null, deaths = deaths + 1, epoch = epoch + 1,
    state = case when deaths + 1 >= ${MOST_DEATHS} then 'failed' else 'queued' end
  where (run_id, site) in (select run_id, site from site_queue
    where run_id = ? and state = 'leased' and until <= store_clock() for update skip locked)
  returning job`;

const WAITING = `select (select count(*) from site_queue where run_id = run.id and state = 'queued') as queued,
    (select count(*) from site_queue where run_id = run.id and state = 'leased') as leased,
    (select count(*) from (select from site_queue where run_id = run.id and state = 'idle' limit ${MOST_COUNTED}) as first) as idle
  from (select ?::bigint as id) as run`;
const BEST = `select site, score from site_queue
  where run_id = ? and state = 'idle' and not_before <= store_clock()
  order by score desc, site limit ? for update skip locked`;
const QUEUE = `update site_queue set state = 'queued', job = given.job
  from unnest(?::text[], ?::uuid[]) as given (site, job) where run_id = ? and site_queue.site = given.site`;

const OPEN = `select run_id, phase, (select count(*) from site_queue as held
      where held.run_id = shared_run.run_id and held.state = 'leased') as leased
  from shared_run where phase <> 'ended'
    and exists (select from site_queue as waits where waits.run_id = shared_run.run_id and waits.state = 'queued')
  order by leased, run_id`;
const LEASE = `update site_queue set state = 'leased', worker = ?, until = store_clock() + ?, epoch = epoch + 1
  from unnest(?::text[], ?::uuid[]) as given (site, job)
  where run_id = ? and site_queue.site = given.site and site_queue.job = given.job and state = 'queued'
  returning site_queue.site, epoch, score`;
const RENEW = `update site_queue set until = store_clock() + ?
  from unnest(?::bigint[], ?::text[], ?::text[], ?::bigint[]) as held (run_id, site, worker, epoch)
  where site_queue.run_id = held.run_id and site_queue.site = held.site and site_queue.worker = held.worker
    and site_queue.epoch = held.epoch and state = 'leased' and until > store_clock()
  returning site_queue.run_id, site_queue.site, set_config('synchronous_commit', 'off', true)`;
const GIVE = `update site_queue set worker = null, until = null, deaths = 0, not_before = store_clock() + ?,
    state = case when ? = 'done' and exists (select from site_note as note
      where note.run_id = site_queue.run_id and note.site = site_queue.site) then 'idle' else ? end
  where run_id = ? and site = ? and worker = ? and epoch = ? and state = 'leased' and until > store_clock()
  returning job`;

const COUNTS = 'select state, count(*) as sites from site_queue where run_id = ? group by state';
const LIST = `select site, score, state, deaths from site_queue
  where run_id = ? and state = any(?::text[]) order by score desc, site`;
const STATES: readonly QueuedSiteState[] = ['idle', 'queued', 'leased', 'done', 'failed'];

/** The rows of sites say who has which; jobs say who is next. Both change in one transaction. */
export class SiteQueueRows implements SiteQueue {
  private readonly shared: Shared;

  constructor(shared: Shared) {
    this.shared = shared;
  }

  async put(leadership: Leadership, sites: Parameters<SiteQueue['put']>[1]): Promise<void> {
    const rows = [...new Map(sites.map((row) => [row.site, row])).values()];
    const [scored, stated] = [rows.filter((row) => !row.state), rows.filter((row) => row.state)];
    const columns = (of: typeof rows) => [of.map(({ site }) => site), of.map(({ score }) => score)];
    await this.leading(leadership, async (executor) => {
      const { runId } = leadership;
      if (scored.length > 0) await statement(executor, PUT, [runId, ...columns(scored)]);
      if (stated.length === 0) return;
      const states = stated.map(({ state }) => state);
      await statement(executor, PUT_IN_STATE, [runId, ...columns(stated), states]);
    });
  }

  async offer(leadership: Leadership, most: number): Promise<Offered> {
    const { runId } = leadership;
    return this.leading(leadership, async (executor) => {
      await statement(executor, BY_INDEX, []);
      const noted = await statement<{ site: string }>(executor, FRESH, [runId]);
      if (noted.length > 0)
        await statement(executor, WAKE, [runId, [...new Set(noted.map(({ site }) => site))]]);
      const dead = await statement<{ job: string }>(executor, END_LEASES, [runId]);
      await this.jobs.fail(
        executor,
        runId,
        dead.map(({ job }) => job),
      );
      const waiting = await this.waiting(executor, runId);
      const wanted = Math.min(most - waiting.queued, waiting.idle);
      if (wanted <= 0) return waiting;
      const best = await statement<{ site: string; score: number }>(executor, BEST, [runId, wanted]);
      const jobs = best.map((row) => ({ ...row, id: randomUUID() }));
      await this.jobs.add(executor, runId, jobs);
      const columns = [jobs.map(({ site }) => site), jobs.map(({ id }) => id)];
      if (jobs.length > 0) await statement(executor, QUEUE, [...columns, runId]);
      return {
        ...waiting,
        queued: waiting.queued + jobs.length,
        idle: waiting.idle < MOST_COUNTED ? waiting.idle - jobs.length : MOST_COUNTED,
      };
    });
  }

  private async waiting(executor: PostgresExecutor, runId: number): Promise<Offered> {
    const [row] = await statement<Offered>(executor, WAITING, [runId]);
    return row ?? { queued: 0, leased: 0, idle: 0 };
  }

  async take(worker: string, most: number, forMs: number): Promise<readonly SiteLease[]> {
    const { executor, together } = this.shared;
    const open = await statement<{ run_id: number; phase: RunPhase }>(executor, OPEN, []);
    const leases: SiteLease[] = [];
    for (const { run_id: runId, phase } of open) {
      const left = most - leases.length;
      if (left <= 0) break;
      const rows = await together((inner) => this.lease(inner, runId, { worker, most: left, forMs }));
      leases.push(...rows.map(({ site, epoch }) => ({ runId, site, worker, epoch, phase })));
    }
    return leases;
  }

  private async lease(
    executor: PostgresExecutor,
    runId: number,
    { worker, most, forMs }: { readonly worker: string; readonly most: number; readonly forMs: number },
  ): Promise<readonly { readonly site: string; readonly epoch: number }[]> {
    const jobs = await this.jobs.take(executor, runId, most);
    if (jobs.length === 0) return [];
    const columns = [jobs.map(({ site }) => site), jobs.map(({ id }) => id)];
    const rows = await statement<{ site: string; epoch: number; score: number }>(executor, LEASE, [
      worker,
      forMs,
      ...columns,
      runId,
    ]);
    const leased = new Set(rows.map(({ site }) => site));
    // Their sites are gone, or have changed since.
    const stray = jobs.filter(({ site }) => !leased.has(site)).map(({ id }) => id);
    await this.jobs.remove(executor, runId, stray);
    return rows.toSorted((a, b) => b.score - a.score);
  }

  async renew(leases: readonly SiteLease[], forMs: number): Promise<readonly SiteLease[]> {
    if (leases.length === 0) return [];
    const rows = await statement<{ run_id: number; site: string }>(this.shared.executor, RENEW, [
      forMs,
      leases.map(({ runId }) => runId),
      leases.map(({ site }) => site),
      leases.map(({ worker }) => worker),
      leases.map(({ epoch }) => epoch),
    ]);
    const held = new Set(rows.map(({ run_id, site }) => `${run_id} ${site}`));
    return leases.filter(({ runId, site }) => held.has(`${runId} ${site}`));
  }

  async give(
    { runId, site, worker, epoch }: SiteLease,
    state: 'idle' | 'done' | 'failed',
    notBeforeMs = 0,
  ): Promise<boolean> {
    return this.shared.together(async (executor) => {
      const values = [notBeforeMs, state, state, runId, site, worker, epoch];
      const [row] = await statement<{ job: string }>(executor, GIVE, values);
      if (row !== undefined) await this.jobs.remove(executor, runId, [row.job]);
      return row !== undefined;
    });
  }

  async counts(runId: number): Promise<SiteCounts> {
    const rows = await statement<{ state: QueuedSiteState; sites: number }>(this.shared.executor, COUNTS, [
      runId,
    ]);
    const none = { idle: 0, queued: 0, leased: 0, done: 0, failed: 0 };
    return { ...none, ...Object.fromEntries(rows.map(({ state, sites }) => [state, sites])) };
  }

  list(runId: number, states = STATES): Promise<readonly QueuedSite[]> {
    return statement<QueuedSite>(this.shared.executor, LIST, [runId, states]);
  }

  private get jobs(): SiteJobs {
    const { jobs } = this.shared;
    if (jobs === undefined) throw new StoreError('the store is open for reading only');
    return jobs;
  }

  private leading<T>(leadership: Leadership, work: (executor: PostgresExecutor) => Promise<T>): Promise<T> {
    return this.shared.together(async (executor) => {
      if (!(await checkHolds(executor, [leadership])))
        throw new LeaseEndedError(`run ${leadership.runId} is led by another worker`);
      return work(executor);
    });
  }
}
