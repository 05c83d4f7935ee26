/** A question put by the browser, and what its request tells of how the next ones can go. */

import { type PagePool, browserErrorText } from '../../foundation/browser/index.ts';
import type { TreeDocument } from '../../foundation/dom/index.ts';
import { siteOf } from '../../foundation/url/index.ts';
import type { Answer } from '../types/answer.ts';
import type { SubmissionRequest } from '../types/submission.ts';
import { queryInBrowser, growInBrowser } from './query-in-browser.ts';
import type { ChannelOutcome, ChannelQuery, Resume, SubmissionChannel, Task } from './channel.ts';
import { FormChangedError } from './entry-list.ts';
import type { FormSession } from './form-session.ts';
import { encoded, ChannelLearner } from './learn-channel.ts';
import {
  type CountedPages,
  entryOf,
  type LedgerEntry,
  requestDigest,
  type SubmissionResult,
  CHANNEL_PLAN_VERSION,
  type ChannelPlan,
} from './ledger.ts';
import type { BrowserDelivery } from './live-answer.ts';
import { nextRequest } from './next-request.ts';
import type { PageReuse } from './page-reuse.ts';
import { carrier, countedOn, countedPages, derived } from './replay-request.ts';
import type { SenderOptions } from './sender.ts';
import { isStoreFault, troubleOfBrowser } from './why-no-answer.ts';

type BrowserTask = ChannelQuery &
  Extract<Task, { readonly by: 'browser' }> & {
    /** What was taken for the way to more of a list has been tried in vain: lists are read as far as they stand there. */
    readonly isStuck: boolean;
    /** The form's page as the question before left it. */
    readonly reuse: PageReuse;
  };

export class BrowserChannel implements SubmissionChannel {
  private readonly options: SenderOptions;
  private readonly session: FormSession;
  private readonly task: BrowserTask;
  private readonly guessed: SubmissionRequest;
  private entry: LedgerEntry;
  private page = 1;
  private way: ChannelPlan | undefined;
  private resume: Resume | undefined;
  private shownForm: TreeDocument | undefined;
  private first: Answer | undefined;
  /** What came when the question's POST was sent before. */
  private equal: SubmissionResult | undefined;
  /** Digests of what this question has posted. */
  private readonly posted = new Set<string>();
  /** Its row is written down, and not yet settled. */
  private begun = false;

  constructor(options: SenderOptions, session: FormSession, task: BrowserTask) {
    const { form, page: url } = options;
    const { way, query, filled, grow } = task;
    this.options = options;
    this.session = session;
    this.task = task;
    this.guessed =
      grow !== undefined
        ? grow.request
        : way.by === 'rehearse' && way.start !== undefined
          ? encoded(way.start.page, way.start.form, filled)
          : { method: form.method === 'post' ? 'POST' : 'GET', url: form.action, referrer: url };
    this.entry = entryOf(query, filled, 1, 'browser', this.guessed);
  }

  async ask(): Promise<ChannelOutcome> {
    const { out, signal } = this.options;
    await out.permit(this.guessed.url, signal);
    await out.permit(this.task.grow?.url ?? this.options.page, signal);
    await this.begin();
    const { pages, proxy } = out.browser as NonNullable<typeof out.browser>;
    const shut = proxy.admitSockets();
    const failed = await this.browsing(() => this.visit(pages)).finally(shut);
    // What was to make the list longer was not there.
    if (failed === undefined && this.begun) await this.settle(unsent('the list did not go on'));
    if (failed !== undefined) {
      const state =
        this.guessed.method === 'POST' || this.posted.size > 0 ? ('parked' as const) : ('failed' as const);
      await this.settle({ state, ...failed, requests: 1, newRecords: 0 });
    }
    return {
      ...(this.way !== undefined && { way: this.way }),
      ...(this.resume !== undefined && { resume: this.resume }),
      ...(this.shownForm !== undefined && { formPage: this.shownForm }),
    };
  }

  private async visit(pages: PagePool): Promise<void> {
    const { form, page: url } = this.options;
    const { filled, grow } = this.task;
    const site = siteOf(url);
    const onDelivery = (came: BrowserDelivery) => this.delivered(came);
    if (grow !== undefined) await growInBrowser(pages, { site, ...grow }, onDelivery);
    else {
      const { way } = this.task;
      const sends = way.by === 'rehearse' ? undefined : way.sends;
      const learned = sends !== undefined && { sends, reuse: this.task.reuse };
      const question = { site, url, form, filled, ...learned };
      await queryInBrowser(pages, question, onDelivery, (post, isDocument) => this.mayPost(post, isDocument));
    }
  }

  /**
   * Writes a POST down that carries the question before it leaves. What was posted before is not posted again: neither for
   * another question, nor since a slow server has not answered yet and another button is tried.
   */
  private async mayPost(request: SubmissionRequest, isDocument: boolean): Promise<boolean> {
    const { ledger, form } = this.options;
    const observed = { kind: 'data' as const, requests: [request] };
    if (!isDocument && carrier(observed, form, this.task.filled.controls) === undefined) return true;
    const digest = requestDigest(boundaryless(request));
    if (this.posted.has(digest)) return false;
    this.equal = ledger.equal(request);
    if (this.equal !== undefined) return false;
    this.posted.add(digest);
    if (this.page > this.task.settled) await ledger.leaving({ ...this.entry, request });
    return true;
  }

  /** @returns how the list is made to go on; null where it is enough, or goes on without a browser */
  private async delivered(came: BrowserDelivery): Promise<Answer['paging']> {
    this.shownForm ??= came.formPage;
    const again = this.page <= this.task.settled;
    const read = this.equal ?? (again ? undefined : await this.bySecond(came)) ?? this.read(came);
    if (this.page === 1) this.first = this.task.grow?.answer ?? read.answer;
    if (this.page === 1 && !again) this.way = await this.learn(came, read);
    const more = again || (await this.settle(this.way === undefined ? read : { ...read, way: this.way }));
    this.page++;
    if (!more || read.answer === undefined) return null;
    // A live page does not show its scripts, which alone tell of scrolling.
    const paging = read.answer.paging ?? this.task.grow?.answer.paging ?? null;
    const next = read.next ?? (paging === null ? undefined : this.counted());
    if (next !== undefined) this.resume = { request: next, page: this.page };
    if (next !== undefined || paging === null || came.last || this.task.isStuck) return null;
    this.entry = entryOf(
      this.task.query,
      this.task.filled,
      this.page,
      'browser',
      read.request ?? this.guessed,
    );
    await this.begin();
    return paging;
  }

  /** The second page's request, where it is known how the script counts. */
  private counted(): SubmissionRequest | undefined {
    const pages = this.task.way.by === 'rehearse' ? undefined : this.task.way.pages;
    if (pages === undefined || this.page !== 2) return undefined;
    return derived(pages.second, this.options.form, this.task.filled.controls);
  }

  /**
   * The second page by its script's own request, if that, made by us, brings other records than the first page: then the
   * whole list is gone through so. Undefined where only the browser shows it.
   */
  private async bySecond(came: BrowserDelivery): Promise<SubmissionResult | undefined> {
    const { formPage, latest } = came;
    const { first, entry } = this;
    if (this.page !== 2 || first === undefined) return undefined;
    const counted = countedPages(latest, entry.request, first.records.length);
    if (counted === undefined) return undefined;
    const { second: request } = counted;
    // What the browser posted is not posted again to find out.
    if (latest?.method === 'POST') return this.countedFrom(this.read(came), counted, latest);
    const sent = await this.session.send(request).catch(() => undefined);
    if (sent === undefined) return undefined;
    const { filled } = this.task;
    const answer = this.options.read(sent.page, { formPage, filled, request, page: 2 });
    const known = new Set(first.records.map(({ key }) => key));
    if (answer.records.length === 0 || answer.records.some(({ key }) => known.has(key))) return undefined;
    this.way = { ...(this.way ?? this.plainWay()), pages: counted };
    const { firstStatus: status, requests, location } = sent;
    const next = countedOn(counted, request);
    return {
      state: 'settled',
      answer,
      status,
      finalUrl: sent.page.url,
      request,
      sentBy: 'http',
      requests: requests + 1,
      newRecords: 0,
      ...(next !== undefined && { next }),
      ...(location !== undefined && { location }),
    };
  }

  /** The list that a POST made longer goes on by the POST that comes after it. */
  private countedFrom(
    read: SubmissionResult,
    counted: CountedPages,
    latest: SubmissionRequest,
  ): SubmissionResult {
    this.way = { ...(this.way ?? this.plainWay()), pages: counted };
    const next = countedOn(counted, latest);
    return { ...read, request: latest, ...(next !== undefined && { next }) };
  }

  private plainWay(): ChannelPlan {
    const { way } = this.task;
    return way.by === 'rehearse' ? { by: 'browser', version: CHANNEL_PLAN_VERSION } : way;
  }

  private learn(came: BrowserDelivery, read: SubmissionResult): Promise<ChannelPlan | undefined> {
    return new ChannelLearner(this.options, this.session, this.task).learn(came, read);
  }

  private async begin(): Promise<void> {
    if (this.page <= this.task.settled) return;
    await this.options.ledger.begin(this.entry);
    this.begun = true;
  }

  private async settle(settlement: SubmissionResult): Promise<boolean> {
    this.begun = false;
    await this.options.ledger.settle(this.entry, settlement);
    return this.task.onSettled({ type: 'submission', entry: this.entry, settlement, remembered: false });
  }

  /** What a page does to a browser is no fault of ours: it is why there is no answer. */
  private async browsing(
    visit: () => Promise<void>,
  ): Promise<Required<Pick<SubmissionResult, 'reason' | 'trouble'>> | undefined> {
    try {
      await visit();
      return undefined;
    } catch (error) {
      this.options.signal.throwIfAborted();
      // Nothing was sent: the row must not look as if nobody knew.
      if (error instanceof FormChangedError && this.page > this.task.settled)
        await this.options.ledger.settle(this.entry, unsent(error.message));
      if (error instanceof FormChangedError || isStoreFault(error)) throw error;
      return { reason: browserErrorText(error), trouble: troubleOfBrowser(error) };
    }
  }

  private read({ page: came, formPage, observed }: BrowserDelivery): SubmissionResult {
    const { filled, page } = this.entry;
    const carried =
      observed.kind === 'navigation'
        ? observed.request
        : carrier(observed, this.options.form, filled.controls);
    const request = carried ?? this.entry.request;
    const answer = this.options.read(came, { formPage, filled, request, page });
    const { tree } = came;
    const next =
      tree === undefined || page > 1 ? undefined : nextRequest(answer, { tree, encoding: 'utf-8' });
    return {
      state: 'settled',
      answer,
      status: came.status,
      finalUrl: came.url,
      request,
      sentBy: 'browser',
      requests: observed.kind === 'data' ? observed.requests.length : 1,
      newRecords: 0,
      ...(next !== undefined && { next }),
    };
  }
}

const unsent = (reason: string): SubmissionResult => ({
  state: 'failed',
  reason,
  trouble: 'browser-failed',
  requests: 0,
  newRecords: 0,
});

/** A browser takes another boundary each time it sends a form of several parts. */
function boundaryless(request: SubmissionRequest): SubmissionRequest {
  const { contentType = '', body } = request;
  const [, boundary] = /boundary="?([^";]+)/i.exec(contentType) ?? [];
  if (boundary === undefined || body === undefined) return request;
  const plain = Buffer.from(body, 'base64').toString('latin1').replaceAll(boundary, '');
  return { ...request, contentType: contentType.replace(boundary, ''), body: plain };
}
