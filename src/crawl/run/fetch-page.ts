import {
  decodeHtml,
  type Exchange,
  type HttpClient,
  isHtml,
  redirectLocation,
  responseHeader,
  retryAfterMs,
  TransportError,
} from '../../foundation/http/index.ts';
import { canonicalUrl } from '../../foundation/url/index.ts';
import type { LinkReason } from '../../storage/index.ts';
import { SiteSessions } from './site-sessions.ts';

export type Fetched =
  | { readonly kind: 'html'; readonly exchange: Exchange; readonly html: string; readonly encoding: string }
  | { readonly kind: 'redirect'; readonly exchange: Exchange; readonly to: string }
  | { readonly kind: 'other'; readonly exchange: Exchange; readonly reason: LinkReason }
  | {
      readonly kind: 'retry';
      readonly exchange?: Exchange;
      readonly reason: LinkReason;
      readonly afterMs: number | undefined;
    }
  | {
      readonly kind: 'failed';
      readonly reason: LinkReason;
      readonly unreachable: boolean;
      readonly miss: boolean;
    };

const PASSING_STATUS = new Set([408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524]);
const PASSING_ERRORS = new Set(['reset', 'timeout', 'connect', 'protocol', 'tls']);
const LONGEST_RETRY_AFTER_MS = 60_000;

/** Asks for a page, without following redirects to another one, and says what came of it. Never throws for what a server does. */
export async function fetchPage(
  egress: HttpClient,
  url: string,
  signal: AbortSignal,
  sessions = new SiteSessions(),
): Promise<Fetched> {
  let exchange: Exchange;
  try {
    exchange = await sessions.fetch(egress, url, signal);
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    if (error.reason === 'aborted') throw error;
    const reason: LinkReason = { code: error.reason };
    if (PASSING_ERRORS.has(error.reason)) return { kind: 'retry', reason, afterMs: undefined };
    return {
      kind: 'failed',
      reason,
      unreachable: error.reason === 'dns',
      miss: error.reason === 'not-in-archive',
    };
  }
  return sorted(exchange);
}

function sorted(exchange: Exchange): Fetched {
  const { status, url } = exchange;
  if (PASSING_STATUS.has(status)) {
    const requested = retryAfterMs(responseHeader(exchange, 'retry-after'), Date.now());
    return {
      kind: 'retry',
      exchange,
      reason: { code: 'http-status', detail: String(status) },
      afterMs: requested === undefined ? undefined : Math.min(LONGEST_RETRY_AFTER_MS, requested),
    };
  }
  const location = redirectLocation(exchange);
  if (location !== undefined) {
    const to = canonicalUrl(location, url);
    return to === undefined
      ? { kind: 'other', exchange, reason: { code: 'bad-redirect' } }
      : { kind: 'redirect', exchange, to };
  }
  if (/^\s*attachment/i.test(responseHeader(exchange, 'content-disposition') ?? '')) {
    return { kind: 'other', exchange, reason: { code: 'download' } };
  }
  const type = responseHeader(exchange, 'content-type');
  if (!isHtml(type, exchange.body)) {
    const detail = (type ?? 'no type').split(';')[0]?.trim().slice(0, 60) ?? '';
    return { kind: 'other', exchange, reason: { code: 'not-html', detail } };
  }
  const { text, encoding } = decodeHtml(exchange.body, type);
  return { kind: 'html', exchange, html: text, encoding };
}
