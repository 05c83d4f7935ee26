import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, SqliteDialect } from 'kysely';
import * as storage from '../../storage/index.ts';
import { StoreError } from '../../storage/index.ts';
import {
  checkVersion,
  type Executor,
  migrate,
  nothingIn,
  portsOn,
  type Schema,
  SqlFigures,
  SqlPace,
} from '../sql/index.ts';
import { Checkpoints } from './checkpoints.ts';
import { sqliteExecutor } from './dialect.ts';
import { faultOf } from './fault.ts';
import { GroupCommit } from './group-commit.ts';
import { SqliteLists } from './lists.ts';
import { SqliteSearchIndex } from './search-index.ts';
import { SqliteSentences } from './sentences.ts';
import { openSqlite, type SqliteConnection, type SqliteOptions } from './sqlite.ts';
import { MAKING } from './tables.ts';
import { acquireWriterLock, makeStorageFolder, type WriterLock } from './writer-lock.ts';

/** A transaction, with its SQL for tests. */
export interface SqliteTransaction extends storage.Transaction, Executor {}

/** A store in a file of SQLite, with its SQL for tests. */
export interface SqliteStore extends storage.Store, Executor {
  transaction<T>(
    work: (trx: SqliteTransaction) => Promise<T>,
    options?: storage.TransactionOptions,
  ): Promise<T>;
}

interface OpenStoreOptions extends SqliteOptions {
  /** `write` takes the writer lock; `read` may run beside a writer and refuses a store that is not there. */
  readonly mode: 'read' | 'write';
}

const DATABASE_FILE = 'fieldfare.sqlite';

export const holdsStore = (folder: string): boolean => existsSync(join(folder, DATABASE_FILE));

/**
 * Opens (and on writing creates or migrates) the store in a folder.
 * @throws {StoreError} folder not writable, nothing there to read, made by a newer version, or damaged
 * @throws {StoreBusyError} another process is writing
 */
export async function openStore(folder: string, options: OpenStoreOptions): Promise<SqliteStore> {
  const file = join(folder, DATABASE_FILE);
  const lock = options.mode === 'write' ? prepareForWriting(folder) : undefined;
  if (options.mode === 'read' && !existsSync(file)) {
    throw new StoreError(nothingIn(folder));
  }
  let opened: SqliteConnection | undefined;
  try {
    const connection = openSqlite(file, { ...options, readOnly: options.mode === 'read' });
    opened = connection;
    const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: connection }) });
    await (options.mode === 'write' ? migrate : checkVersion)(db, MAKING, folder);
    const checkpoints = new Checkpoints(connection.hasLog ? file : '');
    const commits = new GroupCommit(db, connection, checkpoints);
    const executor = sqliteExecutor(db, connection);
    const lists = new SqliteLists(folder);
    return {
      ...executor,
      ...portsOn(executor, { searchIndex: new SqliteSearchIndex(executor) }),
      figures: new SqlFigures(executor),
      pace: new SqlPace(executor),
      sentences: new SqliteSentences(folder),
      lists,
      folder,
      storage: folder,
      runFolder: (runId) => join(folder, 'runs', String(runId)),
      transaction: (work, how) => commits.transaction(work, how),
      explain: (error) => explained(error, folder),
      close: async () => {
        await commits.idle();
        await checkpoints.close();
        lists.close();
        await db.destroy();
        lock?.release();
      },
    };
  } catch (error) {
    opened?.close();
    lock?.release();
    throw explained(error, file);
  }
}

function prepareForWriting(folder: string): WriterLock {
  makeStorageFolder(folder);
  try {
    return acquireWriterLock(folder);
  } catch (error) {
    throw explained(error, folder);
  }
}

/** As the storage's own, for errors of SQLite, too. */
export const explained = (error: unknown, file: string): Error => storage.explained(error, file, faultOf);
