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
import { type Database, type Dialect, type Executor, portsOn, type Schema } from '../sql/index.ts';
import { sendKept, tellLost } from './connection.ts';
import { PostgresLinks } from './links.ts';
import { PostgresRuns } from './runs.ts';
import { indexText, PostgresSearchIndex } from './search-index.ts';
import { HIDDEN, keyColumns, unique } from './tables.ts';

export interface PostgresExecutor extends Executor {
  /** Runs a statement of others, with parameters `$1`, whose rows are read as `pg` reads them. */
  foreign(text: string, values?: readonly unknown[]): Promise<{ readonly rows: object[] }>;
}

const DIALECT: Dialect = {
  rowsPerInsert: 500,
  numbers: 'select value::bigint from json_array_elements_text(?::json)',
  jsonArray: 'json_agg',
  sameKey: (a, b) => `md5(${a}) = md5(${b}) and ${a} = ${b}`,
  documentBytes: `select sum(pg_total_relation_size(name::regclass))::bigint as bytes
    from unnest(array['document', 'document_text', 'document_print']) as name`,
  key: keyColumns,
  unique,
  siteKey: (site) => ({ site_key: site }),
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

export const executorOn = (db: Database, connection: pg.Pool | pg.ClientBase): PostgresExecutor => ({
  db,
  dialect: DIALECT,
  run: async <Row>(text: string, parameters: readonly unknown[]) =>
    (await connection.query(withNumbers(text), [...parameters])).rows as Row[],
  foreign: (text, values = []) => connection.query({ text, values: [...values], types: pg.types }),
});

export const portsOf = (executor: Executor) =>
  portsOn(executor, {
    runs: new PostgresRuns(executor),
    links: new PostgresLinks(executor),
    searchIndex: new PostgresSearchIndex(executor),
  });

export const kyselyOn = (pool: PostgresPool): Database =>
  new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), plugins: [emptyLists, hiding] });

export function poolOf(config: pg.ClientConfig, max: number): pg.Pool {
  const pool = new pg.Pool({ ...config, max, allowExitOnIdle: true });
  tellLost(pool);
  pool.on('connect', (client) => {
    // Whoever uses it is told by its next statement.
    client.on('error', () => undefined);
    sendKept(client);
  });
  // A connection that breaks while nobody uses it is replaced by the next one.
  pool.on('error', () => undefined);
  return pool;
}
