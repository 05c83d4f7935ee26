import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  HandleEmptyInListsPlugin,
  Kysely,
  type KyselyPlugin,
  PostgresDialect,
  type PostgresPool,
  replaceWithNoncontingentExpression,
  sql,
} from 'kysely';
import pg from 'pg';
import {
  type Store,
  StoreBusyError,
  StoreError,
  type Transaction,
  type TransactionOptions,
} from '../../storage/index.ts';
import {
  checkVersion,
  type Database,
  type Dialect,
  type Executor,
  migrate,
  portsOn,
  type Schema,
  SqlFigures,
} from '../sql/index.ts';
import { SqliteSentences } from '../sqlite/index.ts';
import { configOf, placeOf, sendKept } from './connection.ts';
import { explained, isCollision, reached } from './fault.ts';
import { PostgresLinks } from './links.ts';
import { MIGRATIONS } from './migrations.ts';
import { indexText, PostgresSearchIndex } from './search-index.ts';
import { HIDDEN, unique } from './tables.ts';

/** A store in PostgreSQL, with its SQL for tests. */
export interface PostgresStore extends Store, Executor {}

export interface PostgresOptions {
  /** `write` lets no other process write, `share` lets those that share; `read` refuses a store that is not there. */
  readonly mode: 'read' | 'write' | 'share';
}

const OLDEST_VERSION = 140_000;
/** Connections that read; one more writes. */
const READERS = 4;
/** Tries of a work that met another transaction. */
const TRIES = 4;
/** The server needs a moment to see that the process that wrote has died. */
const LOCK_TRIES = 10;
const LOCK_PAUSE_MS = 50;
/** First half of the lock's number; the other half is the schema. */
const LOCK = 0x66_69_65_6c;
const OF_SCHEMA = '(select oid::integer from pg_namespace where nspname = current_schema())';

const DIALECT: Dialect = {
  rowsPerInsert: 500,
  numbers: 'select value::bigint from json_array_elements_text(?::json)',
  jsonArray: 'json_agg',
  documentBytes: `select sum(pg_total_relation_size(name::regclass))::bigint as bytes
    from unnest(array['document', 'document_text', 'document_print']) as name`,
  unique,
  // What JSON can say and text cannot is left out: NUL and half a surrogate pair.
  hasField: (name, text) => sql`exists (
    select 1 from json_each_text(regexp_replace(document.fields, '\\\\u(0000|d[89a-f][0-9a-f]{2})', '?', 'g')::json) as field
    where lower(field.key collate "C") = lower(${name}::text collate "C")
      and position(lower(${text}::text collate "C") in lower(field.value collate "C")) > 0)`,
  fieldOf: (name) => `regexp_replace(fields, '\\\\u(0000|d[89a-f][0-9a-f]{2})', '', 'g')::json ->> '${name}'`,
  indexText,
  unindexTexts: () => undefined,
};

/** Leaves columns out that rows of the store do not have. */
const hiding: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    const [first] = result.rows;
    const hidden = HIDDEN.filter((name) => first !== undefined && name in first);
    if (hidden.length === 0) return result;
    const rows = result.rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !hidden.includes(name))),
    );
    return { ...result, rows };
  },
};

/** SQL knows no empty list; nothing is in it. */
const emptyLists = new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression });

const numbered = new Map<string, string>();

/** PostgreSQL numbers its parameters. */
function withNumbers(text: string): string {
  const known = numbered.get(text);
  if (known !== undefined) return known;
  let at = 0;
  const made = text.replaceAll('?', () => `$${++at}`);
  if (numbered.size < 1_000) numbered.set(text, made);
  return made;
}

const executorOn = (db: Database, connection: pg.Pool | pg.Client): Executor => ({
  db,
  dialect: DIALECT,
  run: async <Row>(text: string, parameters: readonly unknown[]) =>
    (await connection.query(withNumbers(text), [...parameters])).rows as Row[],
});

const portsOf = (executor: Executor) =>
  portsOn(executor, {
    links: new PostgresLinks(executor),
    searchIndex: new PostgresSearchIndex(executor),
  });

const kyselyOn = (pool: PostgresPool): Database =>
  new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), plugins: [emptyLists, hiding] });

function poolOf(config: pg.ClientConfig, max: number): pg.Pool {
  const pool = new pg.Pool({ ...config, max, allowExitOnIdle: true });
  pool.on('connect', sendKept);
  // A connection that breaks while nobody uses it is replaced by the next one.
  pool.on('error', () => undefined);
  return pool;
}

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
  const pool = poolOf(config, READERS);
  let writer: Writer | undefined;
  try {
    const schema = await checkServer(pool, place).catch((error: unknown) => {
      throw reached(error, place);
    });
    const steps = { migrations: MIGRATIONS, table: 'fieldfare_migration', place, schema };
    const db = kyselyOn(pool);
    if (mode === 'write') {
      writer = await Writer.open(config, place);
      await migrate(writer.db, steps);
    } else await checkVersion(db, steps);
    const [store] = (await pool.query<{ id: string }>('select id from store')).rows;
    const folder = join(storage, `postgres-${store?.id.slice(0, 8)}`);
    if (mode === 'write') mkdirSync(folder, { recursive: true });
    const executor = executorOn(db, pool);
    const explain = (error: unknown) => explained(error, place, folder);
    return {
      ...executor,
      ...portsOf(executor),
      figures: new SqlFigures(executor),
      sentences: new SqliteSentences(folder),
      folder,
      runFolder: (runId) => join(folder, 'runs', String(runId)),
      transaction: async (work, options) => {
        if (writer === undefined) throw new StoreError(`the store is open for reading only (${place})`);
        return writer.transaction(work, options);
      },
      explain,
      close: async () => {
        await writer?.close();
        await db.destroy();
      },
    };
  } catch (error) {
    await writer?.close();
    await pool.end();
    throw explained(error, place, storage);
  }
}

/** Whether a database holds a store. */
export const holdsPostgresStore = (url: string): Promise<boolean> =>
  asked(url, `select 1 where to_regclass('store') is not null`);

/** Whether a process writes to the store at this moment. */
export const isPostgresBeingWritten = (url: string): Promise<boolean> =>
  asked(
    url,
    `select 1 from pg_locks where locktype = 'advisory' and classid = ${LOCK} and objid = ${OF_SCHEMA}
      and database = (select oid from pg_database where datname = current_database())`,
  );

/** Whether a query gives a row. */
async function asked(url: string, text: string): Promise<boolean> {
  const config = configOf(url);
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  try {
    await client.connect();
    return ((await client.query(text)).rowCount ?? 0) > 0;
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

/**
 * The one connection that writes. It holds the lock of the store, and it is never replaced: what has lost the lock cannot
 * write any more.
 */
class Writer {
  readonly db: Database;
  private readonly client: pg.Client;
  private readonly executor: Executor;
  private last: Promise<unknown> = Promise.resolve();

  private constructor(client: pg.Client) {
    this.client = client;
    const pool = {
      connect: async () => Object.assign(client, { release: () => undefined }),
      end: () => client.end(),
      options: {},
    };
    this.db = kyselyOn(pool);
    this.executor = executorOn(this.db, client);
  }

  /** @throws {StoreBusyError} another process writes */
  static async open(config: pg.ClientConfig, place: string): Promise<Writer> {
    const client = new pg.Client(config);
    // Every later statement fails, and says so.
    client.on('error', () => undefined);
    sendKept(client);
    await client.connect();
    try {
      for (let tries = 1; ; tries++) {
        const lock = `select pg_try_advisory_lock($1, ${OF_SCHEMA}) as mine`;
        const { rows } = await client.query<{ mine: number }>(lock, [LOCK]);
        if (rows[0]?.mine === 1) return new Writer(client);
        if (tries === LOCK_TRIES)
          throw new StoreBusyError(`another fieldfare process is writing to this store (${place})`, {
            hint: 'wait for it to end, or use another database',
          });
        await new Promise((resolve) => setTimeout(resolve, LOCK_PAUSE_MS));
      }
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  transaction<T>(work: (trx: Transaction) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    const result = this.last.then(async () => {
      await options.after?.();
      for (let tries = 1; ; tries++) {
        try {
          return await this.attempt(work, options);
        } catch (error) {
          if (tries === TRIES || !isCollision(error)) throw error;
        }
      }
    });
    this.last = result.catch(() => undefined);
    return result;
  }

  private async attempt<T>(
    work: (trx: Transaction) => Promise<T>,
    { survives = 'power' }: TransactionOptions,
  ): Promise<T> {
    const committed: (() => void)[] = [];
    const ports = { ...this.executor, ...portsOf(this.executor) };
    await this.client.query(survives === 'power' ? 'begin' : 'begin; set local synchronous_commit = off');
    try {
      const result = await work({ ...ports, afterCommit: (hook) => void committed.push(hook) });
      const { command } = await this.client.query('commit');
      if (command !== 'COMMIT') throw new Error('a statement of the transaction had failed');
      for (const hook of committed) hook();
      return result;
    } catch (error) {
      // Where the connection is lost, the server takes everything back by itself.
      await this.client.query('rollback').catch(() => undefined);
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.last;
    await this.db.destroy();
  }
}
