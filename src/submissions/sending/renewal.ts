/** When a form that has answered stops to answer: its session may be over, or its page changed. */

import { answers } from './http-channel.ts';
import type { SubmissionResult } from './ledger.ts';

/** New sessions in a row that brought no answer either, after which none is begun any more. */
const MOST_IN_VAIN = 2;

/** What comes where a session is over: said in words, or the form, a log-in or a refusal in the place of an answer. */
const NO_ANSWERS = /^(?:error-message|same-form|login-wall|blocked|not-a-result)$/;

export class Renewal {
  private answered = false;
  private inVain = 0;
  /** Whether a new session helps is for the next question to show. */
  private open = false;

  /** Takes note of what became of a question. */
  heed(settlement: SubmissionResult): void {
    if (!answers(settlement)) return;
    if (this.open) this.inVain = 0;
    this.open = false;
    this.answered = true;
  }

  /** Whether the page of the form is to be looked at again, as a new visitor would. */
  isDue({ answer, trouble }: SubmissionResult): boolean {
    if (answer === undefined || trouble !== undefined || this.inVain >= MOST_IN_VAIN) return false;
    return answer.expired === true || (this.answered && NO_ANSWERS.test(answer.verdict));
  }

  /** @param helped the same question, asked in a new session, was answered; undefined where it was not asked again */
  tried(helped: boolean | undefined): void {
    this.inVain = helped === true ? 0 : this.inVain + 1;
    this.open = helped === undefined;
  }
}
