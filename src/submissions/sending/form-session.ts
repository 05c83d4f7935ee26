/** The HTTP session of one form: fetches its page, keeps its cookies, sends requests with redirects and retries. */

import { CookieJar } from 'tough-cookie';
import { parseTree, type TreeDocument } from '../../foundation/dom/index.ts';
import {
  decodeHtml,
  type Exchange,
  isHtml,
  redirectLocation,
  retryAfterMs,
  TransportError,
  wasNeverSent,
} from '../../foundation/http/index.ts';
import { type ExchangeLocation, type HeaderList, headerValue } from '../../foundation/warc/index.ts';
import type { AnswerPage } from '../types/answer.ts';
import type { SubmissionRequest } from '../types/submission.ts';
import type { FormPage } from './encode-request.ts';
import { hasBox, MOST_GATES, onwardRequest } from './onward.ts';
import type { Outbound } from './outbound.ts';
import { MOST_WAITING_PAGES, onwardFrom } from './waiting-page.ts';

const MAX_REDIRECTS = 10;
const MAX_TEXT = 2_000_000;
const MAX_LINK_HEADER = 8_000;
const TRANSIENT_STATUS = new Set([408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524]);
const MAX_PAUSE_MS = 30_000;
const FIRST_PAUSE_MS = 250;
/** A waiting page is left after this at the latest. */
const MAX_WAIT_MS = 10_000;
/** First pause of a site that asks for fewer queries; it grows while the site asks again, and shrinks while it does not. */
const FIRST_QUIET_MS = 1_000;
const EASE = 0.9;
/** A request that timed out is repeated only once. */
const MAX_TIMEOUTS = 2;

export interface SessionResponse {
  readonly page: AnswerPage;
  /** Where the archive of the run holds the exchange. */
  readonly location?: ExchangeLocation;
  /** HTTP status of the first answer: before any redirect was followed. */
  readonly firstStatus: number;
  /** Requests made: redirects and retries included. */
  readonly requests: number;
  readonly encoding: string;
  /** The site asks for a longer pause than we wait, ms. */
  readonly quietMs?: number;
}

/** Too many redirects, or a POST redirected back to where it was posted. */
export class RedirectError extends Error {
  override readonly name = 'RedirectError';
}

/** A visitor with its own cookies, kept in memory while one form is queried. */
export class FormSession {
  private readonly out: Outbound;
  private readonly signal: AbortSignal;
  private readonly maxRetries: number;
  private visited = false;
  /** Between two requests, beside the delay of the host. */
  private quietMs = 0;
  readonly jar = new CookieJar(undefined, { looseMode: true });
  /** Tells whether a page is the one looked for, so that it leads to no other. */
  private readonly isWanted: ((tree: TreeDocument) => boolean) | undefined;

  constructor(
    out: Outbound,
    signal: AbortSignal,
    maxRetries: number,
    isWanted?: (tree: TreeDocument) => boolean,
  ) {
    this.isWanted = isWanted;
    this.out = out;
    this.signal = signal;
    this.maxRetries = maxRetries;
  }

  /** Tells whether a request was made, so that the site may have set a cookie. */
  get hasVisited(): boolean {
    return this.visited;
  }

  /**
   * Fetches the form's page again, past terms that the user agrees to and choices that stand before it.
   * @throws {TransportError}, {RefusedError}, {RedirectError}
   */
  async formPage(url: string): Promise<FetchedPage> {
    const first = pageIn(await this.follow({ method: 'GET', url, referrer: '' }));
    let shown = first;
    let page = first;
    for (let gates = 0; gates < MOST_GATES && this.isWanted?.(page.tree) !== true; gates++) {
      const onward = onwardRequest(page, this.out.acceptsTerms?.(page.tree.url) === true);
      if (onward === undefined) break;
      page = pageIn(await this.follow(onward.request));
      // A choice that leads to nothing to fill in was none.
      if (onward.kind === 'terms' || (this.isWanted ?? hasBox)(page.tree)) shown = page;
    }
    return shown;
  }

  /**
   * Sends a request and follows redirects. Retries a GET after transient failures, and a POST only if it
   * never left.
   * @throws {TransportError} if no answer came; {RefusedError} if the address may not be requested;
   *   {RedirectError}
   */
  async send(request: SubmissionRequest): Promise<SessionResponse> {
    const { exchange, firstStatus, requests } = await this.follow(request);
    const { page, encoding } = answerPage(exchange);
    const { location } = exchange;
    const quietMs = TRANSIENT_STATUS.has(exchange.status) ? requestedPauseMs(exchange) : 0;
    return {
      page,
      encoding,
      firstStatus,
      requests,
      ...(location !== undefined && { location }),
      ...(quietMs > MAX_PAUSE_MS && { quietMs }),
    };
  }

  /** Waits before the next request, and for some time before each of the following ones. */
  slowDown(url: string): void {
    this.quietMs = Math.min(MAX_PAUSE_MS, Math.max(FIRST_QUIET_MS, 2 * this.quietMs));
    this.out.pause(url, this.quietMs);
  }

  /** Drops all cookies, so that the site sees a new visitor. */
  reset(): void {
    this.jar.removeAllCookiesSync();
    this.visited = false;
  }

  /** Tells whether a request to this address would carry a cookie. */
  hasCookieFor(url: string): boolean {
    return this.jar.getCookieStringSync(url) !== '';
  }

  private async follow(
    request: SubmissionRequest,
  ): Promise<{ exchange: Exchange; firstStatus: number; requests: number; isLinkable: boolean }> {
    let next = request;
    let firstStatus: number | undefined;
    let requests = 0;
    let waits = 0;
    const posted = new Set<string>();
    for (let hops = 0; hops <= MAX_REDIRECTS + waits; hops++) {
      // A redirect that keeps the method may lead back: never post to the same address twice.
      if (next.method === 'POST' && posted.has(next.url))
        throw new RedirectError(`${request.url} redirects a POST back to ${next.url}`);
      if (next.method === 'POST') posted.add(next.url);
      const { exchange, tries } = await this.sendWithRetries(next);
      requests += tries;
      firstStatus ??= exchange.status;
      const to = redirected(next, exchange);
      const onward = to === undefined && waits < MOST_WAITING_PAGES ? leftByItself(exchange) : undefined;
      if (onward !== undefined) {
        waits++;
        this.out.pause(onward.request.url, Math.min(MAX_WAIT_MS, onward.delayMs));
      }
      const further = to ?? onward?.request;
      if (further === undefined)
        return { exchange, firstStatus, requests, isLinkable: next.method === 'GET' };
      next = further;
    }
    throw new RedirectError(`${request.url} redirects more than ${MAX_REDIRECTS} times`);
  }

  private async sendWithRetries(request: SubmissionRequest): Promise<{ exchange: Exchange; tries: number }> {
    for (let tries = 1; ; tries++) {
      const isLastTry = tries > this.maxRetries;
      const backoffMs = FIRST_PAUSE_MS * 2 ** tries;
      try {
        const exchange = await this.sendOnce(request);
        if (!TRANSIENT_STATUS.has(exchange.status)) return { exchange, tries };
        const pauseMs = requestedPauseMs(exchange);
        const last = request.method !== 'GET' || isLastTry || pauseMs > MAX_PAUSE_MS;
        // The next request to this host waits, too.
        if (pauseMs > 0 || !last) this.out.pause(request.url, Math.min(MAX_PAUSE_MS, pauseMs || backoffMs));
        if (last) return { exchange, tries };
      } catch (error) {
        if (isLastTry || !isRetryable(error, request, tries)) throw error;
        this.out.pause(request.url, backoffMs);
      }
    }
  }

  private async sendOnce(request: SubmissionRequest): Promise<Exchange> {
    await this.out.permit(request.url, this.signal);
    this.visited = true;
    const cookie = this.jar.getCookieStringSync(request.url);
    const exchange = await this.out.egress
      .fetch(
        {
          url: request.url,
          method: request.method,
          headers: headersOf(request, cookie),
          kind: 'page',
          ...(request.body !== undefined && { body: Buffer.from(request.body, 'base64') }),
        },
        { signal: this.signal },
      )
      .finally(() => this.out.ended(request.url));
    this.quietMs *= EASE;
    if (this.quietMs > FIRST_QUIET_MS / 2) this.out.pause(request.url, this.quietMs);
    for (const [name, value] of exchange.headers) {
      if (name.toLowerCase() !== 'set-cookie') continue;
      this.jar.setCookieSync(value, exchange.url, { ignoreError: true });
    }
    return exchange;
  }
}

interface FetchedPage extends FormPage {
  readonly status: number;
  readonly exchange: Exchange;
  /** Its address was asked for by GET. */
  readonly isLinkable: boolean;
}

function pageIn({ exchange, isLinkable }: Pick<FetchedPage, 'exchange' | 'isLinkable'>): FetchedPage {
  const { text, encoding } = decodeHtml(exchange.body, headerValue(exchange.headers, 'content-type'));
  const tree = parseTree(text, exchange.url, { encoding });
  return { tree, encoding, status: exchange.status, exchange, isLinkable };
}

/** Tells whether the error is transient and the request can be repeated without harm. */
function isRetryable(error: unknown, { method }: SubmissionRequest, tries: number): boolean {
  if (!(error instanceof TransportError)) return false;
  if (method !== 'GET') return wasNeverSent(error);
  if (error.reason === 'timeout') return tries < MAX_TIMEOUTS;
  return error.reason === 'reset' || error.reason === 'connect' || error.reason === 'protocol';
}

const requestedPauseMs = ({ headers }: Exchange): number =>
  retryAfterMs(headerValue(headers, 'retry-after'), Date.now()) ?? 0;

function headersOf(request: SubmissionRequest, cookie: string): HeaderList {
  const { method, url, contentType, referrer, headers = [] } = request;
  return [
    ...headers,
    ...(contentType === undefined ? [] : [['content-type', contentType] as const]),
    ...(method === 'POST' ? [['origin', URL.parse(referrer)?.origin ?? 'null'] as const] : []),
    ...(referrer === '' ? [] : refererHeader(referrer, url)),
    ...(cookie === '' ? [] : [['cookie', cookie] as const]),
  ];
}

/** Follows the default referrer policy of browsers: strict-origin-when-cross-origin. */
function refererHeader(referrer: string, url: string): HeaderList {
  const from = URL.parse(referrer);
  const to = URL.parse(url);
  if (from === null || to === null || !/^https?:$/.test(from.protocol)) return [];
  if (from.protocol === 'https:' && to.protocol === 'http:') return [];
  from.hash = '';
  from.username = '';
  from.password = '';
  return [['referer', from.origin === to.origin ? from.href : `${from.origin}/`]];
}

/** Makes the request that a redirect leads to: 307 and 308 keep method and body, the others become GET. */
function redirected(request: SubmissionRequest, exchange: Exchange): SubmissionRequest | undefined {
  const { status } = exchange;
  const location = redirectLocation(exchange);
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return undefined;
  const to = URL.parse(location, exchange.url);
  if (to === null || !/^https?:$/.test(to.protocol)) return undefined;
  to.hash = '';
  const { referrer } = request;
  if (status === 307 || status === 308) return { ...request, url: to.href };
  return { method: 'GET', url: to.href, referrer };
}

/** Makes the request of a page that leads on by itself, such as one that asks to wait for the answer. */
function leftByItself(
  exchange: Exchange,
): { readonly request: SubmissionRequest; readonly delayMs: number } | undefined {
  const header = headerValue(exchange.headers, 'refresh');
  // Parses again only what may lead on.
  if (header === undefined && !/refresh|location/i.test(exchange.body.toString('latin1'))) return undefined;
  const { tree } = answerPage(exchange).page;
  const onward = tree === undefined ? undefined : onwardFrom(tree, header);
  if (onward === undefined) return undefined;
  return { request: { method: 'GET', url: onward.url, referrer: exchange.url }, delayMs: onward.delayMs };
}

/** Returns the address that a `Link` header marks as the next page (RFC 8288). */
function nextByHeader(header: string | undefined): string | undefined {
  for (const part of header?.slice(0, MAX_LINK_HEADER).split(/,(?=\s*<)/) ?? []) {
    const [, address, parameters = ''] = /^\s*<([^<>]*)>(.*)$/.exec(part) ?? [];
    if (/;\s{0,9}rel\s{0,9}=\s{0,9}(?:"(?:[^"]{0,99}\s)?next(?:\s[^"]{0,99})?"|next\b)/i.test(parameters))
      return address;
  }
  return undefined;
}

/** Decodes the response, and parses it if it is HTML. */
function answerPage(exchange: Exchange): { page: AnswerPage; encoding: string } {
  const contentType = headerValue(exchange.headers, 'content-type') ?? '';
  const { text, encoding } = decodeHtml(exchange.body, contentType);
  const nextLink = nextByHeader(headerValue(exchange.headers, 'link'));
  const base = {
    url: exchange.url,
    status: exchange.status,
    contentType,
    sentBy: 'http' as const,
    ...(nextLink !== undefined && { nextLink }),
  };
  return isHtml(contentType, exchange.body)
    ? { page: { ...base, tree: parseTree(text, exchange.url, { encoding }) }, encoding }
    : { page: { ...base, text: text.slice(0, MAX_TEXT) }, encoding };
}
