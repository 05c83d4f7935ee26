import type { PooledPage } from './pooled-page.ts';
import { asks, lookAt } from './settle.ts';
import { type Changes, changesOf, markChanges } from './watch-changes.ts';

/** How long the effect of something done to a page is waited for. */
export interface EffectOptions {
  /** As long as nothing at all has changed, ms. */
  readonly patienceMs: number;
  /** In all, ms. */
  readonly mostMs: number;
}

/** What was done to a page showed: it changed, or gave way to another document. */
export interface Effect {
  readonly changed: boolean;
  /** It is another document than the one that was marked. */
  readonly moved: boolean;
  /** Time was up before the page came to rest. */
  readonly cut: boolean;
}

/** Between two looks at a page. */
const LOOK_EVERY_MS = 40;
/** Nothing changes for so long before a page that has changed is taken to be done. */
const LEAST_QUIET_MS = 220;
const MOST_QUIET_MS = 1_200;
/** A request that takes longer than this is taken for one that a server holds open. */
const LONGEST_REQUEST_MS = 6_000;
/** Timers that set timers are not waited for longer than this. */
const TIMERS_MS = 2_000;
/** A page that says all the time that it is busy is not believed for longer than this. */
const BUSY_MS = 5_000;
/** A message of a socket is followed by what the page makes of it. */
const HEARD_MS = 400;

/** How a page stood before something was done to it. */
interface Mark {
  readonly document: number;
  readonly shown: number;
}

export async function markPage({ session, shown }: PooledPage): Promise<Mark> {
  const { document } = await markChanges(session);
  return { document, shown };
}

/**
 * Waits until what was done to a page since it was marked has taken effect: no request under way, no message of a
 * socket just in, no short timer to come, nothing that says that it is busy, and no change for as long as twice the
 * longest time between two changes (220–1,200 ms). A page without scripts is done once it has loaded.
 */
export async function takeEffect(
  kept: PooledPage,
  mark: Mark,
  { patienceMs, mostMs }: EffectOptions,
): Promise<Effect> {
  const began = performance.now();
  let changed = false;
  let moved = false;
  for (let spent = 0; spent < mostMs; spent = performance.now() - began) {
    const look = await lookAt(kept);
    const changes = look === undefined ? undefined : await changesOf(kept.session).catch(() => undefined);
    if (look !== undefined && changes !== undefined) {
      moved ||= changes.document !== mark.document;
      changed ||= moved || changes.last > 0 || framed(kept, mark);
      if (moved && look.loaded && !look.moves && !asks(kept)) return { changed, moved, cut: false };
      const heard = performance.now() - kept.heard < HEARD_MS;
      const timers = look.timers > 0 && spent < TIMERS_MS;
      const busy = changes.busy && spent < BUSY_MS;
      const working = asks(kept, LONGEST_REQUEST_MS) || heard || timers || busy || !look.loaded;
      if (!working && isQuiet(changes, changed, spent, patienceMs)) return { changed, moved, cut: false };
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return { changed, moved, cut: true };
}

/** A frame shows another document: it is watched by nobody. */
const framed = ({ shown }: PooledPage, mark: Mark): boolean => shown > mark.shown;

function isQuiet({ now, last, gap }: Changes, changed: boolean, spent: number, patienceMs: number): boolean {
  if (!changed) return spent >= patienceMs;
  const quiet = Math.min(MOST_QUIET_MS, Math.max(LEAST_QUIET_MS, 2 * gap));
  // A document that came anew is watched from when it was first looked at.
  return last === 0 ? spent >= LEAST_QUIET_MS : now - last >= quiet;
}
