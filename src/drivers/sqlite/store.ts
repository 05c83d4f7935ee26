import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, SqliteAdapter, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { WarcError } from '../../foundation/warc/index.ts';
import type * as storage from '../../storage/index.ts';
import { DiskError, StoreBusyError, StoreError } from '../../storage/index.ts';
import { Checkpoints } from './checkpoints.ts';
import type { Executor } from './executor.ts';
import { faultOf } from './fault.ts';
import { GroupCommit } from './group-commit.ts';
import { MIGRATIONS } from './migrations.ts';
import { SqliteRuns } from './runs.ts';
import { SqliteSites } from './sites.ts';
import { SqliteLinks } from './links.ts';
import { SqlitePages } from './pages.ts';
import { SqliteFigures } from './figures.ts';
import { SqliteForms } from './forms.ts';
import { SqliteSubmissions } from './submissions.ts';
import { SqliteRecords } from './records.ts';
import { SqliteElements } from './elements.ts';
import { SqliteDocuments } from './documents.ts';
import { SqliteKnowledge } from './knowledge.ts';
import { SqliteRegions } from './regions.ts';
import type { Schema } from './schema.ts';
import { openSqlite, type SqliteConnection, type SqliteOptions } from './sqlite.ts';
import { acquireWriterLock, type WriterLock } from './writer-lock.ts';

export type Database = Kysely<Schema>;
/** A transaction, and its SQL for rooms that are not behind a port yet. */
export interface StoreTransaction extends storage.Transaction, Executor {}

export interface Store extends storage.Store, Executor {
  transaction<T>(
    work: (trx: StoreTransaction) => Promise<T>,
    options?: storage.TransactionOptions,
  ): Promise<T>;
  /** Reads the current rows with uncommitted changes, without waiting for a transaction. */
  peek<Row>(text: string, parameters: readonly unknown[]): readonly Row[];
}

/** Every port over one executor. */
export function portsOn(executor: Executor): Omit<storage.Transaction, 'afterCommit'> {
  return {
    runs: new SqliteRuns(executor),
    sites: new SqliteSites(executor),
    links: new SqliteLinks(executor),
    pages: new SqlitePages(executor),
    forms: new SqliteForms(executor),
    submissions: new SqliteSubmissions(executor),
    records: new SqliteRecords(executor),
    elements: new SqliteElements(executor),
    documents: new SqliteDocuments(executor),
    knowledge: new SqliteKnowledge(executor),
    regions: new SqliteRegions(executor),
  };
}

export interface OpenStoreOptions extends SqliteOptions {
  /** `write` takes the writer lock; `read` may run beside a writer and refuses a store that is not there. */
  readonly mode: 'read' | 'write';
}

const DATABASE_FILE = 'fieldfare.sqlite';

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
export async function openStore(folder: string, options: OpenStoreOptions): Promise<Store> {
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
      folder,
      runFolder: (runId) => join(folder, 'runs', String(runId)),
      transaction: (work, how) => commits.transaction(work, how),
      peek: <Row>(text: string, parameters: readonly unknown[]) =>
        connection.prepare(text).all(parameters) as Row[],
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

/** Turns an error of SQLite or of the disk into what a person can act on; our own errors pass through. */
export function explained(error: unknown, file: string): Error {
  if (error instanceof StoreError || error instanceof DiskError || error instanceof StoreBusyError)
    return error;
  const text = error instanceof Error ? error.message : String(error);
  const cause = { cause: error };
  // An archive that cannot be written says so in words of its own.
  switch (faultOf(error instanceof WarcError ? error.cause : error)) {
    case 'read-only':
      return new StoreError(
        `cannot write to ${file}: ${text}; choose another folder with --storage DIR`,
        cause,
      );
    case 'full':
      return new DiskError(
        `the disk is full (${file}); free some space and go on with --resume: nothing acknowledged is lost`,
        cause,
      );
    case 'input-output':
      return new DiskError(
        `the disk fails, or files may not grow any further (${file}: ${text}); see to it and go on with --resume: nothing acknowledged is lost`,
        cause,
      );
    case 'damaged':
      return new StoreError(
        `${file} is damaged or not a Fieldfare store (${text}); move it away or use another --storage DIR`,
        cause,
      );
    default:
      return error instanceof Error ? error : new Error(text);
  }
}
