/** What a crawl goes out to: the internet, an archive, or the practice web. One interface, one hop at a time. */

import type { Duplex } from 'node:stream';
import { FieldfareError } from '../errors/index.ts';
import type { HeaderList } from '../warc/index.ts';

export interface TransportRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: HeaderList;
  readonly body?: Uint8Array;
}

/** A socket that a server has opened for a page's script: what passes is up to the two of them. */
export interface OpenSocket {
  /** Of the answer that opened it. */
  readonly headers: HeaderList;
  readonly socket: Duplex;
}

/** One answer as it came: redirects are not followed, the body is still content-encoded. */
export interface TransportResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
  /**
   * Transfer coding removed, content coding (gzip, br…) kept. Read it to the end, or call its iterator's
   * `return()` to let the connection go, which must work before the first piece was asked for, too.
   */
  readonly body: AsyncIterable<Uint8Array>;
  /** Numeric address that answered, where there was one. */
  readonly address?: string;
}

export interface Transport {
  readonly kind: 'live' | 'replay' | 'practice';
  /** The words that open it again, such as `practice:seed=2`; a run remembers them. */
  readonly spec?: string;
  /**
   * Addresses to start from when the user gives none; empty where only the domain file knows.
   * @param domain a web that knows its domains gives only this one's
   */
  seeds(domain?: string): Promise<readonly string[]>;
  /** False when the web certainly does not hold the address, so that asking would be a miss. */
  holds(url: string): boolean;
  /**
   * One request, one response.
   * @throws {TransportError} with a `reason` that says what went wrong
   */
  send(request: TransportRequest, signal?: AbortSignal): Promise<TransportResponse>;
  /**
   * Opens a websocket; absent where the web has none.
   * @throws {TransportError} where the server opens none
   */
  openSocket?(request: TransportRequest, signal?: AbortSignal): Promise<OpenSocket>;
  close(): Promise<void>;
}

export type TransportErrorReason =
  | 'address-refused' // private or otherwise forbidden network
  | 'port-refused' // no port of the web
  | 'bad-url'
  | 'denied' // on the user's deny-list
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'reset'
  | 'too-large'
  | 'protocol'
  | 'not-in-archive'
  | 'aborted';

const IN_WORDS: Readonly<Record<TransportErrorReason, string>> = {
  'address-refused': 'private address refused; add --allow-private',
  'port-refused': 'a port that serves no pages',
  'bad-url': 'not a web address',
  denied: 'on the deny-list',
  dns: 'host name not found',
  connect: 'nothing answers at this address',
  tls: 'no secure connection could be made',
  timeout: 'no answer in time',
  reset: 'the connection was broken off',
  'too-large': 'larger than is taken',
  protocol: 'the answer could not be read',
  'not-in-archive': 'not in the archive',
  aborted: 'broken off by us',
};

/** A reason as people read it. */
export const reasonInWords = (reason: TransportErrorReason): string => IN_WORDS[reason];

export class TransportError extends FieldfareError {
  readonly code = 'transport';
  override readonly httpStatus = 502;
  readonly reason: TransportErrorReason;
  constructor(reason: TransportErrorReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
