/** Builds the headers of a request, and removes secrets from those that are logged. */

import type { HeaderList } from '../warc/index.ts';
import { ACCEPTED_CODINGS } from '../warc/index.ts';
import { cookiesFor, type UserCookie } from './cookies.ts';

export interface Identity {
  readonly userAgent: string;
  readonly headers: HeaderList;
  readonly cookies: readonly UserCookie[];
}

const DEFAULTS: HeaderList = [
  ['accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
  ['accept-language', 'en-US,en;q=0.9,*;q=0.5'],
];

/** Hop-by-hop headers (RFC 9110, 7.6.1), and those the client sets. */
const DROPPED_HEADERS = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);

/** User headers that may be logged. */
const PUBLIC_HEADERS = new Set([
  'accept',
  'accept-language',
  'dnt',
  'referer',
  'user-agent',
  'cache-control',
]);
const SECRET_HEADERS = new Set(['authorization', 'cookie', 'proxy-authorization', 'x-subscription-token']);
const REDACTED = '[redacted]';

/** Builds the `Cookie` header of the request's and the user's cookies; the request's take precedence. */
const cookieHeader = (
  own: string | undefined,
  identity: Identity,
  url: URL,
  now: Date,
): string | undefined => {
  const names = new Set((own ?? '').split(';').map((pair) => pair.split('=', 1)[0]?.trim()));
  const added = cookiesFor(identity.cookies, url, now).filter((cookie) => !names.has(cookie.name));
  const pairs = [...(own ? [own] : []), ...added.map(({ name, value }) => `${name}=${value}`)];
  return pairs.length > 0 ? pairs.join('; ') : undefined;
};

const validHeaders = (headers: HeaderList): HeaderList =>
  headers.filter(([name, value]) => /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name) && !/[\r\n\0]/.test(value));

/**
 * Merges the headers to send: the user's override the request's, which override the defaults.
 * @param own headers of this request; hop-by-hop headers are dropped
 */
export const requestHeaders = (url: URL, own: HeaderList, identity: Identity, now: Date): HeaderList => {
  const merged = new Map<string, string>();
  const passed = (list: HeaderList) =>
    validHeaders(list).filter(([name]) => !DROPPED_HEADERS.has(name.toLowerCase()));
  for (const [name, value] of [...DEFAULTS, ...passed(own), ...passed(identity.headers)]) {
    merged.set(name.toLowerCase(), value);
  }
  merged.set('accept-encoding', ACCEPTED_CODINGS);
  const userAgent = identity.headers.find(([name]) => name.toLowerCase() === 'user-agent')?.[1];
  merged.set('user-agent', userAgent ?? identity.userAgent);
  const cookieOf = (list: HeaderList) => list.find(([name]) => name.toLowerCase() === 'cookie')?.[1];
  const cookie = cookieHeader(
    [cookieOf(own), cookieOf(identity.headers)].filter(Boolean).join('; ') || undefined,
    identity,
    url,
    now,
  );
  if (cookie) merged.set('cookie', cookie);
  return [...merged];
};

/** Redacts cookies, credentials and the user's own values for the log. */
export const withoutSecrets = (headers: HeaderList, identity: Identity): HeaderList => {
  const users = new Set(identity.headers.map(([name]) => name.toLowerCase()));
  return headers.map(([name, value]) => {
    const lower = name.toLowerCase();
    const secret = SECRET_HEADERS.has(lower) || (users.has(lower) && !PUBLIC_HEADERS.has(lower));
    return [name, secret ? REDACTED : value] as const;
  });
};
