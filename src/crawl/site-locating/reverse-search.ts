import type { PageLink } from '../../foundation/dom/index.ts';
import { canonicalUrl, siteOf } from '../../foundation/url/index.ts';
import type { SiteGraph } from '../strategies/index.ts';
import { ProviderError, type SearchProvider } from './providers/index.ts';

interface CentreEvidence {
  readonly relevantForms: number;
  /** Seeds and known deep-web sites that it points to. */
  readonly deepLinks: number;
}

/**
 * The two rules of reverse search (paper 002): a page is a centre page if it has related searchable forms, or if it
 * points to at least so many seeds or known deep-web sites. Its out-of-site links are worth a visit.
 * @param least the user's threshold, `--centre-links`
 */
export const isCentre = ({ relevantForms, deepLinks }: CentreEvidence, least: number): boolean =>
  relevantForms > 0 || deepLinks >= least;

interface KnownSites {
  readonly graph: SiteGraph;
  readonly centreLinks: number;
  isSeed(site: string): boolean;
  isWanted(domain: string | null, onWantedPage: boolean): boolean;
}

/**
 * Says whether a page that search providers gave is a centre page. What it points to is in the high-priority queue
 * then.
 * @param forms its searchable forms
 */
export function isCentrePage(
  site: string,
  {
    links,
    forms,
    isWanted,
  }: {
    readonly links: readonly PageLink[];
    readonly forms: readonly { readonly domain: string | null }[];
    readonly isWanted: boolean;
  },
  sites: KnownSites,
): boolean {
  const { graph, centreLinks } = sites;
  const targets = new Set(links.map(({ url }) => siteOf(url)));
  targets.delete(site);
  const deepLinks = [...targets].filter((to) => sites.isSeed(to) || graph.deepSites.has(to)).length;
  const relevantForms = forms.filter(({ domain }) => sites.isWanted(domain, isWanted)).length;
  if (!isCentre({ relevantForms, deepLinks }, centreLinks)) return false;
  graph.addCentreLinks(targets);
  return true;
}

/**
 * Queries providers for pages that link to known deep-web sites.
 * @param limit pages at most; those that link to more of the sites come first
 * @returns pages to be read and judged by {@link isCentre}, and failures
 */
export async function reverseSearch(
  providers: readonly SearchProvider[],
  hosts: readonly string[],
  limit = 50,
): Promise<{ readonly pages: readonly string[]; readonly problems: readonly string[] }> {
  const pages = new Map<string, number>();
  const problems: string[] = [];
  for (const provider of providers) {
    try {
      for (const host of hosts) {
        for (const hit of await provider.linking(host)) {
          const url = canonicalUrl(hit.url);
          if (url !== undefined && siteOf(url) !== siteOf(`http://${host}/`))
            pages.set(url, (pages.get(url) ?? 0) + 1);
        }
      }
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      problems.push(error.message);
    }
  }
  const ranked = [...pages].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, limit);
  return { pages: ranked.map(([url]) => url), problems };
}
