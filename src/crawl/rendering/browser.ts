import { availableParallelism } from 'node:os';
import {
  connectRemote,
  findBrowser,
  launchOptions,
  openPagePool,
  type PagePool,
  RemoteBrowserError,
  remoteAddress,
} from '../../foundation/browser/index.ts';
import { FieldfareError } from '../../foundation/errors/index.ts';
import type { BrowserProxy, HttpClient } from '../../foundation/http/index.ts';
import type { ResolvedOptions } from '../settings/index.ts';
import { userAgent } from '../settings/index.ts';

export interface CrawlBrowser {
  readonly pages: PagePool;
  readonly proxy: BrowserProxy;
}

export class NoBrowserError extends FieldfareError {
  readonly code = 'no-browser';
  override readonly httpStatus = 503;
}

/** Pages shown at once; the more the machine is idle, the more of them. */
const LEAST_PAGES = 2;
const MOST_PAGES = 16;

/**
 * Readies a browser whose every request leaves through the egress; it starts when the first page needs it.
 * @throws {NoBrowserError} when there is none; a harvest without one would miss forms and not say so
 */
export async function openBrowser(
  options: ResolvedOptions,
  egress: HttpClient,
  closing: (() => Promise<unknown>)[],
): Promise<CrawlBrowser> {
  const remote = await reachableRemote();
  const base = remote === undefined ? await localLaunch() : {};
  const { startBrowserProxy } = await import('../../foundation/http/index.ts');
  const proxy = await startBrowserProxy(egress, options.browserMedia ? { skip: [] } : {});
  closing.push(() => proxy.close());
  const pages = await openPagePool({
    launchOptions: {
      ...base,
      args: [...(base.args ?? []), ...proxy.launchArgs],
      proxy: { server: proxy.url, bypass: '<-loopback>' },
    },
    ...(remote !== undefined && { remote }),
    pages: options.renderPages ?? LEAST_PAGES,
    mostPages: options.renderPages ?? Math.min(MOST_PAGES, 3 * availableParallelism()),
    userAgent: userAgent(options.contact),
    navigationTimeoutMs: Math.min(options.timeoutMs, 15_000),
    settleMs: 4_000,
  });
  closing.push(() => pages.close());
  return { pages, proxy };
}

async function localLaunch(): Promise<ReturnType<typeof launchOptions>> {
  const search = await findBrowser();
  if (search.found !== undefined) return launchOptions(search.found);
  throw new NoBrowserError(
    `${search.problem}. ${search.advice} Or read pages over HTTP alone with --render never.`,
  );
}

/** Asked once at the start: a harvest whose browser never answers would miss forms page by page. */
async function reachableRemote(): Promise<string | undefined> {
  try {
    const address = remoteAddress();
    if (address !== undefined) await (await connectRemote(address)).close();
    return address;
  } catch (error) {
    if (!(error instanceof RemoteBrowserError)) throw error;
    throw new NoBrowserError(
      `${error.message}. Start one with --remote-debugging-port, or unset FIELDFARE_BROWSER_WS.`,
    );
  }
}
