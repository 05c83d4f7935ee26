import type { CDPSession, Page, Request } from 'playwright-core';
import { evaluate, evaluateApart, forgetWorld } from './isolated-world.ts';
import { countTimers, LOOK, MOVERS, TIMERS_TO_COME } from './page-timers.ts';
import { within } from './within.ts';

/** A page of the pool with what its visit has done so far. */
export interface PooledPage {
  readonly page: Page;
  readonly session: CDPSession;
  readonly site: string;
  visits: number;
  /** Requests under way that may bring content, and since when. */
  readonly asking: Map<Request, number>;
  /** How often each address, its query aside, has been asked for in this visit. */
  readonly asked: Map<string, number>;
  /** When a message came by a socket last. */
  heard: number;
  /** Bytes of documents and scripts that have come in this visit, as far as their answers say. */
  weight: number;
  /** Documents that the main frame has shown in this visit. */
  documents: number;
  /** The same of all its frames. */
  shown: number;
  /** Origins of all documents of this visit, frames included. */
  readonly origins: Set<string>;
  /** Rejects when the page has crashed or is closed; never resolves. */
  readonly gone: Promise<never>;
  isGone: boolean;
  /** The work under way wants it kept as it stands. */
  holds: boolean;
}

const LONGEST_TIMER_MS = 1_000;
const DEEPEST_TIMER = 3;
/** Kinds of requests whose answers can build forms or links; pictures, fonts and beacons cannot. */
const BRINGS_CONTENT = new Set(['document', 'script', 'stylesheet', 'xhr', 'fetch']);
/** An address asked for more often than this in one visit is polled: its answers are not waited for. */
const POLLED = 10;
const BUILDS = new Set(['document', 'script']);
/** For so many bytes of code a page is given once more the time of a page without any. */
const BYTES_A_TURN = 1_500_000;
const MOST_PATIENCE = 6;
const LEAVE_TIMEOUT_MS = 5_000;

/**
 * By how much the limits on a page's time are longer for the code it brings: an application of some megabytes works for
 * seconds before it shows anything, and is not to be taken for one that hangs.
 */
export const patience = ({ weight }: Pick<PooledPage, 'weight'>): number =>
  Math.min(MOST_PATIENCE, 1 + weight / BYTES_A_TURN);

/** Lets scripts run again in a page that has been wiped. @throws when the page is gone */
export const revive = ({ session }: PooledPage): Promise<unknown> =>
  session.send('Emulation.setScriptExecutionDisabled', { value: false });

/** Readies a new page: its dialogs and popups are refused, its timers counted, its requests and documents watched. */
export async function preparePage(page: Page, site: string): Promise<PooledPage> {
  await page.addInitScript(countTimers, {
    name: TIMERS_TO_COME,
    look: LOOK,
    movers: MOVERS,
    longestMs: LONGEST_TIMER_MS,
    deepest: DEEPEST_TIMER,
  });
  const session = await page.context().newCDPSession(page);
  const gone = goneOf(page);
  const kept: PooledPage = {
    page,
    session,
    site,
    visits: 0,
    asking: new Map(),
    asked: new Map(),
    heard: 0,
    weight: 0,
    documents: 0,
    shown: 0,
    origins: new Set(),
    gone,
    isGone: false,
    holds: false,
  };
  gone.catch(() => {
    kept.isGone = true;
  });
  watch(kept);
  return kept;
}

function goneOf(page: Page): Promise<never> {
  return new Promise((_, reject) => {
    page.on('crash', () => reject(new Error('the page crashed')));
    page.on('close', () => reject(new Error('the page was closed')));
  });
}

function watch(kept: PooledPage): void {
  const { page, asking, asked, origins } = kept;
  page.on('request', (request) => {
    if (!BRINGS_CONTENT.has(request.resourceType())) return;
    const address = request
      .url()
      .slice(0, 2_000)
      .replace(/[?#].*$/s, '');
    const times = (asked.get(address) ?? 0) + 1;
    asked.set(address, times);
    if (times <= POLLED) asking.set(request, performance.now());
  });
  page.on('requestfinished', (request) => asking.delete(request));
  page.on('requestfailed', (request) => asking.delete(request));
  page.on('websocket', (socket) => {
    socket.on('framereceived', () => {
      kept.heard = performance.now();
    });
  });
  page.on('response', (response) => {
    if (!BUILDS.has(response.request().resourceType())) return;
    const length = Number(response.headers()['content-length'] ?? 0);
    if (Number.isSafeInteger(length)) kept.weight += length;
  });
  page.on('framenavigated', (frame) => {
    const url = URL.parse(frame.url());
    if (url !== null && /^https?:$/.test(url.protocol)) origins.add(url.origin);
    kept.shown++;
    if (frame === page.mainFrame()) kept.documents++;
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
 * Leaves the address and wipes what it left behind: cookies, every kind of storage, the window's name, the history.
 * What one page left must not change what the next one shows, whatever their order. Its scripts are off until {@link revive}.
 * @returns false where something may be left: storage of another origin cannot be wiped with certainty
 * @throws when the page does not answer in time
 */
export async function resetPage(kept: PooledPage): Promise<boolean> {
  const { page, session, origins } = kept;
  const [origin, another] = origins;
  if (another !== undefined) return false;
  return await within(LEAVE_TIMEOUT_MS, 'the page does not leave', async () => {
    // Handlers of the page must not write again while it goes.
    await Promise.all([
      session.send('Emulation.setScriptExecutionDisabled', { value: true }),
      evaluateApart(session, 'sessionStorage.clear()'),
    ]);
    await page.goto('about:blank', { waitUntil: 'commit', timeout: LEAVE_TIMEOUT_MS });
    forgetWorld(session);
    // No script has run in this document, so that nothing stands between.
    await evaluate(session, `globalThis.name = ''`);
    const [, , , { entries }] = await Promise.all([
      page.context().clearCookies(),
      origin === undefined
        ? undefined
        : session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' }),
      session.send('Page.resetNavigationHistory'),
      session.send('Page.getNavigationHistory'),
    ]);
    // The renderer may tell of the new document before the browser knows of it.
    if (entries.length !== 1) return false;
    kept.asking.clear();
    kept.asked.clear();
    origins.clear();
    kept.documents = 0;
    kept.weight = 0;
    return true;
  });
}
