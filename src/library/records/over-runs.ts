import type { Store } from '../../storage/index.ts';
import type { HarvestedRecord, OverRuns } from '../exports/export-columns.ts';
import { harvestedRecords } from '../read-records.ts';
import { findRun } from '../runs.ts';

/**
 * Reads the records of several runs in the order of (site, key), each as the last of them found it. The runs are read side
 * by side: memory holds one record of each.
 */
export async function* recordsOverRuns(
  store: Store,
  runIds: readonly number[],
): AsyncGenerator<HarvestedRecord & OverRuns> {
  const began = new Map<number, string>();
  for (const id of runIds) began.set(id, new Date((await findRun(store, id)).startedAt).toISOString());
  const readers = [...began.keys()]
    .sort((a, b) => a - b)
    .map((run) => ({
      run,
      rows: harvestedRecords(store, run),
      row: undefined as HarvestedRecord | undefined,
    }));
  const advance = async (reader: (typeof readers)[number]) => {
    const { value, done } = await reader.rows.next();
    reader.row = done === true ? undefined : value;
  };
  for (const reader of readers) await advance(reader);
  for (;;) {
    const next = readers.flatMap(({ row }) => row ?? []).sort(bySiteAndKey)[0];
    if (next === undefined) return;
    const same = readers.filter(({ row }) => row !== undefined && bySiteAndKey(row, next) === 0);
    const runs = same.map(({ run }) => run);
    const timesOf = runs.map((run) => began.get(run) ?? '').sort();
    yield {
      ...(same.at(-1)?.row ?? next),
      firstSeen: timesOf[0] ?? '',
      lastSeen: timesOf.at(-1) ?? '',
      runs,
    };
    for (const reader of same) await advance(reader);
  }
}

type Place = Pick<HarvestedRecord, 'site' | 'key'>;
const bySiteAndKey = (a: Place, b: Place): number => compare(a.site, b.site) || compare(a.key, b.key);
/** As the stores order texts: by code point. */
const compare = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
