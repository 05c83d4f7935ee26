import { BrowserPool, PlaywrightPlugin } from '@crawlee/browser-pool';
import {
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type LaunchOptions,
  type Page,
} from 'playwright-core';
import { type PooledPage, patience, preparePage, revive, resetPage } from './pooled-page.ts';
import { remoteChromium } from './remote-browser.ts';
import { boundRenderers } from './renderer-memory.ts';
import { settle, stoppingHungScripts } from './settle.ts';
import { type Effect, type EffectOptions, markPage, takeEffect } from './take-effect.ts';
import { within } from './within.ts';

export interface PagePoolOptions {
  readonly launchOptions: LaunchOptions;
  /** Pages open at once. */
  readonly pages: number;
  readonly userAgent: string;
  /** From navigation to the document being parsed. */
  readonly navigationTimeoutMs: number;
  /** At most this long for scripts and requests to come to rest after that. */
  readonly settleMs: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** DevTools address of a browser that is connected to instead of being started; it must reach the proxy. */
  readonly remote?: string;
}

export interface OpenPage {
  readonly page: Page;
  readonly session: CDPSession;
  /** Waits for the page to come to rest once more, after it was made to do something; at most `settleMs`. */
  settle(): Promise<void>;
  /** Takes down how the page stands. The answer waits until what is done to it from now on has taken effect. */
  mark(): Promise<(options: EffectOptions) => Promise<Effect>>;
  /** Keeps the page as it stands once the work is done, for `PagePool.revisit` by its owner. */
  hold(): void;
}

interface VisitOptions {
  readonly referrer?: string;
  /** Longest time for `work`; 10 s by default. */
  readonly workMs?: number;
  /** Whose page it is where its work asks to keep it as it stands. */
  readonly owner?: object;
}

interface HeldPage {
  readonly kept: PooledPage;
  readonly since: number;
}

/** What we use of Crawlee's browser pool; its own generics do not survive Playwright's core package. */
interface Pages {
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
/** Pages kept as they stand, beside those in use; the one kept longest gives way. */
const MOST_HELD = 4;
const LONGEST_HELD_MS = 120_000;
/** Playwright's own list (1.65): of two such switches the last one wins, so that ours repeats it. */
const OFF_BY_PLAYWRIGHT =
  'AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,TcpPortRandomizationWin,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch,msForceBrowserSignIn,msEdgeUpdateLaunchServicesPreferredVersion';
const POOL_FLAGS = [
  // No popup is even created; Playwright's own pages are.
  '--block-new-web-contents',
  // Chromium's headless shell does not isolate sites without this switch.
  '--site-per-process',
  // Where sites are kept apart a renderer is started ahead of every leaving of a page: a third more for a page.
  `--disable-features=${OFF_BY_PLAYWRIGHT},SpareRendererForSitePerProcess`,
  // A frame is used again for the next document of its site: a new one, with its own compositor, is a third of what a page
  // costs. Which sites share a process stays as it is. The last such switch wins; the other two names are Playwright's.
  '--enable-features=RenderDocument:level/crashed-frame,CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies',
];

/**
 * Pages of headless browsers, reused within a site and never shared between sites; nothing that one visit left behind
 * is there for the next. Crawlee's browser pool launches, watches and retires the browsers; dialogs, popups, downloads
 * and service workers of a page are refused.
 */
export class PagePool {
  private readonly pool: Pages;
  private readonly options: PagePoolOptions;
  private readonly idle: PooledPage[] = [];
  private readonly held = new Map<object, HeldPage>();
  private readonly waiters: { readonly go: () => void; readonly refuse: (error: Error) => void }[] = [];
  private readonly opening = new Set<Promise<unknown>>();
  private readonly retired = new WeakSet<object>();
  private readonly unbound: () => void;
  private busy = 0;
  private closed = false;

  constructor(options: PagePoolOptions) {
    this.options = options;
    const { launchOptions, remote } = options;
    this.pool = new BrowserPool({
      useFingerprints: false,
      maxOpenPagesPerBrowser: options.pages + 1 + MOST_HELD,
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
    }) as unknown as Pages;
    this.pool.on('browserRetired', (controller) => this.retired.add(controller));
    this.unbound = boundRenderers(() => this.busy > 0);
  }

  /**
   * Shows an address in a page of the site's own, waits until it has come to rest and hands it to `work`.
   * Visits wait for a free page in the order they came; each takes at most `navigationTimeoutMs + settleMs` and `workMs`, pages of much code more.
   * @throws what `work` throws, and when the page does not load, hangs or crashes, or the pool is closed
   */
  async visit<T>(
    site: string,
    url: string,
    work: (open: OpenPage) => Promise<T>,
    options: VisitOptions = {},
  ): Promise<T> {
    await this.takePlace();
    try {
      const kept = (await this.takeIdle(site)) ?? (await this.openPage(site));
      return await this.using(kept, options.owner, () => this.show(kept, url, work, options));
    } finally {
      this.leavePlace();
    }
  }

  /**
   * Hands the page that is held for its owner to `work`, as the work before left it.
   * @returns undefined where none is held (any more)
   * @throws as `visit`
   */
  async revisit<T>(
    owner: object,
    work: (open: OpenPage) => Promise<T>,
    { workMs = WORK_MS }: Pick<VisitOptions, 'workMs'> = {},
  ): Promise<T | undefined> {
    if (!this.held.has(owner)) return undefined;
    await this.takePlace();
    try {
      const kept = await this.takeHeld(owner);
      if (kept === undefined) return undefined;
      // An address that each question asks for once more is not one that is polled.
      kept.asked.clear();
      kept.visits++;
      return await this.using(kept, owner, () =>
        within(workMs, 'the page hung in the browser', () =>
          Promise.race([work(this.openPageOf(kept)), kept.gone]),
        ),
      );
    } finally {
      this.leavePlace();
    }
  }

  /** Ends every browser. Visits under way or waiting reject. */
  async close(): Promise<void> {
    this.closed = true;
    this.unbound();
    for (const { refuse } of this.waiters.splice(0)) refuse(closedError());
    // A browser that starts while the others are ended would be left over.
    await Promise.allSettled(this.opening);
    const held = [...this.held.values()].map(({ kept }) => kept);
    this.held.clear();
    await Promise.all([...this.idle.splice(0), ...held].map((kept) => this.discard(kept)));
    await this.pool.destroy();
  }

  private async takePlace(): Promise<void> {
    if (this.closed) throw closedError();
    if (this.busy < this.options.pages) {
      this.busy++;
      return;
    }
    await new Promise<void>((go, refuse) => this.waiters.push({ go, refuse }));
  }

  /** A page goes back to the idle ones, or is held, once its work is done; it is closed where that fails. */
  private async using<T>(kept: PooledPage, owner: object | undefined, use: () => Promise<T>): Promise<T> {
    kept.holds = false;
    const { heard } = kept;
    let result: T;
    try {
      result = await use();
    } catch (error) {
      await this.discard(kept);
      throw error;
    }
    // A page that a socket talks to changes by itself.
    if (kept.holds && owner !== undefined && kept.heard === heard) await this.hold(kept, owner);
    else await this.giveBack(kept);
    return result;
  }

  /** The place goes straight to whoever has waited longest, so that no newcomer can take it. */
  private leavePlace(): void {
    const next = this.waiters.shift();
    if (next === undefined) this.busy--;
    else next.go();
  }

  private show<T>(
    kept: PooledPage,
    url: string,
    work: (open: OpenPage) => Promise<T>,
    { referrer, workMs = WORK_MS }: VisitOptions,
  ): Promise<T> {
    const { navigationTimeoutMs, settleMs } = this.options;
    kept.visits++;
    const visit = async () => {
      await stoppingHungScripts(kept, async () => {
        const goTo = () =>
          kept.page.goto(url, {
            waitUntil: 'domcontentloaded',
            timeout: 0,
            ...(referrer !== undefined && { referer: referrer }),
          });
        await within(() => navigationTimeoutMs * patience(kept), `Timeout: ${url} does not load`, goTo);
        await settle(kept, settleMs);
      });
      return work(this.openPageOf(kept));
    };
    const most = () => (navigationTimeoutMs + settleMs) * patience(kept) + workMs;
    return within(most, `${url} hung in the browser`, () => Promise.race([visit(), kept.gone]));
  }

  private openPageOf(kept: PooledPage): OpenPage {
    const { page, session } = kept;
    return {
      page,
      session,
      settle: () => settle(kept, this.options.settleMs),
      mark: async () => {
        const before = await markPage(kept);
        return (effect: EffectOptions) => takeEffect(kept, before, effect);
      },
      hold: () => {
        kept.holds = true;
      },
    };
  }

  private async hold(kept: PooledPage, owner: object): Promise<void> {
    if (!this.isReusable(kept)) return this.discard(kept);
    const now = performance.now();
    this.held.set(owner, { kept, since: now });
    for (const [of, { kept: old, since }] of this.held) {
      if (this.held.size <= MOST_HELD && now - since < LONGEST_HELD_MS) continue;
      this.held.delete(of);
      await this.discard(old);
    }
  }

  private async takeHeld(owner: object): Promise<PooledPage | undefined> {
    const held = this.held.get(owner);
    if (held === undefined) return undefined;
    this.held.delete(owner);
    if (await this.isFit(held.kept)) return held.kept;
    await this.discard(held.kept);
    return undefined;
  }

  private isReusable(kept: PooledPage): boolean {
    return !this.closed && !kept.isGone && kept.visits < VISITS_PER_PAGE && !this.isRetired(kept);
  }

  private async takeIdle(site: string): Promise<PooledPage | undefined> {
    for (let at = 0; at < this.idle.length; at++) {
      const kept = this.idle[at] as PooledPage;
      if (kept.site !== site) continue;
      this.idle.splice(at--, 1);
      if (await this.isFit(kept)) return kept;
      await this.discard(kept);
    }
    return undefined;
  }

  /** Its browser may have died, or been retired, while the page waited. */
  private async isFit(kept: PooledPage): Promise<boolean> {
    if (this.isRetired(kept) || kept.isGone) return false;
    const answer = within(1_000, 'no answer', () => Promise.race([revive(kept), kept.gone]));
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
    while (this.idle.length + this.busy > this.options.pages) {
      const stranger = this.idle.shift();
      if (stranger === undefined) break;
      await this.discard(stranger);
    }
    for (let attempt = 1; ; attempt++) {
      if (this.closed) throw closedError();
      const opened = this.newPage(site);
      this.opening.add(opened);
      try {
        return await opened;
      } catch (error) {
        // The pool learns that a browser has died by asking it for a page; the next one is of a new browser.
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

  private async giveBack(kept: PooledPage): Promise<void> {
    const wiped = this.isReusable(kept) && (await resetPage(kept).catch(() => false));
    if (wiped && !this.closed) this.idle.push(kept);
    else await this.discard(kept);
  }

  /** Never throws: a page that cannot be closed goes with its browser. */
  private async discard({ page }: PooledPage): Promise<void> {
    try {
      await within(CLOSE_TIMEOUT_MS, 'the page does not close', () => page.close({ runBeforeUnload: false }));
    } catch {
      this.pool.retireBrowserByPage(page);
    }
  }
}

const closedError = (): Error => new Error('the browser is closed');
