/** What a page asked for once its form was sent. */

import type { Page, Request } from 'playwright-core';
import { within } from '../../foundation/browser/index.ts';
import { parseTree } from '../../foundation/dom/index.ts';
import { decodeHtml, isHtml } from '../../foundation/http/index.ts';
import type { AnswerPage } from '../types/answer.ts';
import type { SubmissionRequest } from '../types/submission.ts';

const MAX_ANSWER = 2_000_000;

export type Observed =
  | { readonly kind: 'navigation'; readonly request: SubmissionRequest; readonly status: number }
  /** Scripts asked for data: in the order they did. */
  | { readonly kind: 'data'; readonly requests: readonly SubmissionRequest[] }
  | { readonly kind: 'nothing' };

/** Notes what a page asks for once it has been told to send. */
export class RequestWatch {
  private readonly page: Page;
  private readonly requests: Request[] = [];
  private readonly made = new Map<SubmissionRequest, Request>();
  private told = 0;
  private readonly note = (request: Request) => {
    if (/^(?:document|xhr|fetch)$/.test(request.resourceType()) && /^https?:/.test(request.url()))
      this.requests.push(request);
  };

  constructor(page: Page) {
    this.page = page;
    page.on('request', this.note);
  }

  end(): void {
    this.page.off('request', this.note);
  }

  /** Requests noted so far. */
  get count(): number {
    return this.requests.length;
  }

  /** The last request for data since this was asked before. */
  latestData(): SubmissionRequest | undefined {
    const fresh = this.requests.slice(this.told);
    this.told = this.requests.length;
    const last = fresh.findLast((request) => !request.isNavigationRequest());
    return last === undefined ? undefined : requestOf(last);
  }

  /**
   * What was asked for from the so manieth request on. A document wins over data that was asked for before it, as it does
   * in the page.
   */
  async seen(from = 0): Promise<Observed> {
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
        const made = requestOf(request);
        this.made.set(made, request);
        return made;
      });
    return data.length === 0 ? { kind: 'nothing' } : { kind: 'data', requests: data };
  }

  /**
   * Waits for the answer to a document or a POST that was asked for from this request on.
   * @returns false where there is none to wait for
   * @throws where none comes in time: whoever sends it again then may send it twice
   */
  async arrives(from: number, mostMs: number): Promise<boolean> {
    const waiting = this.requests
      .slice(from)
      .filter((request) => request.isNavigationRequest() || request.method() === 'POST')
      .filter((request) => request.failure() === null && request.timing().responseStart < 0);
    if (waiting.length === 0) return false;
    const came = Promise.all(waiting.map((request) => request.response().catch(() => null)));
    await within(mostMs, `Timeout ${mostMs} ms exceeded`, () => came);
    return true;
  }

  /** Why the last document did not come, in the words of the browser's driver. */
  async failure(from: number): Promise<string> {
    const last = this.documentsOf(this.requests.slice(from)).at(-1);
    return last?.failure()?.errorText ?? 'net::ERR_FAILED';
  }

  /** The last document that the page asked for from this request on, as it was sent. */
  async document(from = 0): Promise<AnswerPage | undefined> {
    const last = this.documentsOf(this.requests.slice(from)).at(-1);
    return last === undefined ? undefined : this.answerOf(last);
  }

  /** Of the page; where it stays, of its frames. */
  private documentsOf(requests: readonly Request[]): Request[] {
    const all = requests.filter((request) => request.isNavigationRequest());
    const own = all.filter((request) => isOfPage(request, this.page));
    return own.length > 0 ? own : all;
  }

  /** What came back to a request that `seen` told of; undefined where nothing did, or it is too large. */
  async answerTo(request: SubmissionRequest): Promise<AnswerPage | undefined> {
    const made = this.made.get(request);
    return made === undefined ? undefined : this.answerOf(made);
  }

  private async answerOf(request: Request): Promise<AnswerPage | undefined> {
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
    : Object.entries(headers).filter(isScripts).slice(0, MOST_HEADERS);
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

const MOST_HEADERS = 20;
const MAX_HEADER = 4_000;

/** Headers that only a script sets, and what it wants to get. */
const isScripts = ([name, value]: readonly [string, string]): boolean =>
  value.length <= MAX_HEADER && (/^x-/.test(name) || (name === 'accept' && value !== '*/*'));
