import { statfs } from 'node:fs/promises';
import { BasicCrawler, Configuration, type Dictionary, Log, LogLevel, Request } from '@crawlee/basic';
import type { Domain } from '../domain/index.ts';
import { Frontier, HostClock, type Lease } from '../pages/index.ts';
import { canonicalUrl } from '../sites/index.ts';
import { openStore, type Store } from '../store/index.ts';
import {
  createEgress,
  type Egress,
  type ExchangeLog,
  openExchangeLog,
  openWeb,
  type Web,
} from '../web/index.ts';
import { openBrowser } from './browser.ts';
import { egressOptions } from './egress-options.ts';
import { EventQueue, type HarvestEvent, type RunStatus } from './events.ts';
import { explore, type Workshop } from './explorer.ts';
import { loadJudgement } from './judgement.ts';
import { type HarvestOptions, OptionsError, type ResolvedOptions, resolveOptions } from './options.ts';
import { PageReader } from './page-reader.ts';
import type { Judgement } from './read-page.ts';
import { RobotsBook } from './robots-book.ts';
import { beginRun, planRun, webName } from './run.ts';
import { SiteBook } from './site-book.ts';
import { strategyOf } from './strategy.ts';
import { Tally } from './tally.ts';

/** A running harvest: what it tells, and a way to stop it. */
export interface Harvest extends AsyncIterable<HarvestEvent> {
  /** Ends the run in good order: pages under way are finished, the rest waits for `resume`. */
  stop(): void;
}

const CLOCK = {
  now: () => Date.now(),
  sleep: (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, ms);
      signal?.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(signal.reason);
      });
    }),
};

const PROGRESS_EVERY_MS = 500;
/** After a stop, pages under way have this long to finish. */
const FAREWELL_MS = 10_000;
const LEAST_FREE_BYTES = 50_000_000;

/**
 * Harvests the searchable forms of one or more domains.
 *
 * ```ts
 * for await (const event of harvest({ domains: ['book'], web: 'practice' })) {
 *   if (event.type === 'form' && event.verdict.searchable) console.log(event.action);
 * }
 * ```
 * Everything found is kept in the store under `options.storage`; a run that ends early goes on with `resume: true`.
 * @throws (from the iteration) {OptionsError}, {DomainError}, {WebError}, {StoreError} with what to do about it
 */
export function harvest(options: HarvestOptions): Harvest {
  const events = new EventQueue<HarvestEvent>();
  const stopper = new AbortController();
  let started = false;
  return {
    stop: () => stopper.abort(),
    [Symbol.asyncIterator]() {
      if (!started) {
        started = true;
        run(options, events, stopper.signal).then(
          () => events.end(),
          (error: unknown) => events.end(error),
        );
      }
      return events[Symbol.asyncIterator]();
    },
  };
}

async function run(
  given: HarvestOptions,
  events: EventQueue<HarvestEvent>,
  stop: AbortSignal,
): Promise<void> {
  const closing: (() => Promise<unknown>)[] = [];
  try {
    const asked = resolveOptions(given);
    // Mistakes in what the user gave come to light before anything is created.
    if (asked.resume === false) loadJudgement(asked.domains);
    const store = await openStore(asked.storage, { mode: 'write' });
    closing.push(() => store.close());
    const plan = await planRun(store, given, asked);
    const { options } = plan;
    const judgement = loadJudgement(options.domains);
    const web = typeof options.web === 'string' ? await openWeb(options.web, options) : options.web;
    if (typeof options.web === 'string') closing.push(() => web.close());
    const opened = await beginRun(store, plan);
    const { runId } = opened;
    const log = await openExchangeLog(store.runFolder(runId), { acknowledged: opened.logBytes });
    closing.push(() => log.close());
    const egress = createEgress({ web, log, ...egressOptions(options) });
    const { wanted } = judgement;
    const shop = await furnish({
      options,
      runId,
      store,
      web,
      log,
      egress,
      events,
      judgement,
      wanted,
      closing,
    });
    const seeds = opened.resumed ? [] : await plant(shop, wanted);
    events.push({
      type: 'start',
      runId,
      resumed: opened.resumed,
      seeds: seeds.length,
      web: webName(options),
    });
    const outcome = await crawl(shop, stop);
    await finish(shop, outcome, events);
  } finally {
    for (const close of closing.reverse()) await close().catch(() => undefined);
  }
}

interface Parts {
  readonly options: ResolvedOptions;
  readonly runId: number;
  readonly store: Store;
  readonly web: Web;
  readonly log: ExchangeLog;
  readonly egress: Egress;
  readonly events: EventQueue<HarvestEvent>;
  readonly judgement: Judgement;
  readonly wanted: readonly Domain[];
  readonly closing: (() => Promise<unknown>)[];
}

async function furnish({
  options,
  runId,
  store,
  web,
  log,
  egress,
  events,
  judgement,
  wanted,
  closing,
}: Parts): Promise<Workshop> {
  const polite = web.kind === 'live';
  const clock = new HostClock(CLOCK, options.delayMs ?? (polite ? 1_000 : 0));
  const strategy = strategyOf(options.strategy, judgement);
  const sites = new SiteBook(runId, options, strategy, web, wanted);
  await sites.load(store);
  for (const { host, delayMs } of sites.delays()) clock.setDelay(host, delayMs);
  const frontier = await Frontier.open(store, runId, clock, {
    maxDepth: options.maxDepth,
    maxRedirects: 10,
    requestsPerHost: options.perHost ?? (polite ? 1 : web.kind === 'replay' ? options.concurrency : 4),
    score: (link, site, depth) => strategy.score(link, depth, sites.similarity(site)),
  });
  const tally = new Tally(
    runId,
    wanted.map((domain) => domain.name),
    () => egress.stats(),
    CLOCK.now,
  );
  await tally.load(store);
  const reader = new PageReader({ domains: options.domains, threads: 1, timeoutMs: 20_000 });
  closing.push(() => reader.close());
  const browser = options.render === 'never' ? undefined : await openBrowser(options, egress, closing);
  return {
    runId,
    options,
    store,
    web,
    egress,
    log,
    frontier,
    clock,
    robots: new RobotsBook(egress, clock, options.robots && web.kind !== 'replay'),
    sites,
    reader,
    tally,
    browser,
    emit: (event) => events.push(event),
  };
}

/** Puts the addresses to start from into the frontier. */
async function plant(shop: Workshop, wanted: readonly Domain[]): Promise<readonly string[]> {
  const { options, web, store } = shop;
  const given = options.seeds ?? (await seedsOf(web, wanted));
  const addresses = given.length > 0 ? given : wanted.flatMap((domain) => domain.seeds);
  const urls = new Set<string>();
  for (const [i, address] of addresses.entries()) {
    const url = canonicalUrl(/^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`);
    if (url === undefined)
      throw new OptionsError(`seed ${i + 1} is not a web address: ${JSON.stringify(address.slice(0, 100))}`);
    // An archive may know an address only as it was spelt when it was recorded.
    for (const start of shop.sites.starts(url))
      urls.add(web.holds(start) || !web.holds(address) ? start : address);
  }
  if (urls.size === 0)
    throw new OptionsError(
      'there is nothing to start from; give --seeds FILE or addresses in the domain file',
    );
  await store.transaction((trx) => shop.sites.seed(trx, shop.frontier, [...urls]));
  return [...urls];
}

async function seedsOf(web: Web, wanted: readonly Domain[]): Promise<readonly string[]> {
  const lists = await Promise.all(wanted.map((domain) => web.seeds(domain.name)));
  return [...new Set(lists.flat())];
}

interface Outcome {
  readonly status: RunStatus;
  readonly reason: string | null;
}

/** Runs Crawlee's crawler over our frontier until it is empty, a budget is used up, or someone says stop. */
async function crawl(shop: Workshop, stop: AbortSignal): Promise<Outcome> {
  const { options, frontier, tally } = shop;
  const hardStop = new AbortController();
  let outcome: Outcome | undefined;
  let failure: unknown;
  let underway = 0;
  const end = (status: RunStatus, reason: string | null) => {
    outcome ??= { status, reason };
  };
  const over = () => outcome !== undefined || failure !== undefined;
  const budget = async () => {
    if (tally.pages + frontier.leasedCount >= options.maxPages) {
      // The last pages under way may turn out not to be pages; the count decides when they are in.
      if (tally.pages >= options.maxPages) end('budget', `--max-pages ${options.maxPages} reached`);
      return true;
    }
    if (options.maxSeconds !== undefined && tally.activeMs >= options.maxSeconds * 1_000) {
      end('budget', `--max-seconds ${options.maxSeconds} reached`);
    }
    if (shop.log.bytes >= options.maxDisk) end('budget', `--max-disk ${options.maxDisk} bytes reached`);
    return over();
  };
  const leases = new Map<string, Lease>();
  const queue = {
    isEmpty: async () => over() || !frontier.ready || (await budget()),
    isFinished: async () => (over() || frontier.finished) && underway === 0,
    fetchNextRequest: async () => {
      if (over() || (await budget())) return null;
      const lease = await frontier.next();
      if (lease === undefined) return null;
      leases.set(String(lease.id), lease);
      return new Request({ url: lease.url, uniqueKey: String(lease.id), id: String(lease.id) });
    },
    markRequestHandled: async () => null,
    reclaimRequest: async () => null,
    addRequest: async () => null,
    addRequestsBatched: async () => null,
    getTotalCount: () => frontier.waitingCount + frontier.leasedCount,
    getPendingCount: () => frontier.waitingCount,
    handledCount: async () => tally.pages,
  };
  const crawler = new BasicCrawler(
    {
      requestQueue: queue as never,
      requestHandler: async ({ request }) => {
        const lease = leases.get(request.uniqueKey);
        if (lease === undefined) return;
        leases.delete(request.uniqueKey);
        underway++;
        try {
          await explore(shop, lease, hardStop.signal);
        } catch (error) {
          if (hardStop.signal.aborted) await frontier.putBack(lease, false).catch(() => undefined);
          else failure ??= error;
        } finally {
          underway--;
          frontier.returned(lease);
        }
      },
      minConcurrency: options.concurrency,
      maxConcurrency: options.concurrency,
      maxRequestRetries: 0,
      useSessionPool: false,
      requestHandlerTimeoutSecs: 600,
      statusMessageLoggingInterval: 3_600,
      statisticsOptions: { logIntervalSecs: 86_400 },
      autoscaledPoolOptions: { maybeRunIntervalSecs: 0.05 },
      log: new Log({ level: LogLevel.OFF }),
    },
    new Configuration({ persistStorage: false, logLevel: LogLevel.OFF } as Dictionary),
  );
  const ticking = setInterval(() => {
    shop.emit({ type: 'progress', progress: tally.progress(frontier.waitingCount, shop.sites.count) });
    void lowOnDisk(shop.store.folder).then((low) => {
      if (low)
        failure ??= new Error(
          `the disk with ${shop.store.folder} is nearly full; free some space and go on with --resume`,
        );
    });
  }, PROGRESS_EVERY_MS);
  let farewell: NodeJS.Timeout | undefined;
  const onStop = () => {
    end('interrupted', 'stopped');
    farewell = setTimeout(() => hardStop.abort(), FAREWELL_MS);
  };
  if (stop.aborted) onStop();
  stop.addEventListener('abort', onStop, { once: true });
  try {
    await crawler.run();
    // Crawlee itself leaves at once when the process is interrupted; what is under way is ours to finish.
    while (underway > 0) await CLOCK.sleep(20);
  } finally {
    clearInterval(ticking);
    clearTimeout(farewell);
    stop.removeEventListener('abort', onStop);
  }
  for (const lease of leases.values()) await frontier.putBack(lease, false);
  if (failure !== undefined) {
    await markFailed(shop, failure);
    throw failure;
  }
  if (outcome === undefined && !frontier.finished) end('interrupted', 'stopped');
  if (outcome === undefined && shop.sites.exhausted !== undefined) end('budget', shop.sites.exhausted);
  return outcome ?? { status: 'complete', reason: null };
}

async function lowOnDisk(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize < LEAST_FREE_BYTES;
  } catch {
    return false;
  }
}

async function markFailed(shop: Workshop, failure: unknown): Promise<void> {
  const reason = failure instanceof Error ? failure.message : String(failure);
  await shop.store.db
    .updateTable('run')
    .set({ status: 'interrupted', status_reason: reason })
    .where('id', '=', shop.runId)
    .execute()
    .catch(() => undefined);
}

async function finish(
  shop: Workshop,
  { status, reason }: Outcome,
  events: EventQueue<HarvestEvent>,
): Promise<void> {
  await shop.log.flush();
  await shop.store.transaction(async (trx) => {
    await shop.tally.writeRun(trx, shop.log.bytes);
    await trx
      .updateTable('run')
      .set({ status, status_reason: reason })
      .where('id', '=', shop.runId)
      .execute();
  });
  const progress = shop.tally.progress(shop.frontier.waitingCount, shop.sites.count);
  events.push({ type: 'end', runId: shop.runId, status, reason, progress });
}
