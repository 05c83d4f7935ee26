/** Rows that the web UI filters by any text in them: all of a kind are read. */

import { csvOf } from '../../../foundation/csv/index.ts';
import { type ExportFormat, type ExportKind, flatColumns } from '../../../library/index.ts';
import { exportLines } from '../../../reports/index.ts';
import type { Store } from '../../../storage/index.ts';

const MOST_VALUES = 20;

type Row = Readonly<Record<string, unknown>>;

export interface FilteredRows {
  readonly run: number;
  readonly kind: ExportKind;
  /** Text that a value of the row contains. */
  readonly q: string;
  /** `column:value`; several values of a column are alternatives. */
  readonly is: readonly string[];
}

/** Columns whose values are counted. */
const FACETS: Readonly<Record<ExportKind, readonly string[]>> = {
  forms: ['searchable', 'outcome', 'domain', 'type', 'rule', 'site'],
  pages: ['state', 'reasonCode', 'renderedBy', 'site'],
  sites: ['state', 'reasonCode', 'domain'],
  submissions: ['verdict', 'state', 'site'],
  records: ['site', 'formId', 'typed.year', 'typed.category', 'typed.language'],
  things: ['mergedBy', 'typed.year', 'typed.category', 'typed.language'],
  details: ['site'],
  documents: ['kind', 'state', 'site'],
};

/** One page of the rows, with how many they are and what values their columns hold. */
export async function filteredPage(
  store: Store,
  { run, kind, q, is, after, limit }: FilteredRows & { readonly after: number; readonly limit: number },
) {
  const failed = filterOf(q, is);
  const items: Row[] = [];
  let total = 0;
  const counts = new Map(FACETS[kind].map((column) => [column, new Map<string, number>()]));
  for await (const line of exportLines(store, run, kind, 'jsonl')) {
    const row = JSON.parse(line) as Row;
    const missed = failed(row);
    // A facet counts what the other filters leave, so that it shows what else could be chosen.
    for (const [column, values] of counts) {
      if (missed.length > 1 || (missed.length === 1 && missed[0] !== column)) continue;
      for (const value of valuesAt(row, column)) values.set(value, (values.get(value) ?? 0) + 1);
    }
    if (missed.length === 0 && total++ >= after && items.length < limit) items.push(row);
  }
  const facets = [...counts].map(([column, values]) => ({ column, values: mostFrequent(values) }));
  return { items, total, facets };
}

/** The rows as lines of a file. */
export async function* filteredLines(
  store: Store,
  { run, kind, q, is }: FilteredRows,
  format: ExportFormat,
): AsyncGenerator<string> {
  const failed = filterOf(q, is);
  const columns = flatColumns(kind);
  if (format === 'csv') yield csvOf([columns.map(({ name }) => name)]);
  for await (const line of exportLines(store, run, kind, 'jsonl')) {
    const row = JSON.parse(line) as Row;
    // An empty piece lets others have their turn.
    if (failed(row).length > 0) yield '';
    else yield format === 'csv' ? csvOf([columns.map(({ of }) => of(row))]) : line;
  }
}

/** @returns a function that names what a row fails: columns, and `q` for the text */
function filterOf(q: string, is: readonly string[]): (row: Row) => string[] {
  const text = q.trim().toLowerCase();
  const wanted = new Map<string, Set<string>>();
  for (const one of is) {
    const [, column = '', value = ''] = /^([^:]*):?(.*)$/s.exec(one) ?? [];
    wanted.set(column, (wanted.get(column) ?? new Set()).add(value));
  }
  return (row) => [
    ...[...wanted]
      .filter(([column, values]) => !valuesAt(row, column).some((value) => values.has(value)))
      .map(([name]) => name),
    ...(text === '' || contains(row, text) ? [] : ['q']),
  ];
}

/** A column may name a field of an object, as in `typed.year`, and hold several values; without one it holds ''. */
function valuesAt(row: Row, column: string): string[] {
  const [name = '', field] = column.split('.');
  const found = field === undefined ? row[name] : ((row[name] ?? {}) as Row)[field];
  const values = Array.isArray(found) ? found : [found];
  return values.map((value) => String(value ?? ''));
}

const contains = (value: unknown, text: string): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some((one) => contains(one, text))
    : value !== null && String(value).toLowerCase().includes(text);

const mostFrequent = (values: ReadonlyMap<string, number>): { value: string; count: number }[] =>
  [...values]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, MOST_VALUES);
