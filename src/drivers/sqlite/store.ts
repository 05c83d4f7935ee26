import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, SqliteAdapter, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import * as storage from '../../storage/index.ts';
import { StoreError } from '../../storage/index.ts';
import { Checkpoints } from './checkpoints.ts';
import { SqliteDocuments } from './documents.ts';
import { SqliteElements } from './elements.ts';
import type { Executor } from './executor.ts';
import { faultOf } from './fault.ts';
import { SqliteFigures } from './figures.ts';
import { SqliteForms } from './forms.ts';
import { GroupCommit } from './group-commit.ts';
import { SqliteHistory } from './history.ts';
import { SqliteKnowledge } from './knowledge.ts';
import { SqliteLinks } from './links.ts';
import { MIGRATIONS } from './migrations.ts';
import { SqliteNovelty } from './novelty.ts';
import { SqlitePages } from './pages.ts';
import { SqliteRecords } from './records.ts';
import { SqliteRegions } from './regions.ts';
import { SqliteRuns } from './runs.ts';
import type { Schema } from './schema.ts';
import { SqliteSearchIndex } from './search-index.ts';
import { SqliteSentences } from './sentences.ts';
import { SqliteSites } from './sites.ts';
import { openSqlite, type SqliteConnection, type SqliteOptions } from './sqlite.ts';
import { SqliteSubmissions } from './submissions.ts';
import { acquireWriterLock, type WriterLock } from './writer-lock.ts';

export type Database = Kysely<Schema>;
/** A transaction, with its SQL for tests. */
export interface SqliteTransaction extends storage.Transaction, Executor {}

/** A store in a file of SQLite, with its SQL for tests. */
export interface SqliteStore extends storage.Store, Executor {
  transaction<T>(
    work: (trx: SqliteTransaction) => Promise<T>,
    options?: storage.TransactionOptions,
  ): Promise<T>;
}

/** Every port over one executor. */
export function portsOn(executor: Executor): Omit<storage.Transaction, 'afterCommit'> {
  return {
    runs: new SqliteRuns(executor),
    sites: new SqliteSites(executor),
    links: new SqliteLinks(executor),
    pages: new SqlitePages(executor),
    forms: new SqliteForms(executor),
    history: new SqliteHistory(executor),
    submissions: new SqliteSubmissions(executor),
    records: new SqliteRecords(executor),
    elements: new SqliteElements(executor),
    documents: new SqliteDocuments(executor),
    novelty: new SqliteNovelty(executor),
    searchIndex: new SqliteSearchIndex(executor),
    knowledge: new SqliteKnowledge(executor),
    regions: new SqliteRegions(executor),
  };
}

export interface OpenStoreOptions extends SqliteOptions {
  /** `write` takes the writer lock; `read` may run beside a writer and refuses a store that is not there. */
  readonly mode: 'read' | 'write';
}

const DATABASE_FILE = 'fieldfare.sqlite';

/** Whether something was kept in a folder. */
export const holdsStore = (folder: string): boolean => existsSync(join(folder, DATABASE_FILE));

/** SQLite takes changes of its tables back like any other: a migration that breaks off leaves nothing half made. */
class Dialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new (class extends SqliteAdapter {
      override get supportsTransactionalDdl(): boolean {
        return true;
      }
    })();
  }
}

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
    const db = new Kysely<Schema>({ dialect: new Dialect({ database: connection }) });
    await (options.mode === 'write' ? migrate(db, folder) : checkVersion(db, folder));
    const checkpoints = new Checkpoints(connection.hasLog ? file : '');
    const commits = new GroupCommit(db, connection, checkpoints);
    const executor = { db, connection };
    return {
      ...executor,
      ...portsOn(executor),
      figures: new SqliteFigures(executor),
      sentences: new SqliteSentences(folder),
      folder,
      runFolder: (runId) => join(folder, 'runs', String(runId)),
      transaction: (work, how) => commits.transaction(work, how),
      explain: (error) => explained(error, folder),
      close: async () => {
        await commits.idle();
        await checkpoints.close();
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

const nothingIn = (folder: string): string =>
  `there is no Fieldfare store in ${folder}; run "fieldfare harvest" first or give --storage DIR`;

function prepareForWriting(folder: string): WriterLock {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new StoreError(`cannot write to the storage folder ${folder} (${code})`, {
      hint: 'choose another with --storage DIR',
    });
  }
  try {
    return acquireWriterLock(folder);
  } catch (error) {
    throw explained(error, folder);
  }
}

async function migrate(db: Database, folder: string): Promise<void> {
  await refuseNewer(db, folder);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...MIGRATIONS }) } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

async function checkVersion(db: Database, folder: string): Promise<void> {
  const applied = await refuseNewer(db, folder);
  if (applied.size === 0) throw new StoreError(nothingIn(folder));
  const missing = Object.keys(MIGRATIONS).find((name) => !applied.has(name));
  if (missing !== undefined) {
    throw new StoreError(
      `the store in ${folder} was made by an older version; any command that writes (such as "fieldfare harvest") brings it up to date`,
    );
  }
}

async function refuseNewer(db: Database, folder: string): Promise<ReadonlySet<string>> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'kysely_migration')) return new Set();
  const rows = await (db as unknown as Kysely<{ kysely_migration: { name: string } }>)
    .selectFrom('kysely_migration')
    .select('name')
    .execute();
  const unknown = rows.find((row) => !(row.name in MIGRATIONS));
  if (unknown !== undefined) {
    throw new StoreError(
      `the store in ${folder} was made by a newer version of Fieldfare (step ${unknown.name}); update Fieldfare or use another --storage DIR`,
    );
  }
  return new Set(rows.map((row) => row.name));
}

/** As the storage's own, for errors of SQLite, too. */
export const explained = (error: unknown, file: string): Error => storage.explained(error, file, faultOf);
