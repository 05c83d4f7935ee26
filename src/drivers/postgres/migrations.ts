import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { KEYS, type Schema } from '../sql/index.ts';
import { SHARED_DEFINITIONS, SHARED_TABLES } from './coordination-tables.ts';
import { INDEXES, SITE_KEYS, TABLES, unique } from './tables.ts';

/** Each step is applied once, in the order of its name. A step that has been released is never changed. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-foundation': { up: foundation },
  '0002-coordination': { up: coordination },
};

/** Text is compared by its bytes, as SQLite does, whatever the language of the database. */
const inByteOrder = (columns: string): string => columns.replace(/(\w+) text\b/g, '$1 text collate "C"');

async function foundation(db: Kysely<unknown>): Promise<void> {
  const statements = Object.entries(TABLES).flatMap(([table, columns]) => {
    const create = `create table ${table} (${inByteOrder(columns)})`;
    const key = KEYS[table as keyof Schema];
    if (key.length === 1 && columns.startsWith(`${key[0]} bigint`) && columns.includes('primary key'))
      return [create];
    return [create, `create unique index ${table}_key on ${table} (${key.map(unique).join(', ')})`];
  });
  // Names the folder of this store's files, so that no other store's files are taken for them.
  statements.push('create table store (id uuid not null)', 'insert into store select gen_random_uuid()');
  await sql.raw([...statements, INDEXES, SITE_KEYS].join(';\n')).execute(db);
}

async function coordination(db: Kysely<unknown>): Promise<void> {
  const tables = Object.entries(SHARED_TABLES).map(
    ([table, columns]) => `create table ${table} (${inByteOrder(columns)})`,
  );
  await sql.raw([...tables, SHARED_DEFINITIONS].join(';\n')).execute(db);
}
