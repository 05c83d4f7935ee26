/** Second forms: a page that keeps what was typed, and takes a further choice before it answers. */

import { extractForms, type FieldMeaning, type Form, meaningsOf } from '../../forms/index.ts';
import { blocksOf, hasSideEffects, type TreeDocument } from '../../foundation/dom/index.ts';
import { siteOf } from '../../foundation/url/index.ts';
import { findCues } from '../answers/answer-cues.ts';
import { filled } from '../planning/field.ts';
import { anyOption, mustChoose, realOptions } from '../planning/list-options.ts';
import { narrowsNothing, whyDangerous } from '../planning/read-fields.ts';
import { submitPosition } from '../planning/submit-control.ts';
import type { Answer } from '../types/answer.ts';
import type { FilledControl, FilledForm, SubmissionRequest } from '../types/submission.ts';
import { encodedOrNone, encodeSubmission } from './encode-request.ts';
import { OptionGoneError } from './entry-list.ts';
import type { SessionResponse } from './form-session.ts';

/** Steps from what was typed to its answer at most. */
export const MOST_STEPS = 3;
/** Queries whose steps led to no answer, after which a form is taken to have none. */
const MOST_TRIES = 4;
/** Choices of a step at most. */
const MOST_CHOICES = 60;
const MOST_BLOCKS = 400;

/** Whether the second forms of a search lead to answers. */
export class StepTrial {
  /** In a row; stored with answers, so that a resumed run goes on from them. */
  failures = 0;
  /** The page that offered choices last, and the query that it came for. */
  offered: { readonly key: string; readonly sent: SessionResponse; isUsed: boolean } | undefined;

  get isOver(): boolean {
    return this.failures >= MOST_TRIES;
  }

  /** A query was answered at once: what its page offers beside is another search. */
  end(): void {
    this.failures = MOST_TRIES;
  }

  /** @param answered the last step led to hits or to none */
  record(answered: boolean): void {
    if (this.isOver) return;
    this.failures = answered ? 0 : this.failures + 1;
  }
}

/**
 * Returns the request of the form that a page shows in place of an answer: it goes by GET to the same site, does nothing to
 * anybody, and holds a text that was typed. Its lists are left at “any” or as they stand.
 */
export function nextStep(
  tree: TreeDocument,
  encoding: string,
  { form: first, controls }: FilledForm,
): SubmissionRequest | undefined {
  const typed = new Set(controls.flatMap(({ values }) => values).filter((value) => value.trim() !== ''));
  if (typed.size === 0) return undefined;
  const form = extractForms(tree).find(
    (one) => one.id !== first.id && keeps(one, typed) && isStep(one, first, typed),
  );
  if (form === undefined || saysNone(tree)) return undefined;
  const submit = submitPosition(form);
  const step = { form, controls: choicesOf(form, typed), ...(submit !== undefined && { submit }) };
  return encodedOrNone({ tree, encoding }, step);
}

const keeps = ({ controls }: Form, typed: ReadonlySet<string>): boolean =>
  controls.some(({ value, options }) => typed.has(value) && options.length === 0);

/** An answer with the choices of the form that its page shows in place of one. @param formPage what stands there, too, is no step */
export function withChoices(
  answer: Answer,
  tree: TreeDocument | undefined,
  formPage: TreeDocument,
  first: Form,
): Answer {
  if (tree === undefined || answer.verdict === 'hits' || answer.verdict === 'no-hits') return answer;
  const list = choosing(tree, formPage, first)?.control;
  if (list === undefined) return answer;
  const choices = realOptions(list).map(({ value, label }) => ({ value, label: label || value }));
  return { ...answer, choices: choices.slice(0, MOST_CHOICES) };
}

/** Returns the request that makes a choice in such a form. @throws {OptionGoneError} if it cannot be made */
export function chosenStep(
  { page: { tree }, encoding }: SessionResponse,
  formPage: TreeDocument,
  first: Form,
  value: string,
): SubmissionRequest {
  const found = tree && choosing(tree, formPage, first);
  if (tree === undefined || found === undefined) throw new OptionGoneError('', value);
  const { form, control, position, meaning } = found;
  const submit = submitPosition(form);
  const controls = [filled(control, position, meaning, [value], 'option')];
  return encodeSubmission({ tree, encoding }, { form, controls, ...(submit !== undefined && { submit }) });
}

function fieldsOf(form: Form) {
  const meanings = meaningsOf(form);
  return form.controls.map((control, position) => {
    return { control, position, meaning: meanings[position] as FieldMeaning };
  });
}

/** Finds the form that asks for one choice and nothing else. */
function choosing(tree: TreeDocument, formPage: TreeDocument, first: Form) {
  const known = new Set([first, ...extractForms(formPage)].map(({ id }) => id));
  for (const form of extractForms(tree)) {
    const [asked, ...others] = fieldsOf(form).filter(
      ({ control }) => control.visible && control.type !== 'hidden',
    );
    if (asked === undefined || others.length > 0 || known.has(form.id)) continue;
    const { control, meaning } = asked;
    const isChoice = /^(?:select-one|radio)$/.test(control.type) && realOptions(control).length > 0;
    const isList = isChoice && mustChoose(control);
    const mayGo = form.actionKind !== 'script' && (form.method === 'get' || form.method === first.method);
    if (isList && mayGo && !narrowsNothing(control, meaning) && isHarmless(form, first.action))
      return { form, ...asked };
  }
  return undefined;
}

/** Tells whether a form goes to the site of an address, and does nothing to anybody. */
export const isHarmless = (form: Form, from: string): boolean =>
  siteOf(form.action) === siteOf(from) &&
  !hasSideEffects(form.action) &&
  whyDangerous(form, meaningsOf(form)) === undefined;

/** A form that only sorts, pages or translates an answer is none. */
function isStep(form: Form, first: Form, typed: ReadonlySet<string>): boolean {
  const shown = fieldsOf(form).filter(({ control }) => control.visible && !typed.has(control.value));
  return (
    form.method === 'get' &&
    form.actionKind === 'address' &&
    !shown.some(({ control }) => control.type === 'select-one' && mustChoose(control)) &&
    isHarmless(form, first.action) &&
    (shown.length === 0 || !shown.every(({ control, meaning }) => narrowsNothing(control, meaning)))
  );
}

const saysNone = (tree: TreeDocument): boolean =>
  blocksOf(tree)
    .slice(0, MOST_BLOCKS)
    .some(({ text }) => findCues(text).some(({ kind }) => kind === 'no-results'));

function choicesOf(form: Form, typed: ReadonlySet<string>): FilledControl[] {
  return fieldsOf(form).flatMap(({ control, position, meaning }) => {
    if (control.domain !== 'finite' || control.options.some(({ value }) => typed.has(value))) return [];
    const first = control.type === 'radio' ? control.options[0] : undefined;
    const chosen =
      anyOption(control) ?? (control.options.some(({ selected }) => selected) ? undefined : first);
    return chosen === undefined ? [] : [filled(control, position, meaning, [chosen.value], 'any')];
  });
}
