/** Why a submission has no answer: faults of the site, of the way there, and our own. */

import { TransportError, type TransportErrorReason } from '../../foundation/http/index.ts';
import type { Answer } from '../types/answer.ts';
import type { Trouble } from '../types/trouble.ts';
import { FormChangedError } from './entry-list.ts';
import { RedirectError } from './form-session.ts';
import { RefusedError } from './outbound.ts';

/** The page of the form came, but with a status that says: not now, or not you. */
export class PageTroubleError extends FormChangedError {
  readonly trouble: Trouble;
  constructor(message: string, trouble: Trouble) {
    super(message);
    this.trouble = trouble;
  }
}

/** The form cannot be asked (any more). */
export class FormGoneError extends Error {
  override readonly name = 'FormGoneError';
}

/** The way there or the site: the run goes on. */
export const isAnswerless = (error: unknown): boolean =>
  error instanceof TransportError ||
  error instanceof RefusedError ||
  error instanceof RedirectError ||
  error instanceof PageTroubleError;

/** Our own disk: nothing more is sent that could not be written down. */
export const isStoreFault = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'WarcError' ||
    /^(?:ERR_SQLITE|ENOSPC|EIO|EROFS|EDQUOT)/.test(String((error as NodeJS.ErrnoException).code)));

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const OF_THE_WAY: Readonly<Record<TransportErrorReason, Trouble>> = {
  'address-refused': 'not-permitted',
  'port-refused': 'not-permitted',
  'bad-url': 'not-permitted',
  denied: 'not-permitted',
  dns: 'unreachable',
  connect: 'unreachable',
  tls: 'unreachable',
  timeout: 'too-slow',
  reset: 'broken-off',
  'too-large': 'broken-off',
  protocol: 'broken-off',
  'not-in-archive': 'unreachable',
  aborted: 'broken-off',
};

/** Of an error that `isAnswerless` knows. */
export function troubleOn(error: unknown): Trouble {
  if (error instanceof TransportError) return OF_THE_WAY[error.reason];
  if (error instanceof RedirectError) return 'redirects';
  if (error instanceof PageTroubleError) return error.trouble;
  return error instanceof RefusedError ? 'not-permitted' : 'browser-failed';
}

const OF_A_BROWSER: readonly (readonly [RegExp, Trouble])[] = [
  [/net::ERR_(?:NAME_NOT_RESOLVED|CONNECTION_REFUSED|ADDRESS_UNREACHABLE|CERT|SSL)/, 'unreachable'],
  [/net::ERR_TIMED_OUT|Timeout \d+ ?ms exceeded|hung in the browser/i, 'too-slow'],
  [/net::ERR_TOO_MANY_REDIRECTS/, 'redirects'],
  [/net::ERR_(?:CONNECTION|EMPTY_RESPONSE|HTTP2|QUIC)/, 'broken-off'],
];

/** Of what the browser's driver threw. */
export const troubleOfBrowser = (error: unknown): Trouble =>
  OF_A_BROWSER.find(([pattern]) => pattern.test(messageOf(error)))?.[1] ?? 'browser-failed';

/** Of an HTTP status that says: not now, or not you. */
export function troubleOfStatus(status: number): Trouble | undefined {
  if (status === 429) return 'rate-limited';
  if (status === 419 || status === 440) return 'session-lost';
  if (status === 401 || status === 407) return 'login-wall';
  if (status === 403 || status === 430 || status === 451) return 'blocked';
  return status >= 500 || status === 408 || status === 425 ? 'server-error' : undefined;
}

/** Of an answer that came and is none. */
export function troubleIn({ verdict, expired }: Answer, status: number | undefined): Trouble | undefined {
  if (expired === true) return 'session-lost';
  if (verdict === 'blocked') return status === 429 ? 'rate-limited' : 'blocked';
  return verdict === 'login-wall' || verdict === 'server-error' ? verdict : undefined;
}
