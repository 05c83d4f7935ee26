import type { CDPSession } from 'playwright';
import { evaluateIsolated } from './isolated-world.ts';

/** Changes of a page since its mark. Times are of the page's own clock, ms. */
export interface Changes {
  /** Document id: its time of origin. */
  readonly document: number;
  readonly now: number;
  /** Time of the last change; 0 where nothing has changed. */
  readonly last: number;
  readonly gap: number;
  /** It announces more content: a busy region, a progress bar, a status line that ends in dots. */
  readonly busy: boolean;
  /** A script has changed the address: what it names is drawn after that. */
  readonly routed: boolean;
}

/** Starts recording changes. @throws when the page does not answer */
export const markChanges = (session: CDPSession): Promise<Changes> => inPage(session, true);

/** Returns the changes since the mark; starts recording in a document without one. */
export const changesOf = (session: CDPSession): Promise<Changes> => inPage(session, false);

async function inPage(session: CDPSession, mark: boolean): Promise<Changes> {
  const { value, problem } = await evaluateIsolated(session, `(${watchInPage.toString()})(${mark})`);
  if (problem !== undefined) throw new Error(problem);
  return value as Changes;
}

/** DOM types for the function below, which runs in the browser. */
interface LiveNode {
  readonly nodeType: number;
  readonly textContent: string | null;
  readonly parentNode: LiveNode | null;
}
interface LiveElement extends LiveNode {
  readonly localName: string;
  readonly shadowRoot: LiveNode | null;
  getAttribute(name: string): string | null;
  closest(selector: string): LiveElement | null;
  getClientRects(): { readonly length: number };
  querySelectorAll(selector: string): ArrayLike<LiveElement>;
}
interface Mutation {
  readonly type: 'attributes' | 'characterData' | 'childList';
  readonly target: LiveNode;
  readonly oldValue: string | null;
  readonly addedNodes: ArrayLike<LiveNode>;
  readonly removedNodes: ArrayLike<LiveNode>;
}
interface Observer {
  observe(node: LiveNode, options: object): void;
  takeRecords(): readonly Mutation[];
}
interface Watch {
  marked: number;
  address: string;
  last: number;
  gap: number;
  /** Texts and attributes that changed, and how often: it gives clocks and animations away. */
  readonly often: WeakMap<object, number>;
  /** Elements that a script added or changed since the mark. */
  readonly touched: Set<LiveElement>;
  before: WeakSet<object>;
  readonly note: (mutations: readonly Mutation[]) => void;
  readonly observer: Observer;
}

/** Self-contained: its source is sent to the browser, so it can use nothing from outside itself. */
function watchInPage(mark: boolean): Changes {
  const view = globalThis as unknown as {
    readonly document: LiveElement & { readonly documentElement: LiveElement };
    readonly location: { readonly href: string };
    readonly performance: { now(): number; readonly timeOrigin: number };
    readonly MutationObserver: new (note: (mutations: readonly Mutation[]) => void) => Observer;
    fieldfareWatch?: Watch;
  };
  const { document, location, performance } = view;
  const OPTIONS = {
    subtree: true,
    childList: true,
    characterData: true,
    characterDataOldValue: true,
    attributes: true,
    attributeFilter: ['hidden', 'class', 'style', 'open', 'aria-hidden', 'aria-expanded', 'aria-busy'],
  };
  /** More changes than this are a clock or animation. */
  const CLOCKWORK = 12;
  const MOST_TOUCHED = 400;
  const MOST_ROOTS = 200;
  const MOST_SAID = 80;
  const MORE_TO_COME = /\p{L}\s*(?:…|\.\.\.|。。。)\s*$/u;
  const ELEMENT = 1;

  const elementAt = (node: LiveNode): LiveElement | null =>
    node.nodeType === ELEMENT ? (node as LiveElement) : (node.parentNode as LiveElement | null);
  const digitsMasked = (text: string | null) => (text ?? '').slice(0, 1_000).replace(/\d+/g, '0');
  const isBelowClockRate = (watch: Watch, node: LiveNode) => {
    const times = (watch.often.get(node) ?? 0) + 1;
    watch.often.set(node, times);
    return times <= CLOCKWORK;
  };
  const counts = (watch: Watch, { type, target, oldValue, addedNodes, removedNodes }: Mutation): boolean => {
    if (type === 'childList') {
      const added = Array.from(addedNodes);
      for (const node of added) {
        if (watch.touched.size < MOST_TOUCHED && node.nodeType === ELEMENT)
          watch.touched.add(node as LiveElement);
      }
      if (added.length !== removedNodes.length) return true;
      // A replaced text, as in clocks.
      return isBelowClockRate(watch, target);
    }
    if (type === 'characterData')
      return digitsMasked(oldValue) !== digitsMasked(target.textContent) && isBelowClockRate(watch, target);
    return (target.textContent ?? '') !== '' && isBelowClockRate(watch, target);
  };
  const rootsIn = (root: LiveElement): LiveNode[] =>
    Array.from(root.querySelectorAll('*'))
      .slice(0, 50_000)
      .flatMap(({ shadowRoot }) => (shadowRoot === null ? [] : [shadowRoot]))
      .slice(0, MOST_ROOTS);

  let watch = view.fieldfareWatch;
  const isNew = watch === undefined;
  if (watch === undefined) {
    const note = (mutations: readonly Mutation[]) => {
      const own = view.fieldfareWatch;
      if (own === undefined) return;
      let counting = false;
      for (const mutation of mutations) {
        const at = elementAt(mutation.target);
        if (counts(own, mutation)) {
          counting = true;
          if (at !== null && own.touched.size < MOST_TOUCHED) own.touched.add(at);
        }
      }
      if (!counting) return;
      const now = performance.now();
      if (own.last > 0) own.gap = Math.max(own.gap, now - own.last);
      own.last = now;
    };
    const observer = new view.MutationObserver(note);
    watch = {
      marked: 0,
      address: '',
      last: 0,
      gap: 0,
      often: new WeakMap(),
      touched: new Set(),
      before: new WeakSet(),
      note,
      observer,
    };
    view.fieldfareWatch = watch;
    observer.observe(document, OPTIONS);
  } else watch.note(watch.observer.takeRecords());
  if (mark || isNew) {
    for (const root of rootsIn(document)) watch.observer.observe(root, OPTIONS);
    watch.marked = performance.now();
    watch.address = location.href;
    watch.last = 0;
    watch.gap = 0;
    watch.touched.clear();
  }

  const isSeen = (element: LiveElement) => element.getClientRects().length > 0;
  const startOf = (element: LiveElement) => (element.textContent ?? '').slice(0, 4 * MOST_SAID).trim();
  const announcesMore = (element: LiveElement) => {
    const text = startOf(element);
    if (text === '' || text.length > MOST_SAID || !MORE_TO_COME.test(text)) return false;
    return element.closest('a, button, input, select, option, label') === null && isSeen(element);
  };
  const some = (selector: string) => Array.from(document.querySelectorAll(selector)).slice(0, 50);
  const announcing = [...watch.touched].filter(announcesMore);
  const working = [
    ...some('[aria-busy=true], [role=progressbar]').filter(isSeen),
    ...some('[aria-live], [role=status], [role=alert]').filter(announcesMore),
    // Several texts that end so are entries cut short.
    ...(new Set(announcing.map(startOf)).size > 2 ? [] : announcing),
  ];
  if (mark) watch.before = new WeakSet(working);
  const { address, before, last, gap } = watch;
  return {
    document: performance.timeOrigin,
    now: performance.now(),
    last,
    gap,
    busy: working.some((one) => !before.has(one)),
    routed: location.href !== address,
  };
}
