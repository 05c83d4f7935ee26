/** What is sent: a form filled in, the request that makes of it, and what became of it. */

import type { FieldMeaning, Form } from '../../forms/index.ts';

/** Where a value comes from: the reason a plan gives for trying it. */
export type ValueSource =
  | 'option' // the control offers it
  | 'known-option' // the control offers it, and the form element table knows it from elsewhere
  | 'any' // the option that leaves the control unused
  | 'unset' // left empty or unticked
  | 'start' // as the page brings it
  | 'bound' // from min, max and step of the control
  | 'date' // a valid date near today
  | 'given' // from a file of the user
  | 'element-table' // learned from a control of another form
  | 'domain-file'
  | 'site' // a word of titles and links of the site's own pages
  | 'page' // a word of the page the form stands on
  | 'common' // a word or letter that stands in nearly every text
  | 'answer' // a word of an answer that came before
  | 'probe'; // deliberately empty or nonsense

export interface FilledControl {
  /** Position in `form.controls`. */
  readonly position: number;
  readonly name: string;
  readonly label: string;
  readonly meaning: FieldMeaning;
  /** Texts or option values; none where nothing is chosen, ticked or typed. */
  readonly values: readonly string[];
  readonly source: ValueSource;
}

/** Which controls are bound to a value of their own; the others are left at “any”. Paper 004, templates of 1–3. */
interface Template {
  /** Positions of the binding controls, ascending. */
  readonly binding: readonly number[];
}

/** What a filled form is sent for. */
export type Purpose = 'empty-probe' | 'nonsense-probe' | 'query';

export interface FilledForm {
  readonly form: Form;
  readonly template: Template;
  readonly purpose: Purpose;
  /** Every control that is not left exactly as the page brings it. */
  readonly controls: readonly FilledControl[];
  /** Position in `form.submits` of the button that sends it; absent where Enter does. */
  readonly submit?: number;
}

/** A request as a browser would send it. Plain data: it can be written down and sent after a crash. */
export interface SubmissionRequest {
  readonly method: 'GET' | 'POST';
  /** Absolute, without fragment. */
  readonly url: string;
  /** Content type of the body, boundary included; absent on GET. */
  readonly contentType?: string;
  /** Body, base64. */
  readonly body?: string;
  readonly referrer: string;
  /** Headers that the page's script gave it: `x-…`, and what it accepts. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
}

export type SentBy = 'http' | 'browser';

/**
 * Where a submission stands. `sent` is written before anything leaves; a POST found there after a crash is `parked`, for
 * nobody knows whether it arrived.
 */
export type SubmissionState = 'sent' | 'settled' | 'parked' | 'failed';
