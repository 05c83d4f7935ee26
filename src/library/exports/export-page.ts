import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Store } from '../../storage/index.ts';
import { candidateRows, type ReasonWords } from './export.ts';
import type { ExportKind } from './export-columns.ts';
import { cursorOf, type ExportRange, selects } from './export-range.ts';
import { keptRows } from './kept-lists.ts';

/** Milliseconds that a page looks for rows; a rare text is found over several pages. */
const PAGE_MS = 100;
const ROWS_OF_A_TURN = 500;

export interface ExportPage {
  readonly items: readonly object[];
  /** Where the next page begins; null behind the last row. */
  readonly next: string | null;
}

/**
 * Reads one page of an export: as many rows as wanted, or fewer where more would take too long to find. Cost and memory do
 * not depend on how many rows stand before it, but for things whose list is not kept.
 */
export async function exportPage(
  store: Store,
  runId: number,
  kind: ExportKind,
  range: ExportRange,
  limit: number,
  words: ReasonWords,
): Promise<ExportPage> {
  const until = performance.now() + PAGE_MS;
  const items: object[] = [];
  let last: object | undefined;
  let read = 0;
  const rows = await keptRows(store, runId, kind, range);
  for await (const row of rows ?? candidateRows(store, runId, kind, words, range)) {
    const isEnough = items.length === limit || (items.length < read && performance.now() > until);
    if (last !== undefined && isEnough) return { items, next: cursorOf(kind, last) };
    if (selects(range, row)) items.push(row);
    last = row;
    if (++read % ROWS_OF_A_TURN === 0) await othersTurn();
  }
  return { items, next: null };
}
