import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { KEYS, type Schema } from '../sql/index.ts';
import { SHARED_DEFINITIONS, SHARED_TABLES } from './coordination-tables.ts';
import { INDEXES, keyColumns, SITE_COLUMNS, SITE_KEYS, TABLES, unique } from './tables.ts';

/** Each step is applied once, in the order of its name. A step that has been released is never changed. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-foundation': { up: foundation },
  '0002-coordination': { up: coordination },
  '0003-counts-by-part': { up: countsByPart },
  '0004-keys-with-site': { up: keysWithSite },
  '0005-updates-in-place': { up: updatesInPlace },
};

/** Text is compared by its bytes, as SQLite does, whatever the language of the database. */
const inByteOrder = (columns: string): string => columns.replace(/\b(\w+) text\b/g, '$1 text collate "C"');

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

/** Each worker counts in a row of its own: the row of the run would be one for all. */
async function countsByPart(db: Kysely<unknown>): Promise<void> {
  const columns = ['requests', 'bytes_in', 'misses', 'updated_at'].map(
    (name) => `add column ${name} bigint default 0 not null`,
  );
  await sql.raw(`alter table archive_part ${columns.join(', ')}`).execute(db);
}

/** Rows with numbers; what else is unique of them has an index of its own. */
const NUMBERED: readonly string[] = ['link', 'page', 'document', 'document_text', 'document_print'];

/** Makes tables that have rows of sites fit to be partitioned or distributed by site. */
async function keysWithSite(db: Kysely<unknown>): Promise<void> {
  const statements = Object.entries(SITE_COLUMNS).flatMap(([table, site]) => {
    const key = keyColumns(table as keyof Schema);
    const given = `
      drop trigger ${table}_site on ${table};
      drop function ${table}_site();
      update ${table} set site_key = '' where site_key is null;
      alter table ${table} alter column site_key set default '', alter column site_key set not null`;
    const number = `alter table ${table} drop constraint ${table}_pkey, add primary key (id, ${site})`;
    const index = `
      drop index ${table}_key;
      create unique index ${table}_key on ${table} (${key.map(unique).join(', ')})`;
    return [
      ...(site === 'site_key' ? [given] : []),
      ...(NUMBERED.includes(table) ? [number] : []),
      ...(key[0] === 'id' ? [] : [index]),
    ];
  });
  await sql.raw(statements.join(';\n')).execute(db);
}

/**
 * Rows that change often have room beside them and no index over what changes, so that no index is written: leases of sites
 * that are renewed, leases of links, turns of hosts. Of a million sites a hundredth is vacuumed, not a fifth.
 */
async function updatesInPlace(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `drop index site_queue_leased, site_queue_queued;
       create index site_queue_leased on site_queue (run_id, site) where state = 'leased';
       create index site_queue_queued on site_queue (run_id, site) where state = 'queued';
       drop index link_leased;
       alter table site_queue set (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.01);
       alter table link set (fillfactor = 85);
       alter table host_turn set (fillfactor = 50)`,
    )
    .execute(db);
}
