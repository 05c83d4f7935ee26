import type { Frontier } from '../pages/index.ts';
import type { Store } from '../store/index.ts';
import type { Budget } from './run.ts';
import type { SiteBook } from './site-book.ts';

/** Why links are refused for want of a budget of their site: how each reason begins. */
export const REFUSED_FOR = {
  maxPagesPerSite: 'page budget of the site is used up',
  maxSecondsPerSite: '--max-seconds-per-site',
  maxBytesPerSite: '--max-bytes-per-site',
} as const;

/**
 * Lets links wait again that were refused because a budget of their site was used up, where it has been raised. The
 * frontier has to be opened after that.
 */
export async function reopenLinks(store: Store, runId: number, raised: readonly Budget[]): Promise<void> {
  for (const [budget, reason] of Object.entries(REFUSED_FOR)) {
    if (!raised.includes(budget as Budget)) continue;
    await store.transaction((trx) =>
      trx
        .updateTable('link')
        .set({ state: 'waiting', reason: null })
        .where('run_id', '=', runId)
        .where('state', '=', 'refused')
        .where('reason', 'like', `${reason}%`)
        .execute(),
    );
  }
}

/** Admits sites that explored ones point to and that `--max-sites` kept out, where it has been raised. */
export async function reopenSites(
  store: Store,
  runId: number,
  raised: readonly Budget[],
  sites: SiteBook,
  frontier: Frontier,
): Promise<void> {
  if (!raised.includes('maxSites')) return;
  await store.transaction(async (trx) => {
    const rows = await trx
      .selectFrom('site_link')
      .innerJoin('site', (join) =>
        join.onRef('site.run_id', '=', 'site_link.run_id').onRef('site.site', '=', 'site_link.from_site'),
      )
      .select(({ fn }) => ['to_site', fn.min<string>('to_url').as('to_url')])
      .where('site_link.run_id', '=', runId)
      .where('site.state', '=', 'exploring')
      .where('to_url', '!=', '')
      .groupBy('to_site')
      .orderBy('to_site')
      .execute();
    const known = new Set(sites.names());
    const kept = rows.filter(({ to_site }) => !known.has(to_site)).map(({ to_url }) => to_url);
    await sites.propose(trx, frontier, kept);
  });
}
