import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { type Dialect, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely';

export interface SqliteOptions {
  readonly readOnly?: boolean;
  /** For tests of a full disk: SQLite's own limit on the size of the file, in pages of 4 KiB. */
  readonly maxPageCount?: number;
}

/** Prepared statements kept a connection; the crawl uses a few dozen, batched inserts differ by their row count. */
const CACHED_STATEMENTS = 400;

/** `node:sqlite` in the shape that Kysely's own SQLite dialect expects. */
export function sqliteDialect(file: string, options: SqliteOptions = {}): Dialect {
  return new SqliteDialect({ database: async () => openSqlite(file, options) });
}

function openSqlite(file: string, options: SqliteOptions): SqliteDatabase {
  const readOnly = options.readOnly ?? false;
  if (!readOnly && file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file, { readOnly, timeout: 5_000 });
  // What is deleted is to be gone: without secure_delete it stays readable in the file's free pages.
  if (!readOnly)
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on');
  database.exec('pragma cache_size = -32768; pragma temp_store = memory');
  if (options.maxPageCount !== undefined) {
    database.exec(`pragma max_page_count = ${Math.trunc(options.maxPageCount)}`);
  }
  const cache = new Map<string, SqliteStatement>();
  return {
    close: () => {
      cache.clear();
      database.close();
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

/** A full disk ends the transaction by itself; rolling back what is gone would hide why. */
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
