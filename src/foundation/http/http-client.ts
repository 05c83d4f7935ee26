/**
 * The one way out. Page fetches, robots files and everything a browser asks for go through one client: it sets
 * the headers, holds the limits, undoes content codings, counts, and writes every exchange to the log.
 */

import type { ExchangeLocation, ExchangeLog, HeaderList, TruncatedBy } from '../warc/index.ts';
import { decodeContent, headerValue } from '../warc/index.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import type { DenyList } from './deny-list.ts';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';
import { DEFAULT_LIMITS, type ExchangeLimits } from './limits.ts';
import { orAborted, receiveBody } from './receive-body.ts';
import { type Identity, requestHeaders, withoutSecrets } from './request-headers.ts';
import {
  type OpenSocket,
  type Transport,
  TransportError,
  type TransportRequest,
  type TransportResponse,
} from './transport.ts';
import { sentUrl, shortened } from './transport-url.ts';

/** What a request is for; only the counters care. */
type ExchangeKind = 'page' | 'robots' | 'document' | 'subresource' | 'other';

interface EgressRequest {
  readonly url: string;
  /** Default `GET`. */
  readonly method?: string;
  readonly headers?: HeaderList;
  readonly body?: Uint8Array;
  /** Page the link was found on. */
  readonly referrer?: string;
  readonly kind?: ExchangeKind;
}

interface FetchOptions {
  readonly signal?: AbortSignal;
  /** In place of the client's own. */
  readonly limits?: Partial<ExchangeLimits>;
  /** Higher goes first where requests have to wait. Default 0. */
  readonly priority?: number;
}

/** One hop: a redirect is an exchange like any other, its `location` header not followed. */
export interface Exchange {
  readonly url: string;
  readonly method: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
  /** Content coding undone. */
  readonly body: Buffer;
  /** Body bytes as received. */
  readonly bytesReceived: number;
  /** Why `body` is not the whole: a limit, the clock, a broken connection, a damaged content coding. */
  readonly truncated?: TruncatedBy | 'coding';
  /** Where the log has it. */
  readonly location?: ExchangeLocation;
  readonly address?: string;
  readonly durationMs: number;
}

interface Tally {
  readonly requests: number;
  readonly failures: number;
  /** Body bytes as received. */
  readonly bytesReceived: number;
}

export interface HttpClientOptions extends Partial<Identity> {
  readonly web: Transport;
  readonly userAgent: string;
  readonly log?: ExchangeLog;
  readonly limits?: Partial<ExchangeLimits>;
  /** Exchanges in flight at once. Default 128. */
  readonly maxConcurrent?: number;
  /** What is never asked, redirects, submissions and what pages embed included. */
  readonly deny?: DenyList;
  readonly onExchange?: (exchange: Exchange, kind: ExchangeKind) => void;
  readonly now?: () => Date;
}

export interface HttpClient {
  readonly web: Transport;
  readonly log: ExchangeLog | undefined;
  /**
   * @throws {TransportError} when no answer came; what went wrong is in `reason`
   * @throws {WarcError} when the log can no longer be written
   */
  fetch(request: EgressRequest, options?: FetchOptions): Promise<Exchange>;
  /**
   * Opens a websocket for a page that was asked something. What passes through it is in no log.
   * @throws {TransportError} where none is opened
   */
  openSocket(request: EgressRequest, options?: FetchOptions): Promise<OpenSocket>;
  /** What has gone out and come in so far. */
  stats(): Tally & { readonly byKind: Readonly<Record<ExchangeKind, Tally>> };
}

const KINDS: readonly ExchangeKind[] = ['page', 'robots', 'document', 'subresource', 'other'];

const refuseHeaderFlood = (response: TransportResponse, limits: ExchangeLimits): void => {
  const bytes = response.headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
  if (bytes <= limits.maxHeaderBytes && response.headers.length <= limits.maxHeaders) return;
  throw new TransportError(
    'too-large',
    `The response has ${response.headers.length} headers of ${bytes} bytes`,
  );
};

/** Whatever was thrown, as a `TransportError` that names the address. */
const asWebError = (error: unknown, url: string, deadline: Deadline): TransportError => {
  const cause: unknown = deadline.signal.aborted ? deadline.signal.reason : error;
  if (cause instanceof TransportError)
    return new TransportError(cause.reason, `${shortened(url)}: ${cause.message}`, { cause });
  return new TransportError('protocol', `${shortened(url)}: the answer could not be read`, { cause });
};

const buildRequest = (request: EgressRequest, identity: Identity, now: Date): TransportRequest => {
  const url = sentUrl(request.url);
  const referrer: HeaderList = request.referrer ? [['referer', sentUrl(request.referrer)]] : [];
  const headers = requestHeaders(new URL(url), [...(request.headers ?? []), ...referrer], identity, now);
  const method = (request.method ?? 'GET').toUpperCase();
  return { url, method, headers, ...(request.body ? { body: request.body } : {}) };
};

/** Gives up on a response that nobody will read, so that its connection is let go. */
const drop = (response: TransportResponse): void => {
  const pieces = response.body[Symbol.asyncIterator]();
  void Promise.resolve(pieces.return?.()).catch(() => {});
};

class LoggingEgress implements HttpClient {
  readonly web: Transport;
  readonly log: ExchangeLog | undefined;
  readonly #identity: Identity;
  readonly #limits: ExchangeLimits;
  readonly #gate: ReturnType<typeof createConcurrencyLimiter>;
  readonly #options: HttpClientOptions;
  readonly #now: () => Date;
  readonly #tallies = new Map<ExchangeKind, { requests: number; failures: number; bytesReceived: number }>();

  constructor(options: HttpClientOptions) {
    this.web = options.web;
    this.log = options.log;
    this.#options = options;
    const { userAgent, headers = [], cookies = [] } = options;
    this.#identity = { userAgent, headers, cookies };
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.#gate = createConcurrencyLimiter(options.maxConcurrent ?? 128);
    this.#now = options.now ?? (() => new Date());
    for (const kind of KINDS) this.#tallies.set(kind, { requests: 0, failures: 0, bytesReceived: 0 });
  }

  #outgoing(request: EgressRequest, date: Date): TransportRequest {
    const outgoing = buildRequest(request, this.#identity, date);
    const denied = this.#options.deny?.(outgoing.url);
    if (denied !== undefined)
      throw new TransportError('denied', `${shortened(outgoing.url)} is on the deny-list (${denied})`);
    return outgoing;
  }

  async openSocket(request: EgressRequest, { signal }: FetchOptions = {}): Promise<OpenSocket> {
    const outgoing = this.#outgoing(request, this.#now());
    if (this.web.openSocket === undefined)
      throw new TransportError('connect', `${shortened(outgoing.url)}: there are no sockets here`);
    const tally = this.#tallies.get(request.kind ?? 'other');
    if (tally) tally.requests += 1;
    return this.web.openSocket(outgoing, signal);
  }

  async fetch(request: EgressRequest, options: FetchOptions = {}): Promise<Exchange> {
    const kind = request.kind ?? 'other';
    const tally = this.#tallies.get(kind);
    const date = this.#now();
    const outgoing = this.#outgoing(request, date);
    const leave = await this.#gate.enter(options.priority ?? 0, options.signal);
    if (tally) tally.requests += 1;
    try {
      const exchange = await this.#exchange(outgoing, date, options);
      if (tally) tally.bytesReceived += exchange.bytesReceived;
      this.#options.onExchange?.(exchange, kind);
      return exchange;
    } catch (error) {
      if (tally) tally.failures += 1;
      throw error;
    } finally {
      leave();
    }
  }

  async #exchange(request: TransportRequest, date: Date, options: FetchOptions): Promise<Exchange> {
    const limits = { ...this.#limits, ...options.limits };
    const started = performance.now();
    const { response, bytes, truncated } = await this.#receive(request, limits, options.signal);
    const { status, statusText, headers, address } = response;
    const durationMs = performance.now() - started;
    const coding = headerValue(headers, 'content-encoding');
    const [decoded, location] = await Promise.all([
      decodeContent(bytes, coding, limits.maxDecodedBytes),
      this.log?.append({
        url: request.url,
        method: request.method,
        requestHeaders: withoutSecrets(request.headers, this.#identity),
        ...(request.body ? { requestBody: request.body } : {}),
        status,
        statusText,
        headers,
        body: bytes,
        ...(truncated ? { truncated } : {}),
        ...(address ? { address } : {}),
        date,
      }),
    ]);
    const cut = truncated ?? decoded.truncated;
    return {
      url: request.url,
      method: request.method,
      status,
      statusText,
      headers,
      body: decoded.body,
      bytesReceived: bytes.length,
      ...(cut ? { truncated: cut } : {}),
      ...(location ? { location } : {}),
      ...(address ? { address } : {}),
      durationMs,
    };
  }

  async #receive(request: TransportRequest, limits: ExchangeLimits, signal: AbortSignal | undefined) {
    const deadline = startDeadline(limits, signal);
    try {
      const answer = this.web.send(request, deadline.signal);
      // Not every web can be interrupted at every moment; what it still brings is let go.
      const response = await orAborted(answer, deadline.signal).catch((error: unknown) => {
        answer.then(drop, () => {});
        throw error;
      });
      deadline.onHead();
      try {
        refuseHeaderFlood(response, limits);
      } catch (error) {
        drop(response);
        throw error;
      }
      return { response, ...(await receiveBody(response, deadline, limits)) };
    } catch (error) {
      throw asWebError(error, request.url, deadline);
    } finally {
      deadline.done();
    }
  }

  stats(): ReturnType<HttpClient['stats']> {
    const byKind = Object.fromEntries(
      KINDS.map((kind) => [kind, { requests: 0, failures: 0, bytesReceived: 0, ...this.#tallies.get(kind) }]),
    ) as Record<ExchangeKind, Tally>;
    const all = Object.values(byKind);
    const sum = (count: (tally: Tally) => number) => all.reduce((total, tally) => total + count(tally), 0);
    return {
      requests: sum((t) => t.requests),
      failures: sum((t) => t.failures),
      bytesReceived: sum((t) => t.bytesReceived),
      byKind,
    };
  }
}

/** Opens the way out to a web. The web and the log stay the caller's to close. */
export const createHttpClient = (options: HttpClientOptions): HttpClient => new LoggingEgress(options);
