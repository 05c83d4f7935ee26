/** When a form is left alone: its site refuses, is silent or fails time after time. */

import type { StopCode, StopReason } from '../types/asking.ts';
import type { Trouble } from '../types/trouble.ts';
import type { SubmissionResult } from './ledger.ts';
import { troubleIn } from './why-no-answer.ts';

/** Questions in a row without an answer before a form is left alone. */
const MOST_IN_A_ROW = 3;

/** What a form is left alone for; that we died is no fault of the site's. */
const CODES: Readonly<Record<Exclude<Trouble, 'fate-unknown'>, StopCode>> = {
  unreachable: 'unreachable',
  'too-slow': 'too-slow',
  'broken-off': 'broken-off',
  redirects: 'redirects',
  'not-permitted': 'not-permitted',
  'asks-for-quiet': 'rate-limited',
  'rate-limited': 'rate-limited',
  blocked: 'blocked',
  'login-wall': 'login-wall',
  'server-error': 'server-errors',
  'session-lost': 'session-lost',
  'browser-failed': 'browser-failed',
};

/** These are said for good. */
const AT_ONCE: ReadonlySet<Trouble> = new Set(['not-permitted', 'asks-for-quiet']);

export class Troubles {
  /** Why the form is left alone, once it is. */
  reason: StopReason | undefined;
  private row: StopCode[] = [];

  heed({ answer, trouble, reason, status }: SubmissionResult): void {
    const own = trouble ?? (answer === undefined ? 'browser-failed' : troubleIn(answer, status));
    if (own === 'fate-unknown') return;
    if (own === undefined) {
      this.row = [];
      return;
    }
    const code = CODES[own];
    this.row.push(code);
    const said = answer?.reason ?? reason ?? 'no answer';
    if (AT_ONCE.has(own)) this.reason ??= { code, detail: said };
    else if (this.row.length >= MOST_IN_A_ROW) this.reason ??= this.after(said);
  }

  /** Where it was not the same each time, it is no more than a row of refusals. */
  private after(said: string): StopReason {
    const [first = 'refusals', ...others] = this.row;
    const code = others.every((other) => other === first) ? first : 'refusals';
    return { code, detail: `${this.row.length} in a row: ${said}` };
  }
}
