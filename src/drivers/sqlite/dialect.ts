import type { SqliteDatabase } from 'kysely';
import { sql } from 'kysely';
import { TABLES } from '../../storage/index.ts';
import { anyOf, type Database, type Dialect, type Executor, statement } from '../sql/index.ts';

const DIALECT: Dialect = {
  // A statement is prepared for each number of rows, and a call costs little.
  rowsPerInsert: 1,
  numbers: 'select value from json_each(?)',
  jsonArray: 'json_group_array',
  sameKey: (a, b) => `${a} = ${b}`,
  documentBytes: `select coalesce(sum(pgsize), 0) as bytes from dbstat
    where aggregate = true and (name glob 'document*' or name glob 'sqlite_autoindex_document_*')`,
  key: (table) => TABLES[table].key,
  unique: (column) => column,
  siteKey: () => ({}),
  hasField: (name, text) => sql`exists (select 1 from json_each(document.fields)
    where lower(json_each.key) = lower(${name}) and instr(lower(json_each.value), lower(${text})) > 0)`,
  fieldOf: (name) => `fields ->> '$.${name}'`,
  indexText: (executor, { id, title, text, url, site, fields }) =>
    statement(
      executor,
      'insert into document_words (rowid, title, text, url, site, fields) values (?, ?, ?, ?, ?, ?)',
      [id, title, text, url, site, fields],
    ),
  unindexTexts: ({ db }, ids) =>
    sql`insert into document_words (document_words, rowid, title, text, url, site, fields)
      select 'delete', id, title, text, url, site, fields from document_text where id in ${anyOf(ids)}`.execute(
      db,
    ),
};

/** Runs statements in this thread at once. Outside a transaction they see uncommitted changes. */
export const sqliteExecutor = (db: Database, connection: SqliteDatabase): Executor => ({
  db,
  dialect: DIALECT,
  run: <Row>(text: string, parameters: readonly unknown[]) => {
    const prepared = connection.prepare(text);
    if (prepared.reader) return prepared.all(parameters) as Row[];
    prepared.run(parameters);
    return [];
  },
});
