/** Learns from an answer in the browser through which channel the next queries of the form can go. */

import { extractForms } from '../../forms/index.ts';
import type { Answer, AnswerPage } from '../types/answer.ts';
import type { FilledForm, SubmissionRequest } from '../types/submission.ts';
import { type AnswerAddress, isEntered } from './answer-address.ts';
import { encodeSubmission, type FormPage } from './encode-request.ts';
import { FormChangedError } from './entry-list.ts';
import type { FormSession } from './form-session.ts';
import { type FormOnPage, findMatchingForm, mapControls } from './form-source.ts';
import { CHANNEL_PLAN_VERSION, type ChannelPlan, type SubmissionResult } from './ledger.ts';
import type { BrowserDelivery } from './live-answer.ts';
import { containsTitles, isFullyServerRendered, isServerRendered } from './page-difference.ts';
import { findTokens } from './page-tokens.ts';
import { findSearchRequest, sameRequest } from './replay-request.ts';
import type { SenderOptions } from './sender.ts';

/** Queries go through the browser until a query with hits has shown what the page's scripts do. */
export interface BrowserDryRun {
  readonly by: 'dry-run';
  /** The form as fetched over HTTP; absent if only a browser shows it. */
  readonly httpForm?: FormOnPage;
  /** This query decides, whatever its answer. */
  readonly mustDecide: boolean;
}

/** The query that was sent, and its plan. */
interface LearnTask {
  readonly plan: ChannelPlan | BrowserDryRun;
  readonly filled: FilledForm;
  readonly address: Pick<AnswerAddress, 'worksOut'>;
}

export class ChannelLearner {
  private readonly options: SenderOptions;
  private readonly session: FormSession;
  private readonly task: LearnTask;

  constructor(options: SenderOptions, session: FormSession, task: LearnTask) {
    this.options = options;
    this.session = session;
    this.task = task;
  }

  /**
   * Chooses the channel of the next queries from what the browser showed:
   * - `http` if the browser sent the request that we would have sent, and the server's document holds what
   *   is shown;
   * - `replay` if the script's request, repeated, brings the same records, or its POST brought them;
   * - `browser` otherwise.
   *
   * Decides only after hits or on the last dry run; answers without hits to which scripts added nothing make `http` likely.
   * Later on, only what submits the form is corrected: typing alone, if nothing else had an effect, or a suggestion, if
   * only one brings records.
   */
  async learn(delivery: BrowserDelivery, { answer }: SubmissionResult): Promise<ChannelPlan | undefined> {
    const { sends } = delivery;
    const { plan } = this.task;
    const hits = answer?.verdict === 'hits' && this.task.filled.purpose !== 'nonsense-probe';
    const decides = hits || (plan.by === 'dry-run' && plan.mustDecide);
    const learned = { version: CHANNEL_PLAN_VERSION, ...(sends !== undefined && { sends }) } as const;
    const undefinedIfFormChanged = (error: unknown): undefined => {
      // The live form lacks a control, so it cannot be sent without its page.
      if (!(error instanceof FormChangedError)) throw error;
      return undefined;
    };
    if (
      plan.by === 'dry-run' &&
      (await this.isHttpEquivalent(delivery, answer, decides).catch(undefinedIfFormChanged))
    )
      return { by: 'http', ...(!decides && { unconfirmed: true }), ...learned };
    if (!decides) return undefined;
    const replay =
      hits && sends?.picks !== true && !this.task.address.worksOut
        ? await this.findReplay(delivery, answer).catch(undefinedIfFormChanged)
        : undefined;
    if (replay !== undefined) return { ...replay, ...learned };
    if (plan.by === 'dry-run' || plan.sends === undefined) return { by: 'browser', ...learned };
    // A slow page may have shown the effect of typing only after the button was pressed, or its suggestions.
    const isBetter =
      (sends?.by === 'typing' && plan.sends.by !== 'typing') || (sends?.picks && !plan.sends.picks);
    return isBetter === true ? { ...plan, sends } : undefined;
  }

  /** Tells whether HTTP would have brought what the browser shows. @param decides the query has hits, or is the last dry run */
  private async isHttpEquivalent(
    delivery: BrowserDelivery,
    answer: Answer | undefined,
    decides: boolean,
  ): Promise<boolean> {
    const { formPage, filledPage, observed, page } = delivery;
    const { plan, filled } = this.task;
    if (plan.by !== 'dry-run' || plan.httpForm === undefined || observed.kind !== 'navigation') return false;
    const wanted = this.options.form;
    const form = findMatchingForm(extractForms(filledPage), wanted) ?? wanted;
    const { encoding } = plan.httpForm.page;
    const encoded = encodeFilledForm({ tree: filledPage, encoding }, form, filled);
    const { request } = observed;
    // What is typed into a box without a name is sent by scripts alone.
    if (filled.controls.some((one) => isEntered(one) && one.name === '')) return false;
    if (!sameRequest(encoded, request)) return false;
    // A POST of the browser is never repeated just to find out.
    const sent =
      (await delivery.asSent()) ??
      (request.method === 'POST'
        ? undefined
        : (await this.session.send(request).catch(() => undefined))?.page);
    if (sent === undefined) return false;
    if (sent.tree === undefined || page.tree === undefined) return true;
    // A short list may have less text than a greeting: compare records where there are any.
    const records = answer?.records ?? [];
    if (records.length > 0) return containsTitles(sent.tree, records);
    if (!decides) return isFullyServerRendered(sent.tree, page.tree, formPage);
    if (isServerRendered(sent.tree, page.tree, formPage)) return true;
    const read = this.options.read(sent, { formPage, filled, request, page: 1 });
    return read.verdict === answer?.verdict && read.records.length > 0;
  }

  private async findReplay(
    delivery: BrowserDelivery,
    answer: Answer,
  ): Promise<(ChannelPlan & { readonly by: 'replay' }) | undefined> {
    const { formPage, filledPage, observed } = delivery;
    const { filled } = this.task;
    const form = findMatchingForm(extractForms(filledPage), this.options.form) ?? this.options.form;
    const controls = mapControls(filled.controls, filled.form, form);
    const capturedRequest = findSearchRequest(observed, form, controls);
    // Names of this page alone tell nothing of the next one's.
    const isRenamed = controls.some(({ name }, i) => name !== filled.controls[i]?.name);
    if (capturedRequest === undefined || isRenamed) return undefined;
    const data = await this.fetchData(delivery, capturedRequest);
    if (data === undefined) return undefined;
    const replayed = this.options.read(data, { formPage, filled, request: capturedRequest, page: 1 });
    if (keysOf(replayed) !== keysOf(answer)) return undefined;
    // A page taken for a record may be a list that its script was too slow to show.
    if (replayed.records.every(({ url }) => url === data.url)) return undefined;
    const tokens = findTokens(capturedRequest, formPage);
    return {
      by: 'replay',
      version: CHANNEL_PLAN_VERSION,
      carried: capturedRequest,
      ...(tokens.length > 0 && { tokens }),
    };
  }

  /** Fetches again what a script's GET brought; for a POST, returns what the browser received. */
  private async fetchData(
    delivery: BrowserDelivery,
    capturedRequest: SubmissionRequest,
  ): Promise<AnswerPage | undefined> {
    if (capturedRequest.method === 'POST') return delivery.answerTo(capturedRequest);
    const refetched = await this.session.send(capturedRequest).catch(() => undefined);
    return refetched?.page;
  }
}

const keysOf = ({ records }: Answer): string =>
  records
    .map(({ key }) => key)
    .sort()
    .join('\n');

/** Encodes the request that submits this copy of the form with the given values. */
export const encodeFilledForm = (
  page: FormPage,
  form: SenderOptions['form'],
  filled: FilledForm,
): SubmissionRequest =>
  encodeSubmission(page, { ...filled, form, controls: mapControls(filled.controls, filled.form, form) });
