/** Sends a query over HTTP, as the form or as its script's request, and fetches the pages of the answer. */

import { extractForms } from '../../forms/index.ts';
import { elementsOf, type TreeDocument } from '../../foundation/dom/index.ts';
import { TransportError, type TransportErrorReason, wasNeverSent } from '../../foundation/http/index.ts';
import { type Answer, VERDICTS } from '../types/answer.ts';
import type { FilledForm, SubmissionRequest } from '../types/submission.ts';
import type { ChannelOutcome, ChannelQuery, ChannelTask, SubmissionChannel } from './channel.ts';
import { FormChangedError } from './entry-list.ts';
import type { FormSession, SessionResponse } from './form-session.ts';
import { type FormSource, mayHoldState } from './form-source.ts';
import { encodeFilledForm } from './learn-channel.ts';
import {
  CHANNEL_PLAN_VERSION,
  type ChannelPlan,
  type LedgerEntry,
  ledgerEntry,
  type PageNumbering,
  requestDigest,
  type SubmissionResult,
} from './ledger.ts';
import { nextRequest } from './next-request.ts';
import { withTokensOf } from './page-tokens.ts';
import { nextNumberedRequest, refillRequest, secondRequest } from './replay-request.ts';
import type { SenderOptions } from './sender.ts';
import type { SessionRenewal } from './session-renewal.ts';
import { chosenStep, MOST_STEPS, nextStep, type StepTrial, withChoices } from './steps.ts';
import {
  FormGoneError,
  isRequestFailure,
  messageOf,
  PageTroubleError,
  troubleOfError,
} from './why-no-answer.ts';

type HttpTask = ChannelQuery &
  Extract<ChannelTask, { readonly by: 'http' }> & {
    /** A script's POST is replayed for the first time: without an answer, the next queries go through the browser. */
    readonly unproven: boolean;
    /** How the script numbers the pages of a list, if known. */
    readonly pageNumbering: PageNumbering | undefined;
    readonly renewal: SessionRenewal;
    readonly steps: StepTrial;
    /** A page with scripts that says nothing to the query is left to the browser. */
    readonly checked: boolean;
  };

export class HttpChannel implements SubmissionChannel {
  private readonly options: SenderOptions;
  private readonly session: FormSession;
  private readonly source: FormSource;
  private readonly task: HttpTask;
  private readonly formPage: TreeDocument | undefined;
  /** Set when the form's page was fetched again and no longer shows the form. */
  private formGone: FormGoneError | undefined;
  /** The answer that came last runs scripts. */
  private isScripted = false;

  constructor(
    options: SenderOptions,
    session: FormSession,
    source: FormSource,
    task: HttpTask,
    formPage: TreeDocument | undefined,
  ) {
    this.options = options;
    this.session = session;
    this.source = source;
    this.task = task;
    this.formPage = formPage;
  }

  async submit(): Promise<ChannelOutcome> {
    const left = await this.submitPages();
    const formPage = this.source.lastShown;
    return { ...left, ...(formPage !== undefined && { formPage }) };
  }

  /** @returns what is left to the browser: a list that only a script makes longer, or all of it */
  private async submitPages(): Promise<Pick<ChannelOutcome, 'expandable' | 'mayBeDrawn'> | undefined> {
    const { query, filled, continueFrom, onSettled } = this.task;
    const { ledger } = this.options;
    let request =
      continueFrom === undefined
        ? await this.firstRequest()
        : await this.continuedRequest(continueFrom.request);
    for (let page = continueFrom?.page ?? 1; ; page++) {
      const entry = ledgerEntry(query, filled, page, 'http', request);
      const equal = ledger.equalRequest(request);
      if (equal !== undefined) await ledger.shareAnswer(entry, equal);
      const result = equal ?? (await this.sendRecorded(entry));
      if (result === undefined) return { mayBeDrawn: true };
      const more = onSettled({ type: 'submission', entry, result, remembered: equal !== undefined });
      if (this.formGone !== undefined) throw this.formGone;
      if (!more) return undefined;
      if (result.next === undefined)
        return { expandable: { request, firstPage: result, settledPages: page } };
      request = result.next;
    }
  }

  /** @param refetchPage fetch the form's page even if that was done before */
  private async firstRequest(refetchPage = false): Promise<SubmissionRequest> {
    const { plan, filled, query } = this.task;
    if (query.steps !== undefined) return this.stepRequest(query.steps);
    if (plan.by === 'replay')
      return refillRequest(await this.withFreshTokens(plan, refetchPage), this.options.form, filled.controls);
    const { page, form } = await this.source.fetchForm();
    return encodeFilledForm(page, form, filled);
  }

  /** Makes all choices but the last one, and returns the request of that. */
  private async stepRequest(choices: readonly string[]): Promise<SubmissionRequest> {
    const before = await this.pageAfter(choices.slice(0, -1));
    return chosenStep(before, await this.shownPage(), this.task.filled.form, choices.at(-1) ?? '');
  }

  /** The page that offers the next choice: as it came, unless what it holds is good for one use. */
  private async pageAfter(choices: readonly string[]): Promise<SessionResponse> {
    const { filled, steps } = this.task;
    const { offered } = steps;
    const tree = offered?.sent.page.tree;
    const isOnce = tree !== undefined && extractForms(tree).some(mayHoldState);
    if (offered?.key === offerKey(filled, choices) && !(offered.isUsed && isOnce)) {
      offered.isUsed = true;
      return offered.sent;
    }
    if (choices.length > 0) return this.session.send(await this.stepRequest(choices));
    const { page, form } = await this.source.fetchForm();
    return this.session.send(encodeFilledForm(page, form, filled));
  }

  private async shownPage(): Promise<TreeDocument> {
    return this.formPage ?? (await this.source.visiblePage());
  }

  /** Continues a list that a browser, or a process before a crash, began. */
  private async continuedRequest(request: SubmissionRequest): Promise<SubmissionRequest> {
    const { plan } = this.task;
    return plan.by === 'replay' && request.method === 'POST'
      ? this.withFreshTokens({ ...plan, carried: request })
      : request;
  }

  /** Fills the current tokens of the page into a script's request; before a POST the page is visited once. */
  private async withFreshTokens(
    { carried: capturedRequest, tokens = [] }: ChannelPlan & { readonly by: 'replay' },
    refetchPage = false,
  ): Promise<SubmissionRequest> {
    const visited = refetchPage ? false : capturedRequest.method === 'GET' || this.session.hasVisited;
    if (tokens.length === 0 && visited) return capturedRequest;
    const { tree } = await this.session.formPage(this.options.page);
    return withTokensOf(capturedRequest, tokens, tree);
  }

  /** Records the entry, sends it, and records the result. @returns undefined if the browser has to send it again */
  private async sendRecorded(entry: LedgerEntry): Promise<SubmissionResult | undefined> {
    const { ledger } = this.options;
    await ledger.begin(entry);
    const first = await this.sendInPeace(entry);
    const afterRenewal = await this.retryInNewSession(entry, first);
    const mayBeDrawn = this.mayBeDrawn(entry, afterRenewal);
    if (mayBeDrawn && entry.request.method === 'GET') return undefined;
    this.task.renewal.record(afterRenewal);
    const version = CHANNEL_PLAN_VERSION;
    const result: SubmissionResult =
      this.task.unproven && !isConclusive(afterRenewal)
        ? { ...afterRenewal, plan: { by: 'browser', version } }
        : // What was posted is not posted again: the next query decides.
          { ...afterRenewal, ...(mayBeDrawn && { plan: { by: 'http', unconfirmed: true, version } }) };
    await ledger.settle(entry, result);
    return result;
  }

  private mayBeDrawn({ page, filled }: LedgerEntry, result: SubmissionResult): boolean {
    const { answer, status = 0 } = result;
    const isQuery = page === 1 && filled.purpose !== 'nonsense-probe';
    const isRefused = answer?.refusal?.kind === 'too-many' || answer?.refusal?.kind === 'too-fast';
    const isTold = isConclusive(result) || isRefused || answer?.choices !== undefined;
    const isSilent = answer !== undefined && status < 400 && !isTold;
    return this.task.checked && this.isScripted && isQuery && isSilent;
  }

  /** Sends a request, and a GET again after a pause where the site asks for fewer queries. */
  private async sendInPeace(entry: LedgerEntry): Promise<SubmissionResult> {
    let result = await this.sendOrFail(entry);
    for (let waits = 0; isTooFast(result) && waits < MOST_WAITS; waits++) {
      this.session.slowDown(entry.request.url);
      if (entry.request.method === 'POST') break;
      const { requests } = result;
      const again = await this.sendOrFail(entry);
      result = { ...again, requests: requests + again.requests };
    }
    return result;
  }

  /**
   * Starts a new session when the form has stopped answering, and fetches its page again. A GET is repeated
   * if its request is another one now; a POST is never repeated, but the next ones use the new session.
   */
  private async retryInNewSession(entry: LedgerEntry, first: SubmissionResult): Promise<SubmissionResult> {
    const { renewal, unproven } = this.task;
    const { method, url } = entry.request;
    const { link, steps } = this.task.query;
    const isForm = entry.page === 1 && link === undefined && steps === undefined;
    if (!isForm || unproven || !renewal.isDue(first)) return first;
    const hadCookie = this.session.hasCookieFor(url);
    this.session.reset();
    this.source.clearCache();
    try {
      const request = await this.firstRequest(true);
      if (method === 'POST') {
        renewal.recordRenewal(undefined);
        return first;
      }
      const isSameRequest = requestDigest(request) === requestDigest(entry.request);
      const retried = isSameRequest && !hadCookie ? first : await this.sendOrFail({ ...entry, request });
      const helped = isConclusive(retried);
      renewal.recordRenewal(helped);
      const { requests } = first;
      return retried === first
        ? first
        : { ...(helped ? { ...retried, request } : first), requests: requests + retried.requests };
    } catch (error) {
      this.options.signal.throwIfAborted();
      renewal.recordRenewal(false);
      if (error instanceof PageTroubleError || !(error instanceof FormChangedError)) {
        if (!isRequestFailure(error)) throw error;
      } else this.formGone = new FormGoneError(error.message);
      return first;
    }
  }

  private async sendOrFail(entry: LedgerEntry): Promise<SubmissionResult> {
    try {
      return await this.send(entry);
    } catch (error) {
      this.options.signal.throwIfAborted();
      if (!isRequestFailure(error)) throw error;
      const trouble = troubleOfError(error);
      // A POST whose connection broke may have arrived.
      const isLost = error instanceof TransportError && (wasNeverSent(error) || NEVER_ARRIVED[error.reason]);
      const mayHaveArrived = entry.request.method === 'POST' && error instanceof TransportError && !isLost;
      return {
        state: mayHaveArrived ? 'parked' : 'failed',
        reason: messageOf(error),
        trouble,
        requests: trouble === 'not-permitted' ? 0 : 1,
        newRecords: 0,
      };
    }
  }

  private async send({ request, filled, page }: LedgerEntry): Promise<SubmissionResult> {
    const formPage = await this.shownPage();
    const { steps, query } = this.task;
    const { failures } = steps;
    const { sent, answer: read } = await this.sendSteps(request, filled, page, formPage);
    const answer = withChoices(read, sent.page.tree, formPage, filled.form);
    if (answer.choices !== undefined)
      steps.offered = { key: offerKey(filled, query.steps ?? []), sent, isUsed: false };
    const { page: answerPage, encoding, firstStatus, requests, location, quietMs } = sent;
    this.isScripted = answerPage.tree !== undefined && hasScripts(answerPage.tree);
    const next =
      nextRequest(answer, answerPage.tree === undefined ? undefined : { tree: answerPage.tree, encoding }) ??
      (await this.nextNumberedPage(answer, request, page));
    return {
      state: 'settled',
      answer,
      status: firstStatus,
      finalUrl: answerPage.url,
      requests,
      newRecords: 0,
      ...(next !== undefined && { next }),
      ...(location !== undefined && { location }),
      ...(quietMs !== undefined && { trouble: 'asks-for-quiet' as const }),
      ...(steps.failures !== failures && { stepFailures: steps.failures }),
    };
  }

  /** Sends a request, and the forms that stand between it and its answer. */
  private async sendSteps(
    first: SubmissionRequest,
    filled: FilledForm,
    page: number,
    formPage: TreeDocument,
  ): Promise<{ sent: SessionResponse; answer: Answer }> {
    const { steps } = this.task;
    const read = (sent: SessionResponse, request: SubmissionRequest) =>
      this.options.read(sent.page, { formPage, filled, request, page });
    let sent = await this.session.send(first);
    let answer = read(sent, first);
    if (page === 1 && answer.verdict === 'hits') steps.end();
    for (let step = 0; step < MOST_STEPS && page === 1 && answer.verdict !== 'hits'; step++) {
      const { tree, status } = sent.page;
      // A page that states a total, be it 0, is an answer.
      if (tree === undefined || status >= 400 || steps.isOver || answer.statedTotal !== undefined) break;
      const request = nextStep(tree, sent.encoding, filled);
      if (request === undefined) break;
      const next = await this.session.send(request).catch((error: unknown) => {
        this.options.signal.throwIfAborted();
        if (!isRequestFailure(error)) throw error;
        return undefined;
      });
      // What was answered stays, whatever comes of the second form.
      if (next === undefined) {
        steps.record(false);
        break;
      }
      sent = { ...next, firstStatus: sent.firstStatus, requests: sent.requests + next.requests };
      answer = read(sent, request);
      steps.record(VERDICTS[answer.verdict].evidence !== 'silent');
    }
    return { sent, answer };
  }

  /** Derives the request of the next page from how the script numbers its pages. */
  private async nextNumberedPage(
    { records, paging, statedTotal = 0 }: Answer,
    request: SubmissionRequest,
    page: number,
  ): Promise<SubmissionRequest | undefined> {
    const { pageNumbering, filled, plan } = this.task;
    if (pageNumbering === undefined || records.length === 0) return undefined;
    if (page > 1) return nextNumberedRequest(pageNumbering, request);
    if (!expandsInBrowser(paging) && statedTotal <= records.length) return undefined;
    const second =
      plan.by === 'replay'
        ? await this.withFreshTokens({ ...plan, carried: pageNumbering.second })
        : pageNumbering.second;
    return secondRequest({ ...pageNumbering, second }, this.options.form, filled.controls);
  }
}

const offerKey = ({ controls }: FilledForm, choices: readonly string[]): string =>
  JSON.stringify([controls, choices]);

/** Whether a fault of the kind shows by itself that nothing has reached the server. */
const NEVER_ARRIVED = {
  'address-refused': true,
  'port-refused': true,
  'bad-url': true,
  denied: true,
  dns: true,
  connect: false,
  tls: true,
  timeout: false,
  reset: false,
  'too-large': false,
  protocol: false,
  'not-in-archive': true,
  aborted: false,
} as const satisfies Record<TransportErrorReason, boolean>;

/** Times that a query is sent again where the site asks for fewer. */
const MOST_WAITS = 5;

const isTooFast = ({ answer }: SubmissionResult): boolean => answer?.refusal?.kind === 'too-fast';

/** Tells whether the answer says what the database holds: hits or no hits. */
export const isConclusive = ({ answer }: SubmissionResult): boolean =>
  answer?.verdict === 'hits' || answer?.verdict === 'no-hits';

/** Tells whether only a click or scrolling in a browser makes the list longer. */
export const expandsInBrowser = (paging: Answer['paging']): boolean =>
  paging?.kind === 'press' || paging?.kind === 'scroll';

/** Tells whether the page has scripts that run, in elements or attributes, other than data in script elements. */
export function hasScripts(tree: TreeDocument): boolean {
  for (const { tag, attributes } of elementsOf(tree.root)) {
    if (tag === 'script' && !/json|template|text\/(?!javascript)/i.test(attributes.type ?? '')) return true;
    if ((attributes.onsubmit ?? attributes.onclick ?? attributes.onchange) !== undefined) return true;
  }
  return false;
}
