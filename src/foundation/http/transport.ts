/** Sends requests to the internet, an archive, or the practice web. One request gives one response. */

import type { Duplex } from 'node:stream';
import { FieldfareError } from '../errors/index.ts';
import type { HeaderList } from '../warc/index.ts';

export interface TransportRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: HeaderList;
  readonly body?: Uint8Array;
}

/** A websocket that a server has opened for a page's script. */
export interface OpenSocket {
  readonly headers: HeaderList;
  readonly socket: Duplex;
}

/** A response as received: redirects are not followed, the body is still content-encoded. */
export interface TransportResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
  /**
   * Transfer coding removed, content coding (gzip, br…) kept. Read it to the end, or call its iterator's `return()` to
   * release the connection; this must also work before the first piece was read.
   */
  readonly body: AsyncIterable<Uint8Array>;
  readonly address?: string;
  /** Codes of what was odd in the head as it came, such as `line-feeds`; absent where nothing was. */
  readonly repairs?: string;
}

export interface Transport {
  readonly kind: 'live' | 'replay' | 'practice';
  /** Specification that reopens it, such as `practice:seed=2`; stored with a run. */
  readonly spec?: string;
  /**
   * Returns addresses to start from when the user gives none; empty where only the domain file has them.
   * @param domain limits the seeds to this domain, where the transport knows domains
   */
  seeds(domain?: string): Promise<readonly string[]>;
  /** Returns false when the transport certainly cannot answer the address. */
  holds(url: string): boolean;
  /** Sends one request and returns its response. @throws {TransportError} with a `reason` code */
  send(request: TransportRequest, signal?: AbortSignal): Promise<TransportResponse>;
  /** Opens a websocket; absent where the transport has none. @throws {TransportError} where the server opens none */
  openSocket?(request: TransportRequest, signal?: AbortSignal): Promise<OpenSocket>;
  close(): Promise<void>;
}

export const TRANSPORT_ERRORS = [
  'address-refused', // private or otherwise forbidden network
  'port-refused', // no port of the web
  'bad-url',
  'denied', // on the user's deny-list
  'dns',
  'connect',
  'tls',
  'timeout',
  'reset',
  'too-large',
  'protocol',
  'not-in-archive',
  'aborted',
] as const;
export type TransportErrorReason = (typeof TRANSPORT_ERRORS)[number];

const REASON_WORDS: Readonly<Record<TransportErrorReason, string>> = {
  'address-refused': 'private address refused; add --allow-private, and name it as an address to start from',
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

export const reasonInWords = (reason: TransportErrorReason): string => REASON_WORDS[reason];

export class TransportError extends FieldfareError {
  readonly code = 'transport';
  override readonly httpStatus = 502;
  readonly reason: TransportErrorReason;
  constructor(reason: TransportErrorReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
