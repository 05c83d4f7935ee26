import { BrowserPool, PlaywrightPlugin } from '@crawlee/browser-pool';
import {
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type LaunchOptions,
  type Page,
  type Request,
} from 'playwright-core';

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
}

export interface OpenPage {
  readonly page: Page;
  readonly session: CDPSession;
}

/** What we use of Crawlee's browser pool; its own generics do not survive Playwright's core package. */
interface Pages {
  newPage(options: { pageOptions: BrowserContextOptions }): Promise<Page>;
  retireBrowserByPage(page: Page): void;
  destroy(): Promise<void>;
}

interface PooledPage extends OpenPage {
  readonly site: string;
  visits: number;
  readonly pending: Set<Request>;
  crashed: boolean;
}

/** Visits after which a page and its context are closed: Playwright frees a context's objects only then. */
const VISITS_PER_PAGE = 40;
const PAGES_PER_BROWSER = 200;
const QUIET_MS = 120;
const CLOSE_TIMEOUT_MS = 5_000;

/**
 * Pages of headless browsers, reused within a site and never shared between sites. Crawlee's browser pool launches,
 * watches and retires the browsers; dialogs, popups, downloads and service workers of a page are refused.
 */
export class PagePool {
  private readonly pool: Pages;
  private readonly options: PagePoolOptions;
  private readonly idle: PooledPage[] = [];
  private readonly waiters: (() => void)[] = [];
  private busy = 0;

  constructor(options: PagePoolOptions) {
    this.options = options;
    this.pool = new BrowserPool({
      useFingerprints: false,
      maxOpenPagesPerBrowser: options.pages + 1,
      retireBrowserAfterPageCount: PAGES_PER_BROWSER,
      operationTimeoutSecs: 30,
      browserPlugins: [
        new PlaywrightPlugin(chromium, { launchOptions: options.launchOptions, useIncognitoPages: true }),
      ],
    }) as unknown as Pages;
  }

  /**
   * Shows an address in a page of the site's own, waits until it has come to rest and hands it to `work`.
   * @throws what `work` throws, and when the page does not load, hangs or crashes
   */
  async visit<T>(
    site: string,
    url: string,
    work: (open: OpenPage) => Promise<T>,
    referrer?: string,
  ): Promise<T> {
    await this.place();
    let pooled: PooledPage | undefined;
    try {
      pooled = this.takeIdle(site) ?? (await this.openPage(site));
      const page = pooled;
      const { navigationTimeoutMs, settleMs } = this.options;
      const result = await within(
        navigationTimeoutMs + settleMs + 10_000,
        `${url} hung in the browser`,
        async () => {
          page.visits++;
          await page.page.goto(url, {
            waitUntil: 'domcontentloaded',
            timeout: navigationTimeoutMs,
            ...(referrer !== undefined && { referer: referrer }),
          });
          await this.settle(page);
          return work(page);
        },
      );
      await this.giveBack(pooled);
      pooled = undefined;
      return result;
    } finally {
      if (pooled !== undefined) await this.discard(pooled);
      this.busy--;
      this.waiters.shift()?.();
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.idle.splice(0).map((pooled) => this.discard(pooled)));
    await this.pool.destroy();
  }

  private async place(): Promise<void> {
    while (this.busy >= this.options.pages) await new Promise<void>((resolve) => this.waiters.push(resolve));
    this.busy++;
  }

  private takeIdle(site: string): PooledPage | undefined {
    const at = this.idle.findIndex((pooled) => pooled.site === site && !pooled.crashed);
    return at < 0 ? undefined : this.idle.splice(at, 1)[0];
  }

  private async openPage(site: string): Promise<PooledPage> {
    while (this.idle.length + this.busy > this.options.pages) {
      const stranger = this.idle.shift();
      if (stranger === undefined) break;
      await this.discard(stranger);
    }
    const page = await this.pool.newPage({
      pageOptions: {
        userAgent: this.options.userAgent,
        serviceWorkers: 'block',
        acceptDownloads: false,
        viewport: { width: 1280, height: 900 },
        ...(this.options.headers && { extraHTTPHeaders: { ...this.options.headers } }),
      },
    });
    const session = await page.context().newCDPSession(page);
    const pooled: PooledPage = { site, page, session, visits: 0, pending: new Set(), crashed: false };
    watch(pooled);
    return pooled;
  }

  /** Waits until the page has loaded, asks for nothing and its document stands still; or until time is up. */
  private async settle({ page, pending }: PooledPage): Promise<void> {
    const end = Date.now() + this.options.settleMs;
    await page.waitForLoadState('load', { timeout: this.options.settleMs }).catch(() => undefined);
    let size = -1;
    while (Date.now() < end) {
      const now = await page.evaluate('document.getElementsByTagName("*").length');
      if (pending.size === 0 && now === size) return;
      size = Number(now);
      await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    }
  }

  private async giveBack(pooled: PooledPage): Promise<void> {
    if (pooled.crashed || pooled.visits >= VISITS_PER_PAGE || this.waiters.length > this.options.pages * 4) {
      return this.discard(pooled);
    }
    try {
      // What one page left behind must not change what the next one shows, whatever their order.
      await within(CLOSE_TIMEOUT_MS, 'page does not leave', async () => {
        await pooled.page.goto('about:blank', { waitUntil: 'commit', timeout: CLOSE_TIMEOUT_MS });
        await pooled.page.context().clearCookies();
      });
      pooled.pending.clear();
      this.idle.push(pooled);
    } catch {
      await this.discard(pooled);
    }
  }

  private async discard(pooled: PooledPage): Promise<void> {
    try {
      await within(CLOSE_TIMEOUT_MS, 'page does not close', () =>
        pooled.page.close({ runBeforeUnload: false }),
      );
    } catch {
      this.pool.retireBrowserByPage(pooled.page);
    }
  }
}

function watch(pooled: PooledPage): void {
  const { page, pending } = pooled;
  page.on('request', (request) => pending.add(request));
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  page.on('crash', () => {
    pooled.crashed = true;
  });
  page.on('dialog', (dialog) => {
    const answer = dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss();
    answer.catch(() => undefined);
  });
  page.on('popup', (popup) => {
    popup.close().catch(() => undefined);
  });
}

async function within<T>(ms: number, complaint: string, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${complaint} (${ms} ms)`)), ms);
  });
  const running = work();
  running.catch(() => undefined);
  try {
    return await Promise.race([running, late]);
  } finally {
    clearTimeout(timer);
  }
}
