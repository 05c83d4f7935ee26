/** An answer in a live page: read at rest, and made to grow. */

import type { Page } from 'playwright-core';
import type { OpenPage } from '../../foundation/browser/index.ts';
import { captureTree, type TreeDocument } from '../../foundation/dom/index.ts';
import type { Sending } from '../planning/submit-control.ts';
import type { AnswerPage, Paging } from '../types/answer.ts';
import type { SubmissionRequest } from '../types/submission.ts';
import { type Observed, RequestWatch } from './request-watch.ts';

/** What a browser brought back. */
export interface BrowserDelivery {
  readonly page: AnswerPage;
  /** The form's page before anything was typed, and as it stood when it was sent. */
  readonly formPage: TreeDocument;
  readonly filledPage: TreeDocument;
  /** What sent it; absent where nothing that was tried had an effect. */
  readonly sends?: Sending;
  /** What the browser asked for on being told to send. */
  readonly observed: Observed;
  /** The last request for data since the page was delivered before. */
  readonly latest: SubmissionRequest | undefined;
  /** Time is up: the list is not made to grow any more. */
  readonly last: boolean;
  /** What came back to one of the requests observed. */
  answerTo(request: SubmissionRequest): Promise<AnswerPage | undefined>;
  /** The document as the server sent it, before its scripts ran; undefined where the answer is no document of its own. */
  asSent(): Promise<AnswerPage | undefined>;
}

/** An answer in view, or as it was before it went out of view. */
export interface Shown extends Pick<BrowserDelivery, 'formPage' | 'filledPage' | 'sends'> {
  readonly page?: TreeDocument;
}

/** Called with each page; says how the list is made to go on, or that it is enough. */
export type OnDelivery = (delivery: BrowserDelivery) => Promise<Paging | null>;

const ACTION_MS = 2_500;
/** From the beginning of a question, its list is made to grow for so long. */
const GROW_MS = 40_000;
/** After a press, the first change is waited for so long before the page is taken to need none. */
const GROWING_MS = { patienceMs: 1_000, mostMs: 8_000 };
/** Height of a window in which the end of a list is out of view while its beginning is seen, px. */
const LOW = 200;
/** A few frames: a page notices a scroll when it is drawn. */
const FRAMES_MS = 60;

export class LiveAnswer {
  private readonly open: OpenPage;
  private readonly watch: RequestWatch;
  /** Of the window, before it was made low. */
  private size: ReturnType<Page['viewportSize']> | undefined;

  private readonly until = performance.now() + GROW_MS;
  /** Position of the first request that belongs to the answer. */
  since = 0;

  /** What the page asks for is noted from now on, until `end`. */
  constructor(open: OpenPage) {
    this.open = open;
    this.watch = new RequestWatch(open.page);
  }

  async end(): Promise<void> {
    this.watch.end();
    if (this.size !== undefined && this.size !== null)
      await this.open.page.setViewportSize(this.size).catch(() => undefined);
  }

  /**
   * Delivers the page as it stands; presses “more” or scrolls, and delivers it again, as long as it is asked for.
   * @returns the first delivery, if it was the only one
   */
  async follow({ page, ...shown }: Shown, onDelivery: OnDelivery): Promise<BrowserDelivery | undefined> {
    const first = await this.deliver(shown, page);
    const paging = await onDelivery(first);
    if (paging === null) return first;
    for (let next: Paging | null = paging; next !== null && (await this.goOn(next)); )
      next = await onDelivery(await this.deliver(shown, undefined));
    return undefined;
  }

  /** Requests noted so far. */
  get now(): number {
    return this.watch.count;
  }

  /** As `RequestWatch.arrives`. */
  arrives(from: number, mostMs: number): Promise<boolean> {
    return this.watch.arrives(from, mostMs);
  }

  seen(from: number): Promise<Observed> {
    return this.watch.seen(from);
  }

  private async deliver(
    shown: Omit<Shown, 'page'>,
    before: TreeDocument | undefined,
  ): Promise<BrowserDelivery> {
    // The browser's own page on why there is none.
    if (this.open.page.url().startsWith('chrome-error:'))
      throw new Error(await this.watch.failure(this.since));
    const tree = before ?? (await captureTree(this.open.session));
    const observed = await this.watch.seen(this.since);
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
      latest: this.watch.latestData(),
      last: performance.now() > this.until,
      answerTo: (request) => this.watch.answerTo(request),
      asSent: () => this.watch.document(this.since),
    };
  }

  /**
   * Up and down again, in a low window: what watches whether the end of the list comes into view is told nothing as long
   * as the end never leaves it.
   */
  private async scroll(): Promise<void> {
    const { page } = this.open;
    const size = page.viewportSize();
    this.size ??= size;
    if (size !== null && size.height > LOW) await page.setViewportSize({ width: size.width, height: LOW });
    await page.mouse.move(LOW / 2, LOW / 2);
    for (const down of [-50_000, 50_000]) {
      await page.mouse.wheel(0, down);
      await new Promise((resolve) => setTimeout(resolve, FRAMES_MS));
    }
  }

  /** @returns false where there is nothing to press any more */
  private async goOn(paging: Paging): Promise<boolean> {
    const { page } = this.open;
    const settled = await this.open.mark();
    if (paging.kind === 'scroll') await this.scroll();
    else if (paging.kind === 'press') {
      const more = page.getByText(paging.text, { exact: true }).last();
      const pressed = await more.click({ timeout: ACTION_MS, noWaitAfter: true }).then(
        () => true,
        () => false,
      );
      if (!pressed) return false;
    } else return false;
    await settled(GROWING_MS);
    return true;
  }
}
