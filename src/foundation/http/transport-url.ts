/** Addresses as the HTTP client sees them. */

import { TransportError } from './transport.ts';

/**
 * The address as it is asked for: absolute http(s), no fragment, no user name or password (they would end up in logs).
 * Default ports and the empty path are settled by the URL standard itself; percent escapes stay as they are written, as
 * browsers send them.
 * @throws {TransportError} `bad-url` for anything else
 */
export const sentUrl = (raw: string): string => {
  let url: URL;
  try {
    url = new URL(raw);
  } catch {
    throw new TransportError('bad-url', `Not an absolute address: ${shortened(raw)}`);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new TransportError('bad-url', `Only http and https addresses can be fetched, not ${url.protocol}`);
  }
  url.hash = '';
  url.username = '';
  url.password = '';
  return url.href;
};

/**
 * The address as it is looked up and compared: the same for addresses whose percent escapes differ in case alone.
 * @throws {TransportError} as {@link sentUrl}
 */
export const webUrl = (raw: string): string =>
  sentUrl(raw).replace(/%[0-9a-f]{2}/gi, (octet) => octet.toUpperCase());

/** A long address cut for a message. */
export const shortened = (url: string, limit = 200): string =>
  url.length <= limit ? url : `${url.slice(0, limit - 1)}…`;
