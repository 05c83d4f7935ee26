import type { Store, StoreTransaction } from '../../drivers/sqlite/index.ts';
import { type LinkCode, type RunReason, reasonOf } from '../../storage/index.ts';
import type { Frontier } from '../frontier/index.ts';
import type { SiteFrontier } from '../site-locating/index.ts';
import type { Budget } from './run.ts';

/** Why links are refused for want of a budget of their site. */
const SITE_BUDGETS = [
  ['maxPagesPerSite', 'site-page-budget'],
  ['maxSecondsPerSite', 'site-seconds'],
  ['maxBytesPerSite', 'site-bytes'],
] as const satisfies readonly (readonly [Budget, LinkCode])[];
type SiteBudgetCode = (typeof SITE_BUDGETS)[number][1];

/** Why links are given up where a host does not answer. */
const NO_ANSWER: readonly LinkCode[] = ['host-unreachable', 'robots-unreachable'];
const NETWORK_FAULTS: readonly LinkCode[] = ['dns', 'timeout', 'connect', 'reset'];

/** Lets links wait again that were given up for want of an answer. The frontier has to be opened after that. */
export async function requeueUnreachable(store: Store, runId: number): Promise<void> {
  await store.transaction((trx) =>
    trx.db
      .updateTable('link')
      .set({ state: 'waiting', reason_code: null, reason_detail: null })
      .where('run_id', '=', runId)
      .where((eb) =>
        eb.or([
          eb('reason_code', 'in', NO_ANSWER),
          eb.and([eb('state', '=', 'failed'), eb('reason_code', 'in', NETWORK_FAULTS)]),
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
  for (const [budget, code] of SITE_BUDGETS) {
    if (!raised.includes(budget)) continue;
    await store.transaction((trx) =>
      trx.db
        .updateTable('link')
        .set({ state: 'waiting', reason_code: null, reason_detail: null })
        .where('run_id', '=', runId)
        .where('state', '=', 'refused')
        .where('reason_code', '=', code)
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
    else if (out.length > 0) sites.exhausted ??= { code: 'sites-kept-out', detail: String(out.length) };
  });
}

/** Front pages of the sites that explored ones point to, and those that providers gave. */
const worthAVisit = (trx: StoreTransaction, runId: number) =>
  trx.db
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
async function spentBefore(store: Store, runId: number): Promise<RunReason | undefined> {
  const row = await store.db
    .selectFrom('link')
    .select(['reason_code', 'reason_detail'])
    .where('run_id', '=', runId)
    .where('state', '=', 'refused')
    .where(
      'reason_code',
      'in',
      SITE_BUDGETS.map(([, code]) => code),
    )
    .limit(1)
    .$narrowType<{ reason_code: SiteBudgetCode }>()
    .executeTakeFirst();
  return row && reasonOf(row.reason_code, row.reason_detail);
}
