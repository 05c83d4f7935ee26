/** Records the requests that a page makes after its form was submitted. */

import type { Page, Request } from 'playwright';
import { within } from '../../foundation/browser/index.ts';
import { parseTree } from '../../foundation/dom/index.ts';
import { decodeHtml, isHtml } from '../../foundation/http/index.ts';
import type { AnswerPage } from '../types/answer.ts';
import type { SubmissionRequest } from '../types/submission.ts';

const MAX_ANSWER = 2_000_000;

export type ObservedRequests =
  | { readonly kind: 'navigation'; readonly request: SubmissionRequest; readonly status: number }
  /** Scripts requested data, in this order. */
  | { readonly kind: 'data'; readonly requests: readonly SubmissionRequest[] }
  | { readonly kind: 'nothing' };

/** Records the documents and data that a page requests. */
export class RequestRecorder {
  private readonly page: Page;
  private readonly requests: Request[] = [];
  private readonly playwrightRequests = new Map<SubmissionRequest, Request>();
  private reportedCount = 0;
  private readonly record = (request: Request) => {
    if (/^(?:document|xhr|fetch)$/.test(request.resourceType()) && /^https?:/.test(request.url()))
      this.requests.push(request);
  };

  constructor(page: Page) {
    this.page = page;
    page.on('request', this.record);
  }

  stop(): void {
    this.page.off('request', this.record);
  }

  /** Number of requests recorded so far. */
  get count(): number {
    return this.requests.length;
  }

  /** Returns the last request for data since the previous call. */
  latestData(): SubmissionRequest | undefined {
    const fresh = this.requests.slice(this.reportedCount);
    this.reportedCount = this.requests.length;
    const last = fresh.findLast((request) => !request.isNavigationRequest());
    return last === undefined ? undefined : requestOf(last);
  }

  /**
   * Returns what was requested from the n-th request on. A document takes precedence over data requested
   * before it, because it replaces the page.
   */
  async observedFrom(from = 0): Promise<ObservedRequests> {
    const requests = this.requests.slice(from);
    const documents = this.documentsOf(requests);
    const first = documents.find((request) => request.redirectedFrom() === null);
    if (first !== undefined) {
      const answer = await documents
        .at(-1)
        ?.response()
        .catch(() => null);
      return { kind: 'navigation', request: requestOf(first), status: answer?.status() ?? 200 };
    }
    const data = requests
      .filter((request) => !request.isNavigationRequest())
      .map((request) => {
        const submissionRequest = requestOf(request);
        this.playwrightRequests.set(submissionRequest, request);
        return submissionRequest;
      });
    return data.length === 0 ? { kind: 'nothing' } : { kind: 'data', requests: data };
  }

  /**
   * Waits for the responses to documents and POSTs from the n-th request on.
   * @returns false if none is pending
   * @throws if none comes in time: submitting again might then send a POST twice
   */
  async awaitResponses(from: number, mostMs: number): Promise<boolean> {
    const waiting = this.requests
      .slice(from)
      .filter((request) => request.isNavigationRequest() || request.method() === 'POST')
      .filter((request) => request.failure() === null && request.timing().responseStart < 0);
    if (waiting.length === 0) return false;
    const responses = Promise.all(waiting.map((request) => request.response().catch(() => null)));
    await within(mostMs, `Timeout ${mostMs} ms exceeded`, () => responses);
    return true;
  }

  /** Returns the browser's error text of the last document that failed. */
  async failure(from: number): Promise<string> {
    const last = this.documentsOf(this.requests.slice(from)).at(-1);
    return last?.failure()?.errorText ?? 'net::ERR_FAILED';
  }

  /** Returns the last document from the n-th request on, as the server sent it. */
  async lastDocument(from = 0): Promise<AnswerPage | undefined> {
    const last = this.documentsOf(this.requests.slice(from)).at(-1);
    return last === undefined ? undefined : this.responseTo(last);
  }

  /** Selects the documents of the page, or of its frames if the page itself stays. */
  private documentsOf(requests: readonly Request[]): Request[] {
    const all = requests.filter((request) => request.isNavigationRequest());
    const own = all.filter((request) => isOfPage(request, this.page));
    return own.length > 0 ? own : all;
  }

  /** Returns the response to a request from `observedFrom`; undefined if there is none, or it is too large. */
  async answerTo(request: SubmissionRequest): Promise<AnswerPage | undefined> {
    const made = this.playwrightRequests.get(request);
    return made === undefined ? undefined : this.responseTo(made);
  }

  private async responseTo(request: Request): Promise<AnswerPage | undefined> {
    const response = await request.response().catch(() => null);
    const body = await response?.body().catch(() => undefined);
    if (response === null || response === undefined || body === undefined || body.length > MAX_ANSWER)
      return undefined;
    const contentType = response.headers()['content-type'] ?? '';
    const { text } = decodeHtml(body, contentType);
    const url = response.url();
    const base = { url, status: response.status(), contentType, sentBy: 'browser' as const };
    return isHtml(contentType, body) ? { ...base, tree: parseTree(text, url) } : { ...base, text };
  }
}

function requestOf(request: Request): SubmissionRequest {
  const body = request.postDataBuffer();
  const headers = request.headers();
  const url = new URL(request.url());
  url.hash = '';
  const own = request.isNavigationRequest()
    ? []
    : Object.entries(headers).filter(isScriptHeader).slice(0, MAX_HEADERS);
  return {
    method: request.method() === 'POST' ? 'POST' : 'GET',
    url: url.href,
    referrer: headers.referer ?? '',
    ...(headers['content-type'] !== undefined && { contentType: headers['content-type'] }),
    ...(body !== null && { body: body.toString('base64') }),
    ...(own.length > 0 && { headers: own }),
  };
}

function isOfPage(request: Request, page: Page): boolean {
  try {
    return request.frame() === page.mainFrame();
  } catch {
    return true;
  }
}

const MAX_HEADERS = 20;
const MAX_HEADER = 4_000;

/** Tells whether a header is set by scripts only: `x-…` and a specific `accept`. */
const isScriptHeader = ([name, value]: readonly [string, string]): boolean =>
  value.length <= MAX_HEADER && (/^x-/.test(name) || (name === 'accept' && value !== '*/*'));
