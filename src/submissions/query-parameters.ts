/** The parameters by which a form is called like a function: one for each of its fields, named by what it asks for. */

import { isDeepStrictEqual } from 'node:util';
import type { FieldMeaning, Form, FormControl } from '../forms/index.ts';
import { FieldfareError } from '../foundation/errors/index.ts';
import { type Field, filled } from './planning/field.ts';
import { realOptions } from './planning/list-options.ts';
import { type Bound, fillForm, type Query, queryId } from './planning/query.ts';
import { readFields } from './planning/read-fields.ts';
import { submitPosition } from './planning/submit-control.ts';
import type { FilledControl, FilledForm } from './types/submission.ts';

export interface QueryParameter {
  readonly name: string;
  readonly label: string;
  readonly meaning: FieldMeaning;
  readonly type: 'string' | 'number';
  /** What may be chosen, “any” left out. */
  readonly options?: readonly string[];
  readonly required: boolean;
}

/** Values by parameter: its name, the name or the label of its control. */
export type QueryValues = Readonly<Record<string, string>>;

/** A value that the form cannot be given. */
export class ParameterError extends FieldfareError {
  readonly code = 'parameter';
}

/** A form that can be called. */
export interface CallableForm {
  readonly parameters: readonly QueryParameter[];
  /** @throws {ParameterError} for a value that no parameter takes, or one that is missing */
  fill(values: QueryValues): { readonly query: Query; readonly filled: FilledForm };
  /** Values that a submission was filled with, as `fill` takes them; what no parameter takes is left out. */
  valuesOf(controls: readonly FilledControl[]): QueryValues;
}

interface Binding {
  readonly parameter: QueryParameter;
  /** Other names that it goes by. */
  readonly aliases: readonly string[];
  readonly field: number;
  controlsFor(value: string): readonly FilledControl[];
}

const SENT = ['position', 'name', 'values'] as const;
/** Names that a call needs for itself. */
const RESERVED = ['limit', 'cursor', 'max-age'];
/** Meanings that say less of a control than its label does. */
const VAGUE: ReadonlySet<FieldMeaning> = new Set(['text', 'choice', 'number', 'person']);
const LONGEST_NAME = 24;
const NUMERIC: ReadonlySet<FieldMeaning> = new Set([
  'number-min',
  'number-max',
  'price',
  'price-min',
  'price-max',
]);

const slug = (text: string): string =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .join('-');

/** @returns undefined for a form that is not filled: it acts, or nothing in it searches */
export function callableForm(form: Form, now: Date): CallableForm | undefined {
  const read = readFields(form, now);
  if (read.kind === 'not-filled') return undefined;
  const taken = new Set(RESERVED);
  const bindings = read.fields.flatMap((field, i) => bindingsOf(form, field, i, read.meanings, taken));
  return {
    parameters: bindings.map(({ parameter }) => parameter),
    fill: (values) => {
      const bound = boundBy(bindings, values);
      const query: Query = { id: queryId('query', bound), purpose: 'query', bound, why: 'asked by a caller' };
      const dependent = bound.some(({ field }) => {
        const { kind, ...rest } = read.fields[field] as Field;
        return kind === 'list' && 'dependent' in rest && rest.dependent;
      });
      const whole = dependent ? { ...query, needsBrowser: true } : query;
      return { query: whole, filled: fillForm(form, read, whole, submitPosition(form)) };
    },
    valuesOf: (controls) =>
      Object.fromEntries(
        bindings.flatMap(({ parameter: { name, type, options }, controlsFor }) => {
          const isSent = (one: FilledControl): boolean =>
            controls.some((sent) => SENT.every((part) => isDeepStrictEqual(sent[part], one[part])));
          const typed = controls
            .flatMap(({ values }) => values)
            .filter((value) => value.trim() !== '' && (type === 'string' || Number.isFinite(Number(value))));
          const value = (options ?? typed).find((choice) => controlsFor(choice).every(isSent));
          return value === undefined ? [] : [[name, value]];
        }),
      ),
  };
}

function bindingsOf(
  form: Form,
  field: Field,
  at: number,
  meanings: readonly FieldMeaning[],
  taken: Set<string>,
): Binding[] {
  if (field.kind !== 'range' && field.kind !== 'window') return [bindingOf(form, field, at, taken)];
  return field.positions.map((position) => {
    const control = form.controls[position] as FormControl;
    const meaning = meanings[position] ?? field.meaning;
    const options = realOptions(control);
    const about = {
      meaning,
      label: control.label,
      name: control.name,
      type:
        field.kind === 'window' && (field.scale === 'day' || field.scale === 'month') ? 'string' : 'number',
      required: false,
    } as const;
    return {
      ...named(
        about,
        taken,
        options.map(({ value, label }) => label || value),
      ),
      field: at,
      controlsFor: (value) => {
        const sent = options.find((one) => same(one.label, value) || same(one.value, value))?.value ?? value;
        return [filled(control, position, meaning, [sent], 'given')];
      },
    };
  });
}

function bindingOf(
  form: Form,
  field: Exclude<Field, { readonly kind: 'range' | 'window' }>,
  at: number,
  taken: Set<string>,
): Binding {
  const { label, name, meaning, required, positions } = field;
  const [position = 0] = positions;
  const control = form.controls[position] as FormControl;
  if (field.kind === 'open') {
    // A box that takes words may be called a price; only the ends of a range are surely numbers.
    const type =
      control.type === 'number' || (NUMERIC.has(meaning) && meaning !== 'price') ? 'number' : 'string';
    return {
      ...named({ label, name, meaning, required, type }, taken),
      field: at,
      controlsFor: (value) => [filled(control, position, meaning, [value], 'given')],
    };
  }
  const { choices } = field;
  // What stands beside one box of several is the label of that box alone.
  const ofAll = control.type === 'checkbox' && positions.length > 1 ? '' : label;
  const sentBy = (controls: readonly FilledControl[]) => controls.flatMap(({ values }) => values).join(' ');
  return {
    ...named(
      { label: ofAll, name, meaning, required: false, type: 'string' },
      taken,
      choices.map((choice) => choice.label),
    ),
    field: at,
    controlsFor: (value) =>
      (
        choices.find((choice) => same(choice.label, value)) ??
        choices.find(({ controls }) => same(sentBy(controls), value))
      )?.controls ?? [filled(control, position, meaning, [value], 'given')],
  };
}

function named(
  about: Omit<QueryParameter, 'options'> & { readonly name: string },
  taken: Set<string>,
  options: readonly string[] = [],
): Pick<Binding, 'parameter' | 'aliases'> {
  const { meaning, label, name } = about;
  const words = slug(label).length <= LONGEST_NAME ? slug(label) : '';
  const wanted = VAGUE.has(meaning) ? [words, slug(name), meaning] : [meaning, words, slug(name)];
  const free = wanted.find((one) => one !== '' && !taken.has(one)) ?? `${meaning}-${taken.size}`;
  taken.add(free);
  return {
    parameter: { ...about, name: free, ...(options.length > 0 && { options: [...new Set(options)] }) },
    aliases: [...new Set([name, slug(name), slug(label), meaning])].filter((one) => one !== ''),
  };
}

const same = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

function boundBy(bindings: readonly Binding[], values: QueryValues): Bound[] {
  const bound = new Map<number, Bound>();
  const given = new Set<Binding>();
  for (const [name, value] of Object.entries(values)) {
    const binding =
      bindings.find(({ parameter }) => same(parameter.name, name)) ??
      bindings.find(({ aliases }) => aliases.some((alias) => same(alias, name) || alias === slug(name))) ??
      (name === 'q' ? soleBox(bindings) : undefined);
    if (binding === undefined)
      throw new ParameterError(`there is no parameter ${name}`, { hint: hintOf(bindings) });
    check(binding.parameter, value);
    given.add(binding);
    const { field } = binding;
    const before = bound.get(field)?.choice;
    const controls = [...(before?.controls ?? []), ...binding.controlsFor(value)];
    bound.set(field, { field, choice: { label: [before?.label ?? [], value].flat().join(' – '), controls } });
  }
  const missing = bindings.find((binding) => binding.parameter.required && !given.has(binding));
  if (missing !== undefined)
    throw new ParameterError(`parameter ${missing.parameter.name} is missing`, { hint: hintOf(bindings) });
  return [...bound.values()];
}

/** The parameter that goes by `q`, too: the one that asks for words, or the only one that takes them. */
function soleBox(bindings: readonly Binding[]): Binding | undefined {
  const boxes = bindings.filter(
    ({ parameter: { type, options } }) => type === 'string' && options === undefined,
  );
  const worded = boxes.filter(({ parameter: { meaning } }) => meaning === 'query' || meaning === 'keyword');
  return worded.length === 1 ? worded[0] : boxes.length === 1 ? boxes[0] : undefined;
}

function check({ name, type, options }: QueryParameter, value: string): void {
  if (options !== undefined && !options.some((option) => same(option, value)))
    throw new ParameterError(`${name} is no ${JSON.stringify(value)}`, {
      hint: `one of ${options.slice(0, 30).join(', ')}${options.length > 30 ? ' …' : ''}`,
    });
  if (options === undefined && type === 'number' && !(value.trim() !== '' && Number.isFinite(Number(value))))
    throw new ParameterError(`${name} is a number, not ${JSON.stringify(value)}`);
}

const hintOf = (bindings: readonly Binding[]): string =>
  `it has ${bindings.map(({ parameter }) => parameter.name).join(', ') || 'none'}`;
