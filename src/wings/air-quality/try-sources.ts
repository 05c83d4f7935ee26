import { EventQueue } from '../../crawl/events/index.ts';
import { Politeness, RobotsCache } from '../../crawl/frontier/index.ts';
import { CLOCK, fetchPage } from '../../crawl/run/index.ts';
import { userAgent } from '../../crawl/settings/index.ts';
import { brave, ProviderError } from '../../crawl/site-locating/index.ts';
import { classifyForms } from '../../forms/index.ts';
import {
  listDomains,
  listRegions,
  loadDomain,
  loadRegion,
  type Region,
} from '../../foundation/domain/index.ts';
import {
  createHttpClient,
  type HttpClient,
  type Transport,
  TransportError,
} from '../../foundation/http/index.ts';
import { hostOf } from '../../foundation/url/index.ts';
import { openExchangeLog } from '../../foundation/warc/index.ts';
import type { LinkReason } from '../../storage/index.ts';
import { dataGovFeed } from './feeds/data-gov.ts';
import { OPENAQ_KEY_HEADER, openAqFeed } from './feeds/openaq.ts';
import { readFeed } from './feeds/read-feed.ts';
import { FeedError } from './observation.ts';

/** An address that is shipped: where a domain begins, where a region's air or property is asked for, or a service. */
export interface Source {
  readonly kind: 'seed' | 'portal' | 'feed' | 'provider';
  /** Domain, region or service it belongs to. */
  readonly of: string;
  readonly url: string;
  /** Environment variable of the key that it needs. */
  readonly key?: 'BRAVE_SEARCH_API_KEY' | 'OPENAQ_API_KEY' | 'DATA_GOV_IN_API_KEY';
}

/** Detail: of `http-status` the status, of `no-feed` and `service` the message, of `no-key` the environment variable. */
type SourceReason =
  | LinkReason
  | {
      readonly code: 'no-feed' | 'service' | 'no-key' | 'out-of-time' | 'redirects';
      readonly detail?: string;
    };

/** Holds what came of trying a source. */
export interface TriedSource extends Source {
  /** `skipped`: not tried, for want of a key or of time. */
  readonly state: 'pass' | 'fail' | 'skipped';
  readonly reason: SourceReason | null;
  /** Search forms in the markup of a page, observations of a feed, results of a provider; null where none was read. */
  readonly found: number | null;
}

interface TryOptions {
  readonly web: Transport;
  /** Folder of the archive. */
  readonly archive: string;
  readonly contact?: string | undefined;
  /** Time for all of them together; five minutes unless given. */
  readonly budgetMs?: number;
  /** Least time between two requests to a host; a second unless given. */
  readonly delayMs?: number;
  /** Holds the keys. */
  readonly env?: NodeJS.ProcessEnv;
}

const BUDGET_MS = 300_000;
const DELAY_MS = 1_000;
const MAX_REDIRECTS = 5;
const AT_ONCE = 8;
const DAY_MS = 86_400_000;

/** Every seed, portal, feed and service that is shipped; an address that several name stands there once. */
export function shippedSources(): readonly Source[] {
  const regions = listRegions().map((name) => loadRegion(name));
  const all: Source[] = [
    ...listDomains().flatMap((of) => loadDomain(of).seeds.map((url) => ({ kind: 'seed' as const, of, url }))),
    ...regions.flatMap(({ name, cities }) =>
      cities
        .flatMap(({ seeds }) => [...seeds.airQuality, ...seeds.property])
        .map((url) => ({ kind: 'portal' as const, of: name, url })),
    ),
    ...regions.flatMap(({ name, feeds }) =>
      feeds.map(({ url }) => ({ kind: 'feed' as const, of: name, url })),
    ),
    { kind: 'feed', of: 'openaq', url: 'https://api.openaq.org/v3', key: 'OPENAQ_API_KEY' },
    { kind: 'feed', of: 'data.gov.in', url: 'https://api.data.gov.in/', key: 'DATA_GOV_IN_API_KEY' },
    { kind: 'provider', of: 'brave', url: 'https://api.search.brave.com/', key: 'BRAVE_SEARCH_API_KEY' },
  ];
  return [...new Map(all.map((source) => [source.url, source])).values()];
}

/**
 * Tries sources and yields each when it has been tried: one request to a host at a time, robots.txt obeyed. Answers are
 * archived, but for those of services with a key.
 */
export async function* trySources(
  sources: readonly Source[],
  options: TryOptions,
): AsyncGenerator<TriedSource> {
  const log = await openExchangeLog(options.archive, { acknowledged: 0 });
  const signal = AbortSignal.timeout(options.budgetMs ?? BUDGET_MS);
  const trial = new Trial(options, createClient(options, log), signal);
  const byHost = [...Map.groupBy(sources, ({ url }) => hostOf(url)).values()];
  const tried = new EventQueue<TriedSource>();
  const work = async () => {
    for (let group = byHost.shift(); group !== undefined; group = byHost.shift())
      for (const source of group) tried.push(await trial.of(source));
  };
  const working = Promise.all(Array.from({ length: AT_ONCE }, work))
    .finally(() => log.close())
    .then(
      () => tried.end(),
      (error: unknown) => tried.end(error),
    );
  try {
    yield* tried;
  } finally {
    byHost.length = 0;
    await working;
  }
}

const createClient = (
  { web, contact }: Pick<TryOptions, 'web' | 'contact'>,
  log?: Awaited<ReturnType<typeof openExchangeLog>>,
  headers: readonly (readonly [string, string])[] = [],
): HttpClient =>
  createHttpClient({
    transport: web,
    userAgent: userAgent(contact),
    headers: [...headers],
    ...(log !== undefined && { log }),
  });

class Trial {
  readonly #options: TryOptions;
  readonly #http: HttpClient;
  readonly #signal: AbortSignal;
  readonly #politeness: Politeness;
  readonly #robots: RobotsCache;
  /** The latest request to each host, which the next one waits for. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(options: TryOptions, http: HttpClient, signal: AbortSignal) {
    this.#options = options;
    this.#http = http;
    this.#signal = signal;
    this.#politeness = new Politeness(CLOCK, options.delayMs ?? DELAY_MS);
    this.#robots = new RobotsCache(http, this.#politeness, true);
  }

  async of(source: Source): Promise<TriedSource> {
    const { env = process.env } = this.#options;
    const skipped = { ...source, state: 'skipped', found: null } as const;
    if (this.#signal.aborted) return { ...skipped, reason: { code: 'out-of-time' } };
    const key = source.key === undefined ? undefined : env[source.key]?.trim();
    if (source.key !== undefined && !key)
      return { ...skipped, reason: { code: 'no-key', detail: source.key } };
    try {
      const found = key ? await this.#ask(source, key) : await this.#read(source);
      return typeof found === 'number'
        ? { ...source, state: 'pass', reason: null, found }
        : { ...source, state: 'fail', reason: found, found: null };
    } catch (error) {
      return { ...source, state: 'fail', reason: this.#reasonOf(error), found: null };
    }
  }

  #reasonOf(error: unknown): SourceReason {
    if (this.#signal.aborted) return { code: 'out-of-time' };
    if (error instanceof TransportError) return { code: error.reason };
    if (error instanceof FeedError) return { code: 'no-feed', detail: error.message };
    if (error instanceof ProviderError) return { code: 'service', detail: error.message };
    throw error;
  }

  /** Reads a page or a feed, wherever it has moved to. */
  async #read({ kind, of, url: from }: Source): Promise<number | SourceReason> {
    let url = from;
    for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
      const answer = await this.#inTurn(hostOf(url), () => this.#fetch(url));
      if (!('kind' in answer)) return answer;
      if (answer.kind === 'redirect') {
        url = answer.to;
        continue;
      }
      if (answer.kind === 'failed' || answer.kind === 'retry') return answer.reason;
      const { status, body } = answer.exchange;
      if (status !== 200) return { code: 'http-status', detail: String(status) };
      if (kind === 'feed') return readFeed(body.toString('utf8'), feedOrigin(of, url)).observations.length;
      if (answer.kind === 'other') return answer.reason;
      return classifyForms(answer.html, url).filter(({ searchable }) => searchable).length;
    }
    return { code: 'redirects', detail: String(MAX_REDIRECTS) };
  }

  async #fetch(url: string): Promise<Awaited<ReturnType<typeof fetchPage>> | SourceReason> {
    const robots = await this.#robots.of(url, this.#signal);
    if (robots.note === 'unreachable') return { code: 'robots-unreachable' };
    if (!robots.allows(url)) return { code: 'robots' };
    await this.#politeness.acquire(hostOf(url), this.#signal);
    const fetched = await fetchPage(this.#http, url, this.#signal);
    this.#politeness.release(hostOf(url));
    return fetched;
  }

  async #inTurn<T>(host: string, task: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(host) ?? Promise.resolve();
    const mine = before.then(task, task);
    this.#turns.set(host, mine);
    return mine;
  }

  /** Asks a service with its key for the little that shows it works: a day of one city, one search. */
  async #ask({ of }: Source, key: string): Promise<number> {
    const headers = of === 'openaq' ? ([[OPENAQ_KEY_HEADER, key]] as const) : [];
    const client = createClient(
      { ...this.#options, web: this.#inTime(this.#options.web) },
      undefined,
      headers,
    );
    if (of === 'brave') {
      const provider = brave(key, async (url, own) => {
        const { status, body } = await client.fetch({ url, headers: Object.entries(own) });
        return { status, body: body.toString('utf8') };
      });
      return (await provider.search('library catalogue')).length;
    }
    const region = firstCity(loadRegion('punjab'));
    const day = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
    const asked =
      of === 'openaq'
        ? openAqFeed({ client, region, from: day, to: day })
        : dataGovFeed({ client, region, key });
    return (await asked).observations.length;
  }

  /** The same web, for clients that know neither our clock nor our end. */
  #inTime(web: Transport): Transport {
    return {
      kind: web.kind,
      seeds: (domain) => web.seeds(domain),
      holds: (url) => web.holds(url),
      close: () => web.close(),
      send: async (request, signal) => {
        await this.#politeness.acquire(hostOf(request.url), this.#signal);
        return web.send(request, AbortSignal.any([this.#signal, ...(signal ? [signal] : [])]));
      },
    };
  }
}

const firstCity = (region: Region): Region => ({ ...region, cities: region.cities.slice(0, 1) });

const feedOrigin = (of: string, url: string) => ({
  source: url,
  request: `GET ${url}`,
  timeZone: loadRegion(of).timeZone,
});
