/** Sends a query in the browser, and learns from its requests through which channel the next ones can go. */

import { browserErrorText, type PagePool } from '../../foundation/browser/index.ts';
import type { TreeDocument } from '../../foundation/dom/index.ts';
import { siteOf } from '../../foundation/url/index.ts';
import type { Answer } from '../types/answer.ts';
import type { SubmissionRequest } from '../types/submission.ts';
import type { AnswerAddress, FormAddress } from './answer-address.ts';
import type {
  ChannelOutcome,
  ChannelQuery,
  ChannelTask,
  ListContinuation,
  SubmissionChannel,
} from './channel.ts';
import { FormChangedError } from './entry-list.ts';
import type { FormSession } from './form-session.ts';
import type { BeforePost } from './hold-posts.ts';
import { ChannelLearner, encodeFilledForm } from './learn-channel.ts';
import {
  CHANNEL_PLAN_VERSION,
  type ChannelPlan,
  type LedgerEntry,
  ledgerEntry,
  type PageNumbering,
  type SubmissionResult,
} from './ledger.ts';
import { type BrowserDelivery, type Expansion, ExpansionPace } from './live-answer.ts';
import { nextRequest } from './next-request.ts';
import type { PageReuse } from './page-reuse.ts';
import { openAnswer, queryInBrowser } from './query-in-browser.ts';
import {
  detectPageNumbering,
  digestOf,
  findSearchRequest,
  nextNumberedRequest,
  secondRequest,
} from './replay-request.ts';
import type { SenderOptions } from './sender.ts';
import { withChoices } from './steps.ts';
import { isStoreFault, troubleOfBrowserError } from './why-no-answer.ts';

type BrowserTask = ChannelQuery &
  Extract<ChannelTask, { readonly by: 'browser' }> & {
    /** Lists of this form failed to expand before, so they are read as first shown. */
    readonly expansionStalled: boolean;
    /** The page that the previous query left open. */
    readonly reuse: PageReuse;
    readonly address: AnswerAddress;
  };

export class BrowserChannel implements SubmissionChannel {
  private readonly options: SenderOptions;
  private readonly session: FormSession;
  private readonly task: BrowserTask;
  private readonly expectedRequest: SubmissionRequest;
  /** The answer is opened by its address, without the form. */
  private readonly direct: FormAddress | undefined;
  private entry: LedgerEntry;
  private page = 1;
  private plan: ChannelPlan | undefined;
  private continuation: ListContinuation | undefined;
  private formPage: TreeDocument | undefined;
  private firstAnswer: Answer | undefined;
  /** Keys of the records of the page before. */
  private shown: ReadonlySet<string> = new Set();
  /** The result of an equal POST that was sent before. */
  private earlierResult: SubmissionResult | undefined;
  /** Digests of the requests that this query has posted. */
  private readonly posted = new Set<string>();
  private readonly pace = new ExpansionPace();
  /** The entry is in the ledger and not settled yet. */
  private unsettled = false;

  constructor(options: SenderOptions, session: FormSession, task: BrowserTask) {
    const { form, page: url } = options;
    const { plan, query, filled, expansion } = task;
    this.options = options;
    this.session = session;
    this.task = task;
    const opens = expansion === undefined && plan.by === 'browser' && query.needsBrowser !== true;
    this.direct = opens ? task.address.of(form, filled.controls) : undefined;
    const known = expansion ?? this.direct;
    this.expectedRequest =
      known !== undefined
        ? known.request
        : plan.by === 'dry-run' && plan.httpForm !== undefined
          ? encodeFilledForm(plan.httpForm.page, plan.httpForm.form, filled)
          : { method: form.method === 'post' ? 'POST' : 'GET', url: form.action, referrer: url };
    this.entry = ledgerEntry(query, filled, 1, 'browser', this.expectedRequest);
  }

  async submit(): Promise<ChannelOutcome> {
    const { out, signal } = this.options;
    const asked = [
      this.expectedRequest.url,
      ...(this.direct === undefined ? [this.task.expansion?.url ?? this.options.page] : []),
    ];
    for (const url of asked) await out.permit(url, signal);
    await this.begin();
    const { pages, proxy } = out.browser as NonNullable<typeof out.browser>;
    const closeSockets = proxy.admitSockets(...[this.options.page, ...asked].map(siteOf));
    const failure = await this.withBrowserFailure(() => this.visit(pages)).finally(() => {
      closeSockets();
      for (const url of asked) out.ended(url);
    });
    // The control that expands the list was not there.
    if (failure === undefined && this.unsettled) await this.settle(notSent('the list did not go on'));
    if (failure !== undefined) {
      const state =
        this.expectedRequest.method === 'POST' || this.posted.size > 0
          ? ('parked' as const)
          : ('failed' as const);
      await this.settle({ state, ...failure, requests: 1, newRecords: 0 });
    }
    return {
      ...(this.plan !== undefined && { plan: this.plan }),
      ...(this.continuation !== undefined && { continuation: this.continuation }),
      ...(this.formPage !== undefined && { formPage: this.formPage }),
    };
  }

  private async visit(pages: PagePool): Promise<void> {
    const { form, page: url } = this.options;
    const { filled, expansion } = this.task;
    const site = siteOf(url);
    const onDelivery = (delivery: BrowserDelivery) => this.onDelivery(delivery);
    const beforePost: BeforePost = (post, isDocument) => this.mayPost(post, isDocument);
    const { direct } = this;
    if (expansion !== undefined) await openAnswer(pages, { site, ...expansion }, onDelivery, beforePost);
    else if (direct !== undefined) {
      const { request, formPage } = direct;
      await openAnswer(pages, { site, url: request.url, formPage }, onDelivery, beforePost);
    } else {
      const { plan, reuse } = this.task;
      const sends = plan.by === 'dry-run' ? undefined : plan.sends;
      const staysInBrowser = () => (this.plan ?? plan).by === 'browser';
      const learned = sends !== undefined && { sends };
      const browserQuery = { site, url, form, filled, ...learned, reuse, staysInBrowser };
      await queryInBrowser(pages, browserQuery, onDelivery, beforePost);
      if (staysInBrowser()) await this.task.address.prove((address) => this.shownAt(pages, site, address));
    }
  }

  /** @returns what the address of an answer shows; undefined if that cannot be told */
  private async shownAt(
    pages: PagePool,
    site: string,
    { request: { url }, formPage }: FormAddress,
  ): Promise<TreeDocument | undefined> {
    const { out, signal } = this.options;
    let shown: TreeDocument | undefined;
    const look = async ({ page }: BrowserDelivery) => {
      shown = page.tree;
      return null;
    };
    try {
      await out.permit(url, signal);
      await openAnswer(pages, { site, url, formPage }, look, async () => false);
    } catch {
      signal.throwIfAborted();
    } finally {
      out.ended(url);
    }
    return shown;
  }

  /**
   * Records a POST that carries the query before it leaves. Refuses one that was posted before: for another
   * query, or by the last button while its slow server has not answered yet.
   */
  private async mayPost(request: SubmissionRequest, isDocument: boolean): Promise<boolean> {
    const { ledger, form } = this.options;
    const observed = { kind: 'data' as const, requests: [request] };
    if (!isDocument && findSearchRequest(observed, form, this.task.filled.controls) === undefined)
      return true;
    const digest = digestOf(request);
    if (this.posted.has(digest)) return false;
    this.earlierResult = ledger.equalRequest(request);
    if (this.earlierResult !== undefined) return false;
    this.posted.add(digest);
    if (this.page > this.task.settledPages) await ledger.recordPost({ ...this.entry, request });
    return true;
  }

  /** @returns how to expand the list; null if enough was seen, or it continues without a browser */
  private async onDelivery(delivery: BrowserDelivery): Promise<Expansion | null> {
    this.formPage ??= delivery.formPage;
    const settledBefore = this.page <= this.task.settledPages;
    const result = scrolledOn(
      this.earlierResult ??
        (settledBefore ? undefined : await this.secondPageOverHttp(delivery)) ??
        this.readDelivery(delivery),
      delivery,
    );
    if (this.page === 1) this.firstAnswer = this.task.expansion?.answer ?? result.answer;
    if (this.page === 1)
      this.task.address.learn(delivery, result.answer, this.task, this.direct !== undefined);
    if (this.page === 1 && !settledBefore) this.plan = await this.learn(delivery, result);
    const { answer } = result;
    // The capture of a live page lacks its scripts, and only they show whether scrolling brings more.
    const paging = answer?.paging ?? this.task.expansion?.answer.paging ?? null;
    const next = result.next ?? (paging === null ? undefined : this.secondNumberedPage());
    const ends =
      next === undefined &&
      answer?.paging?.kind === 'scroll' &&
      (this.task.expansionStalled ? showsPart(answer) : hasStalled(answer, this.shown));
    this.shown = new Set(answer?.records.map(({ key }) => key));
    const more =
      settledBefore ||
      (await this.settle({
        ...result,
        ...(ends && { answer: { ...answer, paging: null } }),
        ...(this.plan !== undefined && { plan: this.plan }),
      }));
    this.page++;
    if (!more || answer === undefined || ends) return null;
    if (next !== undefined) this.continuation = { request: next, page: this.page };
    if (next !== undefined || paging === null || delivery.isLast || this.task.expansionStalled) return null;
    this.entry = ledgerEntry(
      this.task.query,
      this.task.filled,
      this.page,
      'browser',
      result.request ?? this.expectedRequest,
    );
    await this.begin();
    return { paging, times: this.pace.timesFor(answer.records) };
  }

  /** Derives the request of the second page, if it is known how the script numbers pages. */
  private secondNumberedPage(): SubmissionRequest | undefined {
    const { plan, filled } = this.task;
    const numbering = plan.by === 'dry-run' ? undefined : plan.pages;
    if (numbering === undefined || this.page !== 1) return undefined;
    return secondRequest(numbering, this.options.form, filled.controls);
  }

  /**
   * Repeats the script's request for the second page; if it brings other records than the first page, the
   * whole list is read by such requests. Undefined if only the browser shows the page.
   */
  private async secondPageOverHttp(delivery: BrowserDelivery): Promise<SubmissionResult | undefined> {
    const { formPage, latestRequest } = delivery;
    const { firstAnswer, entry } = this;
    if (this.page !== 2 || firstAnswer === undefined) return undefined;
    const detected = detectPageNumbering(latestRequest, entry.request, firstAnswer.records.length);
    if (detected === undefined) return undefined;
    const values = this.task.filled.controls.flatMap((control) => control.values);
    const numbering = { ...detected, asked: values.filter((value) => value !== '') };
    const { second: request } = numbering;
    // A POST of the browser is never repeated just to find out.
    if (latestRequest?.method === 'POST')
      return this.withPostNumbering(this.readDelivery(delivery), numbering, latestRequest);
    const sent = await this.session.send(request).catch(() => undefined);
    if (sent === undefined) return undefined;
    const { filled } = this.task;
    const answer = this.options.read(sent.page, { formPage, filled, request, page: 2 });
    const known = new Set(firstAnswer.records.map(({ key }) => key));
    if (answer.records.length === 0 || answer.records.some(({ key }) => known.has(key))) return undefined;
    this.plan = { ...(this.plan ?? this.planSoFar()), pages: numbering };
    const { firstStatus: status, requests, location } = sent;
    const next = nextNumberedRequest(numbering, request);
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

  /** Continues a list that a POST made longer by the POST of the next page. */
  private withPostNumbering(
    result: SubmissionResult,
    numbering: PageNumbering,
    latest: SubmissionRequest,
  ): SubmissionResult {
    this.plan = { ...(this.plan ?? this.planSoFar()), pages: numbering };
    const next = nextNumberedRequest(numbering, latest);
    return { ...result, request: latest, ...(next !== undefined && { next }) };
  }

  private planSoFar(): ChannelPlan {
    const { plan } = this.task;
    return plan.by === 'dry-run' ? { by: 'browser', version: CHANNEL_PLAN_VERSION } : plan;
  }

  private learn(delivery: BrowserDelivery, result: SubmissionResult): Promise<ChannelPlan | undefined> {
    return new ChannelLearner(this.options, this.session, this.task).learn(delivery, result);
  }

  private async begin(): Promise<void> {
    if (this.page <= this.task.settledPages) return;
    await this.options.ledger.begin(this.entry);
    this.unsettled = true;
  }

  private async settle(result: SubmissionResult): Promise<boolean> {
    this.unsettled = false;
    await this.options.ledger.settle(this.entry, result);
    return this.task.onSettled({ type: 'submission', entry: this.entry, result, remembered: false });
  }

  /** Returns a browser error as the reason why there is no answer; errors of the store are thrown. */
  private async withBrowserFailure(
    visit: () => Promise<void>,
  ): Promise<Required<Pick<SubmissionResult, 'reason' | 'trouble'>> | undefined> {
    try {
      await visit();
      return undefined;
    } catch (error) {
      this.options.signal.throwIfAborted();
      // Nothing was sent, so the fate of the entry is known.
      if (error instanceof FormChangedError && this.page > this.task.settledPages)
        await this.options.ledger.settle(this.entry, notSent(error.message));
      if (error instanceof FormChangedError || isStoreFault(error)) throw error;
      return { reason: browserErrorText(error), trouble: troubleOfBrowserError(error) };
    }
  }

  private readDelivery({ page: answerPage, formPage, observed, picked }: BrowserDelivery): SubmissionResult {
    const { filled, page } = this.entry;
    const capturedRequest =
      observed.kind === 'navigation'
        ? observed.request
        : findSearchRequest(observed, this.options.form, filled.controls);
    const request = capturedRequest ?? this.entry.request;
    const { tree } = answerPage;
    const read = this.options.read(answerPage, { formPage, filled, request, page });
    const answer = withChoices(read, tree, formPage, filled.form);
    const next =
      tree === undefined || page > 1 ? undefined : nextRequest(answer, { tree, encoding: 'utf-8' });
    return {
      state: 'settled',
      answer,
      status: answerPage.status,
      finalUrl: answerPage.url,
      request,
      sentBy: 'browser',
      requests: observed.kind === 'data' ? observed.requests.length : 1,
      newRecords: 0,
      ...(picked !== undefined && { picked }),
      ...(next !== undefined && { next }),
    };
  }
}

/** A list whose rows come as they come into view goes on, whatever it says. */
function scrolledOn(result: SubmissionResult, { isVirtual }: BrowserDelivery): SubmissionResult {
  const { answer } = result;
  const isList = isVirtual && result.next === undefined && answer?.verdict === 'hits';
  return isList && answer.paging === null
    ? { ...result, answer: { ...answer, paging: { kind: 'scroll' } } }
    : result;
}

/** Tells whether a list states that there is more than it shows. */
const showsPart = ({ records, statedTotal = 0 }: Answer): boolean => statedTotal > records.length;

/** Tells whether a list that states more than it shows has brought none but the records of the page before. */
export const hasStalled = (answer: Answer, before: ReadonlySet<string>): boolean =>
  showsPart(answer) && answer.records.every(({ key }) => before.has(key));

const notSent = (reason: string): SubmissionResult => ({
  state: 'failed',
  reason,
  trouble: 'browser-failed',
  requests: 0,
  newRecords: 0,
});
