import { BrowserPool, PlaywrightPlugin } from '@crawlee/browser-pool';
import {
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type LaunchOptions,
  type Page,
} from 'playwright';
import { type PooledPage, preparePage, resetPage, revive, timeFactor } from './pooled-page.ts';
import { remoteChromium } from './remote-browser.ts';
import { limitRendererMemory } from './renderer-memory.ts';
import { settle, stoppingHungScripts } from './settle.ts';
import { type Effect, type EffectOptions, markPage, waitForEffect } from './take-effect.ts';
import { VisitQueue } from './visit-queue.ts';
import { within } from './within.ts';

export interface PagePoolOptions {
  readonly launchOptions: LaunchOptions;
  readonly pages: number;
  /** Up to so many where the machine has processor time left; `pages` by default. */
  readonly mostPages?: number;
  readonly userAgent: string;
  /** From navigation to the document being parsed. */
  readonly navigationTimeoutMs: number;
  /** Longest time to wait for the page to settle after that. */
  readonly settleMs: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** DevTools address of a running browser to connect to; it must reach the proxy. */
  readonly remote?: string;
}

export interface OpenPage {
  readonly page: Page;
  readonly session: CDPSession;
  /** Waits again until the page has settled, after an action on it; at most `settleMs`. */
  settle(): Promise<void>;
  /** Records the state of the page. The returned function waits for the effect of later actions. */
  mark(): Promise<(options: EffectOptions) => Promise<Effect>>;
  /** Holds the page unchanged after the work, for `PagePool.revisit` by its owner. */
  hold(): void;
}

interface VisitOptions {
  readonly referrer?: string;
  /** Longest time for `work`; 10 s by default. */
  readonly workMs?: number;
  readonly owner?: object;
  /** Readies the page before its address is loaded. */
  before?(open: OpenPage): Promise<void>;
}

interface HeldPage {
  readonly pooled: PooledPage;
  readonly since: number;
}

/** The used part of Crawlee's browser pool, whose generics do not fit Playwright's core package. */
interface CrawleePool {
  newPage(options: { pageOptions: BrowserContextOptions }): Promise<Page>;
  retireBrowserByPage(page: Page): void;
  getBrowserControllerByPage(page: Page): object | undefined;
  on(event: 'browserRetired', listener: (controller: object) => void): unknown;
  destroy(): Promise<void>;
}

/** Visits after which a page and its context are closed: Playwright frees a context's objects only then. */
const VISITS_PER_PAGE = 40;
const PAGES_PER_BROWSER = 200;
const WORK_MS = 10_000;
const CLOSE_TIMEOUT_MS = 5_000;
const OPEN_ATTEMPTS = 2;
/** Greatest number of held pages, beside those in use, where there is memory for them; the oldest is closed first. */
const MAX_HELD = 6;
const MAX_HELD_MS = 120_000;
/** Greatest number of idle pages, each for its site, with the scripts of the site compiled; second pages of a site are closed first, then the longest unused. */
const MAX_IDLE = 8;
/** An idle page takes some 75 MB; with less than this left, bytes, only as many are kept, or held, as are in use at once. */
const MEMORY_FOR_IDLE = 1_500_000_000;
/** Playwright's own list (1.65), repeated because the last of two such switches counts. */
const OFF_BY_PLAYWRIGHT =
  'AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,TcpPortRandomizationWin,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch,msForceBrowserSignIn,msEdgeUpdateLaunchServicesPreferredVersion';
const POOL_FLAGS = [
  // Popups are not created, except for Playwright's own pages.
  '--block-new-web-contents',
  // Chromium's headless shell does not isolate sites without this switch.
  '--site-per-process',
  // With site isolation a spare renderer is started at every navigation, which costs a third more a page.
  `--disable-features=${OFF_BY_PLAYWRIGHT},SpareRendererForSitePerProcess`,
  // Reuses a frame for the next document of its site: a new frame with its compositor is a third of a page's cost. Process
  // // isolation of sites is unchanged. The last such switch counts; the other two names are Playwright's.
  '--enable-features=RenderDocument:level/crashed-frame,CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies',
];

/** Holds pages in headless browsers, which Crawlee's browser pool runs. A page serves one site and is reset after every visit. */
export class PagePool {
  private readonly pool: CrawleePool;
  private readonly options: PagePoolOptions;
  private readonly idle: PooledPage[] = [];
  private readonly held = new Map<object, HeldPage>();
  private readonly opening = new Set<Promise<unknown>>();
  private readonly retired = new WeakSet<object>();
  private readonly stopMemoryWatch: () => void;
  private readonly visits: VisitQueue;
  private closed = false;

  constructor(options: PagePoolOptions) {
    this.options = options;
    const { launchOptions, remote, pages, mostPages = pages } = options;
    this.visits = new VisitQueue({ least: pages, most: mostPages });
    this.pool = new BrowserPool({
      useFingerprints: false,
      maxOpenPagesPerBrowser: mostPages + 1 + MAX_HELD + MAX_IDLE,
      retireBrowserAfterPageCount: PAGES_PER_BROWSER,
      // Ends a retired browser that holds a page nothing can close.
      closeInactiveBrowserAfterSecs: 90,
      operationTimeoutSecs: 30,
      browserPlugins: [
        new PlaywrightPlugin(remote === undefined ? chromium : remoteChromium(chromium, remote), {
          launchOptions: {
            ...launchOptions,
            args: [...(launchOptions.args ?? []), ...POOL_FLAGS],
          },
          useIncognitoPages: true,
        }),
      ],
    }) as unknown as CrawleePool;
    this.pool.on('browserRetired', (controller) => this.retired.add(controller));
    this.stopMemoryWatch = limitRendererMemory(() => this.visits.busy);
  }

  /**
   * Loads an address in a page of its site, waits until it has settled and passes it to `work`. Visits wait in
   * order, those of a site with an idle page first; each takes at most `navigationTimeoutMs + settleMs` and `workMs`, longer for pages with much code.
   * @throws what `work` throws, and when the page does not load, hangs or crashes, or the pool is closed
   */
  async visit<T>(
    site: string,
    url: string,
    work: (open: OpenPage) => Promise<T>,
    options: VisitOptions = {},
  ): Promise<T> {
    const idle = await this.enter(site, () => this.takeIdle(site));
    try {
      const pooled = (await this.fitOf(idle)) ?? (await this.openPage(site));
      return await this.using(pooled, options.owner, () => this.show(pooled, url, work, options));
    } finally {
      this.visits.leave(site);
    }
  }

  /**
   * Passes the page held for an owner to `work`, unchanged since its last work.
   * @returns undefined where none is held
   * @throws as `visit`
   */
  async revisit<T>(
    owner: object,
    work: (open: OpenPage) => Promise<T>,
    { workMs = WORK_MS }: Pick<VisitOptions, 'workMs'> = {},
  ): Promise<T | undefined> {
    const site = this.held.get(owner)?.pooled.site;
    if (site === undefined) return undefined;
    await this.enter(site, () => this.held.get(owner));
    try {
      const pooled = await this.takeHeld(owner);
      if (pooled === undefined) return undefined;
      // Requests repeated by each query do not count as polling.
      pooled.requestCounts.clear();
      pooled.visits++;
      return await this.using(pooled, owner, () =>
        within(workMs, 'the page hung in the browser', () =>
          Promise.race([work(this.openPageOf(pooled)), pooled.gone]),
        ),
      );
    } finally {
      this.visits.leave(site);
    }
  }

  /** Closes every browser. Running and waiting visits reject. */
  async close(): Promise<void> {
    this.closed = true;
    this.stopMemoryWatch();
    this.visits.refuseAll(closedError());
    // A browser that starts meanwhile must be closed too.
    await Promise.allSettled(this.opening);
    const held = [...this.held.values()].map(({ pooled }) => pooled);
    this.held.clear();
    await Promise.all([...this.idle.splice(0), ...held].map((pooled) => this.discard(pooled)));
    await this.pool.destroy();
  }

  private async enter<T>(site: string, take: () => T | undefined): Promise<T | undefined> {
    if (this.closed) throw closedError();
    return this.visits.enter(site, take);
  }

  /** Runs the work of a page, then releases or holds the page; closes it after an error. */
  private async using<T>(pooled: PooledPage, owner: object | undefined, use: () => Promise<T>): Promise<T> {
    pooled.holdRequested = false;
    const { lastSocketMessage: heard } = pooled;
    let result: T;
    try {
      result = await use();
    } catch (error) {
      await this.discard(pooled);
      throw error;
    }
    // A page that received socket messages changes by itself and is not held.
    if (pooled.holdRequested && owner !== undefined && pooled.lastSocketMessage === heard)
      await this.hold(pooled, owner);
    else await this.release(pooled);
    return result;
  }

  private show<T>(
    pooled: PooledPage,
    url: string,
    work: (open: OpenPage) => Promise<T>,
    { referrer, workMs = WORK_MS, before }: VisitOptions,
  ): Promise<T> {
    const { navigationTimeoutMs, settleMs } = this.options;
    pooled.visits++;
    const visit = async () => {
      await before?.(this.openPageOf(pooled));
      await stoppingHungScripts(pooled, async () => {
        const goTo = () =>
          pooled.page.goto(url, {
            waitUntil: 'domcontentloaded',
            timeout: 0,
            ...(referrer !== undefined && { referer: referrer }),
          });
        await within(() => navigationTimeoutMs * timeFactor(pooled), `Timeout: ${url} does not load`, goTo);
        await settle(pooled, settleMs);
      });
      return work(this.openPageOf(pooled));
    };
    const most = () => (navigationTimeoutMs + settleMs) * timeFactor(pooled) + workMs;
    return within(most, `${url} hung in the browser`, () => Promise.race([visit(), pooled.gone]));
  }

  private openPageOf(pooled: PooledPage): OpenPage {
    const { page, session } = pooled;
    return {
      page,
      session,
      settle: () => settle(pooled, this.options.settleMs),
      mark: async () => {
        const before = await markPage(pooled);
        return (effect: EffectOptions) => waitForEffect(pooled, before, effect);
      },
      hold: () => {
        pooled.holdRequested = true;
      },
    };
  }

  private async hold(pooled: PooledPage, owner: object): Promise<void> {
    if (!this.isReusable(pooled)) return this.discard(pooled);
    const now = performance.now();
    const before = this.held.get(owner);
    if (before !== undefined) await this.discard(before.pooled);
    this.held.set(owner, { pooled: pooled, since: now });
    const most = this.roomFor(MAX_HELD);
    for (const [of, { pooled: old, since }] of this.held) {
      if (this.held.size <= most && now - since < MAX_HELD_MS) continue;
      this.held.delete(of);
      await this.discard(old);
    }
  }

  private roomFor(pages: number): number {
    return process.availableMemory() < MEMORY_FOR_IDLE ? Math.min(pages, this.options.pages) : pages;
  }

  private async takeHeld(owner: object): Promise<PooledPage | undefined> {
    const held = this.held.get(owner);
    this.held.delete(owner);
    return this.fitOf(held?.pooled);
  }

  private isReusable(pooled: PooledPage): boolean {
    return !this.closed && !pooled.isGone && pooled.visits < VISITS_PER_PAGE && !this.isRetired(pooled);
  }

  private takeIdle(site: string): PooledPage | undefined {
    const at = this.idle.findIndex((pooled) => pooled.site === site);
    return at < 0 ? undefined : this.idle.splice(at, 1)[0];
  }

  /** The page if it can be used; otherwise it is closed. */
  private async fitOf(pooled: PooledPage | undefined): Promise<PooledPage | undefined> {
    if (pooled === undefined || (await this.isFit(pooled))) return pooled;
    await this.discard(pooled);
    return undefined;
  }

  /** Checks that the browser of an idle page still works. */
  private async isFit(pooled: PooledPage): Promise<boolean> {
    if (this.isRetired(pooled) || pooled.isGone) return false;
    const answer = within(1_000, 'no answer', () => Promise.race([revive(pooled), pooled.gone]));
    return answer.then(
      () => true,
      () => false,
    );
  }

  private isRetired({ page }: PooledPage): boolean {
    const controller = this.pool.getBrowserControllerByPage(page);
    return controller === undefined || this.retired.has(controller);
  }

  private async openPage(site: string): Promise<PooledPage> {
    for (let attempt = 1; ; attempt++) {
      if (this.closed) throw closedError();
      const opened = this.newPage(site);
      this.opening.add(opened);
      try {
        return await opened;
      } catch (error) {
        // The pool notices a dead browser only when it opens a page; the next attempt uses a new browser.
        if (attempt >= OPEN_ATTEMPTS) throw error;
      } finally {
        this.opening.delete(opened);
      }
    }
  }

  private async newPage(site: string): Promise<PooledPage> {
    const { userAgent, headers, remote, launchOptions } = this.options;
    const page = await this.pool.newPage({
      pageOptions: {
        userAgent,
        serviceWorkers: 'block',
        acceptDownloads: false,
        viewport: { width: 1280, height: 900 },
        // A browser that runs already learns of our proxy in no other way; the proxy checks certificates itself.
        ...(remote !== undefined && { ignoreHTTPSErrors: true, proxy: launchOptions.proxy }),
        ...(headers && { extraHTTPHeaders: { ...headers } }),
      },
    });
    return preparePage(page, site);
  }

  private async release(pooled: PooledPage): Promise<void> {
    const isReset = this.isReusable(pooled) && (await resetPage(pooled).catch(() => false));
    if (!isReset || this.closed) return this.discard(pooled);
    this.idle.push(pooled);
    const most = this.roomFor(MAX_IDLE);
    const surplus: PooledPage[] = [];
    while (this.idle.length > most) surplus.push(...this.idle.splice(leastUseful(this.idle), 1));
    await Promise.all(surplus.map((least) => this.discard(least)));
  }

  /** Closes a page, or retires its browser where that fails. Never throws. */
  private async discard({ page }: PooledPage): Promise<void> {
    try {
      await within(CLOSE_TIMEOUT_MS, 'the page does not close', () => page.close({ runBeforeUnload: false }));
    } catch {
      this.pool.retireBrowserByPage(page);
    }
  }
}

/** Place of the first page whose site has another one, or else of the longest unused. */
const leastUseful = (idle: readonly Pick<PooledPage, 'site'>[]): number =>
  Math.max(
    0,
    idle.findIndex(({ site }, at) => idle.findLastIndex((other) => other.site === site) > at),
  );

const closedError = (): Error => new Error('the browser is closed');
