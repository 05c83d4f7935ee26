import type { Store } from '../../storage/index.ts';
import type { Frontier } from '../frontier/index.ts';

/** Has pages that were spared wrongly fetched and rendered after all: those of a site, or of a whole run that was cut off on the way there. */
export async function requeueForRendering(
  {
    store,
    frontier,
    runId,
  }: { readonly store: Pick<Store, 'pages'>; readonly frontier: Frontier; readonly runId: number },
  site?: string,
): Promise<void> {
  const pages = await store.pages.wronglySpared(runId, site);
  if (pages.length > 0) await frontier.again(pages);
}
