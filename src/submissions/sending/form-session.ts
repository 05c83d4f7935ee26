/** One form's visit over HTTP: its page, its cookies, what is sent from it and what comes back. */

import { CookieJar } from 'tough-cookie';
import { parseTree } from '../../foundation/dom/index.ts';
import {
  decodeHtml,
  type Exchange,
  isHtml,
  neverLeft,
  retryAfterMs,
  TransportError,
} from '../../foundation/http/index.ts';
import { type ExchangeLocation, type HeaderList, headerValue } from '../../foundation/warc/index.ts';
import type { AnswerPage } from '../types/answer.ts';
import type { SubmissionRequest } from '../types/submission.ts';
import type { FormPage } from './encode-request.ts';
import type { Outbound } from './outbound.ts';

const MAX_REDIRECTS = 10;
const MAX_TEXT = 2_000_000;
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524]);
const LONGEST_PAUSE_MS = 30_000;
const FIRST_PAUSE_MS = 250;
/** A server that takes so long to say nothing is asked once more, not again and again. */
const MOST_TIMED_OUT = 2;

interface Delivered {
  readonly page: AnswerPage;
  /** Where the run's archive has the exchange that the answer was read from. */
  readonly location?: ExchangeLocation;
  /** HTTP status of the first answer: before any redirect was followed. */
  readonly firstStatus: number;
  /** Requests made: redirects and retries included. */
  readonly requests: number;
  readonly encoding: string;
  /** The site asks to be left alone for longer than is waited, ms. */
  readonly quietMs?: number;
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

  /** Fetches the page that the form stands on, afresh. @throws {TransportError}, {RefusedError}, {RedirectError} */
  async formPage(url: string): Promise<FormPage & { readonly status: number; readonly exchange: Exchange }> {
    const { exchange } = await this.follow({ method: 'GET', url, referrer: '' });
    const { text, encoding } = decodeHtml(exchange.body, headerValue(exchange.headers, 'content-type'));
    return { tree: parseTree(text, exchange.url), encoding, status: exchange.status, exchange };
  }

  /**
   * Sends a request and follows where its answer leads. A GET that a server puts off is tried again; a POST only where
   * there was no connection to send it on.
   * @throws {TransportError} no answer; {RefusedError} an address that may not be asked; {RedirectError}
   */
  async send(request: SubmissionRequest): Promise<Delivered> {
    const { exchange, firstStatus, requests } = await this.follow(request);
    const { page, encoding } = answerPage(exchange);
    const { location } = exchange;
    const quietMs = PASSING.has(exchange.status) ? askedMs(exchange) : 0;
    return {
      page,
      encoding,
      firstStatus,
      requests,
      ...(location !== undefined && { location }),
      ...(quietMs > LONGEST_PAUSE_MS && { quietMs }),
    };
  }

  /** Goes back as a visitor whom the site has never seen. */
  forget(): void {
    this.jar.removeAllCookiesSync();
    this.visited = false;
  }

  /** Whether the site has given this visitor a cookie that goes with such a request. */
  isKnownTo(url: string): boolean {
    return this.jar.getCookieStringSync(url) !== '';
  }

  private async follow(
    request: SubmissionRequest,
  ): Promise<{ exchange: Exchange; firstStatus: number; requests: number }> {
    let next = request;
    let firstStatus: number | undefined;
    let requests = 0;
    const posted = new Set<string>();
    for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
      // A redirect that keeps the method may lead back: what was posted there is not posted there again.
      if (next.method === 'POST' && posted.has(next.url))
        throw new RedirectError(`${request.url} redirects a POST back to ${next.url}`);
      if (next.method === 'POST') posted.add(next.url);
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
      const spent = tries > this.maxRetries;
      const again = FIRST_PAUSE_MS * 2 ** tries;
      try {
        const exchange = await this.once(request);
        if (!PASSING.has(exchange.status)) return { exchange, tries };
        const asked = askedMs(exchange);
        const last = request.method !== 'GET' || spent || asked > LONGEST_PAUSE_MS;
        // The next question to this host waits, too.
        if (asked > 0 || !last) this.out.pause(request.url, Math.min(LONGEST_PAUSE_MS, asked || again));
        if (last) return { exchange, tries };
      } catch (error) {
        if (spent || !passes(error, request, tries)) throw error;
        this.out.pause(request.url, again);
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

/** Whether what went wrong may be better in a moment, and the request can be made again without harm. */
function passes(error: unknown, { method }: SubmissionRequest, tries: number): boolean {
  if (!(error instanceof TransportError)) return false;
  if (method !== 'GET') return neverLeft(error);
  if (error.reason === 'timeout') return tries < MOST_TIMED_OUT;
  return error.reason === 'reset' || error.reason === 'connect' || error.reason === 'protocol';
}

const askedMs = ({ headers }: Exchange): number =>
  retryAfterMs(headerValue(headers, 'retry-after'), Date.now()) ?? 0;

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
function answerPage(exchange: Exchange): { page: AnswerPage; encoding: string } {
  const contentType = headerValue(exchange.headers, 'content-type') ?? '';
  const { text, encoding } = decodeHtml(exchange.body, contentType);
  const base = { url: exchange.url, status: exchange.status, contentType, sentBy: 'http' as const };
  return isHtml(contentType, exchange.body)
    ? { page: { ...base, tree: parseTree(text, exchange.url) }, encoding }
    : { page: { ...base, text: text.slice(0, MAX_TEXT) }, encoding };
}
