import { awakeNow } from '../threads/index.ts';
import { isSocketActive, type PooledPage } from './pooled-page.ts';
import { hasOpenRequests, readPageState } from './settle.ts';
import { type Changes, changesOf, markChanges } from './watch-changes.ts';

export interface EffectOptions {
  /** While nothing has changed, ms. */
  readonly patienceMs: number;
  /** In all, ms; twice as long while content is on its way. */
  readonly mostMs: number;
}

/** Effect of an action: the page changed, or another document was loaded. */
export interface Effect {
  readonly changed: boolean;
  /** Another document than the marked one was loaded. */
  readonly moved: boolean;
  /** Time was up before the page settled. */
  readonly cut: boolean;
}

const POLL_MS = 40;
/** Limits of the time without changes after which a changed page counts as settled. */
const MIN_QUIET_MS = 220;
const MAX_QUIET_MS = 1_200;
/** The least of them once a script has changed the address. */
const ROUTED_QUIET_MS = 600;
/** A longer request counts as held open by the server. */
const MAX_REQUEST_MS = 6_000;
/** Longest time to wait for chains of timers. */
const TIMERS_MS = 2_000;
/** Longest time to wait for a page that shows itself as busy. */
const BUSY_MS = 5_000;
/** Time a page gets to show what a request brought. */
const AFTER_REQUEST_MS = 2_000;

interface Mark {
  readonly document: number;
  readonly shown: number;
}

export async function markPage({ session, frameDocuments: shown }: PooledPage): Promise<Mark> {
  const { document } = await markChanges(session);
  return { document, shown };
}

/**
 * Waits for the effect of actions since the mark: no open request, no recent socket message, no pending short timer, no
 * busy element, and no change for twice the longest time between two changes (220–1,200 ms). A page without scripts is
 * done when it has loaded.
 */
export async function waitForEffect(
  pooled: PooledPage,
  mark: Mark,
  { patienceMs, mostMs }: EffectOptions,
): Promise<Effect> {
  const began = awakeNow();
  let changed = false;
  let moved = false;
  let most = mostMs;
  for (let spent = 0; spent < most; spent = awakeNow() - began) {
    // A busy machine, or a slow server: half an answer is none.
    if (hasOpenRequests(pooled, MAX_REQUEST_MS))
      most = Math.min(2 * mostMs, Math.max(mostMs, spent + AFTER_REQUEST_MS));
    const state = await readPageState(pooled, TIMERS_MS - spent);
    const changes = state === undefined ? undefined : await changesOf(pooled.session).catch(() => undefined);
    if (state !== undefined && changes !== undefined) {
      moved ||= changes.document !== mark.document;
      // The changes of a frame are not watched, but that it has loaded another document.
      changed ||= moved || changes.last > 0 || pooled.frameDocuments > mark.shown;
      if (moved && state.loaded && !state.moves && !hasOpenRequests(pooled))
        return { changed, moved, cut: false };
      const busy = changes.busy && spent < BUSY_MS;
      const working =
        hasOpenRequests(pooled, MAX_REQUEST_MS) ||
        isSocketActive(pooled) ||
        state.timers > 0 ||
        busy ||
        !state.loaded;
      if (!working && isQuiet(changes, changed, spent, patienceMs)) return { changed, moved, cut: false };
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return { changed, moved, cut: true };
}

function isQuiet(
  { now, last, gap, routed }: Changes,
  changed: boolean,
  spent: number,
  patienceMs: number,
): boolean {
  if (!changed) return spent >= patienceMs;
  const least = routed ? ROUTED_QUIET_MS : MIN_QUIET_MS;
  const quiet = Math.min(MAX_QUIET_MS, Math.max(least, 2 * gap));
  // A new document is watched only from its first check on.
  return last === 0 ? spent >= MIN_QUIET_MS : now - last >= quiet;
}
