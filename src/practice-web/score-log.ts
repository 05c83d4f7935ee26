/** What the access log alone tells about a crawler. */

import { type SubmissionScore, scoreSubmissions } from './score-submissions.ts';
import { count } from './tally.ts';
import { DOMAINS, type DomainName, type LogEntry, type SiteTruth, type Truth } from './truth.ts';

export interface LogScore extends SubmissionScore {
  /** Requests for pages (no styles, scripts, pictures, robots.txt). */
  readonly pages: number;
  readonly sites: number;
  readonly sitesReached: number;
  readonly relevantSites: number;
  readonly relevantSitesReached: number;
  /** Share of pages on relevant sites among the first tenth of all pages, the first two tenths, and so on to all. */
  readonly harvestRate: readonly number[];
  /**
   * Discounted cumulative gain of the order in which sites were first visited, as a share of the best order's, by domain:
   * Σ (2^relevance − 1) ÷ log2(1 + place) over as many places as sites were visited (nDCG).
   */
  readonly ranking: Readonly<Partial<Record<DomainName, number>>>;
  /** Requests for what robots.txt forbids. */
  readonly robotsViolations: number;
  /** Between two page requests to one host; null with fewer than two. */
  readonly smallestGapMs: number | null;
  /** The same for each host. */
  readonly gapsMs: Readonly<Record<string, number>>;
  /** Requests that touched a trap or fault, by name. */
  readonly traps: Readonly<Record<string, number>>;
}

const isPage = (entry: LogEntry): boolean => entry.resource === 'page' || entry.resource === 'data';

/** The smallest pause between two page requests, by host. */
function gaps(log: readonly LogEntry[]): Record<string, number> {
  const last = new Map<string, number>();
  const smallest: Record<string, number> = {};
  for (const entry of [...log].filter(isPage).sort((a, b) => a.at - b.at)) {
    const before = last.get(entry.host);
    if (before !== undefined)
      smallest[entry.host] = Math.min(smallest[entry.host] ?? Number.POSITIVE_INFINITY, entry.at - before);
    last.set(entry.host, entry.at);
  }
  return smallest;
}

function harvestRate(pages: readonly LogEntry[], relevant: ReadonlySet<string>): number[] {
  const inOrder = [...pages].sort((a, b) => a.at - b.at);
  if (inOrder.length === 0) return [];
  return Array.from({ length: 10 }, (_, tenth) => {
    const first = inOrder.slice(0, Math.ceil((inOrder.length * (tenth + 1)) / 10));
    return first.filter((entry) => relevant.has(entry.site ?? '')).length / first.length;
  });
}

const gain = (relevances: readonly number[]): number =>
  relevances.reduce((sum, relevance, at) => sum + (2 ** relevance - 1) / Math.log2(at + 2), 0);

/** nDCG of the first visits for each domain. */
function ranking(truth: Truth, pages: readonly LogEntry[]): LogScore['ranking'] {
  const sites = new Map(truth.sites.map((site) => [site.key, site]));
  const inOrder = [...pages]
    .sort((a, b) => a.at - b.at)
    .flatMap((entry) => sites.get(entry.site ?? '') ?? []);
  const visited = [...new Set(inOrder)];
  if (visited.length === 0) return {};
  return Object.fromEntries(
    DOMAINS.map((domain) => {
      const worth = (site: SiteTruth): number => site.relevance[domain] ?? 0;
      const best = truth.sites.map(worth).sort((a, b) => b - a);
      return [domain, gain(visited.map(worth)) / (gain(best.slice(0, visited.length)) || 1)];
    }),
  );
}

const forbids = (site: SiteTruth | undefined, path: string): boolean =>
  site?.robots.disallow.some((prefix) => path.startsWith(prefix)) ?? false;

export function scoreLog(truth: Truth, log: readonly LogEntry[]): LogScore {
  const sites = new Map(truth.sites.map((site) => [site.key, site]));
  const reached = new Set(
    log.filter((entry) => isPage(entry) && entry.status === 200).map((entry) => entry.site),
  );
  const pages = log.filter(isPage);
  const relevant = new Set(truth.sites.filter((site) => site.relevant).map((site) => site.key));
  const gapsMs = gaps(log);
  const smallest = Object.values(gapsMs);
  return {
    pages: pages.length,
    sites: sites.size,
    sitesReached: truth.sites.filter((site) => reached.has(site.key)).length,
    relevantSites: relevant.size,
    relevantSitesReached: truth.sites.filter((site) => site.relevant && reached.has(site.key)).length,
    harvestRate: harvestRate(pages, relevant),
    ranking: ranking(
      truth,
      pages.filter((entry) => entry.status === 200),
    ),
    robotsViolations: log.filter((entry) => forbids(sites.get(entry.site ?? ''), entry.path)).length,
    smallestGapMs: smallest.length === 0 ? null : Math.min(...smallest),
    gapsMs,
    ...scoreSubmissions(truth, log),
    traps: count(log.flatMap((entry) => (entry.trap ? [entry.trap] : []))),
  };
}

/**
 * A list of visited addresses as a log, for crawlers that left none: all counted as answered, in their order. Pauses
 * between them are not known, so that the smallest gap means nothing.
 */
export const visitsAsLog = (truth: Truth, urls: readonly string[]): LogEntry[] => {
  const keys = new Map(truth.sites.flatMap((site) => site.hosts.map((host) => [host, site.key] as const)));
  const addresses = new Map(truth.sites.map((site) => [site.address, site.key]));
  return urls.map((address, at) => {
    const { hostname, host, pathname, search } = new URL(address);
    const site = keys.get(hostname.replace(/\.localhost$/, '')) ?? addresses.get(host);
    return {
      at,
      host: hostname,
      method: 'GET',
      path: pathname + search,
      status: 200,
      bytes: 0,
      resource: pathname === '/robots.txt' ? ('robots' as const) : ('page' as const),
      userAgent: '',
      ...(site === undefined ? {} : { site }),
    };
  });
};
