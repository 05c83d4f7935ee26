import type { Store } from '../../drivers/sqlite/index.ts';
import type { PagePool } from '../../foundation/browser/index.ts';
import type { BrowserProxy, DenyList, HttpClient, Transport } from '../../foundation/http/index.ts';
import { hostOf } from '../../foundation/url/index.ts';
import type { ExchangeLog } from '../../foundation/warc/index.ts';
import { earlierAnswers, type KeptBefore } from '../../library/index.ts';
import type { PostQueryKind } from '../../submissions/index.ts';
import type { Classifiers, PageAnalyser } from '../analysis/index.ts';
import { type Permit, SearchDescriptions } from '../analysis/index.ts';
import type { EventQueue, HarvestEvent } from '../events/index.ts';
import { type Clock, Frontier, Politeness, RobotsCache } from '../frontier/index.ts';
import { replayHistory, restoreSiteScores, Stopping } from '../in-site-exploring/index.ts';
import {
  ScriptOutcomeCache,
  RenderStatistics,
  openBrowser,
  requeueForRendering,
} from '../rendering/index.ts';
import type { ResolvedOptions } from '../settings/index.ts';
import { locateFirst, openSeedSearch, type SeedSearch, SiteFrontier } from '../site-locating/index.ts';
import { SiteGraph, type Strategy, strategyOf } from '../strategies/index.ts';
import { requeueUnreachable, requeueLinks, requeueSites } from './requeue.ts';
import type { Budget } from './run.ts';
import { OutageDetector } from './outage-detector.ts';
import { CrawlStatistics } from './crawl-statistics.ts';

/** What a run works with. */
export interface CrawlContext {
  readonly runId: number;
  readonly options: ResolvedOptions;
  readonly store: Store;
  readonly transport: Transport;
  readonly http: HttpClient;
  readonly deny: DenyList;
  readonly log: ExchangeLog;
  readonly frontier: Frontier;
  readonly politeness: Politeness;
  readonly robots: RobotsCache;
  readonly descriptions: SearchDescriptions;
  readonly sites: SiteFrontier;
  readonly searching: SeedSearch;
  readonly strategy: Strategy;
  /** What earlier runs of this storage know of forms by their answers. */
  readonly answered: ReadonlyMap<string, PostQueryKind>;
  readonly stopping: Stopping;
  readonly outages: OutageDetector;
  readonly renderStatistics: RenderStatistics;
  readonly scripts: ScriptOutcomeCache;
  readonly reader: PageAnalyser;
  readonly statistics: CrawlStatistics;
  readonly keptBefore: KeptBefore;
  /** Fetches of a link that are to be tried again, by its number. */
  readonly tries: Map<number, number>;
  /** Undefined where rendering is off or there is no browser. */
  readonly browser: { readonly pages: PagePool; readonly proxy: BrowserProxy } | undefined;
  emit(event: HarvestEvent): void;
}

export const CLOCK: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, ms);
      signal?.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(signal.reason);
      });
    }),
};

/** Pages of a kind in a row that look alike, after which no more of the kind are fetched. */
const ALIKE = 10;

interface Parts {
  readonly options: ResolvedOptions;
  /** Budgets that a resumed run has more of than before. */
  readonly raised: readonly Budget[];
  /** Whether hosts that did not answer are asked again. */
  readonly again: boolean;
  readonly runId: number;
  readonly store: Store;
  readonly web: Transport;
  readonly log: ExchangeLog;
  readonly egress: HttpClient;
  readonly deny: DenyList;
  readonly events: EventQueue<HarvestEvent>;
  readonly judgement: Classifiers;
  readonly reader: PageAnalyser;
  readonly closing: (() => Promise<unknown>)[];
}

/** Sets up all that a run works with; what has to be closed again is put into `closing`. */
export async function openCrawl({
  options,
  raised,
  again,
  runId,
  store,
  web,
  log,
  egress,
  deny,
  events,
  judgement,
  reader,
  closing,
}: Parts): Promise<CrawlContext> {
  const { wanted } = judgement;
  const polite = web.kind === 'live';
  const clock = new Politeness(CLOCK, options.delayMs ?? (polite ? 1_000 : 0));
  const graph = new SiteGraph();
  const chosen = strategyOf(options.strategy, { wanted, graph, keywords: judgement.keywords }, options);
  const strategy = locateFirst(chosen, options.locateFirst, () => sites.located);
  const sites = new SiteFrontier({ runId, options, strategy, web, wanted, graph });
  await sites.load(store);
  const answered = await earlierAnswers(store.db, runId);
  await replayHistory(store, runId, strategy, sites, answered);
  for (const { host, delayMs } of sites.hints.delays()) clock.setDelay(host, delayMs);
  await requeueLinks(store, runId, raised);
  if (again) await requeueUnreachable(store, runId);
  const { exhaustive } = strategy;
  const scripts = new ScriptOutcomeCache(!exhaustive);
  await scripts.load(store, runId);
  const frontier = await Frontier.open(store, runId, clock, {
    maxDepth: options.maxDepth,
    maxRedirects: 10,
    requestsPerHost: options.perHost ?? (polite ? 1 : web.kind === 'replay' ? options.concurrency : 4),
    balance: strategy.balance,
    score: (link) => strategy.score(link),
  });
  await requeueForRendering({ store, frontier, runId });
  await requeueSites(store, runId, raised, sites, frontier);
  restoreSiteScores(frontier, strategy, sites.names());
  const tally = new CrawlStatistics(
    runId,
    wanted.map((domain) => domain.name),
    () => egress.stats(),
    CLOCK.now,
  );
  await tally.load(store);
  const stopping = new Stopping({
    leaveAfter: exhaustive ? 0 : options.leaveAfter,
    formsPerDepth: exhaustive ? 0 : options.formsPerDepth,
    alike: exhaustive ? 0 : ALIKE,
    maxSecondsPerSite: options.maxSecondsPerSite,
    maxBytesPerSite: options.maxBytesPerSite,
  });
  await stopping.load(store, runId);
  const gates = new RenderStatistics(!exhaustive);
  await gates.load(store, runId);
  const browser = options.render === 'never' ? undefined : await openBrowser(options, egress, closing);
  const robots = new RobotsCache(egress, clock, options.robots && web.kind !== 'replay');
  const permit: Permit = async (url, signal) => {
    if (deny(url) !== undefined || !(await robots.of(url, signal)).allows(url)) return false;
    await clock.acquire(hostOf(url), signal);
    return true;
  };
  return {
    runId,
    options,
    store,
    transport: web,
    http: egress,
    deny,
    log,
    frontier,
    politeness: clock,
    robots,
    descriptions: new SearchDescriptions(egress, permit, (host) => clock.release(host)),
    sites,
    searching: openSeedSearch({ options, clock, egress, store, emit: (event) => events.push(event) }),
    strategy,
    answered,
    stopping,
    outages: new OutageDetector(CLOCK.now),
    renderStatistics: gates,
    scripts,
    reader,
    statistics: tally,
    keptBefore: new Set(),
    tries: new Map(),
    browser,
    emit: (event) => events.push(event),
  };
}
