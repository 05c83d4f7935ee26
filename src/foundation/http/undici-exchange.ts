/** Sends HTTP requests through an undici dispatcher and maps its errors. */

import type { Dispatcher } from 'undici';
import { type HeaderList, headerValue, withoutHeaders } from '../warc/index.ts';
import { REPAIRS_HEADER } from './forgive-heads.ts';
import { proxyRefusal } from './outbound-proxy.ts';
import {
  type OpenSocket,
  TransportError,
  type TransportErrorReason,
  type TransportRequest,
  type TransportResponse,
} from './transport.ts';
import { undici } from './undici.ts';

const TLS_CODES = /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|EPROTO)/;

const REASONS: Readonly<Record<string, readonly [TransportErrorReason, string]>> = {
  ENOTFOUND: ['dns', 'the host name is not known'],
  EAI_AGAIN: ['dns', 'the name server does not answer'],
  EAI_FAIL: ['dns', 'the name server failed'],
  EAI_NODATA: ['dns', 'the host name has no address'],
  ECONNREFUSED: ['connect', 'the connection was refused'],
  EHOSTUNREACH: ['connect', 'the host cannot be reached'],
  ENETUNREACH: ['connect', 'the network cannot be reached'],
  ETIMEDOUT: ['connect', 'connecting took too long'],
  UND_ERR_CONNECT_TIMEOUT: ['connect', 'connecting took too long'],
  UND_ERR_HEADERS_TIMEOUT: ['timeout', 'no answer in time'],
  UND_ERR_BODY_TIMEOUT: ['timeout', 'the answer stopped coming'],
  UND_ERR_HEADERS_OVERFLOW: ['too-large', 'the response has too many headers'],
  ECONNRESET: ['reset', 'the connection was reset'],
  EPIPE: ['reset', 'the connection was closed'],
  UND_ERR_SOCKET: ['reset', 'the connection was closed before the answer was whole'],
  UND_ERR_ABORTED: ['aborted', 'the request was given up'],
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Maps the innermost known error. Other messages are not repeated: they may contain a proxy's password. */
export const toTransportError = (error: unknown): TransportError => {
  for (let cause: unknown = error, depth = 0; cause instanceof Error && depth < 5; depth += 1) {
    if (cause instanceof TransportError) return cause;
    const refusal = proxyRefusal(cause);
    if (refusal) return refusal;
    // Several addresses were tried: takes the first failure.
    if (cause instanceof AggregateError && !REASONS[codeOf(cause)]) cause = cause.errors[0];
    const code = codeOf(cause);
    const known = REASONS[code];
    if (known) return new TransportError(known[0], known[1], { cause: error });
    if (TLS_CODES.test(code))
      return new TransportError('tls', `no trusted encrypted connection (${code})`, { cause: error });
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  if (error instanceof undici().errors.HTTPParserError) {
    return new TransportError('protocol', `the answer is not HTTP (${codeOf(error)})`, { cause: error });
  }
  return new TransportError('connect', `the exchange failed${codeOf(error) ? ` (${codeOf(error)})` : ''}`, {
    cause: error,
  });
};

const pairs = (raw: unknown): HeaderList => {
  const flat = raw as readonly (Buffer | string)[];
  const text = (value: Buffer | string | undefined) =>
    typeof value === 'string' ? value : (value?.toString('latin1') ?? '');
  return Array.from(
    { length: flat.length >> 1 },
    (_, i) => [text(flat[2 * i]), text(flat[2 * i + 1])] as const,
  );
};

/** Bytes of a body that wait for their reader; above this, nothing more is read from the connection. */
const MOST_WAITING = 64 * 1024;

interface ResponseHead {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
}

/** One response as undici reports it: its head, then its body in pieces. A stream for each body would cost more than the exchange. */
class ResponseReader implements Dispatcher.DispatchHandler, AsyncIterator<Uint8Array> {
  /** Resolves when the head has come. @throws {TransportError} */
  readonly head: Promise<ResponseHead>;
  readonly #headCame: (head: ResponseHead) => void;
  readonly #headFailed: (error: TransportError) => void;
  readonly #signal: AbortSignal | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  readonly #pieces: Uint8Array[] = [];
  #waitingBytes = 0;
  #isComplete = false;
  #failure: Error | undefined;
  /** Wakes who waits for the next piece. */
  #wake: (() => void) | undefined;

  constructor(signal: AbortSignal | undefined) {
    const { promise, resolve, reject } = Promise.withResolvers<ResponseHead>();
    this.head = promise;
    this.#headCame = resolve;
    this.#headFailed = reject;
    this.#signal = signal;
    if (signal?.aborted) this.#onAbort();
    signal?.addEventListener('abort', this.#onAbort);
  }

  readonly #onAbort = (): void => this.#abort(this.#signal?.reason);

  #abort(reason: Error): void {
    if (this.#isComplete || this.#failure !== undefined) return;
    this.#end(reason);
    this.#controller?.abort(reason);
  }

  #end(failure?: Error): void {
    this.#signal?.removeEventListener('abort', this.#onAbort);
    if (failure === undefined) this.#isComplete = true;
    else {
      this.#failure ??= failure;
      this.#headFailed(toTransportError(this.#failure));
    }
    this.#wake?.();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#failure !== undefined) controller.abort(this.#failure);
  }

  onResponseStart(
    { rawHeaders }: Dispatcher.DispatchController,
    status: number,
    _: unknown,
    statusText = '',
  ): void {
    // Informational responses come before the one that was asked for.
    if (status >= 200) this.#headCame({ status, statusText, headers: pairs(rawHeaders) });
  }

  onResponseData(controller: Dispatcher.DispatchController, piece: Buffer): void {
    this.#pieces.push(piece);
    this.#waitingBytes += piece.length;
    if (this.#waitingBytes > MOST_WAITING) controller.pause();
    this.#wake?.();
  }

  onResponseEnd(): void {
    this.#end();
  }

  onResponseError(_: unknown, error: Error): void {
    this.#end(error);
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    for (;;) {
      const piece = this.#pieces.shift();
      if (piece !== undefined) {
        this.#waitingBytes -= piece.length;
        if (this.#waitingBytes <= MOST_WAITING) this.#controller?.resume();
        return { done: false, value: piece };
      }
      if (this.#failure !== undefined) throw toTransportError(this.#failure);
      if (this.#isComplete) return { done: true, value: undefined };
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async return(): Promise<IteratorResult<Uint8Array>> {
    this.#abort(new TransportError('aborted', 'the rest of the response is not needed'));
    return { done: true, value: undefined };
  }
}

/**
 * @param address returns the last connected numeric address of the origin, if known
 * @throws {TransportError}
 */
export const exchangeThrough = async (
  dispatcher: Dispatcher,
  { origin, href }: URL,
  { method, headers, body }: TransportRequest,
  signal: AbortSignal | undefined,
  address: (origin: string) => string | undefined,
): Promise<TransportResponse> => {
  const reader = new ResponseReader(signal);
  const request: Dispatcher.DispatchOptions = {
    origin,
    // A trailing `?` is part of the address, though `search` omits it.
    path: href.slice(href.indexOf('/', origin.length)),
    method,
    headers: headers.flat(),
    // The HTTP client has its own time limits.
    headersTimeout: 0,
    bodyTimeout: 0,
    ...(body ? { body } : {}),
  };
  dispatcher.dispatch(request, reader);
  const head = await reader.head;
  const at = address(origin);
  const repairs = headerValue(head.headers, REPAIRS_HEADER);
  return {
    ...head,
    ...(repairs === undefined
      ? {}
      : { repairs, headers: withoutHeaders(head.headers, new Set([REPAIRS_HEADER])) }),
    body: { [Symbol.asyncIterator]: () => reader },
    ...(at === undefined ? {} : { address: at }),
  };
};

/** Headers that undici sets itself. */
const UPGRADE_HEADERS = /^(?:connection|upgrade|host|content-length|keep-alive|transfer-encoding)$/i;

/** @throws {TransportError} where the server opens no socket */
export const socketThrough = async (
  dispatcher: Dispatcher,
  request: TransportRequest,
  signal: AbortSignal | undefined,
): Promise<OpenSocket> => {
  const sent = request.headers.filter(([name]) => !UPGRADE_HEADERS.test(name));
  try {
    const { headers, socket } = await undici().upgrade(request.url, {
      dispatcher,
      method: 'GET',
      protocol: 'websocket',
      headers: Object.fromEntries(sent),
      signal: signal ?? null,
    });
    const list = Object.entries(headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one) => [name, String(one)] as const),
    );
    return { headers: list, socket };
  } catch (error) {
    throw toTransportError(error);
  }
};
