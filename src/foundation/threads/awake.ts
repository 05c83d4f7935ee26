/** Shorter than any limit that is measured so. */
const TICK_MS = 100;
/** A longer gap between two ticks is no waiting: the process was suspended. */
const MOST_MS = 500;

let last = performance.now();
let awakeMs = last;
let ticks = false;

const advance = (): number => {
  const now = performance.now();
  awakeMs += Math.min(now - last, MOST_MS);
  last = now;
  return awakeMs;
};

/** Reads a clock, in ms, that stands still while the process is suspended: half a second counts of that at most. */
export const awakeNow = (): number => {
  if (!ticks) setInterval(advance, TICK_MS).unref();
  ticks = true;
  return advance();
};

/**
 * Calls `expired` when the process has been awake for so long, after what lies ready has been received.
 * @param ms a function where the limit grows meanwhile
 * @returns what ends the wait
 */
export function afterAwake(ms: () => number, expired: () => void): () => void {
  const began = awakeNow();
  let timer: NodeJS.Timeout | undefined;
  let over = false;
  const check = (isLate = true) => {
    const left = ms() - (awakeNow() - began);
    if (over) return;
    if (isLate && left <= 0) expired();
    // Input is received between a timer and what is due immediately.
    else timer = setTimeout(() => setImmediate(check), Math.max(1, left));
  };
  check(false);
  return () => {
    over = true;
    clearTimeout(timer);
  };
}
