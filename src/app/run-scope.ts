import {
  changedBy,
  changeScope,
  leaveScopeChange,
  type ScopeChange,
  type ScopePatterns,
  storedScope,
} from '../crawl/run/index.ts';
import { isBeingWritten, isShareable, openStore } from '../drivers/open/index.ts';
import { denyList } from '../foundation/http/index.ts';
import type { Store } from '../storage/index.ts';

/** Links that were dropped: null where the process that has the run drops them within a second. */
type RunScope = ScopePatterns & { readonly dropped: number | null };

/** @throws {StoreError} there is no such run */
export const readRunScope = (storage: string, runId: number): Promise<ScopePatterns> =>
  withStore(storage, 'read', (store) => storedScope(store, runId));

/**
 * Changes which addresses a run reads, whether it goes on, in whatever process, or waits to be resumed.
 * @throws {DenyListError} for what is no pattern @throws {StoreError} there is no such run
 */
export async function changeRunScope(storage: string, runId: number, change: ScopeChange): Promise<RunScope> {
  denyList([...(change.deny ?? []), ...(change.include ?? [])]);
  if (!isShareable() && (await isBeingWritten(storage)))
    return withStore(storage, 'read', async (store) => {
      const before = await storedScope(store, runId);
      leaveScopeChange(store.runFolder(runId), change);
      return { ...changedBy(before, change), dropped: null };
    });
  return withStore(storage, isShareable() ? 'share' : 'write', async (store) => {
    const { again: _, ...changed } = await changeScope(store, runId, change);
    return changed;
  });
}

async function withStore<T>(
  storage: string,
  mode: 'read' | 'write' | 'share',
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await openStore(storage, { mode });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
