/** Between two runs of `harvest --every`: what goes on, and what is new. */

import type { HarvestOptions } from '../../crawl/settings/index.ts';
import { changesText } from './changes.ts';

const UNFINISHED: ReadonlySet<string> = new Set(['running', 'paused', 'interrupted']);

/** The latest run of these domains on this web, where it did not come to its end. */
export async function resumableRun({
  storage = 'storage',
  domains,
  web,
}: HarvestOptions): Promise<number | undefined> {
  const { openStore } = await import('../../drivers/open/index.ts');
  const { StoreError } = await import('../../storage/index.ts');
  const { listRuns } = await import('../../library/index.ts');
  const { loadDomain } = await import('../../foundation/domain/index.ts');
  const names = (domains ?? []).map((domain) => loadDomain(domain).name);
  try {
    const store = await openStore(storage, { mode: 'read' });
    try {
      const same = (await listRuns(store)).filter(
        (run) => run.web === web && run.domains.join() === names.join(),
      );
      const latest = same.at(-1);
      return latest !== undefined && UNFINISHED.has(latest.status) ? latest.id : undefined;
    } finally {
      await store.close();
    }
  } catch (error) {
    // Cut off before there was a store.
    if (error instanceof StoreError) return undefined;
    throw error;
  }
}

export async function printChanges(storage: string, runId: number, json: boolean): Promise<void> {
  const { openStore } = await import('../../drivers/open/index.ts');
  const { compareRuns, findRun, runBefore } = await import('../../library/index.ts');
  const store = await openStore(storage, { mode: 'read' });
  try {
    if ((await runBefore(store, await findRun(store, runId))) === undefined) return;
    const changes = await compareRuns(store, runId);
    process.stdout.write(
      json ? `${JSON.stringify({ type: 'changes', ...changes })}\n` : `\n${changesText(changes)}\n`,
    );
  } finally {
    await store.close();
  }
}
