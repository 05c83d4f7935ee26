/** Addresses as the HTTP client sees them. */

import { TransportError } from './transport.ts';

/**
 * Returns the address to request: absolute http(s), without fragment, user name and password, which would appear in logs.
 * Percent escapes stay as written, as in browsers.
 * @throws {TransportError} `bad-url` for anything else
 */
export const sentUrl = (raw: string): string => sentAddress(raw).href;

/** The same, parsed. @throws {TransportError} as {@link sentUrl} */
export const sentAddress = (raw: string): URL => {
  const url = URL.parse(raw);
  if (url === null) throw new TransportError('bad-url', `Not an absolute address: ${shortened(raw)}`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new TransportError('bad-url', `Only http and https addresses can be fetched, not ${url.protocol}`);
  }
  // Each of these writes the whole address anew, so only where there is something to drop.
  if (url.href.includes('#')) url.hash = '';
  if (url.username !== '') url.username = '';
  if (url.password !== '') url.password = '';
  return url;
};

/** Returns an address for comparison: only the case of percent escapes may differ. @throws {TransportError} as {@link sentUrl} */
export const comparableUrl = (raw: string): string =>
  sentUrl(raw).replace(/%[0-9a-f]{2}/gi, (octet) => octet.toUpperCase());

/** Shortens a long address for a message. */
export const shortened = (url: string): string => (url.length <= 200 ? url : `${url.slice(0, 199)}…`);
