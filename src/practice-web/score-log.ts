/** What the access log alone tells about a crawler. */

import type { LogEntry, SiteTruth, Truth } from './truth.ts';

export interface LogScore {
  /** Requests for pages (no styles, scripts, pictures, robots.txt). */
  readonly pages: number;
  readonly sites: number;
  readonly sitesReached: number;
  readonly relevantSites: number;
  readonly relevantSitesReached: number;
  /** Share of pages on relevant sites among the first tenth of all pages, the first two tenths, and so on to all. */
  readonly harvestRate: readonly number[];
  /** Records whose own page was visited, by database. */
  readonly records: readonly RecordsCovered[];
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

export interface RecordsCovered {
  /** Site key. */
  readonly site: string;
  /** Index among the site's databases. */
  readonly database: number;
  readonly covered: number;
  readonly records: number;
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

function harvestRate(pages: readonly LogEntry[], relevant: ReadonlySet<string>): number[] {
  const inOrder = [...pages].sort((a, b) => a.at - b.at);
  if (inOrder.length === 0) return [];
  return Array.from({ length: 10 }, (_, tenth) => {
    const first = inOrder.slice(0, Math.ceil((inOrder.length * (tenth + 1)) / 10));
    return first.filter((entry) => relevant.has(entry.site ?? '')).length / first.length;
  });
}

/** Databases of which at least one record's page was visited. */
function recordsCovered(truth: Truth, pages: readonly LogEntry[]): RecordsCovered[] {
  const bySite = Map.groupBy(pages, (entry) => entry.site ?? '');
  return truth.sites.flatMap((site) =>
    site.databases.flatMap(({ detail, records }, database) => {
      const pattern = new RegExp(detail);
      const seen = (bySite.get(site.key) ?? []).map((entry) => pattern.exec(entry.path)?.[1]);
      const covered = new Set(seen.filter((id) => id !== undefined)).size;
      return covered === 0 ? [] : [{ site: site.key, database, covered, records }];
    }),
  );
}

const forbids = (site: SiteTruth | undefined, path: string): boolean =>
  site?.robots.disallow.some((prefix) => path.startsWith(prefix)) ?? false;

export function scoreLog(truth: Truth, log: readonly LogEntry[]): LogScore {
  const sites = new Map(truth.sites.map((site) => [site.key, site]));
  const types = new Map(truth.forms.map((form) => [`${form.site} ${form.key}`, form.type]));
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
    records: recordsCovered(
      truth,
      pages.filter((entry) => entry.status === 200),
    ),
    robotsViolations: log.filter((entry) => forbids(sites.get(entry.site ?? ''), entry.path)).length,
    smallestGapMs: smallest.length === 0 ? null : Math.min(...smallest),
    gapsMs,
    submissions: count(
      log.flatMap((entry) => (entry.form ? [types.get(`${entry.site} ${entry.form}`) ?? 'other'] : [])),
    ),
    traps: count(log.flatMap((entry) => (entry.trap ? [entry.trap] : []))),
  };
}
