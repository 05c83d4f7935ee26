/** The records of a site: an in-memory SQLite table, filled from the seed when somebody first asks. */

import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { Value } from './catalogs/catalog.ts';
import { seeded } from './seeded.ts';
import type { DatabaseSpec } from './site.ts';

export type Row = Readonly<Record<string, Value>> & { readonly id: number; readonly title: string };

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
  const row: Record<string, Value> = {};
  for (const field of spec.catalog.fields) row[field.column] = field.make(random, row, now);
  return { ...row, id, title: String(row.title) };
}

export interface FindPage {
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
  const open = (): DatabaseSync => {
    opened ??= fillTable(spec, seed, now);
    return opened;
  };
  return {
    spec,
    find(criteria, { offset, limit, order, shuffle }) {
      const { where, values } = condition(criteria);
      const column = spec.catalog.fields.find((field) => field.column === order)?.column;
      const counted = open()
        .prepare(`select count(*) as total from record ${where}`)
        .get(...values);
      const by = orderOf(spec, column, shuffle);
      const shown = spec.cap === undefined ? limit : Math.max(0, Math.min(limit, spec.cap - offset));
      const rows = open()
        .prepare(`select * from record ${where} order by ${by} limit ? offset ?`)
        .all(...values, shown, offset);
      return { total: Number(counted?.total ?? 0), rows: rows.map(asRow) };
    },
    get: (id) => recordOf(spec, seed, now, id),
    close() {
      opened?.close();
      opened = undefined;
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

function condition(criteria: readonly Criterion[]): { where: string; values: SQLInputValue[] } {
  const parts: string[] = [];
  const values: SQLInputValue[] = [];
  for (const criterion of criteria) {
    if (criterion.how === 'words') {
      const text = criterion.columns.map((column) => `lower("${column}")`).join(` || ' ' || `);
      for (const word of criterion.words) {
        parts.push(`instr(${text}, ?) > 0`);
        values.push(word.toLowerCase());
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
