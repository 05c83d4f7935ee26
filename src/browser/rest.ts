import type { CDPSession } from 'playwright-core';
import { type KeptPage, ownWorld } from './kept-page.ts';
import { TIMERS_TO_COME } from './page-timers.ts';
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
  readonly loaded: boolean;
  readonly scripts: boolean;
  readonly elements: number;
}

/** Runs in a world of its own. Taken from prototypes: a form field named `readyState` would stand before them. */
const LOOK = `(() => {
  const all = (tag) => Document.prototype.getElementsByTagName.call(document, tag).length;
  const state = Object.getOwnPropertyDescriptor(Document.prototype, 'readyState').get.call(document);
  return { loaded: state === 'complete', scripts: all('script') + all('iframe') + all('frame') > 0, elements: all('*') };
})()`;

/**
 * Waits until the page has come to rest, or time is up. At rest means: loaded, no request under way that may bring
 * content, no timer to come that was set for at most one second, and no element more or less between two looks 20 ms
 * apart. A page without scripts rests as soon as it has loaded.
 *
 * Limits within that time: 2 s for loading, 1.5 s for timers (and timers they set, three deep), 2.5 s for one request
 * (an address asked for more than ten times is polled and not waited for), four moves to other addresses, 300,000 elements.
 */
export async function comeToRest(kept: KeptPage, restMs: number): Promise<void> {
  const began = performance.now();
  let before = -1;
  for (let spent = 0; spent < restMs; spent = performance.now() - began) {
    const look = await lookAt(kept);
    if (kept.documents > MOST_DOCUMENTS || (look?.elements ?? 0) > MOST_ELEMENTS) return stay(kept);
    if (look !== undefined) {
      const busy = asks(kept) || !(look.loaded || spent > LOAD_MS) || (await timersToCome(kept, spent));
      if (!busy && (!look.scripts || look.elements === before)) return;
      before = busy ? -1 : look.elements;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

function asks({ asking }: KeptPage): boolean {
  const now = performance.now();
  for (const since of asking.values()) if (now - since < LONGEST_REQUEST_MS) return true;
  return false;
}

async function timersToCome({ session }: KeptPage, spent: number): Promise<boolean> {
  if (spent > TIMERS_MS) return false;
  const value = await evaluate(session, `${TIMERS_TO_COME}()`);
  return typeof value === 'number' && value > 0;
}

/** @returns undefined while one document gives way to the next */
async function lookAt({ session }: KeptPage): Promise<Look | undefined> {
  try {
    return (await evaluate(session, LOOK, await ownWorld(session))) as Look | undefined;
  } catch {
    return undefined;
  }
}

async function evaluate(session: CDPSession, expression: string, contextId?: number): Promise<unknown> {
  try {
    const { result } = await session.send('Runtime.evaluate', {
      expression,
      returnByValue: true,
      ...(contextId !== undefined && { contextId }),
    });
    return result.value;
  } catch {
    return undefined;
  }
}

/** Holds a page that goes round in circles, or grows without end, at its next document that has loaded. */
async function stay(kept: KeptPage): Promise<void> {
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
export async function stoppingHungScripts<T>({ session }: KeptPage, work: () => Promise<T>): Promise<T> {
  let over = false;
  const guard = async () => {
    while (!over) {
      const answers = await within(HANG_MS, 'no answer', () => evaluate(session, '0')).then(
        () => true,
        () => false,
      );
      if (!answers && !over) await stopScripts(session);
      for (let i = 0; i < 10 && !over; i++) await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  guard().catch(() => undefined);
  try {
    return await work();
  } finally {
    over = true;
  }
}
