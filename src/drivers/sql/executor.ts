import type { Kysely, RawBuilder } from 'kysely';
import { type DocumentTextRow, TABLES } from '../../storage/index.ts';
import type { Schema } from './schema.ts';

export type Database = Kysely<Schema>;

/** Holds the differences between engines. */
export interface Dialect {
  /** Rows that one insert takes at most. */
  readonly rowsPerInsert: number;
  /** Gives the numbers of a parameter that is a JSON array. */
  readonly numbers: string;
  readonly jsonArray: 'json_agg' | 'json_group_array';
  /** Bytes of the documents on disk, with texts, prints and full-text index. */
  readonly documentBytes: string;
  /** Columns of the unique index of a table. */
  key(table: keyof Schema): readonly string[];
  /** A column as the unique index of its table has it. */
  unique(column: string): string;
  /** The condition that two keys, which may be long, are the same, so that the unique index of their table finds it. */
  sameKey(a: string, b: string): string;
  /** Gives the column with its site to a row that names it otherwise only by its form or document. */
  siteKey(site: string): object;
  /** The condition that a field of a record has a text in it; neither tells capitals of ASCII from small letters. */
  hasField(name: string, text: string): RawBuilder<boolean>;
  /** A field of a record as text: its name is a constant of ours. */
  fieldOf(name: string): string;
  /** Makes a text that is there findable. */
  indexText(executor: Executor, row: DocumentTextRow): unknown;
  /** Takes texts that are still there out of the index. */
  unindexTexts(executor: Executor, ids: readonly number[]): unknown;
}

/** Runs statements beside all transactions, or inside one. */
export interface Executor {
  /** The query builder. */
  readonly db: Database;
  readonly dialect: Dialect;
  /**
   * Runs a statement with constant text, whose parameters are `?`, past the query builder: that costs as much again as
   * the statement.
   */
  run<Row>(text: string, parameters: readonly unknown[]): readonly Row[] | Promise<readonly Row[]>;
}

/** @returns the rows it gives */
export const statement = async <Row>(
  executor: Pick<Executor, 'run'>,
  text: string,
  parameters: readonly unknown[],
): Promise<readonly Row[]> => executor.run<Row>(text, parameters);

const texts = new Map<string, string>();

/** Text of a statement, made once for all rows with the same columns. */
function textOf(key: string, make: () => string): string {
  const known = texts.get(key);
  if (known !== undefined) return known;
  const text = make();
  texts.set(key, text);
  return text;
}

/** Inserts rows with the same columns. */
interface Insert {
  readonly columns: readonly string[];
  /** The statement for so many rows. */
  text(rows: number): string;
}

/** By the end of the statement, and by the table. */
const inserts = new Map<string, Map<string, Insert[]>>();

/** Finds how rows like one are inserted by its columns, without writing them down. */
function insertOf(table: keyof Schema, columns: readonly string[], end: string): Insert {
  const ofEnd = inserts.get(end) ?? new Map<string, Insert[]>();
  const known = ofEnd.get(table) ?? [];
  const same = known.find((other) => areSame(other.columns, columns));
  if (same !== undefined) return same;
  const marks = `(${columns.map(() => '?').join(', ')})`;
  const text = (rows: number) =>
    `insert into ${table} (${columns.join(', ')}) values ${Array(rows).fill(marks).join(', ')} ${end}`;
  const one = text(1);
  const insert = { columns, text: (rows: number) => (rows === 1 ? one : text(rows)) };
  inserts.set(end, ofEnd.set(table, [...known, insert]));
  return insert;
}

const areSame = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((name, i) => name === right[i]);

/**
 * Inserts rows that have the same columns.
 * @param end of the statement: what happens to a row that is there, and which columns of the inserted ones are given back
 */
export async function insertRows<Row>(
  { dialect, run }: Pick<Executor, 'dialect' | 'run'>,
  table: keyof Schema,
  rows: readonly object[],
  end = '',
): Promise<readonly Row[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const { columns, text } = insertOf(table, Object.keys(first), end);
  if (rows.length === 1) return run<Row>(text(1), Object.values(first));
  const returned: Row[] = [];
  const valuesOf = (row: object) => columns.map((name) => (row as Readonly<Record<string, unknown>>)[name]);
  if (dialect.rowsPerInsert === 1) {
    for (const row of rows) for (const got of await run<Row>(text(1), valuesOf(row))) returned.push(got);
    return returned;
  }
  // Two writers that insert the same rows in the same order wait for each other, and never in a ring.
  const ordered = rows.toSorted(byKey(table));
  for (let from = 0; from < rows.length; from += dialect.rowsPerInsert) {
    const batch = ordered.slice(from, from + dialect.rowsPerInsert);
    for (const got of await run<Row>(text(batch.length), batch.flatMap(valuesOf))) returned.push(got);
  }
  return returned;
}

/** Inserts a row. @returns whether it was inserted: one with the same key is left alone */
export const insertNew = async (
  executor: Pick<Executor, 'dialect' | 'run'>,
  table: keyof Schema,
  row: object,
): Promise<boolean> =>
  (await insertRows(executor, table, [row], 'on conflict do nothing returning 1')).length > 0;

/** Inserts rows in the place of those that have the same key; of two that are given the last one holds. */
export async function replaceRows(
  executor: Pick<Executor, 'dialect' | 'run'>,
  table: keyof Schema,
  rows: readonly object[],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const keys = executor.dialect.key(table);
  const last = new Map(rows.map((row) => [JSON.stringify(keyOf(table, row)), row]));
  const set = Object.keys(first).flatMap((name) =>
    keys.includes(name) ? [] : [`${name} = excluded.${name}`],
  );
  const target = conflictOf(executor, table);
  await insertRows(
    executor,
    table,
    [...last.values()],
    `on conflict ${target} do update set ${set.join(', ')}`,
  );
}

/** Names the unique index of a table's key. */
export const conflictOf = ({ dialect }: Pick<Executor, 'dialect'>, table: keyof Schema): string =>
  `(${dialect
    .key(table)
    .map((column) => dialect.unique(column))
    .join(', ')})`;

/** Changes columns of the row with a number; the same columns give the same statement. */
export async function updateRow(
  { run }: Pick<Executor, 'run'>,
  table: keyof Schema,
  id: number,
  change: object,
): Promise<void> {
  const columns = Object.keys(change);
  if (columns.length === 0) return;
  const text = textOf(
    `update ${table} ${columns.join(' ')}`,
    () => `update ${table} set ${columns.map((column) => `${column} = ?`).join(', ')} where id = ?`,
  );
  await run(text, [...Object.values(change), id]);
}

const keyOf = (table: keyof Schema, row: object): readonly (string | number)[] =>
  TABLES[table].key.map((column) => (row as Readonly<Record<string, string | number>>)[column] ?? '');

function byKey(table: keyof Schema): (a: object, b: object) => number {
  return (a, b) => {
    const [left, right] = [keyOf(table, a), keyOf(table, b)];
    const at = left.findIndex((value, i) => value !== right[i]);
    return at < 0 ? 0 : (left[at] ?? '') < (right[at] ?? '') ? -1 : 1;
  };
}
