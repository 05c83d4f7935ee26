/** Decides when a form that has stopped answering needs a new session: the session may be over, or the page changed. */

import { VERDICTS } from '../types/answer.ts';
import { isConclusive } from './http-channel.ts';
import type { SubmissionResult } from './ledger.ts';

/** New sessions in a row without an answer, after which no other is started. */
const MAX_FAILED_IN_ROW = 2;

export class SessionRenewal {
  private hasAnswered = false;
  private failedInRow = 0;
  /** The next query shows whether the new session helps. */
  private unconfirmed = false;

  /** Records the result of a query. */
  record(result: SubmissionResult): void {
    if (!isConclusive(result)) return;
    if (this.unconfirmed) this.failedInRow = 0;
    this.unconfirmed = false;
    this.hasAnswered = true;
  }

  /** Tells whether to start a new session and fetch the form's page again. */
  isDue({ answer, trouble }: SubmissionResult): boolean {
    if (answer === undefined || trouble !== undefined || this.failedInRow >= MAX_FAILED_IN_ROW) return false;
    return answer.expired === true || (this.hasAnswered && VERDICTS[answer.verdict].endsSession === true);
  }

  /** @param helped the same query was answered in the new session; undefined if it was not sent again */
  recordRenewal(helped: boolean | undefined): void {
    this.failedInRow = helped === true ? 0 : this.failedInRow + 1;
    this.unconfirmed = helped === undefined;
  }
}
