import { type Exchange, reasonInWords } from '../../foundation/http/index.ts';
import { announcedSitemaps, BY_ROBOTS, type Lease, type ListedLink, listedIn } from '../frontier/index.ts';
import type { Stop } from '../in-site-exploring/index.ts';
import { type Read, readHtml } from '../rendering/index.ts';
import { type Fetched, fetchPage } from './fetch-page.ts';
import { keep } from './keep-finding.ts';
import { NO_ANSWER, REFUSED_FOR } from './reopen.ts';
import type { Workshop } from './workshop.ts';

const UNREACHABLE_AFTER = 5;
const FIRST_BACK_OFF_MS = 500;

/** Takes one leased link through the rooms: robots, fetch, gate, browser, reading, and one transaction that keeps it all. */
export async function explore(shop: Workshop, lease: Lease, signal: AbortSignal): Promise<void> {
  const { clock, robots, tally } = shop;
  if (clock.failures(lease.host) >= UNREACHABLE_AFTER) return refuse(shop, lease, 'parked', NO_ANSWER.host);
  // What is rendered after all counts as explored: it belongs to what has been spent.
  const stop = lease.again ? undefined : shop.stopping.stop(lease);
  if (stop !== undefined) return stopped(shop, lease, stop);
  if (!lease.again && shop.sites.full(lease.site))
    return refuse(shop, lease, 'refused', REFUSED_FOR.maxPagesPerSite);
  const denied = shop.deny(lease.url);
  if (denied !== undefined) return refuse(shop, lease, 'refused', `deny-list (${denied})`);
  const rules = await robots.of(lease.url, signal);
  if (!rules.allows(lease.url)) {
    const reason = rules.note === 'unreachable' ? NO_ANSWER.robots : BY_ROBOTS;
    return refuse(shop, lease, 'refused', reason);
  }
  await clock.turn(lease.host, signal);
  const fetched = await fetchPage(shop.egress, lease.url, signal);
  clock.ended(lease.host);
  if (fetched.kind === 'retry' && fetched.exchange === undefined)
    shop.silence.heard(lease.host, fetched.reason);
  if (fetched.kind === 'retry') return retryLater(shop, lease, fetched);
  if (fetched.kind === 'failed') {
    if (fetched.unreachable) shop.silence.heard(lease.host, fetched.reason);
    if (fetched.unreachable) for (let i = 0; i < UNREACHABLE_AFTER; i++) clock.failed(lease.host);
    if (fetched.miss) tally.missed();
    return refuse(shop, lease, 'failed', fetched.reason);
  }
  clock.answered(lease.host);
  shop.silence.broken();
  if (fetched.kind === 'html')
    return keepHtml(shop, lease, fetched, announcedSitemaps(rules.sitemaps), signal);
  if (fetched.kind === 'redirect') return keepBare(shop, lease, fetched.exchange, fetched.to);
  await keepBare(shop, lease, fetched.exchange, null, await listOf(shop, lease, fetched.exchange));
}

/** A fault of ours that one page brings out must not end the run of all the others. */
export async function giveUp(shop: Workshop, lease: Lease, error: unknown): Promise<void> {
  const why = error instanceof Error ? error.message : String(error);
  shop.emit({ type: 'warning', message: `${lease.url} was given up: ${why}` });
  await refuse(shop, lease, 'failed', `internal: ${why.slice(0, 200)}`);
}

/** A site, or a part of it, has nothing more to give. */
async function stopped(shop: Workshop, lease: Lease, { rule, reason, wholeSite }: Stop): Promise<void> {
  await refuse(shop, lease, 'refused', reason, rule);
  if (rule === 'site-seconds' || rule === 'site-bytes') shop.sites.exhausted ??= reason;
  if (!wholeSite) return;
  const dropped = await shop.frontier.leave(lease.site, reason);
  if (dropped === 0) return;
  await shop.store.transaction((trx) => shop.tally.rules(trx, lease.site, Array<string>(dropped).fill(rule)));
  shop.emit({ type: 'stopped', site: lease.site, rule, reason, links: dropped });
}

async function refuse(
  shop: Workshop,
  lease: Lease,
  state: 'failed' | 'refused' | 'parked',
  reason: string,
  rule?: string,
): Promise<void> {
  await shop.store.transaction(async (trx) => {
    await shop.frontier.settle(trx, lease, state, reason);
    if (rule !== undefined) await shop.tally.rules(trx, lease.site, [rule]);
  });
  if (state === 'failed') shop.tally.failed();
  if (lease.depth === 0) shop.sites.unreachable(lease.site);
  shop.emit({ type: 'skipped', url: lease.url, state, reason });
  if (lease.depth === 0 && shop.sites.isSeed(lease.site)) {
    shop.emit({ type: 'warning', message: `seed ${lease.url} gave nothing: ${reasonInWords(reason)}` });
  }
}

async function retryLater(
  shop: Workshop,
  lease: Lease,
  { reason, afterMs, exchange }: Extract<Fetched, { kind: 'retry' }>,
): Promise<void> {
  const { clock } = shop;
  if (exchange === undefined) clock.failed(lease.host);
  else clock.answered(lease.host);
  // Counted afresh after a resume: a server that was asked to wait for is not to blame that the process died meanwhile.
  const tries = (shop.tries.get(lease.id) ?? 0) + 1;
  shop.tries.set(lease.id, tries);
  if (tries > shop.options.maxRetries) {
    if (exchange !== undefined) return keepBare(shop, lease, exchange, null);
    return refuse(shop, lease, 'failed', reason);
  }
  clock.pause(lease.host, afterMs ?? FIRST_BACK_OFF_MS * 2 ** (tries - 1));
  await shop.frontier.putBack(lease, true);
}

/** What is no HTML page: a redirect, a download, a picture, an error that stays. */
async function keepBare(
  shop: Workshop,
  lease: Lease,
  exchange: Exchange,
  redirectTo: string | null,
  listed: readonly ListedLink[] = [],
): Promise<void> {
  await keep(shop, lease, exchange, { redirectTo, reading: undefined, encoding: '', listed });
}

/** An index of sitemaps names files, and those pages: an index within an index of an index is not followed. */
const MOST_HOPS = 2;

/** The pages that a sitemap or feed lists. */
async function listOf(
  { options, sites }: Workshop,
  { site, url, hops }: Lease,
  { status, body }: Exchange,
): Promise<readonly ListedLink[]> {
  if (!options.sitemaps || status !== 200 || !sites.isExploring(site)) return [];
  const listed = (await listedIn(body, url)) ?? [];
  return hops > MOST_HOPS ? listed.filter(({ frame }) => frame !== true) : listed;
}

async function keepHtml(
  shop: Workshop,
  lease: Lease,
  fetched: Extract<Fetched, { kind: 'html' }>,
  sitemaps: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const { exchange, html, encoding } = fetched;
  let read: Read;
  try {
    read = await readHtml({ ...shop, hints: shop.sites.hints }, lease, exchange, html, signal);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return refuse(shop, lease, 'failed', reason);
  }
  await keep(shop, lease, exchange, { redirectTo: null, reading: read, encoding, sitemaps });
}
