/** Name of the function that {@link countTimers} adds to every window: returns its number of timers that are due within some ms. */
export const PENDING_TIMERS = '__fieldfareTimersToCome';

/**
 * Name of the function that {@link countTimers} adds to every window. It returns numbers with spaces between: document id,
 * whether it has loaded, whether it has elements that could change it, number of elements, number of timers due within some ms.
 */
export const PAGE_STATE = '__fieldfareLook';

/** Selector of the elements that could change a loaded page or navigate. */
export const CHANGING_ELEMENTS = 'script, iframe, frame, meta[http-equiv=refresh i]';

interface TimerLimits {
  readonly name: string;
  readonly look: string;
  readonly movers: string;
  /** Timers with a longer delay are not counted, ms. */
  readonly longestMs: number;
  /** Greatest depth of timers set by timers; deeper ones are clocks that never end. */
  readonly deepest: number;
}

type Callback = (...args: unknown[]) => unknown;
type Native = (...args: unknown[]) => number;

interface Frame {
  setTimeout: Native;
  setInterval: Native;
  requestAnimationFrame: Native;
  requestIdleCallback: Native;
  clearTimeout: Callback;
  clearInterval: Callback;
  cancelAnimationFrame: Callback;
  cancelIdleCallback: Callback;
  close: Callback;
  readonly frames: ArrayLike<Record<string, (withinMs: number) => number>>;
  readonly document: object;
  readonly Document: { readonly prototype: object };
  readonly HTMLCollection: { readonly prototype: object };
  readonly performance: { readonly timeOrigin: number; now(): number };
}

/**
 * Counts the pending timers of a document, so that a caller can wait for pages that still build content, but not for a timer
 * that comes after it has stopped waiting. Runs before the document's own scripts. Timers and frame callbacks behave as before; only `window.close()` does nothing.
 *
 * Self-contained: its source is sent to the browser, so it can use nothing from outside itself.
 */
export function countTimers({ name, look, movers, longestMs, deepest }: TimerLimits): void {
  const frame = globalThis as unknown as Frame;
  const { apply, defineProperty, getOwnPropertyDescriptor } = Reflect;
  const { performance } = frame;
  const clock = performance.now;
  const now = () => apply(clock, performance, []) as number;
  /** Maps pending timers to when they are due. */
  const waiting: Record<string, number> = Object.create(null);
  let depth = 0;

  const replace = (key: keyof Frame, value: Callback) =>
    defineProperty(frame, key, { value, configurable: true, writable: true, enumerable: true });
  const watch = (set: keyof Frame, clear: keyof Frame, kind: string, runs: number) => {
    const natively = frame[set] as Native | undefined;
    const clearing = frame[clear] as Callback | undefined;
    if (natively === undefined || clearing === undefined) return;
    replace(set, (...args: unknown[]) => {
      const [handler, delay] = args;
      const mine = depth + 1;
      if (typeof handler !== 'function' || mine > deepest || (kind === 't' && Number(delay) > longestMs)) {
        return apply(natively, frame, args);
      }
      let left = runs;
      const wait = kind === 't' && Number(delay) > 0 ? Number(delay) : 0;
      args[0] = function (this: unknown, ...given: unknown[]) {
        if (--left <= 0) delete waiting[key];
        else waiting[key] = now() + wait;
        const before = depth;
        depth = mine;
        try {
          return apply(handler, this, given);
        } finally {
          depth = before;
        }
      };
      const id = apply(natively, frame, args) as number;
      const key = kind + id;
      waiting[key] = now() + wait;
      return id;
    });
    replace(clear, (id) => {
      delete waiting[`${kind}${Number(id)}`];
      return apply(clearing, frame, [id]);
    });
  };

  // Timeouts and intervals share their ids; each clear function accepts both.
  watch('setTimeout', 'clearTimeout', 't', 1);
  watch('setInterval', 'clearInterval', 't', 3);
  watch('requestAnimationFrame', 'cancelAnimationFrame', 'f', 1);
  watch('requestIdleCallback', 'cancelIdleCallback', 'i', 1);
  replace('close', () => undefined);
  const toCome = (withinMs: number) => {
    if (!(withinMs > 0)) return 0;
    const until = now() + withinMs;
    let sum = 0;
    for (const key in waiting) if (Number(waiting[key]) <= until) sum++;
    for (let i = 0; i < frame.frames.length && i < 20; i++) {
      try {
        sum += Number(frame.frames[i]?.[name]?.(withinMs)) || 0;
      } catch {
        // Of another origin.
      }
    }
    return sum;
  };
  defineProperty(frame, name, { value: toCome });

  // Read before a script of the page can replace them.
  const { document, Document, HTMLCollection } = frame;
  const member = (of: { readonly prototype: object }, what: string) =>
    getOwnPropertyDescriptor(of.prototype, what) ?? {};
  const state = member(Document, 'readyState').get as () => string;
  const byTag = member(Document, 'getElementsByTagName').value as Callback;
  const first = member(Document, 'querySelector').value as Callback;
  const length = member(HTMLCollection, 'length').get as () => number;
  const which = performance.timeOrigin;
  const lookAt = (withinMs: number) => {
    const loaded = apply(state, document, []) === 'complete' ? 1 : 0;
    const moves = apply(first, document, [movers]) === null ? 0 : 1;
    return `${which} ${loaded} ${moves} ${apply(length, apply(byTag, document, ['*']), [])} ${toCome(withinMs)}`;
  };
  defineProperty(frame, look, { value: lookAt });
}
