/** The fields of a form as one who fills it sees them: what can be chosen or typed, and what is left alone. */

import type { FieldMeaning, FormControl } from '../../forms/index.ts';
import type { FilledControl, ValueSource } from '../types/submission.ts';

/** One way to bind a field: what its controls are given. */
export interface Choice {
  readonly label: string;
  readonly controls: readonly FilledControl[];
}

interface FieldBase {
  /** Positions of its controls, ascending; the first one names the field. */
  readonly positions: readonly number[];
  readonly name: string;
  readonly label: string;
  readonly meaning: FieldMeaning;
  readonly required: boolean;
}

/** One of a list: a select, radio buttons, boxes to tick, a box with suggestions, the parts of a date. */
export interface ListField extends FieldBase {
  readonly kind: 'list';
  readonly choices: readonly Choice[];
  /** Leaves the field unused; absent where the page has no way to. */
  readonly any?: Choice;
  /** Its choices come only after another field has a value. */
  readonly dependent: boolean;
  /** It orders the answer and narrows nothing: of a list that the site cuts short, another order shows other records. */
  readonly arranges?: true;
}

/** A lower and an upper bound. Steps are ascending; an interval runs from one step to another. */
export interface RangeField extends FieldBase {
  readonly kind: 'range';
  readonly steps: readonly RangeStep[];
  readonly low: FormControl | undefined;
  readonly high: FormControl | undefined;
  readonly any: Choice;
}

export interface RangeStep {
  readonly value: number;
  /** What the lower control is given for it, and the upper one. */
  readonly low: string;
  readonly high: string;
}

/** Type what you like. */
export interface OpenField extends FieldBase {
  readonly kind: 'open';
  readonly control: FormControl;
}

/** Meanings of boxes that words do not fit. */
const NUMBERS: ReadonlySet<FieldMeaning> = new Set([
  'date',
  'date-start',
  'date-end',
  'date-part',
  'number',
  'number-min',
  'number-max',
  'people',
  'postal-code',
  'price',
  'price-min',
  'price-max',
]);

/** A currency beside a box asks for an amount, whatever else it is called (“a €”). */
const MONEY = /[€£¥₽]|(?:^|\s)\$|\$(?:\s|$)/;

/** Whether words can be looked for through a box. */
export const takesWords = (field: Field): field is OpenField =>
  field.kind === 'open' &&
  /^(?:text|search)$/.test(field.control.type) &&
  !NUMBERS.has(field.meaning) &&
  !MONEY.test(`${field.control.label} ${field.control.placeholder}`);

export type Field = ListField | RangeField | OpenField;

export const filled = (
  control: FormControl,
  position: number,
  meaning: FieldMeaning,
  values: readonly string[],
  source: ValueSource,
): FilledControl => ({ position, name: control.name, label: control.label, meaning, values, source });

/** A text typed into an open field. */
export const typedChoice = (
  { control, positions, meaning }: OpenField,
  text: string,
  source: ValueSource,
): Choice => ({ label: text, controls: [filled(control, positions[0] ?? 0, meaning, [text], source)] });
