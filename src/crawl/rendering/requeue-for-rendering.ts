import type { Store } from '../../drivers/sqlite/index.ts';
import { skippedWrongly } from '../../library/index.ts';
import type { Frontier } from '../frontier/index.ts';

/** Has pages that were spared wrongly fetched and rendered after all: those of a site, or of a whole run that was cut off on the way there. */
export async function requeueForRendering(
  { store, frontier, runId }: { readonly store: Store; readonly frontier: Frontier; readonly runId: number },
  site?: string,
): Promise<void> {
  const pages = skippedWrongly(store.db, runId).select('page.id');
  const rows = await (site === undefined ? pages : pages.where('page.site', '=', site)).execute();
  if (rows.length > 0) await frontier.again(rows.map(({ id }) => id));
}
