/** Counts the values of columns: what a person filters a list by. */

import { FACET_COLUMNS, type FacetGroup, type FacetKind, type Store } from '../../storage/index.ts';
import type { ReasonWords } from './export.ts';
import type { ExportKind } from './export-columns.ts';
import { type ExportRange, failedBy, type ListQuery, valuesAt } from './export-range.ts';
import { listedRows } from './kept-lists.ts';

interface Facet {
  readonly column: string;
  /** The most frequent ones; no value is the empty text. */
  readonly values: readonly { readonly value: string; readonly count: number }[];
}

export interface CountedRows {
  /** Rows that every filter leaves. */
  readonly total: number;
  readonly facets: readonly Facet[];
}

const MOST_VALUES = 20;
/** Rows that are read to be counted however long they take, and rows left by a filter that are counted. */
export const MOST_COUNTED = 2_000;
/** Milliseconds that more rows are looked for. */
const LOOK_MS = 150;

/** Columns that rows alone know: they are counted where these are few. */
const ROW_COLUMNS: Readonly<Partial<Record<ExportKind, readonly string[]>>> = {
  records: ['formId', 'typed.year', 'typed.category', 'typed.language'],
  things: ['mergedBy', 'typed.year', 'typed.category', 'typed.language'],
  details: ['site'],
};

export const isFacetKind = (kind: ExportKind): kind is FacetKind => kind in FACET_COLUMNS;

/** A column counts what the filters of the others leave, so that it shows what else could be chosen. */
class FacetCounter {
  total = 0;
  private readonly range: ExportRange;
  private readonly counts: ReadonlyMap<string, Map<string, number>>;

  constructor(columns: readonly string[], range: ExportRange) {
    this.range = range;
    this.counts = new Map(columns.map((column) => [column, new Map<string, number>()]));
  }

  add(row: object, count = 1): void {
    const failed = failedBy(this.range, row);
    if (failed.length === 0) this.total += count;
    for (const [column, values] of this.counts) {
      if (failed.some((name) => name !== column)) continue;
      for (const value of valuesAt(row, column)) values.set(value, (values.get(value) ?? 0) + count);
    }
  }

  counted(): CountedRows {
    return {
      total: this.total,
      facets: [...this.counts].map(([column, values]) => ({ column, values: mostFrequent(values) })),
    };
  }
}

/** Counts groups of rows. @param is values that a column may hold, by its name */
export function countedRows(
  groups: readonly FacetGroup[],
  kind: FacetKind,
  is: NonNullable<ExportRange['is']>,
): CountedRows {
  const columns = FACET_COLUMNS[kind];
  const counter = new FacetCounter(columns, { is });
  for (const { values, count } of groups)
    counter.add(Object.fromEntries(columns.map((column, i) => [column, values[i]])), count);
  return counter.counted();
}

/**
 * Counts the rows of a list. Of a list of more than 2,000 rows, columns that the store does not count, or rows with a text,
 * are counted where the filter leaves at most so many and they are found soon.
 * @param groups of the kind, where the store counts it
 */
export async function listCounts(
  words: ReasonWords,
  store: Store,
  query: ListQuery,
  groups: readonly FacetGroup[] | undefined,
): Promise<Partial<CountedRows>> {
  const { kind, range } = query;
  const stored: readonly string[] = isFacetKind(kind) ? FACET_COLUMNS[kind] : [];
  const columns = [...stored, ...(ROW_COLUMNS[kind] ?? [])];
  const { is = {}, form, text } = range;
  const size = groups?.reduce((sum, { count }) => sum + count, 0) ?? 0;
  if (size <= MOST_COUNTED) {
    const counter = new FacetCounter(columns, range);
    let read = 0;
    for await (const row of listedRows(store, words, { ...query, range: {} })) {
      if (++read > MOST_COUNTED) break;
      counter.add(row);
    }
    if (read <= MOST_COUNTED) return counter.counted();
  }
  const isCounted =
    form === undefined && text === undefined && Object.keys(is).every((name) => stored.includes(name));
  const known = isFacetKind(kind) && groups && isCounted ? countedRows(groups, kind, is) : undefined;
  // The rows that are left do not say what else the columns filtered by hold.
  const open = columns.filter((column) => !Object.hasOwn(is, column) && !(known && stored.includes(column)));
  if (known !== undefined && (known.total > MOST_COUNTED || open.length === 0)) return known;
  const left = new FacetCounter(open, range);
  const until = performance.now() + LOOK_MS;
  let read = 0;
  for await (const row of listedRows(store, words, query)) {
    left.add(row);
    const isLate = ++read > MOST_COUNTED && performance.now() > until;
    if (left.total > MOST_COUNTED || isLate) return known ?? {};
  }
  const { total, facets } = left.counted();
  return { total, facets: [...(known?.facets ?? []), ...facets] };
}

const mostFrequent = (values: Iterable<readonly [string, number]>): Facet['values'] =>
  [...values]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, MOST_VALUES);
