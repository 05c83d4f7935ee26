import { setTimeout as later } from 'node:timers/promises';
import { openStore } from '../../drivers/open/index.ts';
import { type Store, StoreError } from '../../storage/index.ts';
import { giveBack, Worker, type WorkerEvent } from './worker.ts';

interface WorkOptions {
  readonly storage: string;
  /** Sites worked on at once. */
  readonly sites: number;
  /** Says how long a site stays with a worker that says nothing. */
  readonly leaseSeconds: number;
  readonly stop: AbortSignal;
  emit(event: WorkerEvent | Joined | Lost): void;
}

interface Joined {
  readonly type: 'joined';
  readonly worker: string;
  /** Says how far the clock of this machine is ahead of the database's. */
  readonly clockAheadMs: number;
}

/** The store cannot be reached; it is tried again. */
interface Lost {
  readonly type: 'lost';
  readonly message: string;
}

const PATIENCE_MS = 60_000;
const PAUSE_MS = 1_000;

/**
 * Works on the runs of a store beside others, until it is told to stop. A store that cannot be reached is waited for a
 * minute; what was under way comes back then, or when its leases end.
 * @throws {StoreError | WorkerRefusedError}
 */
export async function workOnRuns({ storage, sites, leaseSeconds, stop, emit }: WorkOptions): Promise<void> {
  let store = await openStore(storage, { mode: 'share' });
  let before: Worker['left'] | undefined;
  try {
    while (true) {
      const worker = new Worker({ store, storage, sites, leaseMs: 1_000 * leaseSeconds, before, emit });
      try {
        const clockAheadMs = await worker.join();
        before = undefined;
        emit({ type: 'joined', worker: worker.id, clockAheadMs });
        return await worker.run(stop);
      } catch (error) {
        const explained = store.explain(error);
        const isLost = explained instanceof StoreError;
        if (!isLost) await giveBack(store, worker.left).catch(() => undefined);
        if (!isLost || stop.aborted) throw explained;
        before ??= worker.left;
        emit({ type: 'lost', message: explained.message });
        await close(store);
        store = await reopened(storage, stop);
      }
    }
  } finally {
    await close(store);
  }
}

const close = (store: Store): Promise<void> => store.close().catch(() => undefined);

async function reopened(storage: string, stop: AbortSignal): Promise<Store> {
  for (const began = performance.now(); ; ) {
    try {
      return await openStore(storage, { mode: 'share' });
    } catch (error) {
      if (!(error instanceof StoreError) || stop.aborted || performance.now() - began > PATIENCE_MS)
        throw error;
      await later(PAUSE_MS);
    }
  }
}
