import { closeSync, fdatasync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { promisify } from 'node:util';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { makeFolder } from '../../foundation/errors/index.ts';

export interface SqliteOptions {
  readonly readOnly?: boolean;
  /** For tests of a full disk: SQLite's own limit on the size of the file, in pages of 4 KiB. */
  readonly maxPageCount?: number;
}

/** Prepared statements kept a connection; the crawl uses a few dozen, batched inserts differ by their row count. */
const CACHED_STATEMENTS = 400;

/** Pages of the write-ahead log (4 KiB each) at which a commit moves them into the database itself. */
const LAST_RESORT_PAGES = 50_000;

/** `node:sqlite` in the shape that Kysely's own SQLite dialect expects, and what only we ask of it. */
export interface SqliteConnection extends SqliteDatabase {
  /** False on some network drives, which cannot have a write-ahead log. */
  readonly hasLog: boolean;
  /**
   * Has commits leave it to {@link SqliteConnection.sync} to bring them to the disk. Not to be changed inside a
   * transaction.
   */
  syncLater(later: boolean): void;
  /** Brings all that was committed before the call to the disk, without holding this thread up. */
  sync(): Promise<void>;
}

const syncFile = promisify(fdatasync);

export function openSqlite(file: string, options: SqliteOptions = {}): SqliteConnection {
  const readOnly = options.readOnly ?? false;
  if (!readOnly && file !== ':memory:') makeFolder(dirname(file));
  const database = new DatabaseSync(file, { readOnly, timeout: 5_000 });
  // What is deleted is to be gone: without secure_delete it stays readable in the file's free pages.
  if (!readOnly)
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on');
  database.exec('pragma cache_size = -8192; pragma temp_store = memory');
  // A thread does it much sooner (checkpoints.ts); this holds where there is none.
  if (!readOnly) database.exec(`pragma wal_autocheckpoint = ${LAST_RESORT_PAGES}`);
  if (options.maxPageCount !== undefined) {
    database.exec(`pragma max_page_count = ${Math.trunc(options.maxPageCount)}`);
  }
  const cache = new Map<string, SqliteStatement>();
  // Some network drives have no such log; there SQLite brings each commit to the disk by itself.
  const walMode = database.prepare('pragma journal_mode').get()?.journal_mode === 'wal';
  let log: number | undefined;
  return {
    hasLog: walMode && file !== ':memory:',
    close: () => {
      cache.clear();
      if (log !== undefined) closeSync(log);
      database.close();
    },
    syncLater: (later) => {
      if (walMode) database.exec(`pragma synchronous = ${later ? 'normal' : 'full'}`);
    },
    // What a commit writes is the end of the write-ahead log; SQLite itself would do the very same, but in this thread.
    // The log holds no locks, so that opening and closing it beside SQLite takes none from it.
    sync: async () => {
      if (!walMode) return;
      log ??= openSync(`${file}-wal`, 'r+');
      await syncFile(log);
    },
    prepare(sql) {
      // A deferred transaction that turns into a writer fails at once when another process wrote in between.
      const text = sql === 'begin' && !readOnly ? 'begin immediate' : sql;
      const cached = cache.get(text);
      if (cached !== undefined) return cached;
      const statement = text === 'rollback' ? rollback(database) : shaped(database.prepare(text));
      if (cache.size >= CACHED_STATEMENTS) cache.delete(cache.keys().next().value ?? '');
      cache.set(text, statement);
      return statement;
    },
  };
}

/** A full disk ends the transaction by itself; a rollback would hide the reason. */
function rollback(database: DatabaseSync): SqliteStatement {
  const statement = shaped(database.prepare('rollback'));
  const run: SqliteStatement['run'] = (parameters) =>
    database.isTransaction ? statement.run(parameters) : { changes: 0, lastInsertRowid: 0 };
  return { ...statement, run };
}

function shaped(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
    iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
  };
}
