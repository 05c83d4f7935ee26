/** The fields of a form as a user sees them: lists to choose from, ranges, and text fields. */

import type { FieldMeaning, Form, FormControl } from '../../forms/index.ts';
import { foldText } from '../../foundation/text/index.ts';
import type { FilledControl, ValueSource } from '../types/submission.ts';

/** A value to bind a field to, with the values of its controls. */
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

/** A field with choices: a select, radio buttons, check boxes, a field with suggestions, the parts of a date. */
export interface ListField extends FieldBase {
  readonly kind: 'list';
  readonly choices: readonly Choice[];
  /** The choice that leaves the field unused; absent if the page has none. */
  readonly any?: Choice;
  /** Its choices appear only after another field has a value. */
  readonly dependent: boolean;
  /** Set where the form objects unless something is chosen: whether that narrows the answer. */
  readonly isNarrowed?: boolean;
  /** It only orders the answer: another order of a list that the site cuts shows other records. */
  readonly arranges?: true;
}

/** Puts the most promising choices of a list first. */
export type OrderChoices = (field: ListField) => ListField;

/** A field with a lower and an upper bound. Steps are ascending; an interval goes from one step to another. */
export interface RangeField extends FieldBase {
  readonly kind: 'range';
  readonly steps: readonly RangeStep[];
  readonly low: FormControl | undefined;
  readonly high: FormControl | undefined;
  readonly any: Choice;
}

export interface RangeStep {
  readonly value: number;
  /** Values of the lower and of the upper control for this step. */
  readonly low: string;
  readonly high: string;
}

/**
 * Two boxes for the first and the last date or number, which are typed or put together from lists. Windows are
 * spans of whole units (days, months, years, numbers), ends included.
 */
export interface WindowField extends FieldBase {
  readonly kind: 'window';
  readonly scale: 'day' | 'month' | 'year' | 'number';
  readonly least: number;
  readonly most: number;
  /** Unit of today; absent for numbers. */
  readonly now?: number;
  /** Units of a part at most, where the form objects unless a part is asked for. */
  readonly within?: number;
  /** Where the page says that its records are. */
  readonly likely?: { readonly least: number; readonly most: number };
  /** The range is the one that the user named. */
  readonly isGiven: boolean;
  /** Whether its dates have the day before the month; undefined if unknown. */
  readonly dayFirst?: boolean;
  /** Units that two windows beside each other share. */
  readonly overlap: 0 | 1;
  /** Number of ways in which its dates may have to be written. */
  readonly notations: number;
  /** Returns the unit of a day, in days since 1970. */
  unitOf(day: number): number;
  write(from: number, to: number, notation?: number): readonly FilledControl[];
  /** First and last date (`2001-02-28`) or number of a window. */
  ends(from: number, to: number): readonly [first: string, last: string];
  /** Leaves it unused: empty, or the whole range. */
  readonly any: Choice;
}

/** A free text field. */
export interface OpenField extends FieldBase {
  readonly kind: 'open';
  readonly control: FormControl;
  /** What is chosen beside every text, such as the column that it is looked for in. */
  readonly together?: readonly FilledControl[];
  /** It takes codes of places, and is all that can be typed. */
  readonly takesCodes?: true;
}

/** Meanings of text fields that do not take words. */
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
  'birth',
  'phone',
  'fax',
  'email',
  'quantity',
  'page-size',
  'page-number',
  'sort',
  'timezone',
]);
/** Meanings of general text fields, through which every record can be found. */
export const ANYTHING: ReadonlySet<FieldMeaning> = new Set(['query', 'keyword', 'text']);
/** Meanings of text fields that take words. */
const WORDS: ReadonlySet<FieldMeaning> = new Set([
  ...ANYTHING,
  'title',
  'subject',
  'message',
  'about',
  'person',
  'full-name',
  'first-name',
  'last-name',
  'username',
  'publisher',
  'organization',
  'category',
  'place',
  'street',
  'city',
  'state',
  'country',
  'origin',
  'destination',
]);

/** A currency in the label asks for an amount, whatever else it says (“a €”). */
const MONEY = /[€£¥₽]|(?:^|\s)\$|\$(?:\s|$)/;

/** Names and labels of controls for page number or page size, matched as a whole. */
const SHOWS_PART =
  /^(?:(?:(?:page|list|result|results|items|rows|records|entries|hits) )?(?:limit|offset|size|page|pages|rows|count|per page|pagesize|perpage|max)|(?:max|maximum|num|number of|no of) (?:results|rows|records|entries|hits|items|pages)(?: (?:per|on each|on a) page)?)$/;
/** A sample of a number or a date: its only letters are placeholders of digits. */
const SAMPLE =
  /^(?:e\.? ?g\.?:? ?)?(?:(?=\D{0,99}\d)[\d.,:/ +%-]+|[dmyhsjta]{1,4}(?:[./:-][dmyhsjta]{1,4}){1,2})$/i;
/** A pattern that allows no letters; the pattern of the page itself is never executed. */
const PATTERN_SIGNS = /^(?:\\[dDs.+/()-]|[\d\s^$[\]{}(),+*?|:/_-])+$/;

/** Tells whether a text names how much of a list is shown, or which part. */
export const showsPart = (text: string): boolean =>
  SHOWS_PART.test(
    text
      .slice(0, 60)
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter((word) => word !== '')
      .join(' '),
  );

/**
 * Tells whether a text field expects a number, a date or a code, or controls paging, by its name, label,
 * pattern, initial value or placeholder.
 */
function wantsFigures({ name, label, pattern, value, placeholder }: FormControl): boolean {
  return (
    [label, name].some(showsPart) ||
    (pattern.includes('d') || /\d/.test(pattern) ? PATTERN_SIGNS.test(pattern.slice(0, 200)) : false) ||
    SAMPLE.test(value.slice(0, 40).trim()) ||
    SAMPLE.test(placeholder.slice(0, 40).trim())
  );
}

/** Tells whether a field takes words to search for. */
export const takesWords = (field: Field): field is OpenField =>
  field.kind === 'open' &&
  /^(?:text|search)$/.test(field.control.type) &&
  (field.takesCodes === true || (!NUMBERS.has(field.meaning) && looksWorded(field)));

const looksWorded = (field: OpenField): boolean =>
  // What a person says is not doubted; a single text field is the search field, whatever its initial value.
  field.control.corrected !== undefined ||
  ((field.meaning === 'query' || !wantsFigures(field.control)) &&
    !MONEY.test(`${field.control.label} ${field.control.placeholder}`));

/** Selects the text fields for nonsense, which brings an error in a field for codes. */
export function wordBoxes(fields: readonly Field[]): OpenField[] {
  const open = fields.filter(takesWords);
  const some = open.some(({ meaning }) => WORDS.has(meaning));
  return open.filter(({ meaning, required }) => !some || required || WORDS.has(meaning));
}

export type Field = ListField | RangeField | WindowField | OpenField;

export const filled = (
  control: FormControl,
  position: number,
  meaning: FieldMeaning,
  values: readonly string[],
  source: ValueSource,
): FilledControl => ({ position, name: control.name, label: control.label, meaning, values, source });

/** Makes the choice of a text typed into an open field. */
export const typedChoice = (
  { control, positions, meaning, together = [] }: OpenField,
  text: string,
  source: ValueSource,
): Choice => ({
  label: text,
  controls: [...together, filled(control, positions[0] ?? 0, meaning, [text], source)],
});

/**
 * What a control is called: boxes and buttons of one name by that name, not by what the first of them chooses; a box by
 * its name, too, where its label is the caption of a button.
 */
export function calledIn(
  { controls, submits }: Pick<Form, 'controls' | 'submits'>,
  position: number,
): string {
  const { label = '', name = '', type, options = [] } = controls[position] ?? {};
  const alike = (one: FormControl, i: number) => i !== position && one.type === type && one.name === name;
  const isChoice =
    (type === 'checkbox' && controls.some(alike)) ||
    (type === 'radio' && options.some((option) => option.label === label));
  const isCaption = submits.some((submit) => foldText(submit.label) === foldText(label));
  return ((isChoice || isCaption) && name !== '') || label === '' ? name : label;
}
