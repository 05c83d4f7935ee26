import { CompiledQuery, type SqliteDatabase } from 'kysely';
import type { Schema } from './schema.ts';
import type { StoreTransaction } from './store.ts';

/** Transactions whose statements bypass the query builder's driver. */
const direct = new WeakMap<StoreTransaction, SqliteDatabase>();

/** Lets {@link statement} ask the database itself: the way through the driver costs as much again as the statement. */
export const runDirectly = (trx: StoreTransaction, database: SqliteDatabase): void =>
  void direct.set(trx, database);

/**
 * Runs a statement with constant text, which is compiled once instead of for every page.
 * @returns the rows it gives
 */
export async function statement<Row>(
  trx: StoreTransaction,
  text: string,
  parameters: readonly unknown[],
): Promise<readonly Row[]> {
  const database = direct.get(trx);
  if (database === undefined) {
    const { rows } = await trx.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]));
    return rows;
  }
  const prepared = database.prepare(text);
  if (prepared.reader) return prepared.all(parameters) as Row[];
  prepared.run(parameters);
  return [];
}

const inserts = new Map<string, string>();

/**
 * Inserts one row; the same columns give the same statement.
 * @param unlessThere leave a row alone that has the same key
 * @returns whether it was inserted
 */
export async function insertRow<T extends keyof Schema>(
  trx: StoreTransaction,
  table: T,
  row: Schema[T] & object,
  unlessThere = false,
): Promise<boolean> {
  const columns = Object.keys(row);
  const key = `${table} ${columns.join(' ')} ${unlessThere}`;
  let text = inserts.get(key);
  if (text === undefined) {
    const marks = columns.map(() => '?').join(', ');
    const end = unlessThere ? ' on conflict do nothing returning 1' : ' returning 1';
    text = `insert into ${table} (${columns.join(', ')}) values (${marks})${end}`;
    inserts.set(key, text);
  }
  return (await statement(trx, text, Object.values(row))).length > 0;
}
