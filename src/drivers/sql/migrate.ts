import { type Kysely, sql } from 'kysely';
import {
  type Column,
  INDEXES,
  type Index,
  OlderStoreError,
  StoreError,
  TABLES,
  type Tables,
} from '../../storage/index.ts';
import type { Database } from './executor.ts';

/** Describes how an engine makes a store. */
export interface Making {
  /** Table with the names of what the store consists of: tables, columns as `table.column`, indexes. */
  readonly names: string;
  /** The last step of versions that made stores step by step; their names stand in the same table. */
  readonly lastStep: string;
  /** Statement that reads the names of what is there. */
  readonly there: string;
  createTable(name: keyof Tables): readonly string[];
  /** Columns of an index, as an entry of it can hold them. */
  indexed?(columns: readonly string[]): readonly string[];
  /** Make what else there is; one that makes nothing with a name belongs to the one before. */
  readonly statements: readonly string[];
  column(name: string, column: Column): string;
  /**
   * Gives the statements before and after those that make what a store of an earlier version lacks.
   * @throws {StoreError} too old
   */
  convert(steps: ReadonlySet<string>, there: ReadonlySet<string>): Conversion;
}

interface Conversion {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** @param place names the store to a person @throws {StoreError} made by a newer version */
export async function migrate(db: Database, making: Making, place: string): Promise<void> {
  const stored = await readNames(db, making, place);
  const names = namesOf(making);
  if (names.every((name) => stored.has(name))) return;
  await db.transaction().execute(async (trx) => {
    const run = async (statements: readonly string[]) => {
      for (const statement of statements) await sql.raw(statement).execute(trx);
    };
    const isStepwise = [...stored].some((name) => name <= making.lastStep);
    const conversion = isStepwise ? making.convert(stored, await readSet(trx, making.there)) : undefined;
    await run(conversion?.before ?? []);
    await run(lacking(making, await readSet(trx, making.there)));
    await run(conversion?.after ?? []);
    const table = making.names;
    await run([
      `create table if not exists ${table} (name varchar(255) primary key not null, timestamp varchar(255) not null)`,
      `delete from ${table}`,
      `insert into ${table} values ${names.map((name) => `('${name}', '${new Date().toISOString()}')`).join(', ')}`,
    ]);
  });
}

/** @throws {StoreError} empty, or made by a newer version @throws {OlderStoreError} */
export async function checkVersion(db: Database, making: Making, place: string): Promise<void> {
  const stored = await readNames(db, making, place);
  if (stored.size === 0) throw new StoreError(nothingIn(place));
  if (namesOf(making).some((name) => !stored.has(name)))
    throw new OlderStoreError(`the store in ${place} was made by an older version`);
}

export const nothingIn = (place: string): string =>
  `there is no Fieldfare store in ${place}; run "fieldfare harvest" first or give --storage DIR`;

/** Defines a column with a type of the engine. */
export function definitionOf(name: string, type: string, { traits }: Column): string {
  const { isNullable, fallback } = traits;
  const end =
    fallback === undefined ? '' : ` default ${typeof fallback === 'string' ? `'${fallback}'` : fallback}`;
  return `${name} ${type}${isNullable ? '' : ' not null'}${end}`;
}

const createIndex = (name: string, { table, where }: Index, columns: readonly string[]): string =>
  `create index ${name} on ${table} (${columns.join(', ')})${where === undefined ? '' : ` where ${where}`}`;

/** Finds the statements that make tables, indexes and what else there is, in their order, by its name. */
function partsOf(making: Making): ReadonlyMap<string, readonly string[]> {
  const { createTable, indexed = (columns) => columns, statements } = making;
  const parts = new Map<string, string[]>();
  let name = '';
  for (const statement of [
    ...tableNames.flatMap(createTable),
    ...Object.entries(INDEXES).map(([index, how]) => createIndex(index, how, indexed(how.columns))),
    ...statements,
  ]) {
    name = /^create (?:[a-z]+ )*?(?:table|index|function) (\w+)/.exec(statement)?.[1] ?? name;
    parts.set(name, [...(parts.get(name) ?? []), statement]);
  }
  return parts;
}

const columnsOf = (table: keyof Tables): [name: string, column: Column][] =>
  Object.entries(TABLES[table].columns);

/** Names of earlier versions, which a store may still hold; each column has a default. */
const FORMER = ['link.tags', 'document_fts'];

const tableNames = Object.keys(TABLES) as (keyof Tables)[];

const namesOf = (making: Making): readonly string[] => [
  ...partsOf(making).keys(),
  ...tableNames.flatMap((table) => columnsOf(table).map(([name]) => `${table}.${name}`)),
];

function lacking(making: Making, there: ReadonlySet<string>): string[] {
  const columns = tableNames
    .filter((table) => there.has(table))
    .flatMap((table) =>
      columnsOf(table)
        .filter(([name]) => !there.has(`${table}.${name}`))
        .map(([name, column]) => `alter table ${table} add column ${making.column(name, column)}`),
    );
  const parts = [...partsOf(making)].flatMap(([name, statements]) => (there.has(name) ? [] : statements));
  return [...columns, ...parts];
}

async function readSet(db: Kysely<never> | Database, statement: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql.raw<{ name: string }>(statement).execute(db);
  return new Set(rows.map(({ name }) => name));
}

async function readNames(db: Database, making: Making, place: string): Promise<ReadonlySet<string>> {
  const { names, there } = making;
  const isThere = await readSet(db, `select name from (${there}) as there where name = '${names}'`);
  if (isThere.size === 0) return isThere;
  const stored = await readSet(db, `select name from ${names}`);
  const known = new Set([...namesOf(making), ...FORMER]);
  const unknown = [...stored].find((name) => !known.has(name) && name > making.lastStep);
  if (unknown !== undefined)
    throw new StoreError(
      `the store in ${place} was made by a newer version of Fieldfare (step ${unknown}); update Fieldfare or use another --storage DIR`,
    );
  return stored;
}
