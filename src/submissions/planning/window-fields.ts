/** Pairs of boxes for the first and the last date, year or number of what is looked for. */

import type { FieldMeaning, Form, FormControl } from '../../forms/index.ts';
import type { FilledControl } from '../types/submission.ts';
import { type DateBox, dateOfDay, dayOf } from './date-boxes.ts';
import { filled, type WindowField } from './field.ts';
import { HIGHS, isPair, isSoleEnd, LOWS } from './range-ends.ts';

/** First day that is looked for where a form states none, and years ahead of the last one. */
const FIRST_DAY = dayOf(new Date(Date.UTC(1900, 0, 1)));
const YEARS_AHEAD = 10;
const FIRST_YEAR = 1500;
const LARGEST = 10_000_000;

type Pair<T> = readonly [low: T, high: T];

const iso = (day: number): string => dateOfDay(day).toISOString().slice(0, 10);
const firstOfMonth = (month: number): number =>
  dayOf(new Date(Date.UTC(Math.floor(month / 12), month % 12, 1)));

/** Days that are looked for, since 1970, ends included. */
export interface DaySpan {
  readonly from?: number;
  readonly to?: number;
}

/** Reads a first and a last day as `2001-05-31`, `2001-05` or `2001`. */
export function daySpan(from: string | undefined, to: string | undefined): DaySpan {
  const [year = 0, month, day] = to?.split('-').map(Number) ?? [];
  // Day 0 is the last one of the month before.
  const last = Date.UTC(year, day === undefined ? (month ?? 12) : (month ?? 1) - 1, day ?? 0);
  return {
    ...(from !== undefined && { from: dayOf(new Date(from)) }),
    ...(to !== undefined && { to: dayOf(new Date(last)) }),
  };
}

type Bounded = Omit<WindowField, 'any' | 'isGiven'> & { readonly any: readonly FilledControl[] | undefined };

/** Restricts a window to the days that the user named, in every query; a box that is never empty is left wide. */
function within({ any, ...field }: Bounded, { from, to }: DaySpan): WindowField {
  const isGiven = field.scale !== 'number' && (from !== undefined || to !== undefined);
  const clip = (day: number | undefined, otherwise: number) =>
    day === undefined ? otherwise : Math.min(field.most, Math.max(field.least, field.unitOf(day)));
  const [least, most] = isGiven ? [clip(from, field.least), clip(to, field.most)] : [field.least, field.most];
  const all = field.write(least, most).map((control) => ({ ...control, source: 'any' as const }));
  return {
    ...field,
    least,
    most: Math.max(least, most),
    isGiven,
    any: { label: 'any', controls: isGiven ? all : (any ?? all) },
  };
}

/** Makes a window of two dates. @param now the window goes back from here, and later reaches ahead of it */
export function dateWindow([low, high]: Pair<DateBox>, now: Date, span: DaySpan): WindowField {
  const days = low.unit === 'day';
  const unitOf = (day: number): number => {
    const date = dateOfDay(day);
    return days ? day : date.getUTCFullYear() * 12 + date.getUTCMonth();
  };
  const firstDay = (x: number) => (days ? x : firstOfMonth(x));
  const lastDay = (x: number) => (days ? x : firstOfMonth(x + 1) - 1);
  const ahead = dayOf(new Date(Date.UTC(now.getUTCFullYear() + YEARS_AHEAD, 11, 31)));
  // One of two boxes of a kind may show the notation of both.
  const isShown = high.control.type === low.control.type && high.notations.length < low.notations.length;
  const notations = isShown ? high.notations : low.notations;
  const [first = ''] = notations;
  const field = {
    ...sharedOf([low.control, high.control], [...low.positions, ...high.positions], 'date-start'),
    any: low.empty && high.empty && [...low.empty, ...high.empty],
    scale: days ? ('day' as const) : ('month' as const),
    least: unitOf(Math.max(low.least ?? FIRST_DAY, high.least ?? FIRST_DAY)),
    most: unitOf(Math.min(low.most ?? ahead, high.most ?? ahead)),
    now: unitOf(dayOf(now)),
    ...(/^[dm]/.test(first) && { dayFirst: first.startsWith('d') }),
    overlap: 0 as const,
    notations: notations.length,
    unitOf,
    write: (a: number, b: number, notation = 0) => [
      ...low.write(dateOfDay(firstDay(a)), 'bound', notations[notation]),
      ...high.write(
        dateOfDay(lastDay(b)),
        'bound',
        isShown ? notations[notation] : (high.notations[notation] ?? high.notations[0]),
      ),
    ],
    ends: (a: number, b: number) => [iso(firstDay(a)), iso(lastDay(b))] as const,
  };
  return within(field, span);
}

/** Finds pairs of boxes that numbers are typed into without stated bounds: prices, years, areas. */
export function numberWindows(
  form: Form,
  meanings: readonly FieldMeaning[],
  free: (position: number) => boolean,
  now: Date,
  span: DaySpan,
): WindowField[] {
  const fields: WindowField[] = [];
  for (let i = 0; i + 1 < form.controls.length; i++) {
    const pair: Pair<FormControl> = [form.controls[i] as FormControl, form.controls[i + 1] as FormControl];
    const [low, high] = [meanings[i] as FieldMeaning, meanings[i + 1] as FieldMeaning];
    if (!free(i) || !free(i + 1) || !takesNumber(pair[0], low) || !isPair(...pair, low, high)) continue;
    if (!takesNumber(pair[1], high) && !isSoleEnd(pair[1])) continue;
    fields.push(within(numberWindow(pair, i, low, high, now), span));
    i++;
  }
  return fields;
}

const FIGURES: ReadonlySet<FieldMeaning> = new Set([...LOWS, ...HIGHS, 'date-part', 'price', 'number']);

const takesNumber = ({ tag, type, options }: FormControl, meaning: FieldMeaning): boolean =>
  tag === 'input' &&
  options.length === 0 &&
  (type === 'number' || (/^(?:text|tel)$/.test(type) && FIGURES.has(meaning)));

function numberWindow(
  pair: Pair<FormControl>,
  at: number,
  low: FieldMeaning,
  high: FieldMeaning,
  now: Date,
): Bounded {
  const [from, to] = pair;
  const isYear = low === 'date-part' || high === 'date-part';
  const bound = (text: string, otherwise: number) =>
    text !== '' && Number.isFinite(Number(text)) ? Number(text) : otherwise;
  const fill = (a: string, b: string, source: FilledControl['source']) => [
    filled(from, at, low, [a], source),
    filled(to, at + 1, high, [b], source),
  ];
  const year = now.getUTCFullYear();
  return {
    ...sharedOf(pair, [at, at + 1], low),
    any: pair.some(({ required }) => required) ? undefined : fill('', '', 'unset'),
    scale: isYear ? 'year' : 'number',
    least: bound(from.min, isYear ? FIRST_YEAR : 0),
    most: bound(to.max, isYear ? year + YEARS_AHEAD : LARGEST),
    ...(isYear && { now: year }),
    // What is between two whole numbers belongs to both windows.
    overlap: isYear ? 0 : 1,
    notations: 1,
    unitOf: (day) => dateOfDay(day).getUTCFullYear(),
    write: (a, b) => fill(String(a), String(b), 'bound'),
    ends: (a, b) => [String(a), String(b)],
  };
}

const sharedOf = (
  [control, high]: Pair<FormControl>,
  positions: readonly number[],
  meaning: FieldMeaning,
) => ({
  kind: 'window' as const,
  positions,
  name: control.name,
  label: control.label || control.name,
  meaning,
  required: control.required || high.required,
});
