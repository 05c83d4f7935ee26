import { type Column, TABLES, type Table, type Tables } from '../../storage/index.ts';
import { definitionOf, type Making } from '../sql/index.ts';
import { convert } from './earlier-stores.ts';

const TYPES = { integer: 'integer', real: 'real', text: 'text', bytes: 'blob' } as const;

const defined = (name: string, column: Column): string => definitionOf(name, TYPES[column.type], column);

function createTable(name: keyof Tables): readonly string[] {
  const { key, number, columns }: Table = TABLES[name];
  const definitions = Object.entries(columns).map(([column, how]) =>
    column === number
      ? `${column} integer primary key${how.traits.isNumbered ? ' autoincrement' : ''}`
      : defined(column, how),
  );
  if (key[0] !== number)
    definitions.push(`${number === undefined ? 'primary key' : 'unique'} (${key.join(', ')})`);
  // Its key is nearly the whole row.
  const end = name === 'record_occurrence' ? ' without rowid' : '';
  return [`create table ${name} (${definitions.join(', ')})${end}`];
}

export const MAKING: Making = {
  names: 'kysely_migration',
  lastStep: '0024-list-order',
  there: `select name from sqlite_master union all
    select made.name || '.' || info.name from sqlite_master made, pragma_table_info(made.name) info where made.type = 'table'`,
  createTable,
  statements: [
    `create index link_leased on link (run_id) where state = 'leased'`,
    // The signs of vowels belong to the words of many scripts.
    `create virtual table document_words using fts5 (title, text, url, site, fields,
      content = 'document_text', content_rowid = 'id',
      tokenize = "porter unicode61 remove_diacritics 2 categories 'L* M* N* Co'")`,
    // What is deleted is to be gone from the index too, not only hidden in it.
    `insert into document_words (document_words, rank) values ('secure-delete', 1)`,
    `insert into document_words (document_words) values ('rebuild')`,
    'drop table if exists document_fts',
  ],
  column: defined,
  convert,
};
