import { type Exchange, reasonInWords } from '../../foundation/http/index.ts';
import { type ListedLink, linksIn } from '../analysis/index.ts';
import { announcedSitemaps, BY_ROBOTS, type Lease } from '../frontier/index.ts';
import type { Stop } from '../in-site-exploring/index.ts';
import { type AnalysedPage, analyseHtml } from '../rendering/index.ts';
import { type Fetched, fetchPage } from './fetch-page.ts';
import { persistPage } from './persist-page.ts';
import { NO_ANSWER, REFUSED_FOR } from './requeue.ts';
import type { CrawlContext } from './crawl-context.ts';

const UNREACHABLE_AFTER = 5;
const FIRST_BACK_OFF_MS = 500;

/** Takes one leased link through the rooms: robots, fetch, gate, browser, reading, and one transaction that keeps it all. */
export async function processLease(context: CrawlContext, lease: Lease, signal: AbortSignal): Promise<void> {
  const { politeness: clock, robots, statistics: tally } = context;
  if (clock.failures(lease.host) >= UNREACHABLE_AFTER)
    return refuse(context, lease, 'parked', NO_ANSWER.host);
  // What is rendered after all counts as explored: it belongs to what has been spent.
  const stop = lease.again ? undefined : context.stopping.stop(lease);
  if (stop !== undefined) return stopped(context, lease, stop);
  if (!lease.again && context.sites.full(lease.site))
    return refuse(context, lease, 'refused', REFUSED_FOR.maxPagesPerSite);
  const denied = context.deny(lease.url);
  if (denied !== undefined) return refuse(context, lease, 'refused', `deny-list (${denied})`);
  const rules = await robots.of(lease.url, signal);
  if (!rules.allows(lease.url)) {
    const reason = rules.note === 'unreachable' ? NO_ANSWER.robots : BY_ROBOTS;
    return refuse(context, lease, 'refused', reason);
  }
  await clock.acquire(lease.host, signal);
  const fetched = await fetchPage(context.http, lease.url, signal);
  clock.release(lease.host);
  if (fetched.kind === 'retry' && fetched.exchange === undefined)
    context.outages.heard(lease.host, fetched.reason);
  if (fetched.kind === 'retry') return retryLater(context, lease, fetched);
  if (fetched.kind === 'failed') {
    if (fetched.unreachable) context.outages.heard(lease.host, fetched.reason);
    if (fetched.unreachable) for (let i = 0; i < UNREACHABLE_AFTER; i++) clock.recordFailure(lease.host);
    if (fetched.miss) tally.missed();
    return refuse(context, lease, 'failed', fetched.reason);
  }
  clock.answered(lease.host);
  context.outages.broken();
  if (fetched.kind === 'html')
    return keepHtml(context, lease, fetched, announcedSitemaps(rules.sitemaps), signal);
  if (fetched.kind === 'redirect') return keepBare(context, lease, fetched.exchange, fetched.to);
  await keepBare(context, lease, fetched.exchange, null, await listOf(context, lease, fetched.exchange));
}

/** A fault of ours that one page brings out must not end the run of all the others. */
export async function giveUp(context: CrawlContext, lease: Lease, error: unknown): Promise<void> {
  const why = error instanceof Error ? error.message : String(error);
  context.emit({ type: 'warning', message: `${lease.url} was given up: ${why}` });
  await refuse(context, lease, 'failed', `internal: ${why.slice(0, 200)}`);
}

/** A site, or a part of it, has nothing more to give. */
async function stopped(
  context: CrawlContext,
  lease: Lease,
  { rule, reason, wholeSite }: Stop,
): Promise<void> {
  await refuse(context, lease, 'refused', reason, rule);
  if (rule === 'site-seconds' || rule === 'site-bytes') context.sites.exhausted ??= reason;
  if (!wholeSite) return;
  const dropped = await context.frontier.leave(lease.site, reason);
  if (dropped === 0) return;
  await context.store.transaction((trx) =>
    context.statistics.rules(trx, lease.site, Array<string>(dropped).fill(rule)),
  );
  context.emit({ type: 'stopped', site: lease.site, rule, reason, links: dropped });
}

async function refuse(
  context: CrawlContext,
  lease: Lease,
  state: 'failed' | 'refused' | 'parked',
  reason: string,
  rule?: string,
): Promise<void> {
  await context.store.transaction(async (trx) => {
    await context.frontier.settle(trx, lease, state, reason);
    if (rule !== undefined) await context.statistics.rules(trx, lease.site, [rule]);
  });
  if (state === 'failed') context.statistics.failed();
  if (lease.depth === 0) context.sites.unreachable(lease.site);
  context.emit({ type: 'skipped', url: lease.url, state, reason });
  if (lease.depth === 0 && context.sites.isSeed(lease.site)) {
    context.emit({ type: 'warning', message: `seed ${lease.url} gave nothing: ${reasonInWords(reason)}` });
  }
}

async function retryLater(
  context: CrawlContext,
  lease: Lease,
  { reason, afterMs, exchange }: Extract<Fetched, { kind: 'retry' }>,
): Promise<void> {
  const { politeness: clock } = context;
  if (exchange === undefined) clock.recordFailure(lease.host);
  else clock.answered(lease.host);
  // Counted afresh after a resume: a server that was asked to wait for is not to blame that the process died meanwhile.
  const tries = (context.tries.get(lease.id) ?? 0) + 1;
  context.tries.set(lease.id, tries);
  if (tries > context.options.maxRetries) {
    if (exchange !== undefined) return keepBare(context, lease, exchange, null);
    return refuse(context, lease, 'failed', reason);
  }
  clock.blockUntil(lease.host, afterMs ?? FIRST_BACK_OFF_MS * 2 ** (tries - 1));
  await context.frontier.putBack(lease, true);
}

/** What is no HTML page: a redirect, a download, a picture, an error that stays. */
async function keepBare(
  context: CrawlContext,
  lease: Lease,
  exchange: Exchange,
  redirectTo: string | null,
  listed: readonly ListedLink[] = [],
): Promise<void> {
  await persistPage(context, lease, exchange, { redirectTo, reading: undefined, encoding: '', listed });
}

/** An index of sitemaps names files, and those pages: an index within an index of an index is not followed. */
const MOST_HOPS = 2;

/** The pages that a sitemap or feed lists. */
async function listOf(
  { options, sites }: CrawlContext,
  { site, url, hops }: Lease,
  exchange: Exchange,
): Promise<readonly ListedLink[]> {
  if (!options.sitemaps || exchange.status !== 200 || !sites.isExploring(site)) return [];
  const listed = (await linksIn(exchange, url)) ?? [];
  return hops > MOST_HOPS ? listed.filter(({ frame }) => frame !== true) : listed;
}

async function keepHtml(
  context: CrawlContext,
  lease: Lease,
  fetched: Extract<Fetched, { kind: 'html' }>,
  sitemaps: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const { exchange, html, encoding } = fetched;
  let read: AnalysedPage;
  try {
    read = await analyseHtml({ ...context, hints: context.sites.hints }, lease, exchange, html, signal);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return refuse(context, lease, 'failed', reason);
  }
  await persistPage(context, lease, exchange, { redirectTo: null, reading: read, encoding, sitemaps });
}
