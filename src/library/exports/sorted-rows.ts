/** Reads a list in the order of a column. */

import { FieldfareError } from '../../foundation/errors/index.ts';
import type { ListSort, SortValue, Store } from '../../storage/index.ts';
import type { ReasonWords } from './export.ts';
import { keyTextOf, type ListQuery } from './export-range.ts';
import { canBeKept, keptInOrder, listedRows } from './kept-lists.ts';
import { compareTexts } from './over-runs.ts';
import { sortValueOf } from './sort-columns.ts';

/** Rows that are sorted as they are read: of a list that can be kept, and of another. */
const FEW = 2_000;
const MOST = 10_000;

/** The rows are too many to be sorted each time they are read. */
class UnsortedListError extends FieldfareError {
  readonly code = 'list-not-sorted';
  override readonly httpStatus = 409;
}

/** The rows can be sorted as soon as their list is kept. */
class ListNotKeptError extends FieldfareError {
  readonly code = 'list-not-kept';
  override readonly httpStatus = 503;
}

/**
 * Yields rows of a range in its order, from behind its `after` on; `selects` says which of them are in it.
 * @throws {UnsortedListError | ListNotKeptError} where there are too many rows
 */
export async function* sortedRows(
  store: Store,
  words: ReasonWords,
  query: ListQuery,
  sort: ListSort,
): AsyncGenerator<object> {
  const { kind, range } = query;
  const { after, ...filter } = range;
  const kept = await keptInOrder(store, query, sort);
  const isKept = kept !== undefined || (await canBeKept(store, query));
  // The store finds the rows of a form sooner than they are found among all in their order.
  const most = isKept && range.form === undefined ? FEW : MOST;
  const isFound = kept === undefined || range.form !== undefined;
  const rows = isFound
    ? await atMost(most, listedRows(store, words, { ...query, range: filter }))
    : undefined;
  if (rows !== undefined) {
    const order = inOrder(rows, sort);
    const last = after && keyTextOf(kind, after);
    const from = last === undefined ? 0 : order.findIndex((row) => keyTextOf(kind, row) === last) + 1;
    if (last === undefined || from > 0) yield* order.slice(from);
  } else if (kept !== undefined) yield* kept;
  else if (isKept)
    throw new ListNotKeptError('the rows are being sorted for the first time', {
      hint: 'ask again in a few seconds',
    });
  else
    throw new UnsortedListError(`more than ${MOST} rows are sorted only after the run has ended`, {
      hint: 'filter the list, or read it unsorted',
    });
}

/** Reads rows; undefined where they are more. */
async function atMost(most: number, found: AsyncIterable<object>): Promise<object[] | undefined> {
  const rows: object[] = [];
  for await (const row of found) if (rows.push(row) > most) return undefined;
  return rows;
}

function inOrder(rows: readonly object[], { column, descends }: ListSort): object[] {
  const sorted = rows.map((row, at) => ({ row, at, value: sortValueOf(row, column) }));
  const way = descends ? -1 : 1;
  sorted.sort((a, b) =>
    a.value === null || b.value === null
      ? Number(a.value === null) - Number(b.value === null) || a.at - b.at
      : way * (compareValues(a.value, b.value) || a.at - b.at),
  );
  return sorted.map(({ row }) => row);
}

function compareValues(a: NonNullable<SortValue>, b: NonNullable<SortValue>): number {
  if (typeof a === 'number') return typeof b === 'number' ? a - b : -1;
  return typeof b === 'number' ? 1 : compareTexts(a, b);
}
