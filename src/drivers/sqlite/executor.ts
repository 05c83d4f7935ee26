import type { SqliteDatabase } from 'kysely';
import type { Schema } from './schema.ts';
import type { Database } from './store.ts';

/** Where statements run: beside all transactions, or inside one. */
export interface Executor {
  /** The query builder. Outside a transaction it waits for the one under way. */
  readonly db: Database;
  readonly connection: SqliteDatabase;
}

/**
 * Runs a statement with constant text at once, which is compiled once instead of for every page: the way through the
 * query builder costs as much again as the statement. Outside a transaction it sees uncommitted changes.
 * @returns the rows it gives
 */
export function statement<Row>(
  { connection }: Pick<Executor, 'connection'>,
  text: string,
  parameters: readonly unknown[],
): readonly Row[] {
  const prepared = connection.prepare(text);
  if (prepared.reader) return prepared.all(parameters) as Row[];
  prepared.run(parameters);
  return [];
}

const texts = new Map<string, string>();

/**
 * Inserts one row; the same columns give the same statement.
 * @param unlessThere leave a row alone that has the same key
 * @returns whether it was inserted
 */
export function insertRow<T extends keyof Schema>(
  executor: Pick<Executor, 'connection'>,
  table: T,
  row: object,
  unlessThere = false,
): boolean {
  const columns = Object.keys(row);
  const key = `insert ${table} ${columns.join(' ')} ${unlessThere}`;
  let text = texts.get(key);
  if (text === undefined) {
    const marks = columns.map(() => '?').join(', ');
    const end = unlessThere ? ' on conflict do nothing returning 1' : ' returning 1';
    text = `insert into ${table} (${columns.join(', ')}) values (${marks})${end}`;
    texts.set(key, text);
  }
  return statement(executor, text, Object.values(row)).length > 0;
}

/** Changes columns of the row with a number; the same columns give the same statement. */
export function updateRow<T extends keyof Schema>(
  executor: Pick<Executor, 'connection'>,
  table: T,
  id: number,
  change: object,
): void {
  const columns = Object.keys(change);
  if (columns.length === 0) return;
  const key = `update ${table} ${columns.join(' ')}`;
  let text = texts.get(key);
  if (text === undefined) {
    text = `update ${table} set ${columns.map((column) => `${column} = ?`).join(', ')} where id = ?`;
    texts.set(key, text);
  }
  statement(executor, text, [...Object.values(change), id]);
}
