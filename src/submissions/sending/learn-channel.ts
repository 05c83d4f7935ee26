/** What the answer that a browser brought tells of how the next questions of the form can go. */

import { extractForms } from '../../forms/index.ts';
import type { Answer, AnswerPage } from '../types/answer.ts';
import type { FilledForm, SubmissionRequest } from '../types/submission.ts';
import { encodeSubmission, type FormPage } from './encode-request.ts';
import { FormChangedError } from './entry-list.ts';
import type { FormSession } from './form-session.ts';
import { type FormOnPage, likestForm, transposed } from './form-source.ts';
import { type SubmissionResult, CHANNEL_PLAN_VERSION, type ChannelPlan } from './ledger.ts';
import type { BrowserDelivery } from './live-answer.ts';
import { holdsTitles, saysAll, saysBySelf } from './page-difference.ts';
import { tokensIn } from './page-tokens.ts';
import { carrier, sameRequest } from './replay-request.ts';
import type { SenderOptions } from './sender.ts';

/** By the browser until it is seen what its scripts make of a question that has an answer. */
export interface BrowserDryRun {
  readonly by: 'rehearse';
  /** The form as it comes over HTTP; absent where only a browser shows it. */
  readonly start?: FormOnPage;
  /** A probe was answered by a document that scripts added nothing to. */
  readonly probed: boolean;
  /** Nothing better is to come: this question decides. */
  readonly last: boolean;
}

/** What was asked, and how. */
interface Asked {
  readonly way: ChannelPlan | BrowserDryRun;
  readonly filled: FilledForm;
}

export class ChannelLearner {
  private readonly options: SenderOptions;
  private readonly session: FormSession;
  private readonly task: Asked;

  constructor(options: SenderOptions, session: FormSession, task: Asked) {
    this.options = options;
    this.session = session;
    this.task = task;
  }

  /**
   * What the browser showed decides how the next questions go: over HTTP where it sent what we would have, and the document
   * that came says by itself what is shown; by the script's own request where that, sent again, brings the same records, or
   * what it posted brought them; else by the browser again. Without hits nothing is decided unless nothing better is to
   * come, but for this: where a probe, and then a query, are answered by documents that scripts add nothing to, the next
   * questions go over HTTP.
   */
  async learn(came: BrowserDelivery, { answer }: SubmissionResult): Promise<ChannelPlan | undefined> {
    const { sends } = came;
    const { way } = this.task;
    const hits = answer?.verdict === 'hits' && this.task.filled.purpose !== 'nonsense-probe';
    const decides = hits || (way.by === 'rehearse' && way.last);
    const learned = { version: CHANNEL_PLAN_VERSION, ...(sends !== undefined && { sends }) } as const;
    const unlikeOurs = (error: unknown): undefined => {
      // The live form has no such control: it cannot be sent without its page.
      if (!(error instanceof FormChangedError)) throw error;
      return undefined;
    };
    if (way.by === 'rehearse' && (await this.isPlain(came, answer, decides).catch(unlikeOurs)))
      return decides || (way.probed && this.task.filled.purpose === 'query')
        ? { by: 'http', ...learned }
        : { by: 'http', unconfirmed: true, ...learned };
    if (!decides) return undefined;
    const replay = hits ? await this.replayOf(came, answer).catch(unlikeOurs) : undefined;
    if (replay !== undefined) return { ...replay, ...learned };
    return way.by === 'rehearse' || way.sends === undefined ? { by: 'browser', ...learned } : undefined;
  }

  /**
   * Whether asking over HTTP, too, would have brought what the browser shows.
   * @param decides the question has hits, or nothing better is to come
   */
  private async isPlain(
    came: BrowserDelivery,
    answer: Answer | undefined,
    decides: boolean,
  ): Promise<boolean> {
    const { formPage, filledPage, observed, page } = came;
    const { way, filled } = this.task;
    if (way.by !== 'rehearse' || way.start === undefined || observed.kind !== 'navigation') return false;
    const wanted = this.options.form;
    const form = likestForm(extractForms(filledPage), wanted) ?? wanted;
    const ours = encoded({ tree: filledPage, encoding: way.start.page.encoding }, form, filled);
    const { request } = observed;
    if (!sameRequest(ours, request)) return false;
    // What the browser posted is not posted again to find out.
    const sent =
      (await came.asSent()) ??
      (request.method === 'POST'
        ? undefined
        : (await this.session.send(request).catch(() => undefined))?.page);
    if (sent === undefined) return false;
    if (sent.tree === undefined || page.tree === undefined) return true;
    // A short list says less than a greeting: where there are records, it is they that count.
    const records = answer?.records ?? [];
    if (records.length > 0) return holdsTitles(sent.tree, records);
    if (!decides) return saysAll(sent.tree, page.tree, formPage);
    if (saysBySelf(sent.tree, page.tree, formPage)) return true;
    const read = this.options.read(sent, { formPage, filled, request, page: 1 });
    return read.verdict === answer?.verdict && read.records.length > 0;
  }

  private async replayOf(
    came: BrowserDelivery,
    answer: Answer,
  ): Promise<(ChannelPlan & { readonly by: 'replay' }) | undefined> {
    const { formPage, filledPage, observed } = came;
    const { filled } = this.task;
    const form = likestForm(extractForms(filledPage), this.options.form) ?? this.options.form;
    const carried = carrier(observed, form, transposed(filled.controls, filled.form, form));
    if (carried === undefined) return undefined;
    const data = await this.dataOf(came, carried);
    if (data === undefined) return undefined;
    const second = this.options.read(data, { formPage, filled, request: carried, page: 1 });
    if (second.records.length === 0 || keysOf(second) !== keysOf(answer)) return undefined;
    const tokens = tokensIn(carried, formPage);
    return { by: 'replay', version: CHANNEL_PLAN_VERSION, carried, ...(tokens.length > 0 && { tokens }) };
  }

  /** What a request of the page's script brings: asked for again, or, of what was posted, what the browser got. */
  private async dataOf(came: BrowserDelivery, carried: SubmissionRequest): Promise<AnswerPage | undefined> {
    if (carried.method === 'POST') return came.answerTo(carried);
    const again = await this.session.send(carried).catch(() => undefined);
    return again?.page;
  }
}

const keysOf = ({ records }: Answer): string =>
  records
    .map(({ key }) => key)
    .sort()
    .join('\n');

/** The form of a page as it is sent with these values. */
export const encoded = (page: FormPage, form: SenderOptions['form'], filled: FilledForm): SubmissionRequest =>
  encodeSubmission(page, { ...filled, form, controls: transposed(filled.controls, filled.form, form) });
