/** Converts the messages between the browser and the HTTP client, header by header. */

import { STATUS_CODES } from 'node:http';
import type { HeaderList } from '../warc/index.ts';
import type { ResourceType } from './browser-request.ts';
import { declaredCharset, sniffHtml } from './charset.ts';
import type { Exchange } from './http-client.ts';
import { isHtml } from './markup.ts';
import { TransportError, type TransportErrorReason } from './transport.ts';

/** Carries the reason of a failure to the reader of a response; servers cannot set it. */
const ERROR_HEADER = 'x-fieldfare-error';

/** Headers of conditional and partial requests, which would leave partial bodies in the log. */
const UNSENT_HEADERS = new Set([
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-match',
  'if-unmodified-since',
  'range',
]);

export const requestHeaderList = (raw: readonly string[]): HeaderList =>
  Array.from({ length: raw.length >> 1 }, (_, i) => [raw[2 * i] ?? '', raw[2 * i + 1] ?? ''] as const).filter(
    ([name]) => !UNSENT_HEADERS.has(name.toLowerCase()),
  );

/** Headers of the connection, of no use behind a proxy, or invalid after decoding. */
const UNRETURNED_HEADERS = new Set([
  'alt-svc',
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'public-key-pins',
  'strict-transport-security',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  ERROR_HEADER,
]);

const isSendable = (name: string, value: string): boolean =>
  /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);

const hasNoBody = (status: number, method: string): boolean =>
  method === 'HEAD' || status === 204 || status === 304;

/** Returns the reason phrase if it can be sent, else the standard one. */
export const sendableReason = ({ status, statusText }: Exchange): string =>
  isSendable('x', statusText) && statusText !== '' ? statusText : (STATUS_CODES[status] ?? '');

/** Gives the browser the encoding that we would read the page in, where the page declares none. */
const withCharset = (name: string, value: string, body: Buffer): string =>
  name.toLowerCase() !== 'content-type' || !isHtml(value, body) || declaredCharset(value) !== undefined
    ? value
    : `${value.replace(/;\s*$/, '')}; charset=${sniffHtml(body, value)}`;

/** Returns the headers for the decoded body as a flat list of names and values. */
export const responseHeaderList = (
  { headers, body, status }: Exchange,
  method: string,
  type: ResourceType,
): string[] => {
  const returned = headers
    .filter(([name, value]) => !UNRETURNED_HEADERS.has(name.toLowerCase()) && isSendable(name, value))
    .map(([name, value]) => [name, type === 'document' ? withCharset(name, value, body) : value] as const);
  const length: HeaderList = hasNoBody(status, method) ? [] : [['content-length', String(body.length)]];
  return [...returned, ...length].flat();
};

const STATUS: Readonly<Partial<Record<TransportErrorReason, number>>> = {
  'address-refused': 403,
  'port-refused': 403,
  'bad-url': 400,
  'not-in-archive': 404,
  timeout: 504,
};

/** Answers the browser when no answer came. */
export const errorResponse = (error: unknown) => {
  const reason = error instanceof TransportError ? error.reason : 'refused';
  const status = error instanceof TransportError ? (STATUS[error.reason] ?? 502) : 502;
  const body = `${status} ${STATUS_CODES[status] ?? ''}: ${reason}\n`;
  const headers = { 'content-type': 'text/plain', 'cache-control': 'no-store', [ERROR_HEADER]: reason };
  return { status, headers, body };
};
