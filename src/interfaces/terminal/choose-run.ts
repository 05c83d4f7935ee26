import type { RunInfo } from '../../library/index.ts';
import type { Store } from '../../storage/index.ts';

/**
 * Finds the run of a number, or the latest harvest; says on standard error where that is not the newest run.
 * @throws {StoreError} when there is none
 */
export async function chooseRun(store: Store, which: string | undefined): Promise<RunInfo> {
  const { findRun, latestRun } = await import('../../library/index.ts');
  if (which !== undefined) return findRun(store, which);
  const latest = await latestRun(store);
  if (latest === undefined) return findRun(store);
  const { run, newest } = latest;
  if (run.kind !== 'harvest')
    process.stderr.write(`no harvest has read a page: this is run ${run.id} (${kindText(run)})\n`);
  else if (run.id !== newest.id) {
    const why = newest.kind === 'harvest' ? 'has read no page' : `is no harvest (${kindText(newest)})`;
    process.stderr.write(`this is run ${run.id}; run ${newest.id} is newer, but ${why}\n`);
  }
  return run;
}

const kindText = ({ kind }: RunInfo): string => kind.replace('-', ' ');
