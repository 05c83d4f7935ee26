import type { HttpClient, Transport } from '../../foundation/http/index.ts';
import { denyList } from '../../foundation/http/index.ts';
import { ownModelFile } from '../../foundation/learning/index.ts';
import { hostOf } from '../../foundation/url/index.ts';
import { earlierAnswers, isOnePage } from '../../library/index.ts';
import type { ChosenClassifiers, PageAnalyser } from '../analysis/index.ts';
import { type Permit, SearchDescriptions } from '../analysis/index.ts';
import type { HarvestEvent } from '../events/index.ts';
import { Frontier, Politeness, RobotsCache } from '../frontier/index.ts';
import { History, replayHistory, restoreSiteScores, Stopping } from '../in-site-exploring/index.ts';
import {
  openBrowser,
  type Rendering,
  RenderStatistics,
  requeueForRendering,
  ScriptOutcomeCache,
} from '../rendering/index.ts';
import { locateFirst, openSeedSearch, SiteFrontier } from '../site-locating/index.ts';
import { SiteGraph, strategyOf } from '../strategies/index.ts';
import { CLOCK } from './clock.ts';
import { Crawl } from './crawl.ts';
import { CrawlStatistics } from './crawl-statistics.ts';
import { Exploring } from './explore.ts';
import type { HostAccess } from './host-access.ts';
import { OutageDetector } from './outage-detector.ts';
import { PageFetcher } from './page-fetcher.ts';
import { PageLearning } from './page-learning.ts';
import { PagePipeline } from './page-pipeline.ts';
import type { Pause } from './pause.ts';
import { PagePersistence } from './persist-page.ts';
import type { Recording } from './recording.ts';
import { refetchMissing } from './refetch-missing.ts';
import { refuseLink } from './refuse-link.ts';
import { requeueLinks, requeueLost, requeueSites, requeueUnreachable } from './requeue.ts';
import type { PlannedRun } from './run.ts';
import { followScope, type Scope } from './scope.ts';
import { searchLinks } from './search-links.ts';
import { type RunShare, WHOLE_RUN } from './share.ts';

/** Pages of a kind in a row that look alike, after which no more of the kind are fetched. */
const ALIKE = 10;

interface CrawlParts {
  readonly plan: PlannedRun;
  /** The whole run by default. */
  readonly share?: RunShare;
  readonly storage: Pick<Recording, 'runId' | 'store' | 'log'>;
  readonly network: { readonly transport: Transport; readonly http: HttpClient; readonly scope: Scope };
  readonly analysis: { readonly classifiers: ChosenClassifiers; readonly reader: PageAnalyser };
  readonly closing: (() => Promise<unknown>)[];
  readonly pause: Pause;
  emit(event: HarvestEvent): void;
}

/** Sets up a run from its store; `closing` gets what has to be closed again. */
export async function openCrawl({
  plan,
  share = WHOLE_RUN,
  storage: given,
  network,
  analysis,
  closing,
  pause,
  emit,
}: CrawlParts): Promise<Crawl> {
  const { options, raised, again } = plan;
  const isCall = plan.kind === 'query';
  const storage = { ...given, store: share.over(given.store) };
  const { runId, store } = storage;
  const { transport, http, scope } = network;
  const { classifiers, reader } = analysis;
  const { wanted } = classifiers;
  const polite = transport.kind === 'live';
  const politeness = new Politeness(CLOCK, options.delayMs ?? (polite ? 1_000 : 0), share.turns);
  const graph = new SiteGraph();
  const rankers = options.rankers ?? ownModelFile(options.storage, 'rankers');
  const context = { wanted, graph, keywords: classifiers.keywords };
  const chosen = strategyOf(options.strategy, context, { ...options, rankers });
  const strategy = locateFirst(chosen, options.locateFirst ?? chosen.locateFirst ?? 0, () => sites.located);
  const outbox = share.outbox((link) => strategy.score(link));
  const sites = new SiteFrontier({ runId, options, strategy, web: transport, wanted, graph, outbox });
  await sites.load(store);
  const answered = await earlierAnswers(store, runId);
  const history = new History(store, runId, sites, answered);
  await replayHistory(history, strategy, graph);
  for (const { host, delayMs } of sites.hints.delays()) politeness.setDelay(host, delayMs);
  if (share.isWhole) {
    await requeueLinks(store, runId, raised);
    if (plan.previous !== undefined) await requeueLost(store, runId);
    if (again) await requeueUnreachable(store, runId);
  }
  const { exhaustive = false, directoryPenalty = 0, reverseSearch = false } = strategy;
  const scripts = new ScriptOutcomeCache(!exhaustive);
  await scripts.load(store, runId);
  const frontier = await Frontier.open(store, runId, politeness, {
    maxDepth: options.maxDepth,
    maxRedirects: 10,
    requestsPerHost: options.perHost ?? (polite ? 1 : transport.kind === 'replay' ? options.concurrency : 4),
    directoryPenalty,
    score: (link) => strategy.score(link),
    bySite: !share.isWhole,
    owner: share.owner,
  });
  if (share.isWhole) {
    await requeueForRendering({ store, frontier, runId });
    await refetchMissing({ storage, frontier, emit });
  }
  if (share.isWhole || raised.includes('maxSites')) await requeueSites(store, runId, raised, sites, frontier);
  restoreSiteScores(frontier, strategy, sites.names());
  const widened = () => frontier.rescore();
  const isOwner = share.isWhole;
  closing.push(followScope({ store: given.store, runId, scope, isOwner, emit, widened }));
  const statistics = new CrawlStatistics(
    runId,
    wanted.map((domain) => domain.name),
    () => http.stats(),
    CLOCK.now,
    pause,
    share.part,
  );
  await statistics.load(store);
  const stopping = new Stopping({
    leaveAfter: exhaustive ? 0 : options.leaveAfter,
    formsPerDepth: exhaustive ? 0 : options.formsPerDepth,
    alike: exhaustive ? 0 : ALIKE,
    maxSecondsPerSite: options.maxSecondsPerSite,
    maxBytesPerSite: options.maxBytesPerSite,
  });
  await stopping.load(store, runId);
  const renderStatistics = new RenderStatistics(!exhaustive);
  await renderStatistics.load(store, runId);
  const browser = options.render === 'never' ? undefined : await openBrowser(options, http, closing);
  const robots = new RobotsCache(http, politeness, options.robots && transport.kind !== 'replay');
  const searching = openSeedSearch({ options, clock: politeness, egress: http, store, emit });
  const recording: Recording = { ...storage, statistics, share };
  const agreed = denyList(options.acceptTerms);
  const acceptsTerms = (url: string) => agreed(url) !== undefined;
  const hosts: HostAccess = {
    ...{ http, politeness, robots, deny: scope.deny, includes: scope.includes },
    acceptsTerms,
  };
  const { hints } = sites;
  const rendering: Rendering = {
    browser,
    options,
    hints,
    reader,
    descriptions: descriptionsOver(hosts),
    renderStatistics,
    scripts,
    emit,
  };
  const { sitemaps } = options;
  const known = share.isWhole ? undefined : history.known;
  const learners = { frontier, sites, store, strategy, searching, answered, known, emit };
  share.attach({
    learners,
    stopping,
    learnt: history,
    history: new History(store, runId, sites, answered),
  });
  const pipeline = new PagePipeline(
    {
      admission: { hosts, sites, stopping },
      hosts,
      fetcher: new PageFetcher(hosts, new OutageDetector(CLOCK.now), statistics, options.maxRetries),
      reading: { rendering, sites, robots, sitemaps },
      persistence: new PagePersistence({
        recording,
        frontier,
        sites,
        transport,
        strategy,
        scripts,
        sitemaps,
        follows: isCall ? searchLinks : undefined,
      }),
      learning: new PageLearning(runId, learners, stopping, scripts),
      frontier,
      refuse: (lease, refusal) => refuseLink({ store, statistics, frontier, sites }, lease, refusal),
    },
    emit,
  );
  return new Crawl(
    { options, store, transport, searching, sites, frontier, reverseSearch, emit },
    new Exploring({
      options,
      isOfAddress: isCall || isOnePage(options),
      recording,
      frontier,
      sites,
      pipeline,
      pause,
      emit,
    }),
    { recording, reader, emit, options, wanted, hosts, browser, pause },
  );
}

/** OpenSearch descriptions, asked for like pages. */
function descriptionsOver({ http, politeness, robots, deny }: HostAccess): SearchDescriptions {
  const permit: Permit = async (url, signal) => {
    if (deny(url) !== undefined || !(await robots.of(url, signal)).allows(url)) return false;
    await politeness.acquire(hostOf(url), signal);
    return true;
  };
  return new SearchDescriptions(http, permit, (host) => politeness.release(host));
}
