import type { Store } from '../../storage/index.ts';
import { findRun } from '../runs.ts';
import type { OverRuns } from './export-columns.ts';

/** Marks a row that its run did not find but took over from an earlier one; exports do not write it. */
export const TAKEN_OVER = Symbol('taken over');

/**
 * Merges the rows of several runs, each row once, as the last of the runs found it. The runs are read side by side: memory holds one
 * row of each.
 * @param rowsOf reads the rows of a run in the order of `compare`
 */
export async function* mergedOverRuns<Row extends object>(
  store: Store,
  runIds: readonly number[],
  rowsOf: (runId: number) => AsyncGenerator<Row>,
  compare: (a: Row, b: Row) => number,
): AsyncGenerator<Row & OverRuns> {
  const began = await beginnings(store, runIds);
  const readers = [...began.keys()]
    .sort((a, b) => a - b)
    .map((run) => ({ run, rows: rowsOf(run), row: undefined as Row | undefined }));
  const advance = async (reader: (typeof readers)[number]) => {
    const { value, done } = await reader.rows.next();
    reader.row = done === true ? undefined : value;
  };
  for (const reader of readers) await advance(reader);
  for (;;) {
    const next = readers.flatMap(({ row }) => row ?? []).sort(compare)[0];
    if (next === undefined) return;
    const same = readers.filter(({ row }) => row !== undefined && compare(row, next) === 0);
    const finders = same.filter(({ row }) => row !== undefined && !(TAKEN_OVER in row));
    const found = finders.length > 0 ? finders : same;
    const runs = found.map(({ run }) => run);
    const timesOf = runs.map((run) => began.get(run) ?? '').sort();
    yield {
      ...(found.at(-1)?.row ?? next),
      firstSeen: timesOf[0] ?? '',
      lastSeen: timesOf.at(-1) ?? '',
      runs,
    };
    for (const reader of same) await advance(reader);
  }
}

/** Returns when each of the runs began. @throws {StoreError} where there is no such run */
async function beginnings(store: Store, runIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const began = new Map<number, string>();
  for (const id of runIds) began.set(id, new Date((await findRun(store, id)).startedAt).toISOString());
  return began;
}

/** Orders texts as the stores do: by code point. */
export const compareTexts = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
