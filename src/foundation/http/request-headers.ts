/** Which headers a request leaves with, and which of them may be written down. */

import type { HeaderList } from '../warc/index.ts';
import { ACCEPTED_CODINGS } from '../warc/index.ts';
import { cookiesFor, type UserCookie } from './cookies.ts';

/** What one user wants to be known by and to send. */
export interface Identity {
  readonly userAgent: string;
  /** Sent to every site. */
  readonly headers: HeaderList;
  readonly cookies: readonly UserCookie[];
}

const DEFAULTS: HeaderList = [
  ['accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
  ['accept-language', 'en-US,en;q=0.9,*;q=0.5'],
];

/** Between two neighbours only (RFC 9110, 7.6.1), or ours to set. */
const NOT_PASSED_ON = new Set([
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

/** User headers whose values are worth keeping and are nobody's secret. */
const HARMLESS = new Set(['accept', 'accept-language', 'dnt', 'referer', 'user-agent', 'cache-control']);
const ALWAYS_SECRET = new Set(['authorization', 'cookie', 'proxy-authorization', 'x-subscription-token']);
const REDACTED = '[redacted]';

/** The `Cookie` header: the request's own and the user's, the request's winning where both have a name. */
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

const clean = (headers: HeaderList): HeaderList =>
  headers.filter(([name, value]) => /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name) && !/[\r\n\0]/.test(value));

/**
 * The headers to send: defaults, over them the request's, over those the user's.
 * @param own headers of this request; those that concern only the connection are dropped
 */
export const requestHeaders = (url: URL, own: HeaderList, identity: Identity, now: Date): HeaderList => {
  const merged = new Map<string, string>();
  const passed = (list: HeaderList) => clean(list).filter(([name]) => !NOT_PASSED_ON.has(name.toLowerCase()));
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

/** The same headers as they may be written down: cookies, credentials and the user's own values gone. */
export const withoutSecrets = (headers: HeaderList, identity: Identity): HeaderList => {
  const users = new Set(identity.headers.map(([name]) => name.toLowerCase()));
  return headers.map(([name, value]) => {
    const lower = name.toLowerCase();
    const secret = ALWAYS_SECRET.has(lower) || (users.has(lower) && !HARMLESS.has(lower));
    return [name, secret ? REDACTED : value] as const;
  });
};
