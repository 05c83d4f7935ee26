/** What the access log alone tells about a crawler. */

import type { LogEntry, SiteTruth, Truth } from './truth.ts';

export interface LogScore {
  /** Requests for pages (no styles, scripts, pictures, robots.txt). */
  readonly pages: number;
  readonly sites: number;
  readonly sitesReached: number;
  readonly relevantSites: number;
  readonly relevantSitesReached: number;
  /** Requests for what robots.txt forbids. */
  readonly robotsViolations: number;
  /** Between two page requests to one host; null with fewer than two. */
  readonly smallestGapMs: number | null;
  /** The same for each host. */
  readonly gapsMs: Readonly<Record<string, number>>;
  /** Requests that submitted a form, by type of form. */
  readonly submissions: Readonly<Record<string, number>>;
  /** Requests that touched a trap or fault, by name. */
  readonly traps: Readonly<Record<string, number>>;
}

const isPage = (entry: LogEntry): boolean => entry.resource === 'page' || entry.resource === 'data';

function count(names: Iterable<string>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => a.localeCompare(b)));
}

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

const forbids = (site: SiteTruth | undefined, path: string): boolean =>
  site?.robots.disallow.some((prefix) => path.startsWith(prefix)) ?? false;

export function scoreLog(truth: Truth, log: readonly LogEntry[]): LogScore {
  const sites = new Map(truth.sites.map((site) => [site.key, site]));
  const types = new Map(truth.forms.map((form) => [`${form.site} ${form.key}`, form.type]));
  const reached = new Set(
    log.filter((entry) => isPage(entry) && entry.status === 200).map((entry) => entry.site),
  );
  const gapsMs = gaps(log);
  const smallest = Object.values(gapsMs);
  return {
    pages: log.filter(isPage).length,
    sites: sites.size,
    sitesReached: truth.sites.filter((site) => reached.has(site.key)).length,
    relevantSites: truth.sites.filter((site) => site.relevant).length,
    relevantSitesReached: truth.sites.filter((site) => site.relevant && reached.has(site.key)).length,
    robotsViolations: log.filter((entry) => forbids(sites.get(entry.site ?? ''), entry.path)).length,
    smallestGapMs: smallest.length === 0 ? null : Math.min(...smallest),
    gapsMs,
    submissions: count(
      log.flatMap((entry) => (entry.form ? [types.get(`${entry.site} ${entry.form}`) ?? 'other'] : [])),
    ),
    traps: count(log.flatMap((entry) => (entry.trap ? [entry.trap] : []))),
  };
}
