import { CompiledQuery } from 'kysely';
import type { Schema } from './schema.ts';
import type { StoreTransaction } from './store.ts';

/**
 * Runs a statement whose text does not change: what every page asks for is not built and compiled for every page.
 * @returns the rows it gives
 */
export async function statement<Row>(
  trx: StoreTransaction,
  text: string,
  parameters: readonly unknown[],
): Promise<readonly Row[]> {
  const { rows } = await trx.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]));
  return rows;
}

const inserts = new Map<string, string>();

/** Inserts one row; the same columns give the same statement. */
export async function insertRow<T extends keyof Schema>(
  trx: StoreTransaction,
  table: T,
  row: Schema[T] & object,
): Promise<void> {
  const columns = Object.keys(row);
  const key = `${table} ${columns.join(' ')}`;
  let text = inserts.get(key);
  if (text === undefined) {
    const marks = columns.map(() => '?').join(', ');
    text = `insert into ${table} (${columns.join(', ')}) values (${marks})`;
    inserts.set(key, text);
  }
  await statement(trx, text, Object.values(row));
}
