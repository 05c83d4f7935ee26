import type { Store } from '../../drivers/sqlite/index.ts';
import type { PagePool } from '../../foundation/browser/index.ts';
import type { BrowserProxy, DenyList, Egress, Web } from '../../foundation/http/index.ts';
import { hostOf } from '../../foundation/url/index.ts';
import type { ExchangeLog } from '../../foundation/warc/index.ts';
import { earlierAnswers, type KeptBefore } from '../../library/index.ts';
import type { PostQueryKind } from '../../submissions/index.ts';
import type { Judgement, PageReader } from '../analysis/index.ts';
import { type Permit, SearchDescriptions } from '../analysis/index.ts';
import type { EventQueue, HarvestEvent } from '../events/index.ts';
import { type Clock, Frontier, HostClock, RobotsBook } from '../frontier/index.ts';
import { rehearse, restoreStandings, Stopping } from '../in-site-exploring/index.ts';
import { FamiliarScripts, GateBook, openBrowser, renderAfterAll } from '../rendering/index.ts';
import type { ResolvedOptions } from '../settings/index.ts';
import { locateFirst, openSearching, type Searching, SiteBook } from '../site-locating/index.ts';
import { loadRankers, SiteGraph, type Strategy, strategyOf, UNTRAINED } from '../strategies/index.ts';
import { askAgain, reopenLinks, reopenSites } from './reopen.ts';
import type { Budget } from './run.ts';
import { Silence } from './silence.ts';
import { Tally } from './tally.ts';

/** What a run works with. */
export interface Workshop {
  readonly runId: number;
  readonly options: ResolvedOptions;
  readonly store: Store;
  readonly web: Web;
  readonly egress: Egress;
  readonly deny: DenyList;
  readonly log: ExchangeLog;
  readonly frontier: Frontier;
  readonly clock: HostClock;
  readonly robots: RobotsBook;
  readonly descriptions: SearchDescriptions;
  readonly sites: SiteBook;
  readonly searching: Searching;
  readonly strategy: Strategy;
  /** What earlier runs of this storage know of forms by their answers. */
  readonly answered: ReadonlyMap<string, PostQueryKind>;
  readonly stopping: Stopping;
  readonly silence: Silence;
  readonly gates: GateBook;
  readonly scripts: FamiliarScripts;
  readonly reader: PageReader;
  readonly tally: Tally;
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
  readonly web: Web;
  readonly log: ExchangeLog;
  readonly egress: Egress;
  readonly deny: DenyList;
  readonly events: EventQueue<HarvestEvent>;
  readonly judgement: Judgement;
  readonly reader: PageReader;
  readonly closing: (() => Promise<unknown>)[];
}

/** Sets up all that a run works with; what has to be closed again is put into `closing`. */
export async function furnish({
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
}: Parts): Promise<Workshop> {
  const { wanted } = judgement;
  const polite = web.kind === 'live';
  const clock = new HostClock(CLOCK, options.delayMs ?? (polite ? 1_000 : 0));
  const graph = new SiteGraph();
  const chosen = strategyOf(options.strategy, {
    ...options,
    wanted,
    graph,
    keywords: judgement.keywords,
    rankers: options.rankers === 'none' ? UNTRAINED : loadRankers(options.rankers),
  });
  const strategy = locateFirst(chosen, options.locateFirst, () => sites.located);
  const sites = new SiteBook({ runId, options, strategy, web, wanted, graph });
  await sites.load(store);
  const answered = await earlierAnswers(store.db, runId);
  await rehearse(store, runId, strategy, sites, answered);
  for (const { host, delayMs } of sites.hints.delays()) clock.setDelay(host, delayMs);
  await reopenLinks(store, runId, raised);
  if (again) await askAgain(store, runId);
  const { exhaustive } = strategy;
  const scripts = new FamiliarScripts(!exhaustive);
  await scripts.load(store, runId);
  const frontier = await Frontier.open(store, runId, clock, {
    maxDepth: options.maxDepth,
    maxRedirects: 10,
    requestsPerHost: options.perHost ?? (polite ? 1 : web.kind === 'replay' ? options.concurrency : 4),
    balance: strategy.balance,
    score: (link) => strategy.score(link),
  });
  await renderAfterAll({ store, frontier, runId });
  await reopenSites(store, runId, raised, sites, frontier);
  restoreStandings(frontier, strategy, sites.names());
  const tally = new Tally(
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
  const gates = new GateBook(!exhaustive);
  await gates.load(store, runId);
  const browser = options.render === 'never' ? undefined : await openBrowser(options, egress, closing);
  const robots = new RobotsBook(egress, clock, options.robots && web.kind !== 'replay');
  const permit: Permit = async (url, signal) => {
    if (deny(url) !== undefined || !(await robots.of(url, signal)).allows(url)) return false;
    await clock.turn(hostOf(url), signal);
    return true;
  };
  return {
    runId,
    options,
    store,
    web,
    egress,
    deny,
    log,
    frontier,
    clock,
    robots,
    descriptions: new SearchDescriptions(egress, permit, (host) => clock.ended(host)),
    sites,
    searching: openSearching({ options, clock, egress, store, emit: (event) => events.push(event) }),
    strategy,
    answered,
    stopping,
    silence: new Silence(CLOCK.now),
    gates,
    scripts,
    reader,
    tally,
    keptBefore: new Set(),
    tries: new Map(),
    browser,
    emit: (event) => events.push(event),
  };
}
