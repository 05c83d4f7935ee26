import type { CDPSession } from 'playwright-core';
import { type PooledPage, patience } from './pooled-page.ts';
import { evaluate, evaluateApart } from './isolated-world.ts';
import { LOOK, MOVERS } from './page-timers.ts';
import { within } from './within.ts';

/** Between two looks at a page. */
const LOOK_EVERY_MS = 20;
/** Pictures and frames that never end loading are not waited for longer than this. */
const LOAD_MS = 2_000;
/** Timers that set timers are not waited for longer than this. */
const TIMERS_MS = 1_500;
/** A request that takes longer than this is taken for one that a server holds open. */
const LONGEST_REQUEST_MS = 2_500;
/** A page that sends itself elsewhere more often than this in one visit is going round in circles. */
const MOST_DOCUMENTS = 5;
/** A page with more elements than this is held as it stands: it is read no further than that, and each takes memory. */
const MOST_ELEMENTS = 300_000;
/** Scripts that let nothing else run for this long are stopped. */
const HANG_MS = 4_000;
const LAST_LOOK_MS = 1_000;

interface Look {
  /** Which document it is, and how many elements it has. */
  readonly seen: string;
  readonly loaded: boolean;
  /** Whether there is anything in it that could change it, or lead elsewhere. */
  readonly moves: boolean;
  readonly elements: number;
  /** Short ones that are to come. */
  readonly timers: number;
}

/** For a document in which no script of ours has run either. Taken from prototypes: a form field named `readyState` would stand before them. */
const LOOK_APART = `(() => {
  const { get: state } = Object.getOwnPropertyDescriptor(Document.prototype, 'readyState');
  const { querySelector, getElementsByTagName } = Document.prototype;
  const moves = querySelector.call(document, ${JSON.stringify(MOVERS)}) !== null;
  const elements = getElementsByTagName.call(document, '*').length;
  return [performance.timeOrigin, Number(state.call(document) === 'complete'), Number(moves), elements, 0].join(' ');
})()`;

/**
 * Waits until the page has come to rest, or time is up. At rest means: loaded, no request under way that may bring
 * content, no timer to come that was set for at most one second, and no element more or less between two looks 20 ms
 * apart. A page without scripts and frames rests as soon as it has loaded.
 *
 * Time is up after `restMs`, later for pages of much code. Limits within that time: 2 s for loading, 1.5 s for timers (and timers they set, three deep), 2.5 s for one request
 * (an address asked for more than ten times is polled and not waited for), four moves to other addresses, 300,000 elements.
 */
export async function settle(kept: PooledPage, restMs: number): Promise<void> {
  const began = performance.now();
  let before = '';
  for (let spent = 0; spent < restMs * patience(kept); spent = performance.now() - began) {
    const look = await lookAt(kept);
    if (kept.documents > MOST_DOCUMENTS || (look?.elements ?? 0) > MOST_ELEMENTS) return stay(kept);
    if (look !== undefined) {
      const building = look.timers > 0 && spent <= TIMERS_MS;
      const busy = asks(kept) || building || !(look.loaded || spent > LOAD_MS);
      if (!busy && (!look.moves || look.seen === before)) return;
      before = busy ? '' : look.seen;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** Whether a request is under way that no server holds open. */
export function asks({ asking }: PooledPage, longestMs = LONGEST_REQUEST_MS): boolean {
  const now = performance.now();
  for (const since of asking.values()) if (now - since < longestMs) return true;
  return false;
}

/** @returns undefined while one document gives way to the next */
export async function lookAt({ session }: PooledPage): Promise<Look | undefined> {
  try {
    const own = await evaluate(session, `${LOOK}()`);
    const { value } = typeof own.value === 'string' ? own : await evaluateApart(session, LOOK_APART);
    const [document, loaded = 0, moves = 0, elements = 0, timers = 0] = String(value).split(' ').map(Number);
    if (document === undefined || Number.isNaN(document)) return undefined;
    return { seen: `${document} ${elements}`, loaded: loaded === 1, moves: moves === 1, elements, timers };
  } catch {
    return undefined;
  }
}

/** Holds a page that goes round in circles, or grows without end, at its next document that has loaded. */
async function stay(kept: PooledPage): Promise<void> {
  const { session } = kept;
  await session.send('Emulation.setScriptExecutionDisabled', { value: true });
  for (let looks = 0; looks < LAST_LOOK_MS / LOOK_EVERY_MS; looks++) {
    const look = await lookAt(kept);
    if (look?.loaded === true) break;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  await session.send('Page.stopLoading');
}

/** Ends the script that runs, in the middle of an endless loop too, and lets no other one start. */
async function stopScripts(session: CDPSession): Promise<void> {
  const off = session.send('Emulation.setScriptExecutionDisabled', { value: true });
  off.catch(() => undefined);
  await within(LAST_LOOK_MS, 'scripts do not stop', () => session.send('Runtime.terminateExecution')).catch(
    () => undefined,
  );
}

/**
 * Stops scripts that let nothing else run while `work` goes on, and lets no other one of the page start: a document can
 * be parsed to its end and read although one of its scripts never ends.
 */
export async function stoppingHungScripts<T>(kept: PooledPage, work: () => Promise<T>): Promise<T> {
  const { session } = kept;
  let over = false;
  const guard = async () => {
    for (;;) {
      for (let i = 0; i < 10 && !over; i++) await new Promise((resolve) => setTimeout(resolve, 50));
      if (over) return;
      // That the page has gone is an answer too.
      const ping = () => evaluate(session, '0').catch(() => undefined);
      const answers = await within(() => HANG_MS * patience(kept), 'no answer', ping).then(
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
