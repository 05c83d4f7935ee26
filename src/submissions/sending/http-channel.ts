/** A question put over HTTP, and the pages of its answer: as the form is sent, or by the request its script made. */

import type { TreeDocument } from '../../foundation/dom/index.ts';
import { neverLeft, TransportError, type TransportErrorReason } from '../../foundation/http/index.ts';
import type { Answer } from '../types/answer.ts';
import type { SubmissionRequest } from '../types/submission.ts';
import type { ChannelOutcome, Growing, ChannelQuery, SubmissionChannel, Task } from './channel.ts';
import { FormChangedError } from './entry-list.ts';
import type { FormSession } from './form-session.ts';
import type { FormSource } from './form-source.ts';
import { encoded } from './learn-channel.ts';
import {
  type CountedPages,
  entryOf,
  type LedgerEntry,
  requestDigest,
  type SubmissionResult,
  CHANNEL_PLAN_VERSION,
  type ChannelPlan,
} from './ledger.ts';
import { nextRequest } from './next-request.ts';
import { freshened } from './page-tokens.ts';
import type { Renewal } from './renewal.ts';
import { countedOn, derived } from './replay-request.ts';
import type { SenderOptions } from './sender.ts';
import { FormGoneError, isAnswerless, messageOf, PageTroubleError, troubleOn } from './why-no-answer.ts';

type HttpTask = ChannelQuery &
  Extract<Task, { readonly by: 'http' }> & {
    /** A script's POST was never made by us before: if it brings no answer, the browser asks from then on. */
    readonly onTrial: boolean;
    /** How a script counts the pages of a list, where that is known. */
    readonly pages: CountedPages | undefined;
    readonly renewal: Renewal;
  };

export class HttpChannel implements SubmissionChannel {
  private readonly options: SenderOptions;
  private readonly session: FormSession;
  private readonly source: FormSource;
  private readonly task: HttpTask;
  private readonly start: TreeDocument | undefined;
  /** The page of the form was looked at again, and lacks it. */
  private changed: FormGoneError | undefined;

  constructor(
    options: SenderOptions,
    session: FormSession,
    source: FormSource,
    task: HttpTask,
    start: TreeDocument | undefined,
  ) {
    this.options = options;
    this.session = session;
    this.source = source;
    this.task = task;
    this.start = start;
  }

  async ask(): Promise<ChannelOutcome> {
    const growing = await this.askPages();
    const formPage = this.source.seen;
    return { ...(growing !== undefined && { growing }), ...(formPage !== undefined && { formPage }) };
  }

  /** @returns where a script would make the list longer, if its pages are still wanted */
  private async askPages(): Promise<Growing | undefined> {
    const { query, filled, from, onSettled } = this.task;
    const { ledger } = this.options;
    let request = from === undefined ? await this.firstRequest() : await this.resumed(from.request);
    for (let page = from?.page ?? 1; ; page++) {
      const entry = entryOf(query, filled, page, 'http', request);
      const equal = ledger.equal(request);
      const settlement = equal ?? (await this.recorded(entry));
      const more = onSettled({ type: 'submission', entry, settlement, remembered: equal !== undefined });
      if (this.changed !== undefined) throw this.changed;
      if (!more) return undefined;
      if (settlement.next === undefined) return { request, settlement, settled: page };
      request = settlement.next;
    }
  }

  /** @param anew the page of the form is looked at in any case */
  private async firstRequest(anew = false): Promise<SubmissionRequest> {
    const { way, filled } = this.task;
    if (way.by === 'replay')
      return derived(await this.freshly(way, anew), this.options.form, filled.controls);
    const { page, form } = await this.source.fresh();
    return encoded(page, form, filled);
  }

  /** A list that another visitor began: a browser, or a process that is gone. */
  private async resumed(request: SubmissionRequest): Promise<SubmissionRequest> {
    const { way } = this.task;
    return way.by === 'replay' && request.method === 'POST'
      ? this.freshly({ ...way, carried: request })
      : request;
  }

  /** A script's request with the tokens of its page as it is now; before a POST the page is visited in any case. */
  private async freshly(
    { carried, tokens = [] }: ChannelPlan & { readonly by: 'replay' },
    anew = false,
  ): Promise<SubmissionRequest> {
    const visited = anew ? false : carried.method === 'GET' || this.session.hasVisited;
    if (tokens.length === 0 && visited) return carried;
    const { tree } = await this.session.formPage(this.options.page);
    return freshened(carried, tokens, tree);
  }

  /** Writes down, sends, writes down what came. */
  private async recorded(entry: LedgerEntry): Promise<SubmissionResult> {
    const { ledger } = this.options;
    await ledger.begin(entry);
    const first = await this.orFailed(entry);
    const came = await this.renewed(entry, first);
    this.task.renewal.heed(came);
    const settlement: SubmissionResult =
      this.task.onTrial && !answers(came)
        ? { ...came, way: { by: 'browser', version: CHANNEL_PLAN_VERSION } }
        : came;
    await ledger.settle(entry, settlement);
    return settlement;
  }

  /**
   * Where a form stops to answer, its page is fetched by a new visitor. If what is sent differs then, a GET is asked again; a
   * POST is not, but those that come after it have the new session.
   */
  private async renewed(entry: LedgerEntry, came: SubmissionResult): Promise<SubmissionResult> {
    const { renewal, onTrial } = this.task;
    const { method, url } = entry.request;
    if (entry.page > 1 || onTrial || !renewal.isDue(came)) return came;
    const known = this.session.isKnownTo(url);
    this.session.forget();
    this.source.forget();
    try {
      const request = await this.firstRequest(true);
      if (method === 'POST') {
        renewal.tried(undefined);
        return came;
      }
      const same = requestDigest(request) === requestDigest(entry.request);
      const again = same && !known ? came : await this.orFailed({ ...entry, request });
      const helped = answers(again);
      renewal.tried(helped);
      const { requests } = came;
      return again === came
        ? came
        : { ...(helped ? { ...again, request } : came), requests: requests + again.requests };
    } catch (error) {
      this.options.signal.throwIfAborted();
      renewal.tried(false);
      if (error instanceof PageTroubleError || !(error instanceof FormChangedError)) {
        if (!isAnswerless(error)) throw error;
      } else this.changed = new FormGoneError(error.message);
      return came;
    }
  }

  private async orFailed(entry: LedgerEntry): Promise<SubmissionResult> {
    try {
      return await this.send(entry);
    } catch (error) {
      this.options.signal.throwIfAborted();
      if (!isAnswerless(error)) throw error;
      const trouble = troubleOn(error);
      // Of a POST that broke off nobody knows whether it arrived.
      const lost = entry.request.method === 'POST' && error instanceof TransportError && !neverArrived(error);
      return {
        state: lost ? 'parked' : 'failed',
        reason: messageOf(error),
        trouble,
        requests: trouble === 'not-permitted' ? 0 : 1,
        newRecords: 0,
      };
    }
  }

  private async send({ request, filled, page }: LedgerEntry): Promise<SubmissionResult> {
    const sent = await this.session.send(request);
    const { page: came, encoding, firstStatus, requests, location, quietMs } = sent;
    const formPage = this.start ?? (await this.source.page());
    const answer = this.options.read(came, { formPage, filled, request, page });
    const next =
      nextRequest(answer, came.tree === undefined ? undefined : { tree: came.tree, encoding }) ??
      (await this.counted(answer, request, page));
    return {
      state: 'settled',
      answer,
      status: firstStatus,
      finalUrl: came.url,
      requests,
      newRecords: 0,
      ...(next !== undefined && { next }),
      ...(location !== undefined && { location }),
      ...(quietMs !== undefined && { trouble: 'asks-for-quiet' as const }),
    };
  }

  /** Where a script's list goes on, once it is known how the script counts. */
  private async counted(
    { records, paging, statedTotal = 0 }: Answer,
    request: SubmissionRequest,
    page: number,
  ): Promise<SubmissionRequest | undefined> {
    const { pages, filled, way } = this.task;
    if (pages === undefined || records.length === 0) return undefined;
    if (page > 1) return countedOn(pages, request);
    if (!grows(paging) && statedTotal <= records.length) return undefined;
    const second = way.by === 'replay' ? await this.freshly({ ...way, carried: pages.second }) : pages.second;
    return derived(second, this.options.form, filled.controls);
  }
}

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

/** Whether nothing of it can have reached the server. */
const neverArrived = (error: TransportError): boolean => neverLeft(error) || NEVER_ARRIVED[error.reason];

/** Whether it can be told what the database has. */
export const answers = ({ answer }: SubmissionResult): boolean =>
  answer?.verdict === 'hits' || answer?.verdict === 'no-hits';

/** Whether only a press or a scroll in a browser makes the list longer. */
export const grows = (paging: Answer['paging']): boolean =>
  paging?.kind === 'press' || paging?.kind === 'scroll';
