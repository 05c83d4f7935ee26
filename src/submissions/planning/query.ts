import type { Form } from '../../forms/index.ts';
import type { AnswerVerdict, QueryRefusal } from '../types/answer.ts';
import type { FilledControl, FilledForm, Purpose } from '../types/submission.ts';
import type { Choice, Field } from './field.ts';
import type { NumberRange } from './ranges.ts';
import type { FormFields } from './read-fields.ts';

/** A field bound to a value. */
export interface Bound {
  /** Position in the list of fields. */
  readonly field: number;
  readonly choice: Choice;
  /** Part of a range. */
  readonly interval?: NumberRange;
}

/** A query: fields bound to values, and why it is worth sending. */
export interface Query {
  /** Equal for the same query in every run. */
  readonly id: string;
  readonly purpose: Purpose;
  readonly bound: readonly Bound[];
  /** Reason, for people. */
  readonly why: string;
  /** Address of a link that asks it, in the place of the form. */
  readonly link?: string;
  /** Values to choose, one after another, in the forms that come in place of an answer. */
  readonly steps?: readonly string[];
  /** One of its choices appears only once another one is made. */
  readonly needsBrowser?: boolean;
}

/** The outcome of a query, over all pages of its answer. */
export interface Outcome {
  readonly hits: boolean;
  /** Every record of the query was shown. */
  readonly complete: boolean;
  readonly records: number;
  readonly newRecords: number;
  /** Pages requested. */
  readonly requests: number;
  readonly fingerprint: string;
  /** Verdict of its first page; absent if no answer came. */
  readonly verdict?: AnswerVerdict;
  readonly statedTotal?: number;
  /** Why it was not answered. */
  readonly refusal?: QueryRefusal;
}

/** Names the template of a query: the fields it binds. */
export const templateOf = (bound: readonly Bound[]): string =>
  bound
    .map(({ field }) => field)
    .sort((a, b) => a - b)
    .join('+');

export const queryId = (purpose: Purpose, bound: readonly Bound[]): string =>
  `${purpose} ${bound
    .map(
      ({ field, choice }) =>
        `${field}=${choice.controls.map(({ values }) => values.join('\u0001')).join('\u0002')}`,
    )
    .sort()
    .join('&')}`;

/** Fills the form for a query: bound fields with their values, other fields with “any”, the rest unchanged. */
export function fillForm(
  form: Form,
  { fields, always }: FormFields,
  query: Query,
  submit: number | undefined,
): FilledForm {
  const controls = new Map<number, FilledControl>();
  for (const control of always) controls.set(control.position, control);
  for (const field of fields) for (const control of unusedOf(field)) controls.set(control.position, control);
  for (const { choice } of query.bound)
    for (const control of choice.controls) controls.set(control.position, control);
  const binding = query.bound.flatMap(({ choice }) => choice.controls.map(({ position }) => position));
  return {
    form,
    template: { binding: [...new Set(binding)].sort((a, b) => a - b) },
    purpose: query.purpose,
    controls: [...controls.values()].sort((a, b) => a.position - b.position),
    ...(submit !== undefined && { submit }),
  };
}

const unusedOf = (field: Field): readonly FilledControl[] =>
  field.kind === 'open' ? [] : (field.any?.controls ?? []);
