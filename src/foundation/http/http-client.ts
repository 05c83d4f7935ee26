/**
 * The one way out. Page fetches, robots files and everything a browser asks for go through one client: it sets
 * the headers, holds the limits, undoes content codings, counts, and writes every exchange to the log.
 */

import { awakeNow } from '../threads/index.ts';
import type { ExchangeLocation, ExchangeLog, HeaderList, TruncatedBy } from '../warc/index.ts';
import { decodeContent, headerValue } from '../warc/index.ts';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import type { DenyList } from './deny-list.ts';
import { DEFAULT_LIMITS, type ExchangeLimits } from './limits.ts';
import { receiveBody } from './receive-body.ts';
import { type Identity, requestHeaders, withoutSecrets } from './request-headers.ts';
import {
  type OpenSocket,
  type Transport,
  TransportError,
  type TransportRequest,
  type TransportResponse,
} from './transport.ts';
import { sentAddress, sentUrl, shortened } from './transport-url.ts';

/** Suspended for longer than this, a process may have been given up by a server. */
const SUSPENDED_MS = 5_000;

type ExchangeKind = 'page' | 'robots' | 'document' | 'subresource' | 'other';

interface ClientRequest {
  readonly url: string;
  /** Default `GET`. */
  readonly method?: string;
  readonly headers?: HeaderList;
  readonly body?: Uint8Array;
  readonly referrer?: string;
  readonly kind?: ExchangeKind;
}

interface FetchOptions {
  readonly signal?: AbortSignal;
  /** In place of the client's own. */
  readonly limits?: Partial<ExchangeLimits>;
  /** Waiting requests with a higher priority go first. Default 0. */
  readonly priority?: number;
}

/** One request and its response; redirects are not followed. */
export interface Exchange {
  readonly url: string;
  readonly method: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
  /** Without content coding. */
  readonly body: Buffer;
  readonly bytesReceived: number;
  /** Set where `body` is incomplete: a limit, a timeout, a broken connection, a damaged content coding. */
  readonly truncated?: TruncatedBy | 'coding';
  readonly location?: ExchangeLocation;
  readonly address?: string;
  readonly durationMs: number;
}

interface RequestCounts {
  readonly requests: number;
  readonly failures: number;
  readonly bytesReceived: number;
}

export interface HttpClientOptions extends Partial<Identity> {
  readonly transport: Transport;
  readonly userAgent: string;
  readonly log?: ExchangeLog;
  readonly limits?: Partial<ExchangeLimits>;
  /** Exchanges in flight at once. Default 128. */
  readonly maxConcurrent?: number;
  /** Addresses that are never requested, also for redirects, submissions and embedded resources. */
  readonly deny?: DenyList;
  readonly onExchange?: (exchange: Exchange, kind: ExchangeKind) => void;
  readonly now?: () => Date;
}

export interface HttpClient {
  readonly transport: Transport;
  readonly log: ExchangeLog | undefined;
  /**
   * Sends a request.
   * @throws {TransportError} when no answer came; its `reason` is a code
   * @throws {WarcError} when the log can no longer be written
   */
  fetch(request: ClientRequest, options?: FetchOptions): Promise<Exchange>;
  /** Opens a websocket for a page; its traffic is not logged. @throws {TransportError} where the server opens none */
  openSocket(request: ClientRequest, options?: FetchOptions): Promise<OpenSocket>;
  stats(): RequestCounts & { readonly byKind: Readonly<Record<ExchangeKind, RequestCounts>> };
}

const KINDS: readonly ExchangeKind[] = ['page', 'robots', 'document', 'subresource', 'other'];

const checkHeaderSize = (response: TransportResponse, limits: ExchangeLimits): void => {
  const bytes = response.headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
  if (bytes <= limits.maxHeaderBytes && response.headers.length <= limits.maxHeaders) return;
  throw new TransportError(
    'too-large',
    `The response has ${response.headers.length} headers of ${bytes} bytes`,
  );
};

const asTransportError = (error: unknown, url: string, deadline: Deadline): TransportError => {
  const cause: unknown = deadline.signal.aborted ? deadline.signal.reason : error;
  if (cause instanceof TransportError)
    return new TransportError(cause.reason, `${shortened(url)}: ${cause.message}`, { cause });
  return new TransportError('protocol', `${shortened(url)}: the answer could not be read`, { cause });
};

const buildRequest = (request: ClientRequest, identity: Identity, now: Date): TransportRequest => {
  const url = sentAddress(request.url);
  const referrer: HeaderList = request.referrer ? [['referer', sentUrl(request.referrer)]] : [];
  const headers = requestHeaders(url, [...(request.headers ?? []), ...referrer], identity, now);
  const method = (request.method ?? 'GET').toUpperCase();
  return { url: url.href, method, headers, ...(request.body ? { body: request.body } : {}) };
};

/** Cancels an unread response, so that its connection is released. */
const discard = (response: TransportResponse): void => {
  const pieces = response.body[Symbol.asyncIterator]();
  void Promise.resolve(pieces.return?.()).catch(() => {});
};

class LoggingHttpClient implements HttpClient {
  readonly transport: Transport;
  readonly log: ExchangeLog | undefined;
  readonly #identity: Identity;
  readonly #limits: ExchangeLimits;
  readonly #limiter: ReturnType<typeof createConcurrencyLimiter>;
  readonly #options: HttpClientOptions;
  readonly #now: () => Date;
  readonly #counts = new Map<ExchangeKind, { requests: number; failures: number; bytesReceived: number }>();

  constructor(options: HttpClientOptions) {
    this.transport = options.transport;
    this.log = options.log;
    this.#options = options;
    const { userAgent, headers = [], cookies = [] } = options;
    this.#identity = { userAgent, headers, cookies };
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.#limiter = createConcurrencyLimiter(options.maxConcurrent ?? 128);
    this.#now = options.now ?? (() => new Date());
    for (const kind of KINDS) this.#counts.set(kind, { requests: 0, failures: 0, bytesReceived: 0 });
  }

  #outgoing(request: ClientRequest, date: Date): TransportRequest {
    const outgoing = buildRequest(request, this.#identity, date);
    const denied = this.#options.deny?.(outgoing.url);
    if (denied !== undefined)
      throw new TransportError('denied', `${shortened(outgoing.url)} is on the deny-list (${denied})`);
    return outgoing;
  }

  async openSocket(request: ClientRequest, { signal }: FetchOptions = {}): Promise<OpenSocket> {
    const outgoing = this.#outgoing(request, this.#now());
    if (this.transport.openSocket === undefined)
      throw new TransportError('connect', `${shortened(outgoing.url)}: there are no sockets here`);
    const counts = this.#counts.get(request.kind ?? 'other');
    if (counts) counts.requests += 1;
    return this.transport.openSocket(outgoing, signal);
  }

  async fetch(request: ClientRequest, options: FetchOptions = {}): Promise<Exchange> {
    const kind = request.kind ?? 'other';
    const counts = this.#counts.get(kind);
    const date = this.#now();
    const outgoing = this.#outgoing(request, date);
    const release = await this.#limiter.enter(options.priority ?? 0, options.signal);
    if (counts) counts.requests += 1;
    try {
      const exchange = await this.#exchange(outgoing, date, options);
      if (counts) counts.bytesReceived += exchange.bytesReceived;
      this.#options.onExchange?.(exchange, kind);
      return exchange;
    } catch (error) {
      if (counts) counts.failures += 1;
      throw error;
    } finally {
      release();
    }
  }

  async #exchange(request: TransportRequest, date: Date, options: FetchOptions): Promise<Exchange> {
    const limits = { ...this.#limits, ...options.limits };
    const started = performance.now();
    const { response, bytes, truncated } = await this.#receive(request, limits, options.signal);
    const { status, statusText, headers, address, repairs } = response;
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
        ...(repairs ? { repairs } : {}),
        date,
      }),
    ]);
    const truncation = truncated ?? decoded.truncated;
    return {
      url: request.url,
      method: request.method,
      status,
      statusText,
      headers,
      body: decoded.body,
      bytesReceived: bytes.length,
      ...(truncation ? { truncated: truncation } : {}),
      ...(location ? { location } : {}),
      ...(address ? { address } : {}),
      durationMs,
    };
  }

  async #receive(request: TransportRequest, limits: ExchangeLimits, signal: AbortSignal | undefined) {
    const deadline = startDeadline(limits, signal);
    const [began, awake] = [performance.now(), awakeNow()];
    const suspendedMs = () => performance.now() - began - (awakeNow() - awake);
    try {
      const answer = this.transport.send(request, deadline.signal);
      // A transport may answer after an abort; that response is discarded.
      const response = await deadline.within(answer).catch((error: unknown) => {
        answer.then(discard, () => {});
        throw error;
      });
      deadline.onHead();
      try {
        checkHeaderSize(response, limits);
      } catch (error) {
        discard(response);
        throw error;
      }
      const body = await receiveBody(response, deadline, limits);
      // Servers hang up on a process that is suspended; only what reads alone is asked for again.
      if (request.method === 'GET' && body.truncated === 'disconnect' && suspendedMs() > SUSPENDED_MS)
        throw new TransportError('reset', 'The process was suspended while it received the body');
      return { response, ...body };
    } catch (error) {
      throw asTransportError(error, request.url, deadline);
    } finally {
      deadline.done();
    }
  }

  stats(): ReturnType<HttpClient['stats']> {
    const byKind = Object.fromEntries(
      KINDS.map((kind) => [kind, { requests: 0, failures: 0, bytesReceived: 0, ...this.#counts.get(kind) }]),
    ) as Record<ExchangeKind, RequestCounts>;
    const all = Object.values(byKind);
    const sum = (count: (counts: RequestCounts) => number) =>
      all.reduce((total, counts) => total + count(counts), 0);
    return {
      requests: sum((t) => t.requests),
      failures: sum((t) => t.failures),
      bytesReceived: sum((t) => t.bytesReceived),
      byKind,
    };
  }
}

/** Creates a client for a transport. The caller closes transport and log. */
export const createHttpClient = (options: HttpClientOptions): HttpClient => new LoggingHttpClient(options);
