/** How many rows of a run hold each value of a column: what a person filters a list by. */

import { FACET_COLUMNS, type FacetGroup, type FacetKind } from '../../storage/index.ts';

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

/**
 * Counts the values of each column. A column counts what the filters of the others leave, so that it shows what else could
 * be chosen.
 * @param is values that a column may hold, by its name
 */
export function countedRows(
  groups: readonly FacetGroup[],
  kind: FacetKind,
  is: Readonly<Record<string, readonly string[]>>,
): CountedRows {
  const columns: readonly string[] = FACET_COLUMNS[kind];
  const filters = Object.entries(is).map(([name, wanted]) => ({ at: columns.indexOf(name), wanted }));
  const counts = columns.map(() => new Map<string, number>());
  let total = 0;
  for (const { values, count } of groups) {
    const failed = filters.filter(({ at, wanted }) => at < 0 || !wanted.includes(values[at] ?? ''));
    if (failed.length === 0) total += count;
    for (const [i, value] of values.entries()) {
      const isOpen = failed.every(({ at }) => at === i);
      if (isOpen) counts[i]?.set(value, (counts[i]?.get(value) ?? 0) + count);
    }
  }
  return { total, facets: columns.map((column, i) => ({ column, values: mostFrequent(counts[i] ?? []) })) };
}

const mostFrequent = (values: Iterable<readonly [string, number]>): Facet['values'] =>
  [...values]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, MOST_VALUES);
