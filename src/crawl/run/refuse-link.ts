import type { Store } from '../../storage/index.ts';
import type { HarvestEvent } from '../events/index.ts';
import type { Frontier, Lease } from '../frontier/index.ts';
import type { SiteFrontier } from '../site-locating/index.ts';
import type { Refusal } from './admit.ts';
import type { CrawlStatistics } from './crawl-statistics.ts';

interface LinkBooks {
  readonly store: Store;
  readonly statistics: CrawlStatistics;
  readonly frontier: Frontier;
  readonly sites: SiteFrontier;
}

/** Writes down that a link is not fetched, or was in vain, and drops the rest of a site that has nothing more to give. */
export async function refuseLink(
  books: LinkBooks,
  lease: Lease,
  { state, reason, stop }: Refusal,
): Promise<HarvestEvent[]> {
  const { store, statistics, frontier, sites } = books;
  await store.transaction(
    async (trx) => {
      await frontier.settle(trx, lease, state, reason);
      if (stop !== undefined) await statistics.rules(trx, lease.site, [stop.reason.code]);
    },
    { sites: [lease.site] },
  );
  if (state === 'failed') statistics.failed();
  if (lease.depth === 0) sites.unreachable(lease.site);
  const seed = lease.depth === 0 && sites.isSeed(lease.site);
  const events: HarvestEvent[] = [
    { type: 'skipped', url: lease.url, state, reason, ...(seed && { seed: true as const }) },
  ];
  if (stop !== undefined) return [...events, ...(await dropRest(books, lease.site, stop))];
  return reason.code === 'site-page-budget' ? [...events, ...(await dropUnread(books, lease.site))] : events;
}

/** Drops all that waits of a site whose pages are used up, unless stored pages are to be fetched once more. */
async function dropUnread({ frontier }: LinkBooks, site: string): Promise<HarvestEvent[]> {
  if (frontier.refetches(site)) return [];
  const reason = { code: 'site-page-budget' } as const;
  const links = await frontier.leave(site, reason);
  return links === 0 ? [] : [{ type: 'stopped', site, reason, links }];
}

async function dropRest(
  { store, statistics, frontier, sites }: LinkBooks,
  site: string,
  { reason, wholeSite }: NonNullable<Refusal['stop']>,
): Promise<HarvestEvent[]> {
  const { code, detail = '' } = reason;
  if (code === 'site-seconds' || code === 'site-bytes') sites.exhausted ??= { code, detail };
  if (!wholeSite) return [];
  const links = await frontier.leave(site, reason);
  if (links === 0) return [];
  await store.transaction((trx) => statistics.rules(trx, site, Array<string>(links).fill(code)), {
    sites: [site],
  });
  return [{ type: 'stopped', site, reason, links }];
}
