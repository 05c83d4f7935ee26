/** One way of putting a question to a form, whatever carries it: HTTP, a script's own request, or a browser. */

import type { TreeDocument } from '../../foundation/dom/index.ts';
import type { Query } from '../planning/query.ts';
import type { Answer } from '../types/answer.ts';
import type { FilledForm, SubmissionRequest } from '../types/submission.ts';
import type { BrowserDryRun } from './learn-channel.ts';
import type { HttpChannelPlan, SubmissionResult, ChannelPlan } from './ledger.ts';
import type { OnSettled } from './sender.ts';

export interface SubmissionChannel {
  /**
   * Puts the question, or goes on with its list; each page of the answer is written down before it leaves and settled when
   * it is in: a captured document, the requests it took (none where scripts answer from what the page holds), and its
   * address, which is that of the form's page where the answer stands in it.
   * @throws {FormChangedError} where the page does not show the form to this channel: nothing was sent
   */
  ask(): Promise<ChannelOutcome>;
}

/** What one channel left to be known, and to be done by another. */
export interface ChannelOutcome {
  /** How the next questions go, where this one showed it. */
  readonly way?: ChannelPlan;
  /** The form's page as this channel saw it first. */
  readonly formPage?: TreeDocument;
  /** The list goes on over HTTP from here. */
  readonly resume?: Resume;
  /** A script makes the list longer, if its pages are still wanted. */
  readonly growing?: Growing;
}

/** A question, and who hears of its answers. */
export interface ChannelQuery {
  readonly query: Query;
  readonly filled: FilledForm;
  readonly onSettled: OnSettled;
}

/** What a channel is to do: by HTTP or by the script's own request, or in the browser. */
export type Task =
  | {
      readonly by: 'http';
      readonly way: HttpChannelPlan;
      /** Where an answer goes on whose first pages came otherwise. */
      readonly from?: Resume;
    }
  | {
      readonly by: 'browser';
      readonly way: ChannelPlan | BrowserDryRun;
      /** Pages of the answer that were settled before a crash: shown again on the way to the next one, and not told again. */
      readonly settled: number;
      /** An answer that came over HTTP is shown and made to grow. */
      readonly grow?: Grown;
    };

/** Where an answer goes on. */
export interface Resume {
  readonly page: number;
  readonly request: SubmissionRequest;
}

/** An answer over HTTP whose list a script makes longer. */
export interface Growing {
  readonly request: SubmissionRequest;
  /** Of its first page. */
  readonly settlement: SubmissionResult;
  readonly settled: number;
}

/** The same, ready to be shown to the browser. */
interface Grown {
  readonly url: string;
  readonly request: SubmissionRequest;
  readonly formPage: TreeDocument;
  /** Its first page, as it came. */
  readonly answer: Answer;
}
