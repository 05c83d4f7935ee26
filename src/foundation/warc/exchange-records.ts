/** Encodes an exchange as WARC records: response (or revisit where its body is known), request and metadata (WARC 1.1, ISO 28500:2017). */

import { randomUUID } from 'node:crypto';
import { encodeHttpHead, withoutHeaders } from './http-message.ts';
import type { HeaderList } from './record.ts';
import { encodeRecord, oneLine, type WarcFields, warcDigest } from './record.ts';

export type TruncatedBy = 'length' | 'time' | 'disconnect' | 'unspecified';

/** Request and response to log. Secrets must already be removed from the headers. */
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
  readonly address?: string;
  /** Says what was mended in the head as it came. */
  readonly repairs?: string;
  readonly date: Date;
}

export interface OriginalRecord {
  readonly recordId: string;
  readonly url: string;
  readonly date: Date;
}

export interface ExchangeMetadata {
  readonly url: string;
  readonly date: Date;
  readonly recordId: string;
  /** Such as `via`, `fetchTimeMs`, `outlink`; names may repeat. */
  readonly fields: WarcFields;
}

const SAME_PAYLOAD = 'http://netpreserve.org/warc/1.1/revisit/identical-payload-digest';
const TRANSFER = new Set(['transfer-encoding', 'trailer', 'te']);

const warcDate = (date: Date): string => date.toISOString();

const recordId = (): string => `<urn:uuid:${randomUUID()}>`;

const fieldLines = (fields: WarcFields): Buffer =>
  Buffer.from(fields.map(([name, value]) => `${name}: ${oneLine(value)}\r\n`).join(''));

/** Encodes the first record of a file, with its software and format. */
export const warcinfoRecord = (software: string, filename: string, date: Date): Buffer => {
  const block = fieldLines([
    ['software', software],
    ['format', 'WARC File Format 1.1'],
    ['conformsTo', 'http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/'],
  ]);
  const fields: WarcFields = [
    ['WARC-Type', 'warcinfo'],
    ['WARC-Record-ID', recordId()],
    ['WARC-Date', warcDate(date)],
    ['WARC-Filename', filename],
    ['Content-Type', 'application/warc-fields'],
  ];
  return encodeRecord(fields, [block]);
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
  if (exchange.repairs) fields.push(['Fieldfare-Head-Repairs', exchange.repairs]);
  // Rows point to the response record only, so it must contain the request method.
  if (method !== 'GET') fields.push(['Fieldfare-Request-Method', method]);
  fields.push(['Content-Type', 'application/http; msgtype=response']);
  return encodeRecord(fields, [head, body]);
};

/** Encodes the head of an answer whose body is in another record. */
const revisitRecord = (
  exchange: LoggedExchange,
  id: string,
  payloadDigest: string,
  original: OriginalRecord,
): Buffer => {
  const headers = withoutHeaders(exchange.headers, TRANSFER);
  const head = encodeHttpHead(`HTTP/1.1 ${exchange.status} ${exchange.statusText}`, headers);
  const fields: [string, string][] = [
    ['WARC-Type', 'revisit'],
    ['WARC-Record-ID', id],
    ['WARC-Target-URI', exchange.url],
    ['WARC-Date', warcDate(exchange.date)],
    ['WARC-Profile', SAME_PAYLOAD],
    ['WARC-Refers-To', original.recordId],
    ['WARC-Refers-To-Target-URI', original.url],
    ['WARC-Refers-To-Date', warcDate(original.date)],
    ['WARC-Payload-Digest', payloadDigest],
    ['WARC-Block-Digest', warcDigest(head)],
  ];
  if (exchange.address) fields.push(['WARC-IP-Address', exchange.address]);
  fields.push(['Content-Type', 'application/http; msgtype=response']);
  return encodeRecord(fields, [head]);
};

/** Encodes metadata as `application/warc-fields`. */
export const metadataRecord = ({ url, date, recordId: of, fields }: ExchangeMetadata): Buffer =>
  encodeRecord(
    [
      ['WARC-Type', 'metadata'],
      ['WARC-Record-ID', recordId()],
      ['WARC-Concurrent-To', of],
      ['WARC-Target-URI', url],
      ['WARC-Date', warcDate(date)],
      ['Content-Type', 'application/warc-fields'],
    ],
    [fieldLines(fields)],
  );

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

/**
 * Encodes both records of an exchange, uncompressed.
 * @param payloadDigest digest of `exchange.body`
 * @param original record with the same body, if any
 */
export const exchangeRecords = (
  exchange: LoggedExchange,
  payloadDigest: string,
  original?: OriginalRecord,
): { readonly id: string; readonly response: Buffer; readonly request: Buffer } => {
  const id = recordId();
  const response =
    original === undefined
      ? responseRecord(exchange, id, payloadDigest)
      : revisitRecord(exchange, id, payloadDigest, original);
  return { id, response, request: requestRecord(exchange, id) };
};
