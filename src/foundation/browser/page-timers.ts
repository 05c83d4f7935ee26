/** Name of the function that {@link countTimers} leaves on every window: how many short timers of it are to come. */
export const TIMERS_TO_COME = '__fieldfareTimersToCome';

/**
 * Name of the function that {@link countTimers} leaves on every window. Its text, numbers with spaces between: which document this is,
 * whether it has loaded, whether anything in it could change it, how many elements it has, how many short timers are to come.
 */
export const LOOK = '__fieldfareLook';

/** Selector of the elements that could change a page, or lead elsewhere, once it has loaded. */
export const MOVERS = 'script, iframe, frame, meta[http-equiv=refresh i]';

interface TimerLimits {
  readonly name: string;
  readonly look: string;
  readonly movers: string;
  /** Timers set for later than this are not waited for, ms. */
  readonly longestMs: number;
  /** A timer that a timer set that a timer set: deeper ones are clockwork, not building. */
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
  readonly frames: ArrayLike<Record<string, () => number>>;
  readonly document: object;
  readonly Document: { readonly prototype: object };
  readonly HTMLCollection: { readonly prototype: object };
  readonly performance: { readonly timeOrigin: number };
}

/**
 * Runs in every document before its own scripts, so that what a page will build in a moment can be waited for and a page
 * that builds nothing need not be. Timers and frame callbacks behave as before; only `window.close()` does nothing.
 *
 * Self-contained: its source is sent to the browser, so it can use nothing from outside itself.
 */
export function countTimers({ name, look, movers, longestMs, deepest }: TimerLimits): void {
  const frame = globalThis as unknown as Frame;
  const { apply, defineProperty, getOwnPropertyDescriptor } = Reflect;
  const waiting: Record<string, number> = Object.create(null);
  let count = 0;
  let depth = 0;

  const settle = (key: string) => {
    if (waiting[key] === undefined) return;
    delete waiting[key];
    count--;
  };
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
      args[0] = function (this: unknown, ...given: unknown[]) {
        if (--left <= 0) settle(key);
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
      waiting[key] = 1;
      count++;
      return id;
    });
    replace(clear, (id) => {
      settle(`${kind}${Number(id)}`);
      return apply(clearing, frame, [id]);
    });
  };

  // Timeouts and intervals share their numbers; each may be cleared as the other.
  watch('setTimeout', 'clearTimeout', 't', 1);
  watch('setInterval', 'clearInterval', 't', 3);
  watch('requestAnimationFrame', 'cancelAnimationFrame', 'f', 1);
  watch('requestIdleCallback', 'cancelIdleCallback', 'i', 1);
  replace('close', () => undefined);
  const toCome = () => {
    let sum = count;
    for (let i = 0; i < frame.frames.length && i < 20; i++) {
      try {
        sum += Number(frame.frames[i]?.[name]?.()) || 0;
      } catch {
        // Of another origin.
      }
    }
    return sum;
  };
  defineProperty(frame, name, { value: toCome });

  // Taken before a script of the page could put something in their place.
  const { document, Document, HTMLCollection, performance } = frame;
  const member = (of: { readonly prototype: object }, what: string) =>
    getOwnPropertyDescriptor(of.prototype, what) ?? {};
  const state = member(Document, 'readyState').get as () => string;
  const byTag = member(Document, 'getElementsByTagName').value as Callback;
  const first = member(Document, 'querySelector').value as Callback;
  const length = member(HTMLCollection, 'length').get as () => number;
  const which = performance.timeOrigin;
  const lookAt = () => {
    const loaded = apply(state, document, []) === 'complete' ? 1 : 0;
    const moves = apply(first, document, [movers]) === null ? 0 : 1;
    return `${which} ${loaded} ${moves} ${apply(length, apply(byTag, document, ['*']), [])} ${toCome()}`;
  };
  defineProperty(frame, look, { value: lookAt });
}
