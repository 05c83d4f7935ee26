/** Decides whether the address of an answer shows it by itself, so that the form need not be opened and filled for each query. */

import { extractForms, type Form } from '../../forms/index.ts';
import type { TreeDocument } from '../../foundation/dom/index.ts';
import { type Answer, VERDICTS } from '../types/answer.ts';
import type { FilledControl, FilledForm, SubmissionRequest } from '../types/submission.ts';
import { findMatchingForm } from './form-source.ts';
import type { BrowserDelivery } from './live-answer.ts';
import { containsTitles } from './page-difference.ts';
import { findTokens } from './page-tokens.ts';
import { refillRequest } from './replay-request.ts';
import { parametersOf } from './request-parameters.ts';

/** Fewer records than these may stand on any page of a site. */
const ENOUGH_RECORDS = 3;

/** The address of an answer, and the page of the form that leads to it. */
export interface FormAddress {
  readonly request: SubmissionRequest;
  readonly formPage: TreeDocument;
}

/** What is known of the addresses that a form leads to in the browser. */
export class AnswerAddress {
  private state: 'unproven' | 'proven' | 'refused' = 'unproven';
  private known: FormAddress | undefined;
  /** What the form brought at the known address. */
  private records: Answer['records'] = [];
  /** What scripts gave to hidden controls as the form was sent last. */
  private given: string | undefined;
  /** Scripts give hidden controls other values for other queries: no request tells that of the next one. */
  worksOut = false;

  /** Learns the address to which a form led, or that an address alone brought no answer. @param direct no form was filled */
  learn(
    delivery: BrowserDelivery,
    answer: Answer | undefined,
    { filled }: { readonly filled: FilledForm },
    direct: boolean,
  ): void {
    const { observed, formPage, sends } = delivery;
    if (!direct) this.compare(delivery, filled.form);
    if (this.worksOut) this.state = 'refused';
    if (answer === undefined || this.state === 'refused' || sends?.picks === true) return;
    if (direct) {
      if (VERDICTS[answer.verdict].evidence === 'silent') this.state = 'refused';
      return;
    }
    const { verdict, records } = answer;
    if (verdict !== 'hits' || records.length < ENOUGH_RECORDS) return;
    if (observed.kind !== 'navigation' || observed.request.method === 'POST') return;
    const { request } = observed;
    if (!filled.controls.some(isEntered) || !holdsEntered(request, filled.controls)) return;
    if (findTokens(request, formPage).length > 0) return;
    this.known = { request, formPage };
    this.records = records;
  }

  private compare({ observed, filledPage }: BrowserDelivery, form: Form): void {
    if (observed.kind !== 'navigation') return;
    const sent = parametersOf(observed.request);
    const { controls } = findMatchingForm(extractForms(filledPage), form) ?? form;
    const given = controls
      .filter(({ type, name, value }) => type === 'hidden' && (sent.get(name) ?? value) !== value)
      .map(({ name }) => `${name}=${sent.get(name)}`)
      .join('&');
    this.worksOut ||= this.given !== undefined && given !== this.given;
    this.given = given;
  }

  /** Compares the records that the form brought with what the address shows without it. */
  async prove(shownAt: (address: FormAddress) => Promise<TreeDocument | undefined>): Promise<void> {
    if (this.state !== 'unproven' || this.known === undefined) return;
    const shown = await shownAt(this.known);
    this.state = shown !== undefined && containsTitles(shown, this.records) ? 'proven' : 'refused';
  }

  /** @returns undefined if the form has to be opened and filled */
  of(form: Form, controls: readonly FilledControl[]): FormAddress | undefined {
    if (this.state !== 'proven' || this.known === undefined) return undefined;
    const request = refillRequest(this.known.request, form, controls);
    return holdsEntered(request, controls) ? { ...this.known, request } : undefined;
  }
}

export const isEntered = ({ values }: FilledControl): boolean => values.some((value) => value !== '');

/** Whether all that was entered is in the address by the names of its controls: there it can be replaced. */
function holdsEntered({ url }: SubmissionRequest, controls: readonly FilledControl[]): boolean {
  const sent = URL.parse(url)?.searchParams;
  return controls.filter(isEntered).every(({ name, values }) => {
    const given = sent?.getAll(name) ?? [];
    return name !== '' && values.every((value) => value === '' || given.includes(value));
  });
}
