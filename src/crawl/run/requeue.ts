import type { Store, StoreTransaction } from '../../drivers/sqlite/index.ts';
import type { Frontier } from '../frontier/index.ts';
import type { SiteFrontier } from '../site-locating/index.ts';
import type { Budget } from './run.ts';

/** Why links are refused for want of a budget of their site: how each reason begins. */
export const REFUSED_FOR = {
  maxPagesPerSite: 'page budget of the site is used up',
  maxSecondsPerSite: '--max-seconds-per-site',
  maxBytesPerSite: '--max-bytes-per-site',
} as const;

/** Why links are given up where a host does not answer. */
export const NO_ANSWER = { host: 'host does not answer', robots: 'robots.txt could not be read' } as const;
const NETWORK_FAULTS = ['dns', 'timeout', 'connect', 'reset'];

/** Lets links wait again that were given up for want of an answer. The frontier has to be opened after that. */
export async function requeueUnreachable(store: Store, runId: number): Promise<void> {
  await store.transaction((trx) =>
    trx
      .updateTable('link')
      .set({ state: 'waiting', reason: null })
      .where('run_id', '=', runId)
      .where((eb) =>
        eb.or([
          eb('reason', 'in', Object.values(NO_ANSWER)),
          eb.and([eb('state', '=', 'failed'), eb('reason', 'in', NETWORK_FAULTS)]),
        ]),
      )
      .execute(),
  );
}

/**
 * Lets links wait again that were refused because a budget of their site was used up, where it has been raised. The
 * frontier has to be opened after that.
 */
export async function requeueLinks(store: Store, runId: number, raised: readonly Budget[]): Promise<void> {
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

/** Admits sites that explored ones point to, or search providers gave, and that `--max-sites` kept out, where it has been raised. */
export async function requeueSites(
  store: Store,
  runId: number,
  raised: readonly Budget[],
  sites: SiteFrontier,
  frontier: Frontier,
): Promise<void> {
  sites.exhausted = await spentBefore(store, runId);
  if (sites.count === 0) return;
  await store.transaction(async (trx) => {
    const rows = await worthAVisit(trx, runId);
    const out = rows.map(({ to_url }) => to_url).filter((url) => sites.isOut(url));
    if (raised.includes('maxSites')) await sites.admitCandidates(trx, frontier, out);
    else if (out.length > 0) sites.exhausted ??= `${out.length} sites were kept out by --max-sites`;
  });
}

/** Front pages of the sites that explored ones point to, and those that providers gave. */
const worthAVisit = (trx: StoreTransaction, runId: number) =>
  trx
    .selectFrom('site_link')
    .leftJoin('site', (join) =>
      join.onRef('site.run_id', '=', 'site_link.run_id').onRef('site.site', '=', 'site_link.from_site'),
    )
    .select(({ fn }) => ['to_site', fn.min<string>('to_url').as('to_url')])
    .where('site_link.run_id', '=', runId)
    .where((eb) => eb.or([eb('site.state', '=', 'exploring'), eb('from_site', '=', '')]))
    .where('to_url', '!=', '')
    .groupBy('to_site')
    .orderBy('to_site')
    .execute();

/** Why links of an earlier stretch are still refused: such a run is not complete, though nothing waits. */
async function spentBefore(store: Store, runId: number): Promise<string | undefined> {
  const row = await store.db
    .selectFrom('link')
    .select('reason')
    .where('run_id', '=', runId)
    .where('state', '=', 'refused')
    .where((eb) => eb.or(Object.values(REFUSED_FOR).map((reason) => eb('reason', 'like', `${reason}%`))))
    .limit(1)
    .executeTakeFirst();
  return row?.reason ?? undefined;
}
