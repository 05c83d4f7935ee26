/** Classifies why a submission has no answer: errors of the site, of the network, and our own. */

import { TransportError, type TransportErrorReason } from '../../foundation/http/index.ts';
import { type Answer, VERDICTS } from '../types/answer.ts';
import type { Trouble } from '../types/trouble.ts';
import { FormChangedError } from './entry-list.ts';
import { RedirectError } from './form-session.ts';
import { RefusedError } from './outbound.ts';

/** The form's page came with a status that refuses us, or asks for patience. */
export class PageTroubleError extends FormChangedError {
  readonly trouble: Trouble;
  constructor(message: string, trouble: Trouble) {
    super(message);
    this.trouble = trouble;
  }
}

/** The form cannot be queried (any more). */
export class FormGoneError extends Error {
  override readonly name = 'FormGoneError';
}

/** Tells whether the error comes from the network or the site, so that the run continues. */
export const isRequestFailure = (error: unknown): boolean =>
  error instanceof TransportError ||
  error instanceof RefusedError ||
  error instanceof RedirectError ||
  error instanceof PageTroubleError;

/** Tells whether the error comes from our own disk, so that nothing more may be sent. */
export const isStoreFault = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'WarcError' ||
    /^(?:ERR_SQLITE|ENOSPC|EIO|EROFS|EDQUOT)/.test(String((error as NodeJS.ErrnoException).code)));

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const TRANSPORT_TROUBLES: Readonly<Record<TransportErrorReason, Trouble>> = {
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

/** Returns the trouble code of an error for which `isRequestFailure` is true. */
export function troubleOfError(error: unknown): Trouble {
  if (error instanceof TransportError) return TRANSPORT_TROUBLES[error.reason];
  if (error instanceof RedirectError) return 'redirects';
  if (error instanceof PageTroubleError) return error.trouble;
  return error instanceof RefusedError ? 'not-permitted' : 'browser-failed';
}

const BROWSER_TROUBLES: readonly (readonly [RegExp, Trouble])[] = [
  [/net::ERR_(?:NAME_NOT_RESOLVED|CONNECTION_REFUSED|ADDRESS_UNREACHABLE|CERT|SSL)/, 'unreachable'],
  [/net::ERR_TIMED_OUT|Timeout \d+ ?ms exceeded|hung in the browser/i, 'too-slow'],
  [/net::ERR_TOO_MANY_REDIRECTS/, 'redirects'],
  [/net::ERR_(?:CONNECTION|EMPTY_RESPONSE|HTTP2|QUIC)/, 'broken-off'],
];

/** Returns the trouble code of an error of the browser driver. */
export const troubleOfBrowserError = (error: unknown): Trouble =>
  BROWSER_TROUBLES.find(([pattern]) => pattern.test(messageOf(error)))?.[1] ?? 'browser-failed';

/** Returns the trouble code of an HTTP status that refuses us, or asks for patience. */
export function troubleOfStatus(status: number): Trouble | undefined {
  if (status === 429) return 'rate-limited';
  if (status === 419 || status === 440) return 'session-lost';
  if (status === 401 || status === 407) return 'login-wall';
  if (status === 403 || status === 430 || status === 451) return 'blocked';
  return status >= 500 || status === 408 || status === 425 ? 'server-error' : undefined;
}

/** Returns the trouble code of a page that came instead of an answer. */
export function troubleOfAnswer(
  { verdict, expired, refusal }: Answer,
  status: number | undefined,
): Trouble | undefined {
  if (expired === true) return 'session-lost';
  if (refusal?.kind === 'too-fast' && status !== 429) return 'slowed';
  const { trouble } = VERDICTS[verdict];
  return trouble === 'blocked' && status === 429 ? 'rate-limited' : trouble;
}
