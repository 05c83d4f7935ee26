/** One exchange as WARC records: the response, then the request that names it. */

import { randomUUID } from 'node:crypto';
import type { HeaderList } from '../web.ts';
import { encodeHttpHead, withoutHeaders } from './http-message.ts';
import { encodeRecord, type WarcFields, warcDigest } from './record.ts';

export type TruncatedBy = 'length' | 'time' | 'disconnect' | 'unspecified';

/** What is written down of one request and its answer. Secrets must be gone from the headers already. */
export interface LoggedExchange {
  readonly url: string;
  readonly method: string;
  readonly requestHeaders: HeaderList;
  readonly requestBody?: Uint8Array;
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
  /** As received: content coding kept, transfer coding removed. */
  readonly body: Uint8Array;
  readonly truncated?: TruncatedBy;
  /** Numeric address that answered. */
  readonly address?: string;
  readonly date: Date;
}

const TRANSFER = new Set(['transfer-encoding', 'trailer', 'te']);

const warcDate = (date: Date): string => date.toISOString();

const recordId = (): string => `<urn:uuid:${randomUUID()}>`;

/** The first record of a log: who wrote it, in which format. */
export const warcinfoRecord = (software: string, date: Date): Buffer => {
  const block = `software: ${software}\r\nformat: WARC File Format 1.1\r\n`;
  const fields: WarcFields = [
    ['WARC-Type', 'warcinfo'],
    ['WARC-Record-ID', recordId()],
    ['WARC-Date', warcDate(date)],
    ['WARC-Filename', 'exchanges.warc.gz'],
    ['Content-Type', 'application/warc-fields'],
  ];
  return encodeRecord(fields, [Buffer.from(block)]);
};

const responseRecord = (exchange: LoggedExchange, id: string, payloadDigest: string): Buffer => {
  const { url, address, truncated, date, body, status, statusText, method } = exchange;
  const headers = withoutHeaders(exchange.headers, TRANSFER);
  const head = encodeHttpHead(`HTTP/1.1 ${status} ${statusText}`, headers);
  const fields: [string, string][] = [
    ['WARC-Type', 'response'],
    ['WARC-Record-ID', id],
    ['WARC-Target-URI', url],
    ['WARC-Date', warcDate(date)],
    ['WARC-Payload-Digest', payloadDigest],
    ['WARC-Block-Digest', warcDigest(head, body)],
  ];
  if (address) fields.push(['WARC-IP-Address', address]);
  if (truncated) fields.push(['WARC-Truncated', truncated]);
  // The response alone must say what it answers: a row points here, not at the request.
  if (method !== 'GET') fields.push(['Fieldfare-Request-Method', method]);
  fields.push(['Content-Type', 'application/http; msgtype=response']);
  return encodeRecord(fields, [head, body]);
};

const requestRecord = (exchange: LoggedExchange, responseId: string): Buffer => {
  const url = new URL(exchange.url);
  const headers = withoutHeaders(exchange.requestHeaders, TRANSFER);
  const withHost = headers.some(([name]) => name.toLowerCase() === 'host')
    ? headers
    : [['Host', url.host] as const, ...headers];
  const head = encodeHttpHead(`${exchange.method} ${url.pathname}${url.search} HTTP/1.1`, withHost);
  const body = exchange.requestBody ?? new Uint8Array();
  const fields: WarcFields = [
    ['WARC-Type', 'request'],
    ['WARC-Record-ID', recordId()],
    ['WARC-Concurrent-To', responseId],
    ['WARC-Target-URI', exchange.url],
    ['WARC-Date', warcDate(exchange.date)],
    ['WARC-Block-Digest', warcDigest(head, body)],
    ['Content-Type', 'application/http; msgtype=request'],
  ];
  return encodeRecord(fields, [head, body]);
};

/** Both records of an exchange, uncompressed. `payloadDigest` is that of `exchange.body`. */
export const exchangeRecords = (
  exchange: LoggedExchange,
  payloadDigest: string,
): { readonly response: Buffer; readonly request: Buffer } => {
  const id = recordId();
  return { response: responseRecord(exchange, id, payloadDigest), request: requestRecord(exchange, id) };
};
