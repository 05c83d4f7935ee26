import type { Store } from '../../storage/index.ts';
import type { Frontier } from '../frontier/index.ts';

/** Requeues pages that were skipped wrongly, to be fetched and rendered: those of a site, or of a resumed run. */
export async function requeueForRendering(
  {
    store,
    frontier,
    runId,
  }: { readonly store: Pick<Store, 'pages'>; readonly frontier: Frontier; readonly runId: number },
  site?: string,
): Promise<void> {
  const pages = await store.pages.wronglySkipped(runId, site);
  if (pages.length > 0) await frontier.refetch(pages, site);
}
