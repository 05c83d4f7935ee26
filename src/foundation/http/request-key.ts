/** Identifies equal requests in an archive: by method, address and body, if any. */

import { createHash } from 'node:crypto';
import type { HeaderList } from '../warc/index.ts';
import { headerValue } from '../warc/index.ts';

/** Removes the random boundary of a multipart body, so that equal requests have equal keys. */
const withoutBoundary = (body: Uint8Array, headers: HeaderList): Uint8Array => {
  const boundary = /boundary="?([^";,\s]{1,100})/i.exec(headerValue(headers, 'content-type') ?? '')?.[1];
  if (!boundary) return body;
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
  return Buffer.from(text.replaceAll(boundary, 'boundary'), 'latin1');
};

/** @param url normalised by `webUrl` */
export const requestKey = (
  method: string,
  url: string,
  headers: HeaderList = [],
  body?: Uint8Array,
): string => {
  if (method === 'GET') return url;
  if (!body || body.length === 0) return `${method} ${url}`;
  const digest = createHash('sha1').update(withoutBoundary(body, headers)).digest('base64url');
  return `${method} ${url} ${digest}`;
};
