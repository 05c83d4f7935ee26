/** Chooses dates that a form requires: valid, in the future, in order. */

import type { FieldMeaning, Form, FormControl } from '../../forms/index.ts';
import { alternatives } from '../../foundation/language/index.ts';
import { labelMeaning } from '../form-elements/label-meaning.ts';
import type { FilledControl } from '../types/submission.ts';
import { ANYTHING, filled } from './field.ts';

const DAY_MS = 86_400_000;
/** Most calendars are open, and prices are known, so far ahead. */
const AHEAD_DAYS = 30;
const STAY_DAYS = 2;

interface FormDates {
  readonly controls: readonly FilledControl[];
  readonly taken: ReadonlySet<number>;
}

/**
 * Fills required date controls and booking dates (start and end): a search for a stay without dates gets at
 * best a message. Other dates stay empty: beside a text field they only restrict its results, and an archive
 * has no future records.
 */
export function bookingDates(
  form: Form,
  meanings: readonly FieldMeaning[],
  usable: readonly boolean[],
  now: Date,
): FormDates {
  const controls: FilledControl[] = [];
  const taken = new Set<number>();
  const typed = new Set(
    meanings.filter((meaning, i) => {
      const control = form.controls[i];
      return usable[i] === true && control !== undefined && isTypedDate(control, meaning);
    }),
  );
  const booking =
    typed.has('date-start') && typed.has('date-end') && !onlyNarrows(form, meanings, usable, typed);
  form.controls.forEach((control, i) => {
    const meaning = meanings[i];
    if (usable[i] !== true || meaning === undefined || !isTypedDate(control, meaning)) return;
    taken.add(i);
    if (!control.required && !booking) return;
    const days = AHEAD_DAYS + (meaning === 'date-end' ? STAY_DAYS : 0);
    const value = written(control, within(control, new Date(now.getTime() + days * DAY_MS)));
    controls.push(filled(control, i, meaning, [value], 'date'));
  });
  return { controls, taken };
}

/** A stay or a journey, not a time that records are of. */
const TRAVEL = new RegExp(alternatives('control/travel'), 'iu');
const PLACES: ReadonlySet<FieldMeaning> = new Set([
  'origin',
  'destination',
  'place',
  'city',
  'state',
  'country',
  'street',
  'postal-code',
]);
/** Meanings of fields that accompany a stay or a journey. */
const ACCOMPANIES: ReadonlySet<FieldMeaning> = new Set(['origin', 'destination', 'people']);

/**
 * Tells whether dates are beside a general text field, and nothing in the form indicates a stay or a journey.
 */
function onlyNarrows(
  { controls }: Form,
  meanings: readonly FieldMeaning[],
  usable: readonly boolean[],
  dates: ReadonlySet<FieldMeaning>,
): boolean {
  if (meanings.some((meaning, i) => usable[i] === true && ACCOMPANIES.has(meaning))) return false;
  const isTravel = controls.some(
    ({ name, label }, i) => dates.has(meanings[i] ?? 'text') && TRAVEL.test(`${name} ${label}`),
  );
  return (
    !isTravel &&
    controls.some(
      ({ type, label, name, placeholder }, i) =>
        usable[i] === true &&
        /^(?:text|search)$/.test(type) &&
        ANYTHING.has(meanings[i] ?? 'hidden') &&
        !PLACES.has(labelMeaning(label || placeholder || name)),
    )
  );
}

const isTypedDate = (control: FormControl, meaning: FieldMeaning): boolean =>
  /^(?:date|datetime-local|month|week|time)$/.test(control.type) ||
  (control.tag === 'input' &&
    control.domain === 'open' &&
    control.options.length === 0 &&
    /^(?:date|date-start|date-end)$/.test(meaning));

function within({ min, max }: FormControl, date: Date): Date {
  const least = Date.parse(min);
  const most = Date.parse(max);
  if (!Number.isNaN(most) && date.getTime() > most) return new Date(most);
  return !Number.isNaN(least) && date.getTime() < least ? new Date(least) : date;
}

/**
 * Writes a date in the format of the control: ISO for date controls, that of the placeholder for text fields.
 */
function written(control: FormControl, date: Date): string {
  const iso = date.toISOString();
  const [year = '', month = '', day = ''] = iso.slice(0, 10).split('-');
  switch (control.type) {
    case 'date':
      return iso.slice(0, 10);
    case 'datetime-local':
      return iso.slice(0, 16);
    case 'month':
      return iso.slice(0, 7);
    case 'time':
      return '12:00';
    case 'week':
      return `${year}-W${String(weekOf(date)).padStart(2, '0')}`;
    default: {
      const shown = /[dmyjta]{1,4}([./-])[dmyjta]{1,4}\1[dmyjta]{2,4}/i.exec(
        `${control.placeholder} ${control.label}`,
      );
      const pattern = shown?.[0].toLowerCase() ?? 'yyyy-mm-dd';
      const mark = shown?.[1] ?? '-';
      return pattern
        .split(mark)
        .map((part) =>
          part.startsWith('m')
            ? month
            : /^[yja]/.test(part) && part.length !== 2
              ? year
              : part.startsWith('y')
                ? year.slice(2)
                : day,
        )
        .join(mark);
    }
  }
}

/** Computes the ISO 8601 week of the year. */
function weekOf(date: Date): number {
  const thursday = new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * DAY_MS);
  return Math.ceil(((thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / DAY_MS + 1) / 7);
}
