import {
  changeScope,
  leaveScopeChange,
  type ScopeChange,
  type ScopePatterns,
  storedScope,
} from '../crawl/run/index.ts';
import { isBeingWritten, isShareable, openStore } from '../drivers/open/index.ts';
import { whileOpen } from '../foundation/errors/index.ts';
import { denyList } from '../foundation/http/index.ts';

/**
 * Reads which addresses a run reads, or changes that, whether it goes on, in whatever process, or waits to be resumed.
 * @returns `dropped`: links; null where the process that has the run drops them within a second, or nothing was to be changed
 * @throws {DenyListError} for what is no pattern @throws {StoreError} there is no such run
 */
export async function runScope(
  storage: string,
  runId: number,
  change?: ScopeChange,
): Promise<ScopePatterns & { readonly dropped: number | null }> {
  denyList([...(change?.deny ?? []), ...(change?.include ?? [])]);
  const isOurs = change !== undefined && (isShareable() || !(await isBeingWritten(storage)));
  const mode = !isOurs ? 'read' : isShareable() ? 'share' : 'write';
  return whileOpen(openStore(storage, { mode }), async (store) => {
    if (change === undefined) return { ...(await storedScope(store, runId)), dropped: null };
    if (!isOurs) return { ...(await leaveScopeChange(store, runId, change)), dropped: null };
    const { again: _, ...changed } = await changeScope(store, runId, change);
    return changed;
  });
}
