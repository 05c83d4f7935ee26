import type { TransactionOptions } from '../../storage/index.ts';
import { type Database, portsOn, prepared, statement } from '../sql/index.ts';
import type { Checkpoints } from './checkpoints.ts';
import { sqliteExecutor } from './dialect.ts';
import { faultOf } from './fault.ts';
import { SqliteSearchIndex } from './search-index.ts';
import type { SqliteConnection } from './sqlite.ts';
import type { SqliteTransaction } from './store.ts';

interface Work extends TransactionOptions {
  /** Milliseconds. */
  readonly since: number;
  run(trx: SqliteTransaction): Promise<unknown>;
  done(result: unknown): void;
  failed(error: unknown): void;
}

/** How long a first piece of work waits for others to share its commit, in milliseconds. */
const WINDOW_MS = 6;
/** Pieces of work under one commit at most: what they have changed is written in one go, in this thread. */
const MOST_TOGETHER = 32;
/** Statements run in this thread: after so long, others get their turn between two pieces of work. */
const TURN_MS = 3;

/**
 * Runs pieces of work one after another, each all or nothing, those that come close together under one commit: a commit
 * waits for the disk, and that wait is most of what a page costs the store. A piece is done when its commit is on disk;
 * while the disk is at it, the next pieces run.
 */
export class GroupCommit {
  private readonly db: Database;
  private readonly connection: SqliteConnection;
  private readonly checkpoints: Checkpoints;
  private waiting: Work[] = [];
  private running: Promise<void> | undefined;
  private readonly syncing = new Set<Promise<void>>();

  constructor(db: Database, connection: SqliteConnection, checkpoints: Checkpoints) {
    this.db = db;
    this.connection = connection;
    this.checkpoints = checkpoints;
  }

  /** @throws what `work` or `after` throws, after its own changes are undone; or what kept the whole commit from the disk */
  transaction<T>(work: (trx: SqliteTransaction) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const done = (result: unknown) => resolve(result as T);
      this.waiting.push({ ...options, since: performance.now(), run: work, done, failed: reject });
      this.running ??= this.loop();
    });
  }

  private async loop(): Promise<void> {
    for (let first = this.waiting[0]; first !== undefined; first = this.waiting[0]) {
      const wait = first.since + WINDOW_MS - performance.now();
      if (wait > 0 && this.waiting.length < MOST_TOGETHER)
        await new Promise((resolve) => setTimeout(resolve, wait));
      const group = await prepared(this.waiting.splice(0, MOST_TOGETHER));
      if (group.length > 0) await this.commit(group);
      await this.checkpoints.betweenCommits();
    }
    this.running = undefined;
  }

  private async commit(group: readonly Work[]): Promise<void> {
    const settled: Settled[] = [];
    const fail = (error: unknown) => {
      for (const work of group) work.failed(error);
    };
    this.connection.syncLater(true);
    try {
      await this.db.transaction().execute(async (db) => {
        const executor = sqliteExecutor(db, this.connection);
        const searchIndex = new SqliteSearchIndex(executor);
        const ports = { ...executor, ...portsOn(executor, { searchIndex }) };
        let turn = performance.now();
        for (const work of group) {
          settled.push(await this.attempt(ports, work));
          if (performance.now() - turn < TURN_MS) continue;
          await new Promise((resolve) => setImmediate(resolve));
          turn = performance.now();
        }
      });
    } catch (error) {
      // The commit itself failed: nothing of the group is on disk.
      return fail(error);
    } finally {
      this.connection.syncLater(false);
    }
    for (const { committed } of settled) for (const hook of committed) hook();
    const lasting = settled.filter(({ survives, tell }) => survives === 'power' || void tell());
    if (lasting.length === 0) return;
    const synced = this.connection.sync().then(() => {
      for (const { tell } of lasting) tell();
    }, fail);
    this.syncing.add(synced);
    void synced.finally(() => this.syncing.delete(synced));
  }

  private async attempt(ports: Omit<SqliteTransaction, 'afterCommit'>, work: Work): Promise<Settled> {
    const { run, done, failed, survives = 'power' } = work;
    const committed: (() => void)[] = [];
    await statement(ports, 'savepoint work', []);
    try {
      const result = await run({ ...ports, afterCommit: (hook) => void committed.push(hook) });
      await statement(ports, 'release work', []);
      return { survives, committed, tell: () => done(result) };
    } catch (error) {
      if (endsTransaction(error)) throw error;
      await statement(ports, 'rollback to work', []);
      await statement(ports, 'release work', []);
      return { survives, committed: [], tell: () => failed(error) };
    }
  }

  /** Resolves when nothing is waiting, running or on its way to the disk. */
  async idle(): Promise<void> {
    while (this.running !== undefined) await this.running;
    await Promise.all(this.syncing);
  }
}

interface Settled {
  readonly survives: 'power' | 'process';
  readonly committed: readonly (() => void)[];
  tell(): void;
}

/** SQLite ends the whole transaction by itself when the disk is full or fails. */
function endsTransaction(error: unknown): boolean {
  const fault = faultOf(error);
  return fault === 'full' || fault === 'input-output' || fault === 'out-of-memory';
}
