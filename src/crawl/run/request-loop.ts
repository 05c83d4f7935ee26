/** Lets Crawlee run the requests of a crawl. Loaded when one begins: it takes half a second, which no other command should wait for. */

import { AsyncLocalStorage } from 'node:async_hooks';
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
  Request,
  type RouterHandler,
} from '@crawlee/basic';
import type { RequestCounts } from '../events/index.ts';

/** `SITE`: a front page that its site is judged by; `PAGE`: a page of a site that is explored; `FORM`: a form to be queried. */
export type Route = 'SITE' | 'PAGE' | 'FORM';

interface RoutedRequest {
  readonly route: Route;
  /** Names it among the requests of its source. */
  readonly key: string;
  readonly url: string;
}

/** Hands out requests in an order of its own. */
export interface RequestSource {
  /** True when {@link next} would hand out a request now. */
  readonly ready: boolean;
  /** True when nothing is under way and nothing will come. */
  readonly finished: boolean;
  readonly waiting: number;
  readonly underway: number;
  readonly handled: number;
  /** Limits each request. */
  readonly timeoutSeconds: number;
  next(): Promise<RoutedRequest | undefined>;
}

/** Handles a request of a route, and never throws: a source decides itself what is tried again. */
type Routes = Readonly<Record<Route, (key: string) => Promise<void>>>;

/** Runs the requests of one source after another through the same router. */
export class RequestLoop {
  private readonly concurrency: number;
  private readonly router: RouterHandler<BasicCrawlingContext>;
  private readonly byRoute: Record<Route, number> = { SITE: 0, PAGE: 0, FORM: 0 };
  private totals = { finished: 0, failed: 0, workMs: 0, runtimeMs: 0 };

  constructor(routes: Routes, concurrency: number) {
    this.concurrency = concurrency;
    this.router = createBasicRouter();
    // Within Crawlee's own time limit, one that a step of the browser pool exceeds would end the whole request.
    const unlimited = AsyncLocalStorage.snapshot();
    for (const [route, handle] of Object.entries(routes) as [Route, Routes[Route]][]) {
      this.router.addHandler(route, ({ request }) => {
        this.byRoute[route]++;
        return unlimited(() => handle(request.uniqueKey));
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

/** Replaces Crawlee's own, which starts `ps` to measure memory; starting a process holds everything else up. */
class NoSystemInfo extends EventManager {}

/** Puts a source in the place of Crawlee's queue; the option `requestManager` is typed, but refused by 3.18. */
class SourceCrawler extends BasicCrawler {
  constructor(source: RequestSource, router: RouterHandler<BasicCrawlingContext>, concurrency: number) {
    super(
      {
        requestHandler: router,
        requestHandlerTimeoutSecs: source.timeoutSeconds,
        maxRequestRetries: 0,
        // With 0, a clock that is set back would delay requests.
        sameDomainDelaySecs: Number.NEGATIVE_INFINITY,
        minConcurrency: Math.ceil(concurrency / 4),
        maxConcurrency: concurrency,
        useSessionPool: false,
        statusMessageLoggingInterval: 3_600,
        statisticsOptions: { logIntervalSecs: 86_400 },
        autoscaledPoolOptions: { desiredConcurrency: concurrency, maybeRunIntervalSecs: 0.05 },
        log: new Log({ level: LogLevel.OFF }),
      },
      new Configuration({
        persistStorage: false,
        logLevel: LogLevel.OFF,
        memoryMbytes: Math.ceil(totalmem() / 2 ** 20),
        eventManager: new NoSystemInfo(),
      } as Dictionary),
    );
    this.requestManager = new SourceQueue(source);
  }
}

/** Serves Crawlee from a source, which writes down itself what comes of a request. */
class SourceQueue implements IRequestManager {
  private readonly source: RequestSource;
  private failure: { readonly error: unknown } | undefined;

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

  /** @throws what the source throws, then always: Crawlee tries three times more */
  async fetchNextRequest<T extends Dictionary>(): Promise<Request<T> | null> {
    if (this.failure !== undefined) throw this.failure.error;
    try {
      const next = await this.source.next();
      return next === undefined
        ? null
        : new Request({ label: next.route, uniqueKey: next.key, url: next.url });
    } catch (error) {
      this.failure = { error };
      throw error;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<never> {}

  async markRequestHandled(): Promise<null> {
    return null;
  }

  reclaimRequest(): Promise<never> {
    return this.addRequestsBatched();
  }

  addRequest(): Promise<never> {
    return this.addRequestsBatched();
  }

  addRequestsBatched(): Promise<never> {
    return Promise.reject(new Error('requests come from the source of the loop alone'));
  }
}
