import { randomUUID } from 'node:crypto';
import {
  type Leadership,
  LeaseEndedError,
  MOST_DEATHS,
  type Offered,
  PART_BYTES,
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
import { isLed } from './holds.ts';
import { queueOf, type SiteJob, type SiteJobs } from './site-jobs.ts';

const MOST_COUNTED = 1_000;

/** Without statistics the planner would sort all sites for the few best ones; with them it would read all for the idle ones. */
const BY_INDEX = `select set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true),
  set_config('enable_seqscan', 'off', true)`;

/**
 * Rows that do not change are not even locked. Those that commits and leases wait for come last, so that they are locked for
 * a moment. Each row is looked up by its key (`limit` keeps the planner from reading the table).
 */
const put = (
  given: string,
  state: string,
  isChanged: string,
): string => `insert into site_queue (run_id, site, score, state)
  select run.id, given.site, given.score, ${state} from (select ?::bigint as id) as run, ${given}
    left join lateral (select score, state, array_position(array['leased', 'queued'], state) as held from site_queue
      where run_id = run.id and site = given.site limit 1) as known on true
  where ${isChanged} order by known.held nulls first, given.site
  on conflict (run_id, site) do update set score = excluded.score`;
const PUT = put(
  'unnest(?::text[], ?::float8[]) as given (site, score)',
  `'idle'`,
  'known.score is distinct from given.score',
);
const PUT_IN_STATE = `${put(
  'unnest(?::text[], ?::float8[], ?::text[]) as given (site, score, state)',
  'given.state',
  `known.score is distinct from given.score or known.held is null and known.state <> given.state`,
)}, state = case when site_queue.state in ('queued', 'leased') then site_queue.state else excluded.state end,
    deaths = case when site_queue.state = 'failed' then 0 else site_queue.deaths end`;

/** Notes that came since the last look. A site that is just being given back is waited for: what it becomes is seen then. */
const FRESH = 'update site_note set is_fresh = false where run_id = ? and is_fresh returning site';
const WAKE = `update site_queue set state = case when state = 'done' then 'idle' else state end
  where run_id = ? and site = any(?::text[]) and state in ('done', 'leased')`;

/** Rows of a site that name an exchange in a part of the archive which its worker wrote. */
const hasStored = (table: 'page' | 'submission'): string => `exists (select from ${table} as kept
  join archive_part as own on own.run_id = kept.run_id and kept.exchange_offset / ${PART_BYTES} = own.part
  where kept.run_id = held.run_id and kept.site = held.site and own.worker = held.worker)`;
/**
 * Something that was under way before when a worker died, and was under way at this one again: a page, which is alone in
 * its process then, or a query. What an earlier worker left behind is not this one's.
 */
const UNDER_WAY_AGAIN = `(exists (select from link where link.run_id = held.run_id and link.site = held.site
      and link.state = 'leased' and link.lease_owner = held.worker and link.crashes > 0)
    or exists (select from submission as asked join worker as own on own.id = held.worker
      where asked.run_id = held.run_id and asked.site = held.site and asked.state = 'sent' and asked.attempts > 1
        and asked.sent_at - own.clock_ahead_ms >= own.joined_at))`;
/** A death counts against a site where nothing was brought, and something was under way again. */
const END_LEASES = `with dead as (select run_id, site, ${hasStored('page')} or ${hasStored('submission')} as brought,
      ${UNDER_WAY_AGAIN} as again
    from site_queue as held where run_id = ? and state = 'leased' and until <= store_clock() for update skip locked)
  update site_queue set worker = null, until = null, epoch = epoch + 1,
    deaths = case when brought then 0 when again then deaths + 1 else deaths end,
    state = case when brought or not again then 'idle' when deaths + 1 >= ${MOST_DEATHS} then 'failed' else 'queued' end
  from dead where site_queue.run_id = dead.run_id and site_queue.site = dead.site
  returning job, again and not brought as counts`;

const WAITING = `select (select count(*) from site_queue where run_id = run.id and state = 'queued') as queued,
    (select count(*) from site_queue where run_id = run.id and state = 'leased') as leased,
    (select count(*) from (select from site_queue where run_id = run.id and state = 'idle'
      order by score desc, site limit ${MOST_COUNTED}) as best)
      + (select count(*) from (select from site_note where run_id = run.id and is_fresh limit 1) as fresh) as idle
  from (select ?::bigint as id) as run`;
const BEST = `select site, score, deaths from site_queue
  where run_id = ? and state = 'idle' and not_before <= store_clock()
  order by score desc, site limit ? for update skip locked`;
const QUEUE = `update site_queue set state = 'queued', job = given.job
  from unnest(?::text[], ?::uuid[]) as given (site, job) where run_id = ? and site_queue.site = given.site`;

/** A job that a worker is just taking stays: the worker waits for the row of its site, and nobody may wait for the job. */
const withdraw = (
  jobs: string,
): string => `with known as (select waits.run_id, waits.site, waits.job from site_queue as waits
      cross join lateral (select from ${jobs} where name = ? and id = waits.job limit 1 for update skip locked) as job
    where waits.run_id = ? and waits.state = 'queued' and waits.deaths = 0 for update of waits skip locked)
  update site_queue set state = 'idle', job = null from known
  where site_queue.run_id = known.run_id and site_queue.site = known.site returning known.job`;

/** A state that a few sites are in by what the planner knows, said so that it looks these up by their key all the same. */
const is = (state: QueuedSiteState): string => `case state when '${state}' then true end`;
const OPEN = `select run_id, phase from shared_run as run
  where phase <> 'ended' and coalesce(contents ->> 'signal', 'go') = 'go'
    and (select true from site_queue where run_id = run.run_id and state = 'queued' limit 1)
  order by case when (select count(*) from shared_run where phase <> 'ended') > 1
    then (select count(*) from site_queue where run_id = run.run_id and state = 'leased') end, run_id`;
const LEASE = `update site_queue set state = 'leased', worker = ?, until = store_clock() + ?, epoch = epoch + 1
  where site = any(?::text[]) and job = any(?::uuid[]) and run_id = ? and ${is('queued')}
  returning site, epoch, score`;
const RENEW = `update site_queue set until = store_clock() + ?
  from unnest(?::bigint[], ?::text[], ?::text[], ?::bigint[]) as held (run_id, site, worker, epoch)
  where site_queue.run_id = held.run_id and site_queue.site = held.site and site_queue.worker = held.worker
    and site_queue.epoch = held.epoch and ${is('leased')} and until > store_clock()
  returning site_queue.run_id, site_queue.site, set_config('synchronous_commit', 'off', true)`;
/** Tests whether something of a site waits, whatever the worker knows: a server that crashes forgets leases of links. */
const IS_LEFT = `(exists (select from site_note as note where note.run_id = site_queue.run_id and note.site = site_queue.site)
  or exists (select from link where link.run_id = site_queue.run_id and link.site = site_queue.site
    and link.state in ('waiting', 'leased')))`;
const GIVE = `update site_queue set worker = null, until = null, deaths = 0, not_before = store_clock() + ?,
    state = case when ? = 'done' and ${IS_LEFT}
      and exists (select from shared_run as run where run.run_id = site_queue.run_id and run.phase = 'explore')
      then 'idle' else ? end
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
      const dead = await statement<{ job: string; counts: number }>(executor, END_LEASES, [runId]);
      const jobsOf = (counts: number) => dead.flatMap((row) => (row.counts === counts ? [row.job] : []));
      await this.jobs.remove(executor, runId, jobsOf(0));
      await this.jobs.fail(executor, runId, jobsOf(1));
      const waiting = await this.waiting(executor, runId);
      const wanted = Math.min(most - waiting.queued, waiting.idle);
      if (wanted <= 0) return waiting;
      const best = await statement<Omit<SiteJob, 'id'>>(executor, BEST, [runId, wanted]);
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

  async withdraw(leadership: Leadership): Promise<void> {
    const { runId } = leadership;
    await this.leading(leadership, async (executor) => {
      const values = [queueOf(runId), runId];
      const rows = await statement<{ job: string }>(executor, withdraw(this.jobs.table), values);
      await this.jobs.remove(
        executor,
        runId,
        rows.map(({ job }) => job),
      );
    });
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
    const renewed = new Set(rows.map(({ run_id, site }) => `${run_id} ${site}`));
    return leases.filter(({ runId, site }) => renewed.has(`${runId} ${site}`));
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

  async delete(runId: number, site: string): Promise<void> {
    for (const table of ['site_queue', 'site_note']) {
      const text = `delete from ${table} where run_id = ? and site = ?`;
      await statement(this.shared.executor, text, [runId, site]);
    }
  }

  private get jobs(): SiteJobs {
    const { jobs } = this.shared;
    if (jobs === undefined) throw new StoreError('the store is open for reading only');
    return jobs;
  }

  private leading<T>(leadership: Leadership, work: (executor: PostgresExecutor) => Promise<T>): Promise<T> {
    return this.shared.together(async (executor) => {
      if (!(await isLed(executor, leadership)))
        throw new LeaseEndedError(`run ${leadership.runId} is led by another worker`);
      return work(executor);
    });
  }
}
