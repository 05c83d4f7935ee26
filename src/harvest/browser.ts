import { findBrowser, launchOptions, PagePool } from '../browser/index.ts';
import { type BrowserProxy, type Egress, startBrowserProxy } from '../web/index.ts';
import type { ResolvedOptions } from './options.ts';
import { userAgent } from './user-agent.ts';

export interface CrawlBrowser {
  readonly pages: PagePool;
  readonly proxy: BrowserProxy;
}

export class NoBrowserError extends Error {
  override readonly name = 'NoBrowserError';
}

/**
 * Readies a browser whose every request leaves through the egress; it starts when the first page needs it.
 * @throws {NoBrowserError} when there is none; a harvest without one would miss forms and not say so
 */
export async function openBrowser(
  options: ResolvedOptions,
  egress: Egress,
  closing: (() => Promise<unknown>)[],
): Promise<CrawlBrowser> {
  const search = await findBrowser();
  if (search.found === undefined) {
    throw new NoBrowserError(
      `${search.problem}. ${search.advice} Or read pages over HTTP alone with --render never.`,
    );
  }
  const proxy = await startBrowserProxy(egress);
  closing.push(() => proxy.close());
  const base = launchOptions(search.found);
  const pages = new PagePool({
    launchOptions: {
      ...base,
      args: [...(base.args ?? []), ...proxy.launchArgs],
      proxy: { server: proxy.url, bypass: '<-loopback>' },
    },
    pages: options.renderPages,
    userAgent: userAgent(options.contact),
    navigationTimeoutMs: Math.min(options.timeoutMs, 15_000),
    settleMs: 4_000,
  });
  closing.push(() => pages.close());
  return { pages, proxy };
}
