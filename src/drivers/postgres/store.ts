import { join } from 'node:path';
import pg from 'pg';
import { makeFolder } from '../../foundation/errors/index.ts';
import { type Store, StoreBusyError, StoreError } from '../../storage/index.ts';
import { checkVersion, type Executor, migrate, SqlFigures, SqlPace } from '../sql/index.ts';
import { SqliteLists, SqliteSentences } from '../sqlite/index.ts';
import { configOf, placeOf } from './connection.ts';
import { coordinationOn } from './coordination.ts';
import { executorOn, kyselyOn, type PostgresExecutor, poolOf, portsOf } from './executor.ts';
import { explained, reached } from './fault.ts';
import { holderOf, LOCK, LOCKED } from './lock.ts';
import { SharedWriter } from './shared-writer.ts';
import { SiteJobs } from './site-jobs.ts';
import { MAKING } from './tables.ts';
import { aliveWorkers, ExclusiveWriter, type Writer } from './writer.ts';

/** A store in PostgreSQL, with its SQL for tests. */
export interface PostgresStore extends Store, Executor {}

interface PostgresOptions {
  /** `write` lets no other process write, `share` lets those that share; `read` refuses a store that is not there. */
  readonly mode: 'read' | 'write' | 'share';
}

const OLDEST_VERSION = 140_000;
/** Connections that read; one more writes. */
const READERS = 4;
/** Workers that start together wait for the one that makes the tables. */
const MIGRATION_TRIES = 400;

/**
 * Opens (and on writing creates or migrates) the store that a PostgreSQL database keeps.
 * @param storage folder of the files beside the rows: archives and reports lie in a folder of the store's own
 * @throws {StoreError} no such server or database, no right, an old server, nothing there to read, or a newer version
 * @throws {StoreBusyError} another process is writing
 */
export async function openPostgresStore(
  url: string,
  storage: string,
  { mode }: PostgresOptions,
): Promise<PostgresStore> {
  const config = configOf(url);
  const place = placeOf(config);
  const pool = poolOf(config, mode === 'share' ? READERS + 1 : READERS);
  let writer: Writer | undefined;
  let jobs: SiteJobs | undefined;
  try {
    const schema = await checkServer(pool, place).catch((error: unknown) => {
      throw reached(error, place);
    });
    const db = kyselyOn(pool);
    if (mode === 'write') writer = await openAlone(config, place);
    else if (mode === 'read') await checkVersion(db, MAKING, place);
    else await checkVersion(db, MAKING, place).catch(() => makeTables(config, db, place));
    const [store] = (await pool.query<{ id: string }>('select id from store')).rows;
    const folder = join(storage, `postgres-${store?.id.slice(0, 8)}`);
    if (mode !== 'read') makeFolder(folder);
    const executor = executorOn(db, pool);
    const shared = mode === 'share' ? await openShared(pool, executor, schema) : undefined;
    writer ??= shared?.writer;
    jobs = shared?.jobs;
    const explain = (error: unknown) => explained(error, place, folder);
    const lists = new SqliteLists(folder);
    return {
      ...executor,
      ...portsOf(executor),
      figures: new SqlFigures(executor),
      pace: new SqlPace(executor),
      sentences: new SqliteSentences(folder),
      lists,
      ...(mode !== 'write' && { coordination: coordinationOn({ executor, ...shared }) }),
      folder,
      storage,
      runFolder: (runId) => join(folder, 'runs', String(runId)),
      transaction: async (work, options) => {
        if (writer === undefined) throw new StoreError(`the store is open for reading only (${place})`);
        return writer.transaction(work, options);
      },
      explain,
      close: async () => {
        await writer?.close();
        await jobs?.close();
        lists.close();
        await db.destroy();
      },
    };
  } catch (error) {
    await writer?.close();
    await jobs?.close();
    await pool.end();
    throw explained(error, place, storage);
  }
}

/** @throws {StoreBusyError} others write to a store of an older version */
async function makeTables(
  config: pg.ClientConfig,
  db: Parameters<typeof checkVersion>[0],
  place: string,
): Promise<void> {
  try {
    await (await openAlone(config, place, MIGRATION_TRIES)).close();
  } catch (error) {
    if (!(error instanceof StoreBusyError)) throw error;
    // Another one that started with it has made them, and works by now.
    await checkVersion(db, MAKING, place).catch(() => {
      throw error;
    });
  }
}

/** @throws {StoreBusyError} others write */
async function openAlone(config: pg.ClientConfig, place: string, tries?: number): Promise<ExclusiveWriter> {
  const writer = await ExclusiveWriter.open(config, place, tries);
  try {
    await migrate(writer.db, MAKING, place);
    return writer;
  } catch (error) {
    await writer.close();
    throw error;
  }
}

async function openShared(pool: pg.Pool, executor: PostgresExecutor, schema: string) {
  const jobs = await SiteJobs.open(executor, schema);
  const writer = new SharedWriter(pool, jobs);
  return { jobs, writer, together: writer.together.bind(writer) };
}

export const holdsPostgresStore = (url: string): Promise<boolean> =>
  connected(url, async (client) => {
    const { rowCount } = await client.query(`select 1 where to_regclass('store') is not null`);
    return (rowCount ?? 0) > 0;
  });

export const isPostgresBeingWritten = (url: string): Promise<boolean> =>
  connected(
    url,
    async (client) =>
      ((await client.query(LOCKED)).rowCount ?? 0) > 0 ||
      (await aliveWorkers((text) => client.query(text))) > 0,
  );

/** Says who writes to a store; see {@link holderOf}. */
export const namedPostgresWriter = (url: string): Promise<string> =>
  connected(url, (client) => holderOf(client, LOCK));

async function connected<T>(url: string, ask: (client: pg.Client) => Promise<T>): Promise<T> {
  const config = configOf(url);
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await ask(client);
  } catch (error) {
    throw explained(error, placeOf(config), '');
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** @returns the schema that tables are made in */
async function checkServer(pool: pg.Pool, place: string): Promise<string> {
  const { rows } = await pool.query<{ version: string; encoding: string; schema: string | null }>(
    `select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding,
      current_schema()::text as schema`,
  );
  const { version = '0', encoding = '', schema = null } = rows[0] ?? {};
  if (Number(version) < OLDEST_VERSION)
    throw new StoreError(`PostgreSQL ${Math.floor(Number(version) / 10_000)} is too old (${place})`, {
      hint: 'use version 14 or newer',
    });
  if (encoding !== 'UTF8')
    throw new StoreError(`the database has the encoding ${encoding} (${place})`, {
      hint: 'make one with: createdb --encoding UTF8 --template template0 NAME',
    });
  if (schema === null)
    throw new StoreError(`there is no schema to keep tables in (${place})`, {
      hint: 'make one with: CREATE SCHEMA public',
    });
  return schema;
}
