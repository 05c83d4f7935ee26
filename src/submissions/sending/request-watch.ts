/** What a page asked for once its form was sent. */

import type { Page, Request } from 'playwright-core';
import type { SubmissionRequest } from '../types/submission.ts';

export type Observed =
  | { readonly kind: 'navigation'; readonly request: SubmissionRequest; readonly status: number }
  /** Scripts asked for data: in the order they did. */
  | { readonly kind: 'data'; readonly requests: readonly SubmissionRequest[] }
  | { readonly kind: 'nothing' };

/** Notes what a page asks for once it has been told to send. */
export class RequestWatch {
  private readonly page: Page;
  private readonly requests: Request[] = [];
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

  async stirred(ms: number): Promise<void> {
    const until = performance.now() + ms;
    const before = this.requests.length;
    while (this.requests.length === before && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 10));
  }

  /** The last request for data since this was asked before. */
  latestData(): SubmissionRequest | undefined {
    const fresh = this.requests.slice(this.told);
    this.told = this.requests.length;
    const last = fresh.findLast((request) => !request.isNavigationRequest());
    return last === undefined ? undefined : requestOf(last);
  }

  async seen(): Promise<Observed> {
    const documents = this.requests.filter((request) => request.isNavigationRequest());
    const first = documents.find((request) => request.redirectedFrom() === null);
    if (first !== undefined) {
      const answer = await documents
        .at(-1)
        ?.response()
        .catch(() => null);
      return { kind: 'navigation', request: requestOf(first), status: answer?.status() ?? 200 };
    }
    const data = this.requests.map(requestOf);
    return data.length === 0 ? { kind: 'nothing' } : { kind: 'data', requests: data };
  }
}

function requestOf(request: Request): SubmissionRequest {
  const body = request.postDataBuffer();
  const headers = request.headers();
  const url = new URL(request.url());
  url.hash = '';
  return {
    method: request.method() === 'POST' ? 'POST' : 'GET',
    url: url.href,
    referrer: headers.referer ?? '',
    ...(headers['content-type'] !== undefined && { contentType: headers['content-type'] }),
    ...(body !== null && { body: body.toString('base64') }),
  };
}
