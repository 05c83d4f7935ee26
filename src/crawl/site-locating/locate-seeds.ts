import { canonicalUrl, homeOf, siteOf } from '../../foundation/url/index.ts';
import { ProviderError, type SearchProvider } from './providers/index.ts';

interface LocatedSeed {
  readonly url: string;
  /** Lists pages that were found, but for the front page; the first ones of each provider. */
  readonly hits: readonly string[];
  readonly site: string;
  /** Providers that found the site; those that more than one has found come first (paper 001). */
  readonly providers: number;
}

interface Located {
  readonly seeds: readonly LocatedSeed[];
  /** Describes failed providers, one line each. */
  readonly problems: readonly string[];
}

interface LocateOptions {
  readonly pages?: number;
  readonly limit?: number;
}

/** Pages of a site that are visited beside its front page. */
const HITS_A_SITE = 3;

interface FoundSite {
  readonly url: string;
  readonly hits: Set<string>;
  readonly by: Set<string>;
  rank: number;
}

/** Finds sites: those of several providers first, then by best rank. A provider that fails is named and queried no more. */
export async function locateSeeds(
  providers: readonly SearchProvider[],
  queries: readonly string[],
  { pages = 1, limit = 100 }: LocateOptions = {},
): Promise<Located> {
  const found = new Map<string, FoundSite>();
  const problems: string[] = [];
  for (const provider of providers) {
    try {
      for (const query of queries) {
        for (let page = 1; page <= pages; page++) {
          const hits = await provider.search(query, page);
          for (const [i, { url }] of hits.entries()) note(found, url, provider.name, (page - 1) * 100 + i);
          if (hits.length === 0) break;
        }
      }
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      problems.push(error.message);
    }
  }
  const seeds = [...found]
    .map(([site, { url, hits, by, rank }]) => ({ site, url, hits: [...hits], providers: by.size, rank }))
    .sort((a, b) => b.providers - a.providers || a.rank - b.rank || (a.site < b.site ? -1 : 1))
    .slice(0, limit)
    .map(({ rank: _, ...seed }) => seed);
  return { seeds, problems };
}

function note(found: Map<string, FoundSite>, address: string, provider: string, rank: number): void {
  const url = canonicalUrl(address);
  if (url === undefined) return;
  const site = siteOf(url);
  const entry = found.get(site) ?? { url: homeOf(url), hits: new Set(), by: new Set(), rank };
  found.set(site, entry);
  entry.by.add(provider);
  entry.rank = Math.min(entry.rank, rank);
  if (url !== entry.url && entry.hits.size < HITS_A_SITE) entry.hits.add(url);
}
