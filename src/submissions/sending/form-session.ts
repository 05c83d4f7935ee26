/** One form's visit over HTTP: its page, its cookies, what is sent from it and what comes back. */

import { CookieJar } from 'tough-cookie';
import { parseTree } from '../../pages/index.ts';
import {
  decodeHtml,
  type Exchange,
  type ExchangeLocation,
  type HeaderList,
  headerValue,
  isHtml,
  WebError,
} from '../../web/index.ts';
import type { AnswerPage } from '../types/answer.ts';
import type { SubmissionRequest } from '../types/submission.ts';
import type { FormPage } from './encode-request.ts';
import type { Outbound } from './outbound.ts';

const MAX_REDIRECTS = 10;
const MAX_TEXT = 2_000_000;
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524]);
const LONGEST_PAUSE_MS = 30_000;
const FIRST_PAUSE_MS = 250;

export interface Delivered {
  readonly page: AnswerPage;
  /** Where the run's archive has the exchange that the answer was read from. */
  readonly location?: ExchangeLocation;
  /** HTTP status of the first answer: before any redirect was followed. */
  readonly firstStatus: number;
  /** Requests made: redirects and retries included. */
  readonly requests: number;
  readonly encoding: string;
}

/** The answer goes elsewhere without end. */
export class RedirectError extends Error {
  override readonly name = 'RedirectError';
}

/**
 * A visitor with cookies of its own, kept for as long as one form is worked on and written down nowhere.
 */
export class FormSession {
  private readonly out: Outbound;
  private readonly signal: AbortSignal;
  private readonly maxRetries: number;
  private visited = false;
  private readonly jar = new CookieJar(undefined, { looseMode: true });

  constructor(out: Outbound, signal: AbortSignal, maxRetries: number) {
    this.out = out;
    this.signal = signal;
    this.maxRetries = maxRetries;
  }

  /** Whether anything was asked for: the site may know us by a cookie. */
  get hasVisited(): boolean {
    return this.visited;
  }

  /** Fetches the page that the form stands on, afresh. @throws {WebError}, {RefusedError}, {RedirectError} */
  async formPage(url: string): Promise<FormPage & { readonly status: number; readonly exchange: Exchange }> {
    const { exchange } = await this.follow({ method: 'GET', url, referrer: '' });
    const { text, encoding } = decodeHtml(exchange.body, headerValue(exchange.headers, 'content-type'));
    return { tree: parseTree(text, exchange.url), encoding, status: exchange.status, exchange };
  }

  /**
   * Sends a request and follows where its answer leads. A GET that a server puts off is tried again, a POST never.
   * @throws {WebError} no answer; {RefusedError} an address that may not be asked; {RedirectError}
   */
  async send(request: SubmissionRequest): Promise<Delivered> {
    const { exchange, firstStatus, requests } = await this.follow(request);
    const { page, encoding } = answerPage(exchange);
    const { location } = exchange;
    return { page, encoding, firstStatus, requests, ...(location !== undefined && { location }) };
  }

  private async follow(
    request: SubmissionRequest,
  ): Promise<{ exchange: Exchange; firstStatus: number; requests: number }> {
    let next = request;
    let firstStatus: number | undefined;
    let requests = 0;
    for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
      const { exchange, tries } = await this.patiently(next);
      requests += tries;
      firstStatus ??= exchange.status;
      const to = redirected(next, exchange);
      if (to === undefined) return { exchange, firstStatus, requests };
      next = to;
    }
    throw new RedirectError(`${request.url} redirects more than ${MAX_REDIRECTS} times`);
  }

  private async patiently(request: SubmissionRequest): Promise<{ exchange: Exchange; tries: number }> {
    for (let tries = 1; ; tries++) {
      const last = request.method !== 'GET' || tries > this.maxRetries;
      try {
        const exchange = await this.once(request);
        if (last || !PASSING.has(exchange.status)) return { exchange, tries };
        const asked = Number(headerValue(exchange.headers, 'retry-after')) * 1_000;
        this.out.pause(
          request.url,
          Math.min(LONGEST_PAUSE_MS, asked > 0 ? asked : FIRST_PAUSE_MS * 2 ** tries),
        );
      } catch (error) {
        const passes = error instanceof WebError && /^(?:reset|timeout|connect|protocol)$/.test(error.reason);
        if (last || !passes) throw error;
        this.out.pause(request.url, FIRST_PAUSE_MS * 2 ** tries);
      }
    }
  }

  private async once(request: SubmissionRequest): Promise<Exchange> {
    await this.out.permit(request.url, this.signal);
    this.visited = true;
    const cookie = this.jar.getCookieStringSync(request.url);
    const exchange = await this.out.egress.fetch(
      {
        url: request.url,
        method: request.method,
        headers: headersOf(request, cookie),
        kind: 'page',
        ...(request.body !== undefined && { body: Buffer.from(request.body, 'base64') }),
      },
      { signal: this.signal },
    );
    for (const [name, value] of exchange.headers) {
      if (name.toLowerCase() !== 'set-cookie') continue;
      this.jar.setCookieSync(value, exchange.url, { ignoreError: true });
    }
    return exchange;
  }
}

function headersOf(request: SubmissionRequest, cookie: string): HeaderList {
  const { method, url, contentType, referrer, headers = [] } = request;
  return [
    ...headers,
    ...(contentType === undefined ? [] : [['content-type', contentType] as const]),
    ...(method === 'POST' ? [['origin', originOf(referrer)] as const] : []),
    ...(referrer === '' ? [] : refererLine(referrer, url)),
    ...(cookie === '' ? [] : [['cookie', cookie] as const]),
  ];
}

const originOf = (referrer: string): string => URL.parse(referrer)?.origin ?? 'null';

/** Browsers' default policy: the whole address within an origin, the origin alone across, nothing from https to http. */
function refererLine(referrer: string, url: string): HeaderList {
  const from = URL.parse(referrer);
  const to = URL.parse(url);
  if (from === null || to === null || !/^https?:$/.test(from.protocol)) return [];
  if (from.protocol === 'https:' && to.protocol === 'http:') return [];
  from.hash = '';
  from.username = '';
  from.password = '';
  return [['referer', from.origin === to.origin ? from.href : `${from.origin}/`]];
}

/** The next request of a redirect: 307 and 308 keep method and body, the others become GET. */
function redirected(request: SubmissionRequest, exchange: Exchange): SubmissionRequest | undefined {
  const { status } = exchange;
  const location = headerValue(exchange.headers, 'location');
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return undefined;
  const to = URL.parse(location, exchange.url);
  if (to === null || !/^https?:$/.test(to.protocol)) return undefined;
  to.hash = '';
  const { referrer } = request;
  if (status === 307 || status === 308) return { ...request, url: to.href };
  return { method: 'GET', url: to.href, referrer };
}

/** What came back, ready to be read. */
export function answerPage(exchange: Exchange): { page: AnswerPage; encoding: string } {
  const contentType = headerValue(exchange.headers, 'content-type') ?? '';
  const { text, encoding } = decodeHtml(exchange.body, contentType);
  const base = { url: exchange.url, status: exchange.status, contentType, sentBy: 'http' as const };
  return isHtml(contentType, exchange.body)
    ? { page: { ...base, tree: parseTree(text, exchange.url) }, encoding }
    : { page: { ...base, text: text.slice(0, MAX_TEXT) }, encoding };
}
