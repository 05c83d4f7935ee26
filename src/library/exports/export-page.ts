import { setImmediate as othersTurn } from 'node:timers/promises';
import { FACET_COLUMNS, type ListSort, type Store } from '../../storage/index.ts';
import type { ReasonWords } from './export.ts';
import { cursorOf, type ListQuery, selects } from './export-range.ts';
import { countedRows, isFacetKind } from './facets.ts';
import { facetGroups, listedRows } from './kept-lists.ts';
import { sortedRows } from './sorted-rows.ts';

/** Milliseconds that a page looks for more rows than its first: rare rows are found over several pages. */
const PAGE_MS = 100;
/** Rows that are read however long they take. */
const LEAST_READ = 2_000;
const ROWS_OF_A_TURN = 500;

export interface ExportPage {
  readonly items: readonly object[];
  /** Says where the next page begins; null behind the last row. */
  readonly next: string | null;
}

/**
 * Reads one page of an export: as many rows as wanted, or fewer where more would take too long to find; none only where
 * none is left. Cost and memory do not depend on how many rows stand before it, but for things whose
 * list is not kept.
 * @throws {UnsortedListError | ListNotKeptError} where there are too many rows to sort
 */
export async function exportPage(
  words: ReasonWords,
  store: Store,
  query: ListQuery & { readonly limit: number; readonly sort?: ListSort | undefined },
): Promise<ExportPage> {
  const { kind, range, limit, sort } = query;
  const began = performance.now();
  const items: object[] = [];
  let last: object | undefined;
  let read = 0;
  let isCounted = false;
  const rows = sort === undefined ? listedRows(store, words, query) : sortedRows(store, words, query, sort);
  for await (const row of rows) {
    const ms = performance.now() - began;
    const isLate = items.length > 0 && read >= LEAST_READ && ms > PAGE_MS;
    if (last !== undefined && (items.length === limit || isLate))
      return { items, next: cursorOf(kind, last) };
    if (selects(range, row)) items.push(row);
    last = row;
    if (++read % ROWS_OF_A_TURN === 0) await othersTurn();
    if (items.length > 0 || isCounted || ms < PAGE_MS) continue;
    isCounted = true;
    if (await hasNone(store, query)) break;
  }
  return { items, next: null };
}

/** Returns whether the counts of a kind show that no row has the wanted values; they are quicker than reading all rows. */
async function hasNone(store: Store, { run, kind, range: { is = {} } }: ListQuery): Promise<boolean> {
  if (!isFacetKind(kind)) return false;
  const columns: readonly string[] = FACET_COLUMNS[kind];
  const known = Object.entries(is).filter(([name]) => columns.includes(name));
  if (known.length === 0) return false;
  const groups = await facetGroups(store, run, kind);
  return countedRows(groups, kind, Object.fromEntries(known)).total === 0;
}
