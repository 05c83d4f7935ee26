/** The interface of a submission channel: HTTP, a script's own request, or a browser. */

import type { TreeDocument } from '../../foundation/dom/index.ts';
import type { Query } from '../planning/query.ts';
import type { Answer } from '../types/answer.ts';
import type { FilledForm, SubmissionRequest } from '../types/submission.ts';
import type { BrowserDryRun } from './learn-channel.ts';
import type { ChannelPlan, HttpChannelPlan, SubmissionResult } from './ledger.ts';
import type { OnSettled } from './sender.ts';

export interface SubmissionChannel {
  /**
   * Sends the query, or continues its list. Each page of the answer is recorded in the ledger before its
   * request leaves and settled when it is in, with the requests it took: none if scripts answer from data of
   * the page.
   * @throws {FormChangedError} if the page does not show the form to this channel; nothing was sent
   */
  submit(): Promise<ChannelOutcome>;
}

/** What a channel learned, and what it leaves to another channel. */
export interface ChannelOutcome {
  /** Plan for the next queries, if this one showed it. */
  readonly plan?: ChannelPlan;
  /** The form's page as this channel first saw it. */
  readonly formPage?: TreeDocument;
  /** Where the list continues over HTTP. */
  readonly continuation?: ListContinuation;
  /** The list can only be expanded by a script, in the browser. */
  readonly expandable?: ExpandableList;
  /** Nothing is settled: a script of the answer may show more in the browser. */
  readonly mayBeDrawn?: true;
}

/** A query, and the callback for its answers. */
export interface ChannelQuery {
  readonly query: Query;
  readonly filled: FilledForm;
  readonly onSettled: OnSettled;
}

/** Work for a channel: over HTTP (as the form or as its script's request), or in the browser. */
export type ChannelTask =
  | {
      readonly by: 'http';
      readonly plan: HttpChannelPlan;
      /** Where to continue an answer whose first pages came through another channel. */
      readonly continueFrom?: ListContinuation;
    }
  | {
      readonly by: 'browser';
      readonly plan: ChannelPlan | BrowserDryRun;
      /** Pages of the answer that are settled already: shown again on the way to the next one, but not reported again. */
      readonly settledPages: number;
      /** An answer that came over HTTP, to be opened and expanded. */
      readonly expansion?: ListExpansion;
    };

/** Where an answer continues. */
export interface ListContinuation {
  readonly page: number;
  readonly request: SubmissionRequest;
}

/** An answer over HTTP whose list only a script makes longer. */
export interface ExpandableList {
  readonly request: SubmissionRequest;
  readonly firstPage: SubmissionResult;
  readonly settledPages: number;
}

/** An expandable list, ready to be opened in the browser. */
interface ListExpansion {
  readonly url: string;
  readonly request: SubmissionRequest;
  readonly formPage: TreeDocument;
  /** The answer on its first page. */
  readonly answer: Answer;
}
