/** Between two runs of `harvest --every`: what goes on, and what is new. */

import type { HarvestOptions } from '../../crawl/settings/index.ts';
import { printJson, withStore } from '../terminal/index.ts';
import { changesText } from './changes.ts';

const UNFINISHED: ReadonlySet<string> = new Set(['running', 'paused', 'interrupted']);

/** The latest run of these domains on this web, where it did not come to its end. */
export async function resumableRun(options: HarvestOptions): Promise<number | undefined> {
  const { StoreError } = await import('../../storage/index.ts');
  const { isSameHarvest, listRuns } = await import('../../library/index.ts');
  const { resolveOptions } = await import('../../crawl/settings/index.ts');
  const { loadDomain } = await import('../../foundation/domain/index.ts');
  const { storage, domains: files, web, seeds = [] } = resolveOptions(options);
  const wanted = { domains: files.map((file) => loadDomain(file).name), web: String(web), seeds };
  try {
    const latest = (await withStore(storage, 'read', listRuns)).findLast((run) => isSameHarvest(run, wanted));
    return latest !== undefined && UNFINISHED.has(latest.status) ? latest.id : undefined;
  } catch (error) {
    // Cut off before there was a store.
    if (error instanceof StoreError) return undefined;
    throw error;
  }
}

export const printChanges = (storage: string, runId: number, json: boolean): Promise<void> =>
  withStore(storage, 'read', async (store) => {
    const { compareRuns, findRun, runBefore } = await import('../../library/index.ts');
    if ((await runBefore(store, await findRun(store, runId))) === undefined) return;
    const changes = await compareRuns(store, runId);
    if (json) printJson({ type: 'changes', ...changes });
    else process.stdout.write(`\n${changesText(changes)}\n`);
  });
