import type { Form } from '../../forms/index.ts';
import type { AnswerVerdict } from '../types/answer.ts';
import type { FilledControl, FilledForm, Purpose } from '../types/submission.ts';
import type { Choice, Field } from './field.ts';
import type { Interval } from './ranges.ts';
import type { FormFields } from './read-fields.ts';

/** A field bound to a value. */
export interface Bound {
  /** Position in the list of fields. */
  readonly field: number;
  readonly choice: Choice;
  /** Of a range: which part of it. */
  readonly interval?: Interval;
}

/** Something to ask: which fields are bound to what, and why it is worth asking. */
export interface Query {
  /** The same for the same question, in every run. */
  readonly id: string;
  readonly purpose: Purpose;
  readonly bound: readonly Bound[];
  /** For people. */
  readonly why: string;
  /** One of its choices only comes once another is made. */
  readonly needsBrowser?: boolean;
}

/** What asking brought, all pages of the answer together. */
export interface Outcome {
  readonly hits: boolean;
  /** Nothing was cut: every record that the query has was shown. */
  readonly complete: boolean;
  readonly records: number;
  readonly newRecords: number;
  /** Pages asked for. */
  readonly requests: number;
  readonly fingerprint: string;
  /** Of its first page; absent where no answer came. */
  readonly verdict?: AnswerVerdict;
  readonly statedTotal?: number;
}

/** The template of a query: which fields it binds. */
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

/** The form filled in for a query: bound fields as they say, the other ones at “any”, the rest as the page brings it. */
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
