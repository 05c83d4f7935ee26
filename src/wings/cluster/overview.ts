import { openStore } from '../../drivers/open/index.ts';
import { whileOpen } from '../../foundation/errors/index.ts';
import { type ClusterOverview, type RunRow, type RunSignal, StoreError } from '../../storage/index.ts';

/**
 * Returns who works on the runs of a store, and what waits.
 * @throws {StoreError} a store that one process has for itself has nothing of this
 */
export async function clusterOverview(storage: string): Promise<ClusterOverview> {
  const store = await openStore(storage, { mode: 'read' });
  try {
    if (store.coordination !== undefined) return await store.coordination.overview();
    throw new StoreError('a store in a folder has no workers', {
      hint: 'name a database: --store postgres://USER@HOST/DATABASE',
    });
  } catch (error) {
    throw store.explain(error);
  } finally {
    await store.close();
  }
}

const STATES = {
  go: { status: 'running', status_code: null },
  pause: { status: 'paused', status_code: null },
  stop: { status: 'interrupted', status_code: 'stopped' },
} as const satisfies Readonly<Record<RunSignal, Partial<RunRow>>>;

/** Tells the workers of a run, wherever they are. @returns false where no run of that number is shared and open */
export async function signalRun(storage: string, runId: number, signal: RunSignal): Promise<boolean> {
  return whileOpen(openStore(storage, { mode: 'share' }), (store) =>
    store.transaction(async (trx) => {
      if ((await trx.coordination?.runs.signal(runId, signal)) !== true) return false;
      await trx.runs.update(runId, { ...STATES[signal], updated_at: Date.now() });
      return true;
    }),
  );
}
