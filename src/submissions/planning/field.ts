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
/** Meanings of boxes for anything: every record can be reached through such a box. */
export const ANYTHING: ReadonlySet<FieldMeaning> = new Set(['query', 'keyword', 'text']);
/** Meanings of boxes for words, whatever the words name. */
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

/** A currency beside a box asks for an amount, whatever else it is called (“a €”). */
const MONEY = /[€£¥₽]|(?:^|\s)\$|\$(?:\s|$)/;

/** Which part of a list is shown, and how long it is: the whole name or caption. */
const SHOWS_PART =
  /^(?:(?:(?:page|list|result|results|items|rows|records|entries|hits) )?(?:limit|offset|size|page|pages|rows|count|per page|pagesize|perpage|max)|(?:max|maximum|num|number of|no of) (?:results|rows|records|entries|hits|items|pages))$/;
/** A sample of a number or a date: no letters but those that stand for its digits. */
const SAMPLE =
  /^(?:e\.? ?g\.?:? ?)?(?:[\d.,:/ +%-]*\d[\d.,:/ +%-]*|[dmyhsjta]{1,4}(?:[./:-][dmyhsjta]{1,4}){1,2})$/i;
/** What a pattern lets through that is no letter; the page's pattern itself is never run. */
const PATTERN_SIGNS = /^(?:\\[dDs.+/()-]|[\d\s^$[\]{}(),+*?|:/_-])+$/;

/**
 * Whether a box arranges the list or wants a number, a date or a code, as its name, its caption, its pattern, or what
 * stands in it beforehand says.
 */
function wantsFigures({ name, label, pattern, value, placeholder }: FormControl): boolean {
  const plain = (text: string): string =>
    text
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== '')
      .join(' ');
  return (
    [label, name].some((text) => SHOWS_PART.test(plain(text.slice(0, 60)))) ||
    (pattern.includes('d') || /\d/.test(pattern) ? PATTERN_SIGNS.test(pattern.slice(0, 200)) : false) ||
    SAMPLE.test(value.slice(0, 40).trim()) ||
    SAMPLE.test(placeholder.slice(0, 40).trim())
  );
}

/** Whether words can be looked for through a box. */
export const takesWords = (field: Field): field is OpenField =>
  field.kind === 'open' &&
  /^(?:text|search)$/.test(field.control.type) &&
  !NUMBERS.has(field.meaning) &&
  // A single box is what the form searches by, whatever stands in it.
  (field.meaning === 'query' || !wantsFigures(field.control)) &&
  !MONEY.test(`${field.control.label} ${field.control.placeholder}`);

/** The boxes that nonsense is typed into: a code or an unknown format beside a box for words brings an error, no empty list. */
export function wordBoxes(fields: readonly Field[]): OpenField[] {
  const open = fields.filter(takesWords);
  const some = open.some(({ meaning }) => WORDS.has(meaning));
  return open.filter(({ meaning, required }) => !some || required || WORDS.has(meaning));
}

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
