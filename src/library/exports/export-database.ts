/** Exports as tables of a database that others made: a DuckDB file, or PostgreSQL. */

import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Store, StoreError } from '../../storage/index.ts';
import type { CellType } from './column.ts';
import { type ExportedRuns, exportRows, type ReasonWords } from './export.ts';
import type { ExportKind } from './export-columns.ts';
import { cellValue, exportParquet } from './export-parquet.ts';
import { tableColumns } from './table-columns.ts';

/** Rows of one statement. */
const BATCH = 1_000;
/** Bytes of a name; PostgreSQL cuts longer ones. */
const MOST_NAME = 63;

/**
 * Replaces one table for each kind, all or none: `records` in DuckDB, `fieldfare_records` in PostgreSQL, where the tables of
 * others may stand beside.
 * @param target `duckdb:FILE` or `postgres://…`
 * @returns rows of each kind
 * @throws {StoreError} where the target is neither, DuckDB is not installed, or the database refuses
 */
export async function exportToDatabase(
  words: ReasonWords,
  store: Store,
  runs: ExportedRuns,
  kinds: readonly ExportKind[],
  target: string,
): Promise<ReadonlyMap<ExportKind, number>> {
  const [, file] = /^duckdb:(.+)$/.exec(target) ?? [];
  const isPostgres = /^postgres(?:ql)?:\/\//.test(target);
  if (file === undefined && !isPostgres)
    throw new StoreError('a database is written as duckdb:FILE or postgres://user@host/database');
  const isNew = file !== undefined && !existsSync(file);
  try {
    return file === undefined
      ? await toPostgres(store, runs, kinds, target, words)
      : await toDuckDb(store, runs, kinds, file, words);
  } catch (error) {
    if (isNew) for (const left of [file, `${file}.wal`]) await rm(left, { force: true });
    if (error instanceof StoreError || !(error instanceof Error)) throw error;
    const name = file === undefined ? 'the PostgreSQL database' : file;
    const [line = ''] = (error.message || String((error as NodeJS.ErrnoException).code)).split('\n');
    throw new StoreError(`cannot write to ${name}: ${line}; nothing was changed`, { cause: error });
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

async function toDuckDb(
  store: Store,
  runs: ExportedRuns,
  kinds: readonly ExportKind[],
  file: string,
  words: ReasonWords,
): Promise<ReadonlyMap<ExportKind, number>> {
  const { DuckDBInstance } = await import('@duckdb/node-api').catch((cause) => {
    throw new StoreError(
      'DuckDB is not installed; install it beside Fieldfare: npm install @duckdb/node-api',
      {
        cause,
      },
    );
  });
  const folder = await mkdtemp(join(tmpdir(), 'fieldfare-duckdb-'));
  const counts = new Map<ExportKind, number>();
  try {
    const database = await DuckDBInstance.create(file);
    try {
      const connection = await database.connect();
      await connection.run('begin');
      for (const kind of kinds) {
        const parquet = join(folder, `${kind}.parquet`);
        counts.set(kind, await exportParquet(store, runs, kind, parquet, words, undefined, 'columns'));
        const from = `read_parquet('${parquet.replaceAll("'", "''")}')`;
        await connection.run(`create or replace table ${quoted(kind)} as select * from ${from}`);
      }
      await connection.run('commit');
      connection.closeSync();
    } finally {
      database.closeSync();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return counts;
}

const POSTGRES_TYPES = {
  text: 'text',
  json: 'json',
  integer: 'integer',
  number: 'double precision',
  boolean: 'boolean',
} as const satisfies Readonly<Record<CellType, string>>;

async function toPostgres(
  store: Store,
  runs: ExportedRuns,
  kinds: readonly ExportKind[],
  address: string,
  words: ReasonWords,
): Promise<ReadonlyMap<ExportKind, number>> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 15_000 });
  const counts = new Map<ExportKind, number>();
  await client.connect();
  try {
    await client.query('begin');
    for (const kind of kinds) {
      const rows = () => exportRows(words, store, runs, kind);
      const columns = await tableColumns(kind, typeof runs !== 'number', rows());
      const names = distinctNames(columns.map(({ name }) => name));
      const types = columns.map(({ type }) => POSTGRES_TYPES[type]);
      const table = quoted(`fieldfare_${kind}`);
      const described = names.map((name, i) => `${quoted(name)} ${types[i]}`);
      await client.query(`drop table if exists ${table}`);
      await client.query(`create table ${table} (${described.join(', ')})`);
      const arrays = types.map((type, i) => `$${i + 1}::${type}[]`);
      const insert = `insert into ${table} select * from unnest(${arrays.join(', ')})`;
      let batch: unknown[][] = columns.map(() => []);
      let count = 0;
      const flush = async () => {
        if (batch[0]?.length) await client.query(insert, batch);
        batch = columns.map(() => []);
      };
      for await (const row of rows()) {
        for (const [i, { of, type }] of columns.entries()) {
          const value = cellValue(of(row as Readonly<Record<string, unknown>>), type) ?? null;
          batch[i]?.push(typeof value === 'string' ? withoutNul(value) : value);
        }
        if (++count % BATCH === 0) await flush();
      }
      await flush();
      counts.set(kind, count);
    }
    await client.query('commit');
  } finally {
    await client.end().catch(() => undefined);
  }
  return counts;
}

/** Removes NUL, which PostgreSQL's texts cannot hold. */
const withoutNul = (text: string): string => text.replaceAll('\u0000', '');

/** Cuts names to what PostgreSQL tells apart, and numbers those that are then alike. */
function distinctNames(names: readonly string[]): readonly string[] {
  const used = new Set<string>();
  return names.map((name) => {
    for (let n = 1; ; n++) {
      const tail = n === 1 ? '' : ` ${n}`;
      const cut = `${cutToBytes(withoutNul(name), MOST_NAME - tail.length)}${tail}` || 'unnamed';
      if (used.has(cut)) continue;
      used.add(cut);
      return cut;
    }
  });
}

const cutToBytes = (text: string, most: number): string => {
  let cut = text.slice(0, most);
  while (Buffer.byteLength(cut) > most) cut = cut.slice(0, -1);
  return cut;
};
