/** Delivers an answer from a live page, and expands its list on request. */

import type { Page } from 'playwright';
import type { OpenPage } from '../../foundation/browser/index.ts';
import { captureTree, type TreeDocument } from '../../foundation/dom/index.ts';
import type { Sending } from '../planning/submit-control.ts';
import type { AnswerPage, Paging } from '../types/answer.ts';
import type { SubmissionRequest } from '../types/submission.ts';
import { type ObservedRequests, RequestRecorder } from './request-recorder.ts';
import { succeeds } from './set-control.ts';
import { MOST_WAITING_PAGES, onwardFrom } from './waiting-page.ts';

/** An answer page as the browser shows it. */
export interface BrowserDelivery {
  readonly page: AnswerPage;
  /** The form's page before anything was typed. */
  readonly formPage: TreeDocument;
  /** The form's page at the moment it was submitted. */
  readonly filledPage: TreeDocument;
  /** The action that submitted the form; absent if no action had an effect. */
  readonly sends?: Sending;
  /** Word line of the suggestion that was chosen. */
  readonly picked?: string;
  /** Requests that the browser made on submitting. */
  readonly observed: ObservedRequests;
  /** The last request for data since the previous delivery. */
  readonly latestRequest: SubmissionRequest | undefined;
  /** Rows of a list come into the page as they come into view, and leave it again. */
  readonly isVirtual: boolean;
  /** Time is up: the list is not expanded any more. */
  readonly isLast: boolean;
  /** Returns the response to one of the observed requests. */
  answerTo(request: SubmissionRequest): Promise<AnswerPage | undefined>;
  /** Returns the document as the server sent it, before scripts ran; undefined if the answer is no document of its own. */
  asSent(): Promise<AnswerPage | undefined>;
}

/** The page of an answer with how it was reached; `page` is set if the browser has moved on since. */
export interface AnswerView extends Pick<BrowserDelivery, 'formPage' | 'filledPage' | 'sends' | 'picked'> {
  readonly page?: TreeDocument;
}

/** What was delivered first, and the page as it was left. */
export interface DeliveredAnswer {
  readonly first: BrowserDelivery;
  readonly left: TreeDocument | undefined;
}

/** How a list is made longer, and how often before it is read again. */
export interface Expansion {
  readonly paging: Paging;
  readonly times: number;
}

/** Times that a list is made longer at most before it is read again. */
const MOST_TIMES = 8;

/** A list that keeps what it showed is made longer by ever more at once: the longer it is, the longer it takes to read. */
export class ExpansionPace {
  private shown: ReadonlySet<string> = new Set();
  private times = 1;

  /** @param records those of the list as it is now */
  timesFor(records: readonly { readonly key: string }[]): number {
    const before = [...this.shown];
    this.shown = new Set(records.map(({ key }) => key));
    const grows = before.length > 0 && before.every((key) => this.shown.has(key));
    this.times = grows ? Math.min(MOST_TIMES, 2 * this.times) : 1;
    return this.times;
  }
}

/** Called with each page. @returns how to expand the list, or null if enough was seen */
export type OnDelivery = (delivery: BrowserDelivery) => Promise<Expansion | null>;

const ACTION_MS = 2_500;
const FURTHER_PRESS_MS = 300;
/** Time for expanding a list, from the start of its query. */
const EXPAND_MS = 40_000;
/** Time to wait for the first change after a click or scroll. */
const AFTER_EXPANSION_MS = { patienceMs: 1_000, mostMs: 8_000 };
/** A page that asks to wait is watched so long, ms. */
const LONGEST_WAIT_MS = 10_000;
/** Height of a window that shows the beginning of a list but not its end, px. */
const LOW_WINDOW_PX = 200;
/** A few frames: a page notices scrolling when it is drawn. */
const FRAMES_MS = 60;

/** Rows that were in view last stay in view. Parts of the height of a list. */
const STEP = 0.8;
/** A list is blank for so much of its height where its rows are not in the page, and at its end. */
const BLANK = 0.8;
const END_BLANK = 0.1;

type LiveBox = {
  scrollTop: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
  readonly tagName: string;
  readonly childNodes: Iterable<{ readonly nodeType: number; readonly data?: string }>;
  querySelectorAll(selector: string): Iterable<LiveBox>;
  getBoundingClientRect(): { readonly top: number; readonly bottom: number; readonly height: number };
};
type Pressing = Extract<Paging, { readonly kind: 'press' }>;

export class LiveAnswer {
  private readonly open: OpenPage;
  readonly watch: RequestRecorder;
  /** Size of the window before it was made low. */
  private originalSize: ReturnType<Page['viewportSize']> | undefined;

  private readonly deadline = performance.now() + EXPAND_MS;
  private isVirtual = false;
  /** Index of the first request that belongs to the answer. */
  firstRequest = 0;

  /** Records the requests of the page from now on until `stop`. */
  constructor(open: OpenPage) {
    this.open = open;
    this.watch = new RequestRecorder(open.page);
  }

  async stop(): Promise<void> {
    this.watch.stop();
    if (this.originalSize !== undefined && this.originalSize !== null)
      await this.open.page.setViewportSize(this.originalSize).catch(() => undefined);
  }

  /** Delivers the page; clicks “more” or scrolls, and delivers it again, as long as `onDelivery` wants. */
  async deliverPages({ page, ...shown }: AnswerView, onDelivery: OnDelivery): Promise<DeliveredAnswer> {
    const first = await this.deliver(shown, page);
    let left = first.page.tree;
    let next = await onDelivery(first);
    while (next !== null && (await this.expandList(next))) {
      const longer = await this.deliver(shown, undefined);
      left = longer.page.tree;
      next = await onDelivery(longer);
    }
    return { first, left };
  }

  private async deliver(
    shown: Omit<AnswerView, 'page'>,
    before: TreeDocument | undefined,
  ): Promise<BrowserDelivery> {
    // Chromium shows its own error page.
    if (this.open.page.url().startsWith('chrome-error:'))
      throw new Error(await this.watch.failure(this.firstRequest));
    const tree = await this.afterWaiting(before ?? (await captureTree(this.open.session)));
    const observed = await this.watch.observedFrom(this.firstRequest);
    const page: AnswerPage = {
      url: tree.url,
      status: observed.kind === 'navigation' ? observed.status : 200,
      contentType: 'text/html',
      sentBy: 'browser',
      tree,
    };
    return {
      ...shown,
      page,
      observed,
      latestRequest: this.watch.latestData(),
      isVirtual: await this.goOn(0),
      isLast: performance.now() > this.deadline,
      answerTo: (request) => this.watch.answerTo(request),
      asSent: () => this.watch.lastDocument(this.firstRequest),
    };
  }

  /** Waits while the page leads on by itself, and captures what it leads to. */
  private async afterWaiting(shown: TreeDocument): Promise<TreeDocument> {
    let tree = shown;
    for (let pages = 0; pages < MOST_WAITING_PAGES; pages++) {
      const onward = onwardFrom(tree);
      if (onward === undefined) return tree;
      const settled = await this.open.mark();
      const patienceMs = Math.min(onward.delayMs, LONGEST_WAIT_MS) + AFTER_EXPANSION_MS.patienceMs;
      const { changed } = await settled({ patienceMs, mostMs: patienceMs + AFTER_EXPANSION_MS.mostMs });
      if (!changed) return tree;
      tree = await captureTree(this.open.session);
    }
    return tree;
  }

  /**
   * Scrolls up and down in a low window: an observer of the end of the list fires only when the end comes
   * into view, so it has to leave the view first.
   */
  private async scroll(): Promise<void> {
    const { page } = this.open;
    const size = page.viewportSize();
    this.originalSize ??= size;
    if (size !== null && size.height > LOW_WINDOW_PX)
      await page.setViewportSize({ width: size.width, height: LOW_WINDOW_PX });
    await page.mouse.move(LOW_WINDOW_PX / 2, LOW_WINDOW_PX / 2);
    for (const down of [-50_000, 50_000]) {
      await page.mouse.wheel(0, down);
      await page.evaluate(`(${scrollBoxes.toString()})(${down})`);
      await new Promise((resolve) => setTimeout(resolve, FRAMES_MS));
    }
  }

  /** Scrolls lists on by a part of their height. @returns whether there is one with rows that are not in the page yet */
  private async goOn(part: number): Promise<boolean> {
    const blank = this.isVirtual ? END_BLANK : BLANK;
    const call = `(${scrollToBlank.toString()})(${part}, ${blank})`;
    const isThere = (await this.open.page.evaluate<unknown>(call).catch(() => false)) === true;
    this.isVirtual ||= isThere;
    return isThere;
  }

  /** @returns false if there is nothing to click any more */
  private async expandList({ paging, times }: Expansion): Promise<boolean> {
    const settled = await this.open.mark();
    if (paging.kind === 'scroll')
      for (let n = 0; n < times; n++) (await this.goOn(STEP)) || (await this.scroll());
    else if (paging.kind !== 'press' || !(await this.press(paging, times))) return false;
    await settled(AFTER_EXPANSION_MS);
    return true;
  }

  /** Presses as often as the control is there. @returns false if it is not */
  private async press({ text, classes }: Pressing, times: number): Promise<boolean> {
    const { page } = this.open;
    const exact = { exact: true };
    // A number stands in many places besides.
    const shown = /^\d+$/.test(text)
      ? page.locator('a, button, [role=button]').filter({ hasText: new RegExp(`^\\s*${text}\\s*$`) })
      : page.getByText(text, exact);
    // The picture of a button may stand over its neighbour: the event goes to the button itself.
    const drawn = text === '' || (await shown.count()) === 0;
    const pictures =
      classes === undefined
        ? page.getByLabel(text, exact).or(page.getByTitle(text, exact))
        : page.locator(`button[class="${classes}"]`);
    const more = (drawn ? pictures : shown).last();
    for (let pressed = 0; pressed < times; pressed++) {
      if (pressed > 0 && !(await more.isVisible().catch(() => false))) break;
      const options = { timeout: pressed === 0 ? ACTION_MS : FURTHER_PRESS_MS, noWaitAfter: true };
      const done = await succeeds(
        drawn ? more.dispatchEvent('click', undefined, options) : more.click(options),
      );
      if (!done) return pressed > 0;
    }
    return true;
  }
}

/** Runs in the browser. Scrolls the boxes of a page that scroll by themselves, as a list in a layer over the page does. */
function scrollBoxes(down: number): void {
  const view = globalThis as unknown as {
    readonly document: { querySelectorAll(selector: string): Iterable<LiveBox> };
    getComputedStyle(box: LiveBox): { readonly overflowY: string };
  };
  for (const box of view.document.querySelectorAll('body *'))
    if (box.scrollHeight > box.clientHeight && /auto|scroll/.test(view.getComputedStyle(box).overflowY))
      box.scrollTop += down;
}

/**
 * Runs in the browser. Scrolls the boxes below whose view a part of their height is blank: their rows are made as they come
 * into view. @returns whether there is one
 */
function scrollToBlank(part: number, blank: number): boolean {
  const { document, getComputedStyle } = globalThis as unknown as {
    readonly document: { readonly scrollingElement: LiveBox | null } & Pick<LiveBox, 'querySelectorAll'>;
    getComputedStyle(box: LiveBox): { readonly overflowY: string };
  };
  const elements = [...document.querySelectorAll('body *')].slice(0, 20_000);
  const isLong = (box: LiveBox) => box.scrollHeight > 1.5 * box.clientHeight && box.clientHeight > 50;
  const boxes = elements.filter((box) => isLong(box) && /auto|scroll/.test(getComputedStyle(box).overflowY));
  const page = document.scrollingElement;
  let found = false;
  for (const box of [...boxes.slice(0, 5), ...(page !== null && isLong(page) ? [page] : [])]) {
    const height = box.clientHeight;
    const start = box === page ? 0 : box.getBoundingClientRect().top;
    const inside = box === page ? elements : [...box.querySelectorAll('*')].slice(0, 20_000);
    const shown = inside
      .filter(
        ({ tagName, childNodes }) =>
          /^(?:img|svg|canvas|video|iframe|input|textarea)$/i.test(tagName) ||
          [...childNodes].some(({ nodeType, data = '' }) => nodeType === 3 && data.trim() !== ''),
      )
      .map((one) => one.getBoundingClientRect())
      .filter((rect) => rect.height > 0)
      .sort((a, b) => a.top - b.top);
    const end = start + box.scrollHeight - box.scrollTop;
    let low = start;
    for (const { top, bottom } of [...shown, { top: end, bottom: end }]) {
      if (top - low > blank * height && top > start + height) {
        found = true;
        box.scrollTop += part * height;
        break;
      }
      low = Math.max(low, bottom);
    }
  }
  return found;
}
