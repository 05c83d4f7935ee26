import type { Store } from '../../storage/index.ts';
import type { HarvestedRecord, OverRuns } from '../exports/export-columns.ts';
import { compareTexts, mergedOverRuns } from '../exports/over-runs.ts';
import { harvestedRecords } from '../read-records.ts';

/** Reads the records of several runs in the order of (site, key), each as the last of them found it. */
export const recordsOverRuns = (
  store: Store,
  runIds: readonly number[],
): AsyncGenerator<HarvestedRecord & OverRuns> =>
  mergedOverRuns(store, runIds, (runId) => harvestedRecords(store, runId), bySiteAndKey);

type Place = Pick<HarvestedRecord, 'site' | 'key'>;
const bySiteAndKey = (a: Place, b: Place): number =>
  compareTexts(a.site, b.site) || compareTexts(a.key, b.key);
