import type pg from 'pg';
import {
  LeaseEndedError,
  type SiteLease,
  type Transaction,
  type TransactionOptions,
} from '../../storage/index.ts';
import { prepared } from '../sql/index.ts';
import { coordinationOn } from './coordination.ts';
import { executorOn, type PostgresExecutor, portsOf } from './executor.ts';
import { isCollision } from './fault.ts';
import { isLed, keyOf, lockLeases } from './holds.ts';
import type { SiteJobs } from './site-jobs.ts';
import { anew, beginning, kyselyOnClient, TRIES, type Writer, within } from './writer.ts';

interface Work extends Pick<TransactionOptions, 'after' | 'under' | 'survives'> {
  run(trx: Transaction): Promise<unknown>;
  done(result: unknown): void;
  failed(error: unknown): void;
}

/** Collects what the works of a transaction have come to. */
interface Group {
  readonly executor: PostgresExecutor;
  /** Keys of the leases that are held still. */
  readonly held: ReadonlySet<string>;
  /** To be told once all is committed. */
  readonly results: (() => void)[];
  /** Met another transaction: they are done anew, each alone. */
  readonly collided: Work[];
}

/** How long a first work waits for others to share its transaction, in milliseconds. */
const WINDOW_MS = 10;
const MOST_TOGETHER = 8;
/** What a work that fails is taken back to. */
const SAVEPOINT = 'savepoint work';
/** A process that is suspended within a transaction holds others up for so long. */
const SUSPENDED_MS = 20_000;
const LIMIT = `set local idle_in_transaction_session_timeout = ${SUSPENDED_MS}`;

/**
 * Writes beside others. Works run one after another, each all or nothing, those that come close together in one transaction.
 * It takes a connection of the pool, so that one that was lost is replaced.
 */
export class SharedWriter implements Writer {
  private readonly pool: pg.Pool;
  private readonly jobs: SiteJobs;
  private readonly executors = new WeakMap<pg.ClientBase, PostgresExecutor>();
  private waiting: Work[] = [];
  private running: Promise<void> | undefined;

  constructor(pool: pg.Pool, jobs: SiteJobs) {
    this.pool = pool;
    this.jobs = jobs;
  }

  transaction<T>(work: (trx: Transaction) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({ ...options, run: work, done: (result) => resolve(result as T), failed: reject });
      this.running ??= this.loop();
    });
  }

  private async loop(): Promise<void> {
    while (this.waiting.length > 0) {
      if (this.waiting.length < MOST_TOGETHER) await new Promise((done) => setTimeout(done, WINDOW_MS));
      const group = await prepared(this.waiting.splice(0, MOST_TOGETHER));
      let collided = group.length === 0 ? [] : await this.commit(group);
      for (let tries = 2; collided.length > 0; tries++) {
        const again: Work[] = [];
        for (const work of collided) again.push(...(await this.commit([work], tries === TRIES)));
        collided = again;
      }
    }
    this.running = undefined;
  }

  /** @returns works that met another transaction, where this is not their last try */
  private async commit(group: readonly Work[], isLast = false): Promise<readonly Work[]> {
    const survives = group.every((work) => work.survives === 'process') ? 'process' : 'power';
    const leases = group.flatMap(({ under = [] }) => under.flatMap((hold) => ('site' in hold ? [hold] : [])));
    const isAlone = group.length === 1;
    const begin = [
      beginning(survives),
      LIMIT,
      ...(leases.length > 0 ? [lockLeases(leases)] : []),
      ...(isAlone ? [] : [SAVEPOINT]),
    ];
    try {
      const { results, collided } = await this.within(begin, async (executor, held) => {
        const all: Group = { executor, held, results: [], collided: [] };
        for (const [i, work] of group.entries()) {
          if (i > 0) await executor.run(SAVEPOINT, []);
          await this.attempt(all, work, isAlone);
        }
        return all;
      });
      for (const tell of results) tell();
      return collided;
    } catch (error) {
      if (!isLast && isCollision(error)) return group;
      for (const { failed } of group) failed(error);
      return [];
    }
  }

  /** @throws what a work throws that is alone in its transaction, and where the transaction is lost */
  private async attempt(group: Group, work: Work, isAlone: boolean): Promise<void> {
    const { executor, results, collided } = group;
    const committed: (() => void)[] = [];
    try {
      const result = await this.run(group, work, (hook) => void committed.push(hook));
      results.push(() => {
        for (const hook of committed) hook();
        work.done(result);
      });
    } catch (error) {
      if (isAlone) throw error;
      await executor.run(`rollback to ${SAVEPOINT}`, []);
      if (isCollision(error)) collided.push(work);
      else results.push(() => work.failed(error));
    }
  }

  private async run(
    { executor, held }: Group,
    { under = [], run }: Work,
    afterCommit: Transaction['afterCommit'],
  ): Promise<unknown> {
    for (const hold of under)
      if (!('site' in hold ? held.has(keyOf(hold)) : await isLed(executor, hold)))
        throw new LeaseEndedError('a lease has ended');
    const together = <U>(inner: (executor: PostgresExecutor) => Promise<U>) => inner(executor);
    const coordination = coordinationOn({ executor, together, jobs: this.jobs });
    return run({ ...executor, ...portsOf(executor), coordination, afterCommit });
  }

  /** Statements that belong together, beside the works of the store. */
  together<T>(work: (executor: PostgresExecutor) => Promise<T>): Promise<T> {
    return anew(() => this.within([beginning('process'), LIMIT], work));
  }

  /** @param begin statements that go together; the rows they give are leases that are held still */
  private async within<T>(
    begin: readonly string[],
    work: (executor: PostgresExecutor, held: ReadonlySet<string>) => Promise<T>,
  ): Promise<T> {
    const client = await this.pool.connect();
    try {
      return await within(client, async () => {
        const answers = (await client.query(
          begin.join('; '),
        )) as unknown as readonly pg.QueryResult<SiteLease>[];
        const held = new Set(answers.flatMap(({ rows }) => rows.map(keyOf)));
        return work(this.executorOf(client), held);
      });
    } finally {
      client.release();
    }
  }

  private executorOf(client: pg.ClientBase): PostgresExecutor {
    let executor = this.executors.get(client);
    if (executor === undefined) {
      executor = executorOn(
        kyselyOnClient(client, async () => undefined),
        client,
      );
      this.executors.set(client, executor);
    }
    return executor;
  }

  async close(): Promise<void> {
    while (this.running !== undefined) await this.running;
  }
}
