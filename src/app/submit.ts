import type { HarvestOptions } from '../crawl/settings/index.ts';
import { openStore } from '../drivers/open/index.ts';
import { whileOpen } from '../foundation/errors/index.ts';
import { findRun, harvestedSubmissions, listRuns, type RunKind } from '../library/index.ts';
import { type Harvest, harvest } from './harvest.ts';
import { ALL_DOMAINS } from './inspect.ts';

/** Harvests one page, for a call those that its links call a search, too, and asks all of its search forms. Without domains it is judged for all that are shipped. */
export const submitPage = (
  page: string,
  { domains = [], ...options }: HarvestOptions,
  kind: RunKind = 'one-page',
): Harvest =>
  harvest(
    {
      ...options,
      domains: domains.length > 0 ? domains : [...ALL_DOMAINS],
      seeds: [page],
      strategy: 'breadth-first',
      ...(kind === 'query' ? { maxDepth: 1, maxPages: 4 } : { maxDepth: 0, maxPages: 1 }),
      maxSites: 1,
      submitTo: 'all',
    },
    { kind },
  );

/**
 * Goes on with a run and sends its submissions of unknown fate again.
 * @param run its number (default: the newest, of whatever kind)
 * @throws {StoreError} where there is no such run
 */
export async function retryUnknown(
  storage: string,
  run?: string | number,
): Promise<{ readonly runId: number; readonly addresses: readonly string[]; readonly harvest: Harvest }> {
  return whileOpen(openStore(storage, { mode: 'read' }), async (store) => {
    const { id } = await findRun(store, run ?? (await listRuns(store)).at(-1)?.id);
    const addresses: string[] = [];
    for await (const { state, url } of harvestedSubmissions(store, id))
      if (state === 'parked') addresses.push(url);
    return { runId: id, addresses, harvest: harvest({ resume: id, storage, retryUnknown: true }) };
  });
}
