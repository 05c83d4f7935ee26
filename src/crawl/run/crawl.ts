import { statfs } from 'node:fs/promises';
import type { BasicCrawler, Dictionary, Request } from '@crawlee/basic';
import { DiskError, type RunReason } from '../../drivers/sqlite/index.ts';
import type { RunStatus } from '../events/index.ts';
import type { Lease } from '../frontier/index.ts';
import { processLease, giveUp } from './page-pipeline.ts';
import { NetworkDownError } from './outage-detector.ts';
import { CLOCK, type CrawlContext } from './crawl-context.ts';

export interface Outcome {
  readonly status: RunStatus;
  readonly reason: RunReason | null;
}

const PROGRESS_EVERY_MS = 500;
/** After a stop, pages under way have this long to finish. */
const FAREWELL_MS = 10_000;
const NEVER_MS = 86_400_000;
const LEAST_FREE_BYTES = 50_000_000;

/**
 * Runs Crawlee's crawler over our frontier until it is empty, a budget is used up, or someone says stop.
 * @throws what ends a run early: a full disk, a damaged store
 */
export async function crawl(context: CrawlContext, stop: AbortSignal): Promise<Outcome> {
  const crawl = new Crawl(context, await import('@crawlee/basic'));
  const ticking = setInterval(() => crawl.tick(), PROGRESS_EVERY_MS);
  const onStop = () => crawl.stop();
  if (stop.aborted) onStop();
  stop.addEventListener('abort', onStop, { once: true });
  try {
    return await crawl.run();
  } finally {
    clearInterval(ticking);
    stop.removeEventListener('abort', onStop);
  }
}

/** Loaded when a crawl begins: it takes half a second, which no other command should wait for. */
type Crawlee = typeof import('@crawlee/basic');

class Crawl {
  private readonly context: CrawlContext;
  private readonly crawlee: Crawlee;
  private readonly hardStop = new AbortController();
  private readonly leases = new Map<string, Lease>();
  private farewell: NodeJS.Timeout | undefined;
  private outcome: Outcome | undefined;
  private failure: unknown;
  private underway = 0;

  constructor(context: CrawlContext, crawlee: Crawlee) {
    this.context = context;
    this.crawlee = crawlee;
  }

  async run(): Promise<Outcome> {
    const { frontier, sites } = this.context;
    try {
      await this.crawler().run();
      // Crawlee itself leaves at once when the process is interrupted; what is under way is ours to finish.
      while (this.underway > 0) await CLOCK.sleep(20);
    } finally {
      clearTimeout(this.farewell);
    }
    for (const lease of this.leases.values()) await frontier.putBack(lease, false);
    if (this.failure !== undefined) throw this.failure;
    if (!frontier.finished) this.end('interrupted', { code: 'stopped' });
    else if (sites.exhausted !== undefined) this.end('budget', sites.exhausted);
    return this.outcome ?? { status: 'complete', reason: null };
  }

  stop(): void {
    this.end('interrupted', { code: 'stopped' });
    this.farewell ??= setTimeout(() => this.hardStop.abort(), FAREWELL_MS);
  }

  /** Tells how far the run is, and looks after the disk. */
  tick(): void {
    const { statistics: tally, frontier, sites, store } = this.context;
    this.context.emit({ type: 'progress', progress: tally.progress(frontier.waitingCount, sites.count) });
    void freeBytes(store.folder).then((free) => {
      if (free >= LEAST_FREE_BYTES) return;
      const left = `${Math.round(free / 1e6)} MB left of the ${LEAST_FREE_BYTES / 1e6} that are kept free`;
      this.failure ??= new DiskError(
        `the disk is full (${store.folder} has ${left}); free some space and go on with --resume: nothing acknowledged is lost`,
      );
    });
  }

  private end(status: RunStatus, reason: RunReason): void {
    this.outcome ??= { status, reason };
  }

  private get over(): boolean {
    return this.outcome !== undefined || this.failure !== undefined;
  }

  /** What may be begun now. Pages that are rendered after all have been counted before. */
  private allowed(): 'anything' | 'again' | 'nothing' {
    const { options, statistics: tally, frontier, log } = this.context;
    const { maxPages, maxSeconds, maxDisk, maxRequests } = options;
    if (maxSeconds !== undefined && tally.activeMs >= maxSeconds * 1_000)
      this.end('budget', { code: 'max-seconds', detail: String(maxSeconds) });
    if (maxRequests !== undefined && tally.requests >= maxRequests)
      this.end('budget', { code: 'max-requests', detail: String(maxRequests) });
    if (log.bytes >= maxDisk) this.end('budget', { code: 'max-disk', detail: String(maxDisk) });
    // A page under way may yet tell that others have to be rendered after all.
    if (tally.pages >= maxPages && frontier.againCount + frontier.leasedCount === 0)
      this.end('budget', { code: 'max-pages', detail: String(maxPages) });
    // Pages under way may turn out not to be pages; only when they are in is the budget used up. Each has a request to make yet.
    const { leasedCount } = frontier;
    const { over } = this;
    if (over || (maxRequests !== undefined && tally.requests + leasedCount >= maxRequests)) return 'nothing';
    return tally.pages + leasedCount >= maxPages ? 'again' : 'anything';
  }

  private mayBegin(): boolean {
    const { frontier } = this.context;
    const allowed = this.allowed();
    return allowed !== 'nothing' && (allowed === 'again' ? frontier.readyAgain : frontier.ready);
  }

  private async begin(): Promise<Request | null> {
    const allowed = this.allowed();
    if (allowed === 'nothing') return null;
    const lease = await this.context.frontier.next(allowed === 'again');
    if (lease === undefined) return null;
    const key = String(lease.id);
    this.leases.set(key, lease);
    return new this.crawlee.Request({ url: lease.url, uniqueKey: key, id: key });
  }

  private async work(key: string): Promise<void> {
    const lease = this.leases.get(key);
    if (lease === undefined) return;
    this.leases.delete(key);
    this.underway++;
    try {
      await processLease(this.context, lease, this.hardStop.signal);
    } catch (error) {
      await this.failed(lease, error);
    } finally {
      this.underway--;
      this.context.frontier.returned(lease);
    }
  }

  private async failed(lease: Lease, error: unknown): Promise<void> {
    try {
      if (this.hardStop.signal.aborted) await this.context.frontier.putBack(lease, false);
      else if (error instanceof NetworkDownError) {
        await this.context.frontier.putBack(lease, false);
        this.failure ??= error;
      } else if (endsRun(error)) this.failure ??= error;
      else await giveUp(this.context, lease, error);
    } catch (second) {
      this.failure ??= second;
    }
  }

  private crawler(): BasicCrawler {
    const { options, frontier, statistics: tally } = this.context;
    const { BasicCrawler, Configuration, Log, LogLevel } = this.crawlee;
    const queue = {
      isEmpty: async () => !this.mayBegin(),
      isFinished: async () => (this.over || frontier.finished) && this.underway === 0,
      fetchNextRequest: () => this.begin(),
      markRequestHandled: async () => null,
      reclaimRequest: async () => null,
      addRequest: async () => null,
      addRequestsBatched: async () => null,
      getTotalCount: () => frontier.waitingCount + frontier.leasedCount,
      getPendingCount: () => frontier.waitingCount,
      handledCount: async () => tally.pages,
    };
    return new BasicCrawler(
      {
        requestQueue: queue as never,
        requestHandler: ({ request }) => this.work(request.uniqueKey),
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
      // Crawlee asks `ps` how much memory is used, once a second; starting a process holds everything else up.
      new Configuration({
        persistStorage: false,
        logLevel: LogLevel.OFF,
        systemInfoIntervalMillis: NEVER_MS,
      } as Dictionary),
    );
  }
}

/** Where the store or the archive cannot be written, going on would lose what is found; any other fault is one page's. */
function endsRun(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return (
    error.name === 'WarcError' || (code !== undefined && /^(?:ERR_SQLITE|ENOSPC|EIO|EROFS|EDQUOT)/.test(code))
  );
}

/** What is left of the disk that a folder is on; endless where that cannot be told. */
async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
