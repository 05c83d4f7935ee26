import type { CDPSession } from 'playwright';
import { awakeNow } from '../threads/index.ts';
import { evaluate, evaluateIsolated } from './isolated-world.ts';
import { CHANGING_ELEMENTS, PAGE_STATE } from './page-timers.ts';
import { isSocketActive, type PooledPage, timeFactor } from './pooled-page.ts';
import { within } from './within.ts';

const POLL_MS = 20;
/** While requests are open, a page is only asked each so many checks whether it grows without end. */
const LOOKS_SKIPPED = 10;
/** Longest time to wait for pictures and frames. */
const LOAD_MS = 2_000;
/** Longest time to wait for chains of timers. */
const TIMERS_MS = 1_500;
/** A longer request counts as held open by the server. */
const MAX_REQUEST_MS = 2_500;
/** A page with more navigations in one visit is in a redirect loop. */
const MAX_DOCUMENTS = 5;
/** A page with fewer elements has shown nothing yet: its socket gets all the time that sockets are waited for, ms. */
const FEW_ELEMENTS = 150;
const SOCKETS_MS = 1_500;
/** A page with more elements is frozen: no more are read, and each takes memory. */
const MAX_ELEMENTS = 300_000;
/** Scripts that block the page for this long are stopped. */
const HANG_MS = 4_000;
const LAST_STATE_MS = 1_000;

interface PageState {
  readonly seen: string;
  readonly loaded: boolean;
  /** It has elements that could change it or navigate. */
  readonly moves: boolean;
  readonly elements: number;
  readonly timers: number;
}

/** Reads the state of a document without our script. Uses prototypes, because a form field named `readyState` shadows the property. */
const ISOLATED_PAGE_STATE = `(() => {
  const { get: state } = Object.getOwnPropertyDescriptor(Document.prototype, 'readyState');
  const { querySelector, getElementsByTagName } = Document.prototype;
  const moves = querySelector.call(document, ${JSON.stringify(CHANGING_ELEMENTS)}) !== null;
  const elements = getElementsByTagName.call(document, '*').length;
  return [performance.timeOrigin, Number(state.call(document) === 'complete'), Number(moves), elements, 0].join(' ');
})()`;

/**
 * Waits until the page has settled, or time is up. Settled means: loaded, no open request that may bring content, no socket that has just brought
 * something, no pending timer of at most one second, and an equal number of elements in two checks 20 ms apart. A page without scripts
 * and frames has settled when it has loaded.
 *
 * Time is up after `restMs`, later for pages of much code. Limits within that time: 2 s for loading, 1.5 s for timers (and timers they set, three deep), 1.5 s for sockets, 2.5 s for one request
 * (an address asked for more than ten times is polled and not waited for), four moves to other addresses, 300,000 elements.
 */
export async function settle(pooled: PooledPage, settleMs: number): Promise<void> {
  const began = awakeNow();
  let before = '';
  let onSockets = 0;
  for (let [spent, look] = [0, 0]; spent < settleMs * timeFactor(pooled); spent = awakeNow() - began) {
    const skipped = hasOpenRequests(pooled) && look++ % LOOKS_SKIPPED !== 0;
    const state = skipped ? undefined : await readPageState(pooled, TIMERS_MS - spent);
    if (pooled.documents > MAX_DOCUMENTS || (state?.elements ?? 0) > MAX_ELEMENTS) return freeze(pooled);
    if (state === undefined) before = '';
    else {
      const works = hasOpenRequests(pooled) || state.timers > 0 || !(state.loaded || spent > LOAD_MS);
      const listens =
        !works &&
        onSockets < SOCKETS_MS &&
        isSocketActive(pooled, state.elements < FEW_ELEMENTS ? SOCKETS_MS : undefined);
      if (listens) onSockets += awakeNow() - began - spent + POLL_MS;
      const busy = works || listens;
      if (!busy && (!state.moves || state.seen === before)) return;
      before = busy ? '' : state.seen;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Checks for an open request that is not held open by the server. */
export function hasOpenRequests({ openRequests }: PooledPage, longestMs = MAX_REQUEST_MS): boolean {
  const now = awakeNow();
  for (const since of openRequests.values()) if (now - since < longestMs) return true;
  return false;
}

/** Reads the state of a page, with its timers that are due within `timersMs`. @returns undefined during a navigation */
export async function readPageState({ session }: PooledPage, timersMs = 0): Promise<PageState | undefined> {
  try {
    const own = await evaluate(session, `${PAGE_STATE}(${timersMs})`);
    const { value } =
      typeof own.value === 'string' ? own : await evaluateIsolated(session, ISOLATED_PAGE_STATE);
    const [document, loaded = 0, moves = 0, elements = 0, timers = 0] = String(value).split(' ').map(Number);
    if (document === undefined || Number.isNaN(document)) return undefined;
    return { seen: `${document} ${elements}`, loaded: loaded === 1, moves: moves === 1, elements, timers };
  } catch {
    return undefined;
  }
}

/** Stops a page with a redirect loop or endless growth at its next loaded document. */
async function freeze(pooled: PooledPage): Promise<void> {
  const { session } = pooled;
  await session.send('Emulation.setScriptExecutionDisabled', { value: true });
  for (let looks = 0; looks < LAST_STATE_MS / POLL_MS; looks++) {
    const state = await readPageState(pooled);
    if (state?.loaded === true) break;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  await session.send('Page.stopLoading');
}

/** Terminates the running script, also in an endless loop, and disables scripts. */
async function stopScripts(session: CDPSession): Promise<void> {
  const off = session.send('Emulation.setScriptExecutionDisabled', { value: true });
  off.catch(() => undefined);
  await within(LAST_STATE_MS, 'scripts do not stop', () => session.send('Runtime.terminateExecution')).catch(
    () => undefined,
  );
}

/** Stops blocking scripts and disables scripts then, so that a document can be read although a script of it never ends. */
export async function stoppingHungScripts<T>(pooled: PooledPage, work: () => Promise<T>): Promise<T> {
  const { session } = pooled;
  let over = false;
  const guard = async () => {
    for (;;) {
      for (let i = 0; i < 10 && !over; i++) await new Promise((resolve) => setTimeout(resolve, 50));
      if (over) return;
      // An error counts as an answer: the page is gone.
      const ping = () => evaluate(session, '0').catch(() => undefined);
      const answers = await within(() => HANG_MS * timeFactor(pooled), 'no answer', ping).then(
        () => true,
        () => false,
      );
      if (!answers && !over) await stopScripts(session);
    }
  };
  guard().catch(() => undefined);
  try {
    return await work();
  } finally {
    over = true;
  }
}
