/** Divides the dates of a form into those that must be filled to get an answer, and those that narrow it. */

import type { FieldMeaning, Form } from '../../forms/index.ts';
import { alternatives } from '../../foundation/language/index.ts';
import { labelMeaning } from '../form-elements/label-meaning.ts';
import type { FilledControl } from '../types/submission.ts';
import { type DateBox, dateBoxes, dateOfDay, dayOf } from './date-boxes.ts';
import { ANYTHING } from './field.ts';
import { isPair } from './range-ends.ts';

/** Most calendars are open, and prices are known, so far ahead. */
const AHEAD_DAYS = 30;
const STAY_DAYS = 2;

interface FormDates {
  /** Dates of a stay or a journey, which gets at best a message without them, and others that are required. */
  readonly controls: readonly FilledControl[];
  /** First and last date of a time that records are of. */
  readonly windows: readonly (readonly [DateBox, DateBox])[];
  readonly taken: ReadonlySet<number>;
}

export function formDates(
  form: Form,
  meanings: readonly FieldMeaning[],
  usable: readonly boolean[],
  now: Date,
): FormDates {
  const controls: FilledControl[] = [];
  const windows: (readonly [DateBox, DateBox])[] = [];
  const taken = new Set<number>();
  const boxes = dateBoxes(form, meanings, usable);
  const take = ({ positions }: DateBox) => {
    for (const position of positions) taken.add(position);
  };
  const ahead = (box: DateBox, days: number) => {
    const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } = box;
    const day = Math.min(most, Math.max(least, dayOf(now) + days));
    controls.push(...box.write(dateOfDay(day), 'date'));
  };
  for (let i = 0; i < boxes.length; i++) {
    const [low, high] = [boxes[i] as DateBox, boxes[i + 1]];
    const pair = high !== undefined && arePair(low, high);
    if (pair) {
      i++;
      take(low);
      take(high);
      if (isJourney(form, meanings, usable, [low, high])) {
        ahead(low, AHEAD_DAYS);
        ahead(high, AHEAD_DAYS + STAY_DAYS);
      } else if (low.unit !== undefined && low.unit === high.unit) windows.push([low, high]);
    } else if (low.meaning !== 'date-part') {
      take(low);
      if (low.control.required) ahead(low, AHEAD_DAYS);
    }
  }
  return { controls, windows, taken };
}

const arePair = (low: DateBox, high: DateBox): boolean =>
  isPair(low.control, high.control, low.meaning, high.meaning) ||
  (isTravel(low) && isTravel(high)) ||
  // “Du … au …”: short words of any language.
  [low, high].every(({ control: { label } }) => label.trim().length <= MOST_LETTERS);

/** Letters of a caption that says no more than which end it is. */
const MOST_LETTERS = 4;

/** A stay or a journey, not a time that records are of. */
const TRAVEL = new RegExp(alternatives('control/travel'), 'iu');
const isTravel = ({ control: { name, label } }: DateBox): boolean => TRAVEL.test(`${name} ${label}`);
/** Meanings of fields that accompany a stay or a journey. */
const ACCOMPANIES: ReadonlySet<FieldMeaning> = new Set(['origin', 'destination', 'people']);
const PLACES: ReadonlySet<FieldMeaning> = new Set([
  'place',
  'city',
  'street',
  'postal-code',
  'state',
  'country',
]);

/** Of these, meanings of where one stays; counties and countries also divide archives. */
const TOWNS: ReadonlySet<FieldMeaning> = new Set(['place', 'city', 'street', 'postal-code']);

/** Tells whether two dates are those of a stay or a journey; beside a place, unless there is a general text field. */
function isJourney(
  { controls }: Form,
  meanings: readonly FieldMeaning[],
  usable: readonly boolean[],
  dates: readonly DateBox[],
): boolean {
  const filled = (test: (meaning: FieldMeaning, at: number) => boolean) =>
    meanings.some((meaning, at) => usable[at] === true && test(meaning, at));
  if (dates.some(isTravel)) return true;
  if (filled((meaning) => ACCOMPANIES.has(meaning))) return true;
  const general = filled((meaning, at) => {
    const { type = '', label = '', name = '', placeholder = '' } = controls[at] ?? {};
    const is = labelMeaning(label || placeholder || name);
    return /^(?:text|search)$/.test(type) && ANYTHING.has(meaning) && !PLACES.has(is) && !ACCOMPANIES.has(is);
  });
  const isTown = (meaning: FieldMeaning, at: number) => TOWNS.has(meaning) && controls[at]?.type !== 'number';
  return !general && filled(isTown);
}
