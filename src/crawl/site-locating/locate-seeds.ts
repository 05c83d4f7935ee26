import { canonicalUrl, homeOf, siteOf } from '../../foundation/url/index.ts';
import { ProviderError, type SearchProvider } from './providers/index.ts';

/** A site that providers found. */
interface LocatedSeed {
  readonly url: string;
  readonly site: string;
  /** Providers that found the site; those that more than one has found come first (paper 001). */
  readonly providers: number;
}

interface Located {
  readonly seeds: readonly LocatedSeed[];
  /** What could not be asked, one line a provider. */
  readonly problems: readonly string[];
}

interface LocateOptions {
  /** Result pages of each query. */
  readonly pages?: number;
  /** Seeds at most. */
  readonly limit?: number;
}

/**
 * Front pages of the sites that providers find for the queries: those found by several providers first, then in the
 * order of best rank. A provider that fails is named and asked no more; the others go on.
 */
export async function locateSeeds(
  providers: readonly SearchProvider[],
  queries: readonly string[],
  { pages = 1, limit = 100 }: LocateOptions = {},
): Promise<Located> {
  const found = new Map<string, { url: string; by: Set<string>; rank: number }>();
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
    .map(([site, { url, by, rank }]) => ({ site, url, providers: by.size, rank }))
    .sort((a, b) => b.providers - a.providers || a.rank - b.rank || (a.site < b.site ? -1 : 1))
    .slice(0, limit)
    .map(({ rank: _, ...seed }) => seed);
  return { seeds, problems };
}

function note(
  found: Map<string, { url: string; by: Set<string>; rank: number }>,
  address: string,
  provider: string,
  rank: number,
): void {
  const url = canonicalUrl(address);
  if (url === undefined) return;
  const site = siteOf(url);
  const known = found.get(site);
  if (known === undefined) found.set(site, { url: homeOf(url), by: new Set([provider]), rank });
  else {
    known.by.add(provider);
    known.rank = Math.min(known.rank, rank);
  }
}
