import type { Domain } from '../../foundation/domain/index.ts';
import type { HttpClient } from '../../foundation/http/index.ts';
import { nounNet } from '../../foundation/text/index.ts';
import { expandDomain, heaviest } from '../../foundation/topics/index.ts';
import { hostOf } from '../../foundation/url/index.ts';
import type { Store } from '../../storage/index.ts';
import type { HarvestEvent } from '../events/index.ts';
import type { Politeness } from '../frontier/index.ts';
import type { ResolvedOptions } from '../settings/index.ts';
import { locateSeeds } from './locate-seeds.ts';
import { openProvider } from './providers/index.ts';
import { type Ask, LINK_SOURCES, ProviderError, type SearchProvider } from './providers/provider.ts';
import { reverseSearch } from './reverse-search.ts';

/** Terms of a domain, and near words of WordNet, that are asked for. */
const TERMS = 4;
const EXPANSIONS = 4;
/** Result pages of each query, and hosts whose links are asked for at a time. */
const PAGES = 2;
const HOSTS = 10;

/** Returns the user's queries as they stand, then heavy terms of domains and near words (WordNet), each with the word “search”. */
function queriesFor(wanted: readonly Domain[], said: readonly string[]) {
  const net = nounNet();
  const terms = new Set(wanted.flatMap((domain) => heaviest(domain, TERMS)));
  const near = wanted
    .flatMap((domain) => [
      ...expandDomain(domain, net, EXPANSIONS, said),
      ...expandDomain(domain, net, EXPANSIONS),
    ])
    .map(({ term }) => term);
  const searches = [...new Set([...terms, ...near])].map((term) => `${term} search`);
  const all = new Set([...said, ...terms]);
  const further = [...new Set(near)].filter((term) => !all.has(term));
  return { queries: [...new Set([...said, ...searches])], terms: [...all], near: further };
}

type Emit = (event: HarvestEvent) => void;

export class SeedSearch {
  private readonly providers: readonly SearchProvider[];
  /** Queries of the user (paper 002) and keywords of anchor texts (paper 001). */
  private readonly said: readonly string[];
  private readonly queried = new Set<string>();
  private readonly reported = new Set<string>();
  private readonly emit: Emit;

  constructor(providers: readonly SearchProvider[], said: readonly string[], emit: Emit) {
    this.providers = providers;
    this.said = said;
    this.emit = emit;
  }

  get enabled(): boolean {
    return this.providers.length > 0;
  }

  /** Returns front pages, each with the pages of its site that were found. */
  async locate(wanted: readonly Domain[]): Promise<readonly string[]> {
    if (!this.enabled) return [];
    const { queries, terms, near } = queriesFor(wanted, this.said);
    const { seeds, problems } = await locateSeeds(this.providers, queries, { pages: PAGES });
    this.warn(problems);
    this.emit({ type: 'searched', for: 'sites', terms, near, found: seeds.length });
    return seeds.flatMap(({ url, hits }) => [url, ...hits]);
  }

  /** Finds pages that link to sites which were not queried before. */
  async linking(sites: Iterable<string>): Promise<readonly string[]> {
    const hosts = this.enabled ? [...sites].filter((site) => !this.queried.has(site)).slice(0, HOSTS) : [];
    if (hosts.length === 0) return [];
    for (const host of hosts) this.queried.add(host);
    this.warn(
      this.providers
        .filter(({ links }) => links !== 'link-graph')
        .map(({ name, links }) => `reverse search: ${name} ${LINK_SOURCES[links]}`),
    );
    const { pages, problems } = await reverseSearch(this.providers, hosts);
    this.warn(problems);
    this.emit({ type: 'searched', for: 'links', terms: hosts, near: [], found: pages.length });
    return pages;
  }

  /** Reports a problem once: most come back with every query. */
  private warn(problems: readonly string[]): void {
    for (const message of problems) {
      if (this.reported.has(message)) continue;
      this.reported.add(message);
      this.emit({ type: 'warning', message });
    }
  }
}

/** Opens the providers of a run; one that cannot be opened is named, the others are used. */
export function openSeedSearch({
  options,
  clock,
  egress,
  store,
  emit,
}: {
  readonly options: Pick<ResolvedOptions, 'search' | 'queries' | 'keywords'>;
  readonly clock: Pick<Politeness, 'acquire' | 'release'>;
  readonly egress: HttpClient;
  readonly store: Store;
  readonly emit: Emit;
}): SeedSearch {
  const ask: Ask = async (url, headers) => {
    const host = hostOf(url);
    await clock.acquire(host);
    const answered = egress.fetch({ url, headers: Object.entries(headers) });
    const { status, body } = await answered.finally(() => clock.release(host));
    return { status, body: body.toString('utf8') };
  };
  const providers = options.search.flatMap((spec) => {
    try {
      return openProvider(spec, { ask, store, env: process.env });
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      emit({ type: 'warning', message: error.message });
      return [];
    }
  });
  return new SeedSearch(providers, [...options.queries, ...options.keywords], emit);
}
