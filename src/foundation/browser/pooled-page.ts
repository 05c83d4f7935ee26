import type { CDPSession, Page, Request, WebSocket } from 'playwright';
import { awakeNow } from '../threads/index.ts';
import { evaluate, evaluateIsolated, forgetWorld } from './isolated-world.ts';
import { CHANGING_ELEMENTS, countTimers, PAGE_STATE, PENDING_TIMERS } from './page-timers.ts';
import { within } from './within.ts';

export interface PooledPage {
  readonly page: Page;
  readonly session: CDPSession;
  readonly site: string;
  visits: number;
  /** Open requests that may bring content, with their start times. */
  readonly openRequests: Map<Request, number>;
  /** Number of requests for each address without query in this visit. */
  readonly requestCounts: Map<string, number>;
  lastSocketMessage: number;
  /** Open sockets that have brought nothing yet, with their start times. */
  readonly silentSockets: Map<WebSocket, number>;
  /** Bytes of documents and scripts received in this visit, by Content-Length. */
  codeBytes: number;
  documents: number;
  frameDocuments: number;
  /** Origins of all documents of this visit, frames included. */
  readonly origins: Set<string>;
  /** Rejects when the page has crashed or is closed; never resolves. */
  readonly gone: Promise<never>;
  isGone: boolean;
  /** The running work asked to hold it. */
  holdRequested: boolean;
}

/** Time a page gets for a socket that it opens, and to process a message, ms. */
const SOCKET_MS = 400;
const MAX_TIMER_MS = 1_000;
const MAX_TIMER_DEPTH = 3;
/** Resource types that can bring forms or links. */
const BRINGS_CONTENT = new Set(['document', 'script', 'stylesheet', 'xhr', 'fetch']);
/** An address with more requests in one visit is polled; its answers are not waited for. */
const MAX_REQUESTS_PER_ADDRESS = 10;
const BUILDS = new Set(['document', 'script']);
/** Bytes of code that extend the time limits of a page by its base time. */
const BYTES_PER_FACTOR = 1_500_000;
const MAX_FACTOR = 6;
const LEAVE_TIMEOUT_MS = 5_000;

/** Tells whether a socket has just been opened, or brought a message. */
export function isSocketActive({ lastSocketMessage, silentSockets }: PooledPage, ms = SOCKET_MS): boolean {
  const since = awakeNow() - ms;
  for (const start of silentSockets.values()) if (start > since) return true;
  return lastSocketMessage > since;
}

/** Extends time limits by the code of a page: a large application runs for seconds before it shows anything. */
export const timeFactor = ({ codeBytes: weight }: Pick<PooledPage, 'codeBytes'>): number =>
  Math.min(MAX_FACTOR, 1 + weight / BYTES_PER_FACTOR);

/** Enables scripts again in a reset page. @throws when the page is gone */
export const revive = ({ session }: PooledPage): Promise<unknown> =>
  session.send('Emulation.setScriptExecutionDisabled', { value: false });

/** Prepares a new page: refuses dialogs and popups, counts timers, watches requests and documents. */
export async function preparePage(page: Page, site: string): Promise<PooledPage> {
  await page.addInitScript(countTimers, {
    name: PENDING_TIMERS,
    look: PAGE_STATE,
    movers: CHANGING_ELEMENTS,
    longestMs: MAX_TIMER_MS,
    deepest: MAX_TIMER_DEPTH,
  });
  const session = await page.context().newCDPSession(page);
  const gone = goneOf(page);
  const pooled: PooledPage = {
    page,
    session,
    site,
    visits: 0,
    openRequests: new Map(),
    requestCounts: new Map(),
    lastSocketMessage: 0,
    silentSockets: new Map(),
    codeBytes: 0,
    documents: 0,
    frameDocuments: 0,
    origins: new Set(),
    gone,
    isGone: false,
    holdRequested: false,
  };
  gone.catch(() => {
    pooled.isGone = true;
  });
  watch(pooled);
  return pooled;
}

function goneOf(page: Page): Promise<never> {
  return new Promise((_, reject) => {
    page.on('crash', () => reject(new Error('the page crashed')));
    page.on('close', () => reject(new Error('the page was closed')));
  });
}

function watch(pooled: PooledPage): void {
  const { page, openRequests, requestCounts: asked, silentSockets, origins } = pooled;
  page.on('request', (request) => {
    if (!BRINGS_CONTENT.has(request.resourceType())) return;
    const address = request
      .url()
      .slice(0, 2_000)
      .replace(/[?#].*$/s, '');
    const times = (asked.get(address) ?? 0) + 1;
    asked.set(address, times);
    if (times <= MAX_REQUESTS_PER_ADDRESS) openRequests.set(request, awakeNow());
  });
  page.on('requestfinished', (request) => openRequests.delete(request));
  page.on('requestfailed', (request) => openRequests.delete(request));
  page.on('websocket', (socket) => {
    silentSockets.set(socket, awakeNow());
    socket.on('framereceived', () => {
      silentSockets.delete(socket);
      pooled.lastSocketMessage = awakeNow();
    });
    // Nothing comes from one that was refused.
    socket.on('close', () => silentSockets.delete(socket));
  });
  page.on('response', (response) => {
    if (!BUILDS.has(response.request().resourceType())) return;
    const length = Number(response.headers()['content-length'] ?? 0);
    if (Number.isSafeInteger(length)) pooled.codeBytes += length;
  });
  page.on('framenavigated', (frame) => {
    const url = URL.parse(frame.url());
    if (url !== null && /^https?:$/.test(url.protocol)) origins.add(url.origin);
    pooled.frameDocuments++;
    if (frame === page.mainFrame()) pooled.documents++;
  });
  page.on('dialog', (dialog) => {
    const answer = dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss();
    answer.catch(() => undefined);
  });
  page.context().on('page', (popup) => {
    if (popup !== page) popup.close().catch(() => undefined);
  });
}

/**
 * Leaves the address and clears cookies, every kind of storage, the window's name and the history, so that no visit
 * depends on earlier ones. Scripts are off until {@link revive}.
 * @returns false where data may be left: storage of a second origin cannot be cleared reliably
 * @throws when the page does not answer in time
 */
export async function resetPage(pooled: PooledPage): Promise<boolean> {
  const { page, session, origins } = pooled;
  const [origin, another] = origins;
  if (another !== undefined) return false;
  return await within(LEAVE_TIMEOUT_MS, 'the page does not leave', async () => {
    // Handlers of the page must not write while it is left.
    await Promise.all([
      session.send('Emulation.setScriptExecutionDisabled', { value: true }),
      evaluateIsolated(session, 'sessionStorage.clear()'),
    ]);
    await page.goto('about:blank', { waitUntil: 'commit', timeout: LEAVE_TIMEOUT_MS });
    forgetWorld(session);
    // No script has run in this document, so its globals are unchanged.
    await evaluate(session, `globalThis.name = ''`);
    const [, , , { entries }] = await Promise.all([
      page.context().clearCookies(),
      origin === undefined
        ? undefined
        : session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' }),
      session.send('Page.resetNavigationHistory'),
      session.send('Page.getNavigationHistory'),
    ]);
    // The renderer may report the new document before the browser does.
    if (entries.length !== 1) return false;
    pooled.openRequests.clear();
    pooled.requestCounts.clear();
    pooled.silentSockets.clear();
    origins.clear();
    pooled.documents = 0;
    pooled.codeBytes = 0;
    return true;
  });
}
