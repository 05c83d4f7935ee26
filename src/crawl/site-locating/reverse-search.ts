import { canonicalUrl, siteOf } from '../../foundation/url/index.ts';
import { ProviderError, type SearchProvider } from './providers/index.ts';

/** What tells whether a page is a centre page. */
interface CentreEvidence {
  /** Searchable forms about a wanted domain on it. */
  readonly relevantForms: number;
  /** Seeds and known deep-web sites that it points to. */
  readonly deepLinks: number;
}

/** Known deep-web sites that a centre page points to at least. */
export const CENTRE_LINKS = 3;

/**
 * The two rules of reverse search (paper 002): a page is a centre page if it has related searchable forms, or if it
 * points to at least so many seeds or known deep-web sites. Its out-of-site links are worth a visit.
 */
export const isCentre = ({ relevantForms, deepLinks }: CentreEvidence, least = CENTRE_LINKS): boolean =>
  relevantForms > 0 || deepLinks >= least;

/**
 * Asks providers which pages link to known deep-web sites.
 * @param limit pages at most; those that link to more of the sites come first
 * @returns pages to be read and judged by {@link isCentre}, and what could not be asked
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
