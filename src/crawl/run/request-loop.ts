/** Crawlee runs the requests of a crawl. Loaded when one begins: it takes half a second, which no other command should wait for. */

import { totalmem } from 'node:os';
import {
  BasicCrawler,
  type BasicCrawlingContext,
  Configuration,
  createBasicRouter,
  type Dictionary,
  EventManager,
  type IRequestManager,
  Log,
  LogLevel,
  type RouterHandler,
} from '@crawlee/basic';
import type { RequestCounts } from '../events/index.ts';

/** A front page that its site is judged by, a page of a site that is explored, a form to be queried. */
export type Route = 'SITE' | 'PAGE' | 'FORM';

interface RoutedRequest {
  readonly route: Route;
  /** Names it among the requests of its source. */
  readonly key: string;
  readonly url: string;
}

/** What requests are taken from, in an order of its own. */
export interface RequestSource {
  /** True when {@link next} would hand out a request now. */
  readonly ready: boolean;
  /** True when nothing is under way and nothing will come. */
  readonly finished: boolean;
  readonly waiting: number;
  readonly underway: number;
  readonly handled: number;
  /** How long one request may take. */
  readonly timeoutSeconds: number;
  next(): Promise<RoutedRequest | undefined>;
}

/** What is done with a request of a route. It does not throw: a source decides itself what is tried again. */
type Routes = Readonly<Record<Route, (key: string) => Promise<void>>>;

/** Clocks of Node run no longer. */
const LONGEST_CLOCK_MS = 2 ** 31 - 1;

/** Runs the requests of one source after another through the same router. */
export class RequestLoop {
  private readonly concurrency: number;
  private readonly router: RouterHandler<BasicCrawlingContext>;
  private readonly byRoute: Record<Route, number> = { SITE: 0, PAGE: 0, FORM: 0 };
  private totals = { finished: 0, failed: 0, workMs: 0, runtimeMs: 0 };

  constructor(routes: Routes, concurrency: number) {
    this.concurrency = concurrency;
    this.router = createBasicRouter();
    for (const [route, handle] of Object.entries(routes) as [Route, Routes[Route]][]) {
      this.router.addHandler(route, ({ request }) => {
        this.byRoute[route]++;
        return handle(request.uniqueKey);
      });
    }
  }

  /** Resolves when the source has finished, or when the process is interrupted and requests may still be under way. */
  async run(source: RequestSource): Promise<void> {
    const crawler = new SourceCrawler(source, this.router, this.concurrency);
    const final = await crawler.run();
    this.totals.finished += final.requestsFinished;
    this.totals.failed += final.requestsFailed;
    this.totals.workMs += final.requestTotalDurationMillis;
    this.totals.runtimeMs += final.crawlerRuntimeMillis;
  }

  /** Crawlee's statistics of all sources so far. */
  get counts(): RequestCounts {
    const { finished, failed, workMs, runtimeMs } = this.totals;
    const { SITE: sites, PAGE: pages, FORM: forms } = this.byRoute;
    return {
      sites,
      pages,
      forms,
      failed,
      perMinute: runtimeMs > 0 ? Math.round((finished * 60_000) / runtimeMs) : 0,
      averageMs: finished > 0 ? Math.round(workMs / finished) : 0,
    };
  }
}

/** Crawlee's own starts `ps` to tell how much memory is used; starting a process holds everything else up. */
class NoSystemInfo extends EventManager {}

/**
 * Crawlee's crawler with a source in the place of its queue: its pool of tasks, router and statistics. Its `requestManager`
 * option is typed, but refused by 3.18.
 */
class SourceCrawler extends BasicCrawler {
  private readonly source: RequestSource;

  constructor(source: RequestSource, router: RouterHandler<BasicCrawlingContext>, concurrency: number) {
    super(
      {
        requestHandler: router,
        minConcurrency: concurrency,
        maxConcurrency: concurrency,
        useSessionPool: false,
        statusMessageLoggingInterval: 3_600,
        statisticsOptions: { logIntervalSecs: 86_400 },
        autoscaledPoolOptions: { maybeRunIntervalSecs: 0.05 },
        log: new Log({ level: LogLevel.OFF }),
      },
      new Configuration({
        persistStorage: false,
        logLevel: LogLevel.OFF,
        memoryMbytes: Math.ceil(totalmem() / 2 ** 20),
        eventManager: new NoSystemInfo(),
      } as Dictionary),
    );
    this.source = source;
    this.requestManager = new SourceQueue(source);
  }

  /**
   * Runs one request of the source. Crawlee's own makes a session, a context and three clocks for each, and tries again: a
   * source says itself what is tried again and whose cookies go where.
   */
  protected override async _runTaskFunction(): Promise<void> {
    const next = await this.source.next();
    if (next === undefined) return;
    const { route: label, key, url } = next;
    this.stats.startJob(key);
    // The routes read nothing else of a context.
    const context: unknown = { request: { label, uniqueKey: key, url }, log: this.log };
    const late = Promise.withResolvers<never>();
    const clock = setTimeout(late.reject, Math.min(this.source.timeoutSeconds * 1_000, LONGEST_CLOCK_MS));
    try {
      const handled = this.requestHandler(context as Parameters<typeof this.requestHandler>[0]);
      await Promise.race([handled, late.promise]);
      this.stats.finishJob(key, 0);
    } catch {
      this.stats.failJob(key, 0);
    } finally {
      clearTimeout(clock);
    }
  }
}

/** A source as Crawlee's queue of requests. What comes of a request is written down by the source, not told here. */
class SourceQueue implements IRequestManager {
  private readonly source: RequestSource;

  constructor(source: RequestSource) {
    this.source = source;
  }

  async isEmpty(): Promise<boolean> {
    return !this.source.ready;
  }

  async isFinished(): Promise<boolean> {
    return this.source.finished;
  }

  async handledCount(): Promise<number> {
    return this.source.handled;
  }

  getTotalCount(): number {
    return this.source.waiting + this.source.underway;
  }

  getPendingCount(): number {
    return this.source.waiting;
  }

  async fetchNextRequest(): Promise<null> {
    return null;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<never> {}

  async markRequestHandled(): Promise<null> {
    return null;
  }

  async reclaimRequest(): Promise<null> {
    return null;
  }

  addRequest(): Promise<never> {
    return this.addRequestsBatched();
  }

  addRequestsBatched(): Promise<never> {
    return Promise.reject(new Error('requests come from the source of the loop alone'));
  }
}
