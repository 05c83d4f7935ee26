import type { SqliteConnection } from './sqlite.ts';
import { runDirectly, statement } from './statement.ts';
import type { Database, StoreTransaction } from './store.ts';

interface Work {
  run(trx: StoreTransaction): Promise<unknown>;
  done(result: unknown): void;
  failed(error: unknown): void;
}

/** How long a first piece of work waits for others to share its commit, in milliseconds. */
const WINDOW_MS = 6;

/**
 * Runs pieces of work one after another, each all or nothing, those that come close together under one commit: a commit
 * waits for the disk, and that wait is most of what a page costs the store. A piece is done when its commit is on disk;
 * while the disk is at it, the next pieces run.
 */
export class GroupCommit {
  private readonly db: Database;
  private readonly connection: SqliteConnection;
  private waiting: Work[] = [];
  private running: Promise<void> | undefined;
  private readonly syncing = new Set<Promise<void>>();

  constructor(db: Database, connection: SqliteConnection) {
    this.db = db;
    this.connection = connection;
  }

  /** @throws what `work` throws, after its own changes are undone; or what kept the whole commit from the disk */
  transaction<T>(work: (trx: StoreTransaction) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({ run: work, done: (result) => resolve(result as T), failed: reject });
      this.running ??= this.loop();
    });
  }

  private async loop(): Promise<void> {
    while (this.waiting.length > 0) {
      await new Promise((resolve) => setTimeout(resolve, WINDOW_MS));
      await this.commit(this.waiting.splice(0));
    }
    this.running = undefined;
  }

  private async commit(group: readonly Work[]): Promise<void> {
    const settled: (() => void)[] = [];
    const fail = (error: unknown) => {
      for (const work of group) work.failed(error);
    };
    this.connection.syncLater(true);
    try {
      await this.db.transaction().execute(async (trx) => {
        runDirectly(trx, this.connection);
        for (const work of group) {
          settled.push(await this.attempt(trx, work));
          // Statements run in this thread: others get their turn between two pieces of work.
          await new Promise((resolve) => setImmediate(resolve));
        }
      });
    } catch (error) {
      // The commit itself failed: none of the group is on disk, whatever its own work said.
      return fail(error);
    } finally {
      this.connection.syncLater(false);
    }
    const synced = this.connection.sync().then(() => {
      for (const tell of settled) tell();
    }, fail);
    this.syncing.add(synced);
    void synced.finally(() => this.syncing.delete(synced));
  }

  private async attempt(trx: StoreTransaction, { run, done, failed }: Work): Promise<() => void> {
    await statement(trx, 'savepoint work', []);
    try {
      const result = await run(trx);
      await statement(trx, 'release work', []);
      return () => done(result);
    } catch (error) {
      if (endsTransaction(error)) throw error;
      await statement(trx, 'rollback to work', []);
      await statement(trx, 'release work', []);
      return () => failed(error);
    }
  }

  /** Resolves when nothing is waiting, running or on its way to the disk. */
  async idle(): Promise<void> {
    while (this.running !== undefined) await this.running;
    await Promise.all(this.syncing);
  }
}

/** SQLite ends the whole transaction by itself when the disk is full or fails. */
const endsTransaction = (error: unknown): boolean =>
  error instanceof Error && /full|I\/O error|out of memory/i.test(error.message);
