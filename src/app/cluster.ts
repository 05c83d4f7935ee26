import { openStore } from '../drivers/open/index.ts';
import { type ClusterOverview, StoreError } from '../storage/index.ts';

/**
 * Who works on the runs of a store, and what waits.
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
