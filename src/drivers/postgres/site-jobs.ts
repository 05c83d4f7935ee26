import type { Job, PgBoss } from 'pg-boss';
import { type JobCounts, MOST_DEATHS } from '../../storage/index.ts';
import { statement } from '../sql/index.ts';
import type { PostgresExecutor } from './executor.ts';

/** A site that waits for a worker, or is with one. */
export interface SiteJob {
  readonly id: string;
  readonly site: string;
  readonly score: number;
  /** Counts against the site so far. */
  readonly deaths: number;
}

const DEAD = 'dead-sites';
export const queueOf = (runId: number): string => `run-${runId}`;
/** Lives beside the tables of the store, since names of its tables might be ours. */
const jobSchemaOf = (schema: string): string =>
  `${schema === 'public' ? 'fieldfare' : schema}_jobs`.slice(0, 50);
const tableOf = (schema: string): string => `${jobSchemaOf(schema)}.job`;

/** A first death counts against a site: it comes back after one to two seconds, later after two to four. */
const RETRY_SECONDS = 1;
const LONGEST_RETRY_SECONDS = 4;
/** Leases end by the row of their site. */
const LONGEST_SECONDS = 86_000;
/** Scores are told apart to a millionth: a priority is an integer of 32 bits. */
const PRIORITIES = 1e6;
const HIGHEST = 2 ** 31 - 1;
/** Jobs that are read as quickly as one. */
const FEW = 8;

/**
 * Jobs of pg-boss, one for each site that is queued or leased: it hands them out once, best first, brings them back with
 * growing delays and puts those aside whose workers died too often. Its statements run in the transactions that change
 * the sites; it has no connection of its own.
 */
export class SiteJobs {
  /** Name of the table of all jobs. */
  readonly table: string;
  private readonly boss: PgBoss;
  private readonly known = new Set<number>();
  private isAnalysed = false;

  private constructor(boss: PgBoss, schema: string) {
    this.boss = boss;
    this.table = tableOf(schema);
  }

  /** Makes its tables, or brings them up to date. */
  static async open(executor: PostgresExecutor, schema: string): Promise<SiteJobs> {
    const { PgBoss } = await import('pg-boss');
    const boss = new PgBoss({
      ...dbOf(executor),
      schema: jobSchemaOf(schema),
      // Nothing is scheduled, jobs are deleted as they end, and leases end by the rows of sites.
      schedule: false,
      supervise: false,
      bamIntervalSeconds: 86_400,
      queueCacheIntervalSeconds: 3_600,
    });
    // Without connections of its own it has nothing to tell that its calls do not.
    boss.on('error', () => undefined);
    await boss.start();
    if ((await boss.getQueue(DEAD)) === null) await boss.createQueue(DEAD);
    return new SiteJobs(boss, schema);
  }

  /** Makes the queue of a run, which has to be there before its first job. */
  async prepare(runId: number): Promise<void> {
    if (this.known.has(runId)) return;
    if ((await this.boss.getQueue(queueOf(runId))) === null)
      await this.boss.createQueue(queueOf(runId), {
        policy: 'exclusive',
        deadLetter: DEAD,
        retryDelay: RETRY_SECONDS,
        retryBackoff: true,
        retryDelayMax: LONGEST_RETRY_SECONDS,
        expireInSeconds: LONGEST_SECONDS,
      });
    this.known.add(runId);
  }

  /** @throws where one of the sites has a job already */
  async add(executor: PostgresExecutor, runId: number, jobs: readonly SiteJob[]): Promise<void> {
    if (jobs.length === 0) return;
    const added = await this.boss.insert(
      queueOf(runId),
      jobs.map(({ id, site, score, deaths }) => ({
        id,
        data: { site },
        singletonKey: site,
        retryLimit: MOST_DEATHS - 1 - deaths,
        priority: Math.round(Math.max(-HIGHEST, Math.min(HIGHEST, score * PRIORITIES))) || 0,
      })),
      { ...dbOf(executor), returnId: true },
    );
    if (added?.length !== jobs.length) throw new Error(`a site of run ${runId} has two jobs`);
    if (this.isAnalysed || jobs.length < FEW) return;
    // Of a table that was empty the planner expects one job in all: each lease would read them all.
    await statement(executor, `analyze ${this.table}`, []);
    this.isAnalysed = true;
  }

  async take(
    executor: PostgresExecutor,
    runId: number,
    most: number,
  ): Promise<readonly { readonly id: string; readonly site: string }[]> {
    await this.prepare(runId);
    const options = { ...dbOf(executor), batchSize: most };
    const jobs: readonly Job<{ site: string }>[] = await this.boss.fetch(queueOf(runId), options);
    return jobs.map(({ id, data: { site } }) => ({ id, site }));
  }

  /** The work of these jobs is over. */
  async remove(executor: PostgresExecutor, runId: number, ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.boss.deleteJob(queueOf(runId), [...ids], dbOf(executor));
  }

  /** Deaths of workers that count against the sites of these jobs. */
  async fail(executor: PostgresExecutor, runId: number, ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.boss.fail(queueOf(runId), [...ids], null, dbOf(executor));
  }

  /** Deletes the queues of runs that are over. */
  async tidy(open: readonly number[]): Promise<void> {
    const names = new Set([DEAD, ...open.map(queueOf)]);
    for (const { name } of await this.boss.getQueues())
      if (name.startsWith('run-') && !names.has(name)) await this.boss.deleteQueue(name);
  }

  async close(): Promise<void> {
    await this.boss.stop({ graceful: false, close: false });
  }
}

const dbOf = (executor: PostgresExecutor) => ({ db: { executeSql: executor.foreign } });

/** Jobs by what becomes of them; none where no worker was ever there. */
export async function countJobs(executor: PostgresExecutor, schema: string): Promise<JobCounts> {
  const table = tableOf(schema);
  const [known] = await executor.run<{ id: number | null }>('select to_regclass(?)::oid::bigint as id', [
    table,
  ]);
  const count = { waiting: 0, retried: 0, active: 0, dead: 0 };
  if (known?.id == null) return count;
  const rows = await executor.run<{ is_dead: number; state: string; jobs: number }>(
    `select name = '${DEAD}' as is_dead, state::text, count(*) as jobs from ${table} group by 1, 2`,
    [],
  );
  for (const { is_dead, state, jobs } of rows)
    if (is_dead === 1) count.dead += jobs;
    else if (state === 'created') count.waiting += jobs;
    else if (state === 'retry') count.retried += jobs;
    else if (state === 'active') count.active += jobs;
  return count;
}
