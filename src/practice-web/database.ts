/** The records of a site: an in-memory SQLite table with a full-text index, filled from the seed when somebody first asks. */

import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { Value } from './catalogs/catalog.ts';
import { hash32, seeded } from './seeded.ts';
import type { DatabaseSpec, Row } from './site.ts';

export type { Row } from './site.ts';

export type Criterion =
  | { readonly how: 'words'; readonly columns: readonly string[]; readonly words: readonly string[] }
  | { readonly how: 'equals'; readonly column: string; readonly values: readonly Value[] }
  | { readonly how: 'at-least' | 'at-most'; readonly column: string; readonly value: Value };

export interface Found {
  readonly total: number;
  readonly rows: readonly Row[];
}

/** First record's number; ids are consecutive from here. */
export const FIRST_ID = 1000;

/** Record number `id` as the seed has it, without a table; undefined where there is none. */
export function recordOf(spec: DatabaseSpec, seed: string, now: Date, id: number): Row | undefined {
  const at = id - FIRST_ID;
  if (!Number.isInteger(at) || at < 0 || at >= spec.records) return undefined;
  const random = seeded(seed, spec.catalog.subject, at);
  const row: Record<string, Value> = { id };
  for (const field of spec.catalog.fields) row[field.column] = field.make(random, row, now);
  return { ...row, id, title: String(row.title) };
}

interface FindPage {
  readonly offset: number;
  readonly limit: number;
  readonly order?: string;
  readonly shuffle?: number;
}

export interface Records {
  readonly spec: DatabaseSpec;
  /**
   * @param page.order column to sort by; ids break ties, so that pages never overlap
   * @param page.shuffle a number that the order depends on, in databases without a steady one
   */
  find(criteria: readonly Criterion[], page: FindPage): Found;
  get(id: number): Row | undefined;
  close(): void;
}

export function openRecords(spec: DatabaseSpec, seed: string, now: Date): Records {
  let opened: DatabaseSync | undefined;
  let indexed = false;
  const open = (criteria: readonly Criterion[]): DatabaseSync => {
    opened ??= fillTable(spec, seed, now);
    if (!indexed && criteria.some((criterion) => criterion.how === 'words')) {
      indexWords(opened, spec, seed);
      indexed = true;
    }
    return opened;
  };
  return {
    spec,
    find(criteria, { offset, limit, order, shuffle }) {
      const { where, values } = condition(criteria);
      const column = spec.catalog.fields.find((field) => field.column === order)?.column;
      const database = open(criteria);
      const counted = database.prepare(`select count(*) as total from record ${where}`).get(...values);
      const by = orderOf(spec, column, shuffle);
      const shown = spec.cap === undefined ? limit : Math.max(0, Math.min(limit, spec.cap - offset));
      const rows = database
        .prepare(`select * from record ${where} order by ${by} limit ? offset ?`)
        .all(...values, shown, offset);
      return { total: Number(counted?.total ?? 0), rows: rows.map(asRow) };
    },
    get: (id) => recordOf(spec, seed, now, id),
    close() {
      opened?.close();
      opened = undefined;
      indexed = false;
    },
  };
}

/** A prime above all ids, so that multiplying by a number modulo it puts them in another order. */
const PRIME = 1_000_003;

function orderOf(spec: DatabaseSpec, column: string | undefined, shuffle: number | undefined): string {
  if (column) return `"${column}", id`;
  if (spec.unsteady && shuffle !== undefined) return `(id * ${1 + (shuffle % (PRIME - 1))}) % ${PRIME}, id`;
  return spec.rank ? `"${spec.rank}" desc, id` : 'id';
}

const asRow = (row: Record<string, unknown>): Row => ({ ...row }) as Row;

function fillTable(spec: DatabaseSpec, seed: string, now: Date): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  const { fields } = spec.catalog;
  const columns = fields.map((field) => `"${field.column}" ${field.kind === 'number' ? 'real' : 'text'}`);
  database.exec(`create table record (id integer primary key, ${columns.join(', ')})`);
  const insert = database.prepare(`insert into record values (?${', ?'.repeat(fields.length)})`);
  database.exec('begin');
  for (let at = 0; at < spec.records; at++) {
    const row = recordOf(spec, seed, now, FIRST_ID + at);
    if (row) insert.run(row.id, ...fields.map((field) => row[field.column] ?? null));
  }
  database.exec('commit');
  return database;
}

const textColumns = (spec: DatabaseSpec): string[] =>
  spec.catalog.fields.filter((field) => field.kind !== 'number').map((field) => field.column);

/** Every third database finds words by their stems, as many engines do; a capped one by the word, so that what it shows can be told. */
export const findsByStem = (spec: DatabaseSpec, seed: string): boolean =>
  spec.cap === undefined && spec.wholeWords !== true && hash32(`stems:${seed}`) % 3 === 0;

/** Built when the first text box is used: most databases are only ever asked by lists. */
function indexWords(database: DatabaseSync, spec: DatabaseSpec, seed: string): void {
  const columns = textColumns(spec)
    .map((column) => `"${column}"`)
    .join(', ');
  const tokens = `${findsByStem(spec, seed) ? 'porter ' : ''}unicode61 remove_diacritics ${spec.accents ? 0 : 2}`;
  database.exec(`create virtual table word using fts5(${columns}, content='record', content_rowid='id', tokenize='${tokens}', detail=column);
    insert into word(word) values ('rebuild')`);
}

/** The words of a text as the index knows them. */
export const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** All words, each in any of the columns. */
function wordQuery(columns: readonly string[], words: readonly string[]): string {
  const where = columns.map((column) => `"${column}"`).join(' ');
  return words.map((word) => `({${where}} : "${word}")`).join(' AND ');
}

function condition(criteria: readonly Criterion[]): { where: string; values: SQLInputValue[] } {
  const parts: string[] = [];
  const values: SQLInputValue[] = [];
  for (const criterion of criteria) {
    if (criterion.how === 'words') {
      // Signs alone are no words: nothing has them.
      if (criterion.words.length === 0) parts.push('0');
      else {
        parts.push('id in (select rowid from word where word match ?)');
        values.push(wordQuery(criterion.columns, criterion.words));
      }
    } else if (criterion.how === 'equals') {
      parts.push(`"${criterion.column}" in (${criterion.values.map(() => '?').join(', ')})`);
      values.push(...criterion.values);
    } else {
      parts.push(`"${criterion.column}" ${criterion.how === 'at-least' ? '>=' : '<='} ?`);
      values.push(criterion.value);
    }
  }
  return { where: parts.length > 0 ? `where ${parts.join(' and ')}` : '', values };
}
