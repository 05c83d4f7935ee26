import pg from 'pg';
import {
  StoreBusyError,
  type Transaction,
  type TransactionOptions,
  WORKER_SILENCE_MS,
} from '../../storage/index.ts';
import type { Database } from '../sql/index.ts';
import { sendKept } from './connection.ts';
import { coordinationOn } from './coordination.ts';
import { executorOn, kyselyOn, type PostgresExecutor, portsOf } from './executor.ts';
import { isCollision } from './fault.ts';
import { holderOf, LOCK, OF_SCHEMA } from './lock.ts';

/** Tries of a work that met another transaction. */
export const TRIES = 4;
/** The server needs a moment to see that the process that wrote has died. */
const LOCK_PAUSE_MS = 50;
const LOCK_TRIES = 10;

export interface Writer {
  transaction<T>(work: (trx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** After what is under way. */
  close(): Promise<void>;
}

/** Works come one after another; one that met another transaction is done anew. */
class Turns {
  private last: Promise<unknown> = Promise.resolve();

  take<T>(attempt: () => Promise<T>, after: TransactionOptions['after']): Promise<T> {
    const result = this.last.then(async () => {
      await after?.();
      return anew(attempt);
    });
    this.last = result.catch(() => undefined);
    return result;
  }

  async ended(): Promise<void> {
    await this.last;
  }
}

export async function anew<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === TRIES || !isCollision(error)) throw error;
    }
  }
}

/** Runs a work between `begin` and `commit`. */
export async function within<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    const { command } = await client.query('commit');
    if (command !== 'COMMIT') throw new Error('a statement of the transaction had failed');
    return result;
  } catch (error) {
    // Where the connection is lost, the server takes everything back by itself.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

export const beginning = (survives: TransactionOptions['survives'] = 'power'): string =>
  `begin${survives === 'power' ? '' : '; set local synchronous_commit = off'}`;

/**
 * The one connection that writes. It holds the lock of the store, and it is never replaced: what has lost the lock cannot
 * write any more.
 */
export class ExclusiveWriter implements Writer {
  readonly db: Database;
  private readonly client: pg.Client;
  private readonly executor: PostgresExecutor;
  private readonly turns = new Turns();

  private constructor(client: pg.Client) {
    this.client = client;
    this.db = kyselyOnClient(client, () => client.end());
    this.executor = executorOn(this.db, client);
  }

  /** @throws {StoreBusyError} others write */
  static async open(config: pg.ClientConfig, place: string, tries = LOCK_TRIES): Promise<ExclusiveWriter> {
    const client = new pg.Client(config);
    // Every later statement fails, and says so.
    client.on('error', () => undefined);
    sendKept(client);
    await client.connect();
    try {
      await lock(client, place, tries);
      return new ExclusiveWriter(client);
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  transaction<T>(work: (trx: Transaction) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    const attempt = async () => {
      const committed: (() => void)[] = [];
      const { executor } = this;
      const ports = { ...executor, ...portsOf(executor), coordination: coordinationOn({ executor }) };
      const result = await within(this.client, async () => {
        await this.client.query(beginning(options.survives));
        return work({ ...ports, afterCommit: (hook) => void committed.push(hook) });
      });
      for (const hook of committed) hook();
      return result;
    };
    return this.turns.take(attempt, options.after);
  }

  async close(): Promise<void> {
    await this.turns.ended();
    await this.db.destroy();
  }
}

async function lock(client: pg.Client, place: string, tries: number): Promise<void> {
  const text = `select pg_try_advisory_lock($1, ${OF_SCHEMA}) as mine`;
  for (let left = tries; ; left--) {
    const { rows } = await client.query<{ mine: number }>(text, [LOCK]);
    if (rows[0]?.mine === 1) break;
    if (left === 1)
      throw new StoreBusyError(
        `another fieldfare process is writing to this store${await holderOf(client, LOCK)} (${place})`,
        {
          hint: 'wait for it to end, or use another database',
        },
      );
    await new Promise((resolve) => setTimeout(resolve, LOCK_PAUSE_MS));
  }
  const workers = await aliveWorkers((statement) => client.query(statement));
  if (workers > 0)
    throw new StoreBusyError(`${workers} workers share this store (${place})`, {
      hint: 'end them, or wait until their runs have ended; "fieldfare cluster" shows them',
    });
}

/** Counts the workers that have reported lately, in a store that may not have the table. */
export async function aliveWorkers(
  run: (statement: string) => Promise<{ readonly rows: readonly { readonly alive?: number | null }[] }>,
): Promise<number> {
  const [known] = (await run(`select to_regclass('worker')::oid::bigint as alive`)).rows;
  if (known?.alive == null) return 0;
  const alive = `select count(*) as alive from worker where beat_at > store_clock() - ${WORKER_SILENCE_MS}`;
  return Number((await run(alive)).rows[0]?.alive ?? 0);
}

export const kyselyOnClient = (client: pg.ClientBase, end: () => Promise<void>): Database =>
  kyselyOn({
    // Whose connection it is gives it back.
    connect: async () => Object.create(client, { release: { value: () => undefined } }) as pg.PoolClient,
    end,
    options: {},
  });
