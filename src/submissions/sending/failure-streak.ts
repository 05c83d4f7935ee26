/** Decides when to stop querying a form because its site refuses, does not answer or fails repeatedly. */

import type { StopCode, StopReason } from '../types/asking.ts';
import type { Trouble } from '../types/trouble.ts';
import type { SubmissionResult } from './ledger.ts';
import { troubleOfAnswer } from './why-no-answer.ts';

/** Queries in a row without an answer before querying stops. */
const MAX_IN_ROW = 3;

/** Stop code of each trouble; a crash of our own is not among them. */
const STOP_CODES: Readonly<Record<Exclude<Trouble, 'fate-unknown'>, StopCode>> = {
  unreachable: 'unreachable',
  'too-slow': 'too-slow',
  'broken-off': 'broken-off',
  redirects: 'redirects',
  'not-permitted': 'not-permitted',
  'asks-for-quiet': 'rate-limited',
  'rate-limited': 'rate-limited',
  slowed: 'slowed',
  blocked: 'blocked',
  'login-wall': 'login-wall',
  terms: 'waits-for-person',
  'server-error': 'server-errors',
  'session-lost': 'session-lost',
  'browser-failed': 'browser-failed',
};

/** Troubles that stop querying at once. */
const IMMEDIATE: ReadonlySet<Trouble> = new Set(['not-permitted', 'asks-for-quiet', 'terms']);

export class FailureStreak {
  /** Why querying has to stop; undefined as long as it may continue. */
  reason: StopReason | undefined;
  private codes: StopCode[] = [];

  record({ answer, trouble, reason, status }: SubmissionResult): void {
    const found = trouble ?? (answer === undefined ? 'browser-failed' : troubleOfAnswer(answer, status));
    if (found === 'fate-unknown') return;
    if (found === undefined) {
      this.codes = [];
      return;
    }
    const code = STOP_CODES[found];
    this.codes.push(code);
    const message = found === 'terms' ? 'terms' : (answer?.reason ?? reason ?? 'no answer');
    if (IMMEDIATE.has(found)) this.reason ??= { code, detail: message };
    else if (this.codes.length >= MAX_IN_ROW) this.reason ??= this.reasonAfterStreak(message);
  }

  /** Returns the common code of the streak, or `refusals` if the codes differ. */
  private reasonAfterStreak(message: string): StopReason {
    const [first = 'refusals', ...others] = this.codes;
    const code = others.every((other) => other === first) ? first : 'refusals';
    return { code, detail: `${this.codes.length} in a row: ${message}` };
  }
}
