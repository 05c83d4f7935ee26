import type { LinkCode, Store } from '../../storage/index.ts';
import { type Frontier, POISON_ATTEMPTS } from '../frontier/index.ts';
import type { Budget } from '../settings/index.ts';
import type { SiteFrontier } from '../site-locating/index.ts';
import type { RunOutcome } from './explore.ts';

const SITE_BUDGETS = [
  ['maxPagesPerSite', 'site-page-budget'],
  ['maxSecondsPerSite', 'site-seconds'],
  ['maxBytesPerSite', 'site-bytes'],
] as const satisfies readonly (readonly [Budget, LinkCode])[];

const NO_ANSWER: readonly LinkCode[] = ['host-unreachable', 'robots-unreachable'];
const NETWORK_FAULTS: readonly LinkCode[] = ['dns', 'timeout', 'connect', 'reset'];

const OUR_FAULTS: readonly LinkCode[] = ['crashed', 'internal', 'unread'];

/** A run is not complete that has lost pages by faults of ours. */
export async function withLostPages(
  { store, runId }: { readonly store: Store; readonly runId: number },
  outcome: RunOutcome,
): Promise<RunOutcome> {
  if (outcome.status !== 'complete') return outcome;
  const lost = (await store.figures.links(runId))
    .filter(({ reason_code: code }) => code !== null && OUR_FAULTS.includes(code))
    .reduce((sum, { count }) => sum + count, 0);
  return lost === 0 ? outcome : { status: 'partial', reason: { code: 'pages-lost', detail: String(lost) } };
}

/** Lets pages wait again that our faults lost; one that killed the process, once. Open the frontier after that. */
export async function requeueLost(store: Store, runId: number): Promise<void> {
  const lost = { states: ['failed', 'parked'], codes: OUR_FAULTS, mostCrashes: POISON_ATTEMPTS } as const;
  await store.transaction(({ links }) => links.move(runId, lost, 'waiting', null));
}

/** Lets links wait again that were given up for want of an answer. The frontier has to be opened after that. */
export async function requeueUnreachable(store: Store, runId: number): Promise<void> {
  await store.transaction(async ({ links }) => {
    const states = ['failed', 'refused', 'parked'] as const;
    await links.move(runId, { states, codes: NO_ANSWER }, 'waiting', null);
    await links.move(runId, { states: ['failed'], codes: NETWORK_FAULTS }, 'waiting', null);
  });
}

/** Lets links wait again that a budget of their site refused, where it has been raised. Open the frontier after that. */
export async function requeueLinks(store: Store, runId: number, raised: readonly Budget[]): Promise<void> {
  for (const [budget, code] of SITE_BUDGETS) {
    if (!raised.includes(budget)) continue;
    await store.transaction(({ links }) =>
      links.move(runId, { states: ['refused'], codes: [code] }, 'waiting', null),
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
  // Links of an earlier stretch are still refused: such a run is not complete, though nothing waits.
  sites.exhausted = await store.links.refusedFor(
    runId,
    SITE_BUDGETS.map(([, code]) => code),
  );
  if (sites.count === 0) return;
  await store.transaction(async (trx) => {
    const out = (await trx.sites.worthAVisit(runId)).filter((url) => sites.isOut(url));
    if (raised.includes('maxSites')) await sites.admitLate(trx, frontier, out);
    else if (out.length > 0) sites.exhausted ??= { code: 'sites-kept-out', detail: String(out.length) };
  });
}
