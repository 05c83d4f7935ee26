/** Recognises the controls that take a date, and writes dates as they take them. */

import type { FieldMeaning, Form, FormControl } from '../../forms/index.ts';
import { alternatives } from '../../foundation/language/index.ts';
import type { FilledControl, ValueSource } from '../types/submission.ts';
import { dayFirstIn } from '../../foundation/text/index.ts';
import { filled } from './field.ts';
import { anyOption, realOptions } from './list-options.ts';
import { isSoleEnd } from './range-ends.ts';

const DAY_MS = 86_400_000;
export const dayOf = (date: Date): number => Math.floor(date.getTime() / DAY_MS);
export const dateOfDay = (day: number): Date => new Date(day * DAY_MS);

/** One date of a form: a box, or lists for its day, month and year. */
export interface DateBox {
  readonly positions: readonly number[];
  readonly control: FormControl;
  readonly meaning: FieldMeaning;
  /** How fine its dates are; undefined for weeks and times. */
  readonly unit: 'day' | 'month' | undefined;
  /** First and last day that it takes, in days since 1970. */
  readonly least?: number;
  readonly most?: number;
  /** Notations that it may take, the likeliest first: one if it shows which. */
  readonly notations: readonly string[];
  write(date: Date, source: ValueSource, notation?: string): readonly FilledControl[];
  /** Leaves it unused; absent if it always has a date. */
  readonly empty?: readonly FilledControl[];
}

const DATES: ReadonlySet<FieldMeaning> = new Set(['date', 'date-start', 'date-end']);
const DATE_TYPES = /^(?:date|datetime-local|month|week|time)$/;
const CALENDAR = /date|calend|picker/i;

const isTextBox = ({ tag, type, domain, options }: FormControl): boolean =>
  tag === 'input' && /^(?:text|tel|search)$/.test(type) && domain === 'open' && options.length === 0;

/** Tells whether a text box takes a date, by its meaning, the notation it shows, or the class of a calendar. */
export function takesDate(control: FormControl, meaning: FieldMeaning | undefined): boolean {
  if (DATE_TYPES.test(control.type)) return true;
  if (!isTextBox(control)) return false;
  const { name, id, classes, readOnly, corrected } = control;
  if (meaning === undefined || meaning === 'birth') return false;
  if (corrected !== undefined) return DATES.has(corrected);
  return (
    DATES.has(meaning) ||
    shownNotations(control).length > 0 ||
    ((meaning === 'date-part' || readOnly) && CALENDAR.test(`${name} ${id} ${classes}`))
  );
}

/** Finds the dates of a form, in its order. */
export function dateBoxes(
  form: Form,
  meanings: readonly FieldMeaning[],
  usable: readonly boolean[],
): DateBox[] {
  const boxes: DateBox[] = [];
  const usual = usualNotations(form);
  for (let i = 0; i < form.controls.length; i++) {
    const control = form.controls[i] as FormControl;
    const meaning = meanings[i] as FieldMeaning;
    if (usable[i] !== true) continue;
    const before = boxes.at(-1);
    const follows = before?.positions.at(-1) === i - 1 && isTextBox(control) && isSoleEnd(control);
    const box = takesDate(control, meaning)
      ? typedBox(control, i, meaning, usual)
      : follows && isTextBox(before.control)
        ? typedBox(control, i, meaning, before.notations)
        : listedBox(form, i, usable);
    if (box === undefined) continue;
    boxes.push(box);
    i = box.positions.at(-1) ?? i;
  }
  return boxes;
}

const dayIn = (text: string): number | undefined => {
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : dayOf(new Date(at));
};

function typedBox(
  control: FormControl,
  position: number,
  meaning: FieldMeaning,
  usual: readonly string[],
): DateBox {
  const [least, most] = [dayIn(control.min), dayIn(control.max)];
  const notations = TYPE_NOTATIONS[control.type] ?? [
    ...new Set([...shownNotations(control), ...(shownNotations(control).length > 0 ? [] : usual)]),
  ];
  return {
    positions: [position],
    control,
    meaning,
    unit:
      control.type === 'month'
        ? 'month'
        : /^(?:week|time)$/.test(control.type)
          ? undefined
          : ('day' as const),
    ...(least !== undefined && { least }),
    ...(most !== undefined && { most }),
    notations,
    write: (date, source, notation = notations[0] ?? '') => [
      filled(control, position, meaning, [written(date, notation)], source),
    ],
    ...(!control.required && { empty: [filled(control, position, meaning, [''], 'unset')] }),
  };
}

const TYPE_NOTATIONS: Readonly<Record<string, readonly string[]>> = {
  date: ['yyyy-mm-dd'],
  'datetime-local': ['yyyy-mm-ddT00:00'],
  month: ['yyyy-mm'],
  week: ['yyyy-Www'],
  time: ['12:00'],
};
/** Tried one after the other where a box shows no notation. */
const USUAL = ['yyyy-mm-dd', 'mm/dd/yyyy', 'dd/mm/yyyy', 'dd.mm.yyyy'];

/** Domains of countries that sites of all countries use, and those of one country that have another name. */
const ANYWHERE = /^(?:io|tv|me|co|ai|to|cc|ws|fm|am|ly|gg|sh|eu|su)$/;
const REGIONS: Readonly<Record<string, string>> = { uk: 'GB', gov: 'US', mil: 'US', edu: 'US' };

/** Orders usual notations by the dates that the form shows, and by what is usual in the country of its domain. */
function usualNotations({ action, text }: Form): readonly string[] {
  const dates = text.match(/(?<!\d)\d{1,2}[./-]\d{1,2}[./-]\d{4}(?!\d)/g) ?? [];
  const shown = dates.map(dayFirstIn).find((one) => one !== undefined);
  const own = notationIn(URL.parse(action)?.hostname.split('.').at(-1) ?? '');
  const dayFirst = shown ?? own?.startsWith('d');
  if (dayFirst === undefined) return USUAL;
  const rank = (notation: string) =>
    notation.startsWith('y') ? 1 : notation.startsWith(dayFirst ? 'd' : 'm') ? 2 : 0;
  const ranked = USUAL.toSorted((a, b) => rank(b) - rank(a));
  return own !== undefined && rank(own) > 0 ? [...new Set([own, ...ranked])] : ranked;
}

/** How dates are written in the country of a domain; undefined where that is none. */
function notationIn(domain: string): string | undefined {
  const region = REGIONS[domain] ?? domain.toUpperCase();
  if (!/^[A-Z]{2}$/.test(region) || ANYWHERE.test(domain)) return undefined;
  const { language } = new Intl.Locale(`und-${region}`).maximize();
  const format = { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' } as const;
  const locale = `${language}-${region}-u-ca-gregory-nu-latn`;
  const parts = new Intl.DateTimeFormat(locale, format).formatToParts(0);
  const [, mark] = parts;
  const letters = { year: 'yyyy', month: 'mm', day: 'dd' } as const;
  const written = parts.flatMap(({ type }) => (type in letters ? letters[type as keyof typeof letters] : []));
  return written.length === 3 ? written.join(mark?.value.trim().slice(0, 1) || '/') : undefined;
}

const LETTERS = /(?<!\p{L})\p{L}{1,4}[./-]\p{L}{1,4}[./-]\p{L}{1,4}(?!\p{L})/u;
const COMPACT = /(?<!\p{L})(?:yyyymmdd|ddmmyyyy|mmddyyyy)(?!\p{L})/iu;
const SAMPLE = /(?<!\d)(\d{1,4})([./-])(\d{1,2})[./-](\d{2,4})(?!\d)/;

/** Reads the notations that a text box shows: by letters (`DD/MM/YYYY`), by a sample date, or by its pattern. */
function shownNotations({ placeholder, label, value, pattern }: FormControl): readonly string[] {
  for (const text of [placeholder, label]) {
    const compact = COMPACT.exec(text)?.[0].toLowerCase();
    const lettered = LETTERS.exec(text)?.[0].toLowerCase();
    const shown = compact ?? (lettered === undefined ? undefined : ofLetters(lettered));
    if (shown !== undefined) return [shown];
  }
  for (const text of [value, placeholder]) {
    const [, first = '', mark = '', second = '', last = ''] = SAMPLE.exec(text.slice(0, 100)) ?? [];
    if (mark === '') continue;
    if (first.length === 4) return [`yyyy${mark}mm${mark}dd`];
    const year = 'y'.repeat(last.length);
    const orders = [`mm${mark}dd${mark}${year}`, `dd${mark}mm${mark}${year}`];
    if (Number(second) > 12) return orders.slice(0, 1);
    return Number(first) > 12 || mark === '.' ? orders.slice(1) : orders;
  }
  const digits = pattern.replace(/\\d|\[0-9\]/g, 'd').replaceAll('\\', '');
  if (/^\^?d{4}-d{2}|^\^?d\{4\}-/.test(digits)) return ['yyyy-mm-dd'];
  const [, mark] = /d(?:\{[\d,]{1,3}\})?([./-])d/.exec(digits) ?? [];
  if (mark === undefined || !/d{4}|d\{4\}/.test(digits)) return [];
  const orders = [`mm${mark}dd${mark}yyyy`, `dd${mark}mm${mark}yyyy`];
  return mark === '.' ? orders.slice(1) : orders;
}

/** Translates the letters of any language: the longest run is the year, `m` (`м`, `k`) the month. */
function ofLetters(shown: string): string | undefined {
  const parts = shown.split(/[./-]/);
  const mark = /[./-]/.exec(shown)?.[0] ?? '-';
  if (parts.some((part) => part !== part.charAt(0).repeat(part.length))) return undefined;
  const long = parts.findIndex((part) => part.length > 2);
  const year = long >= 0 ? long : parts[0]?.startsWith('y') === true ? 0 : 2;
  const others = [0, 1, 2].filter((at) => at !== year);
  const month = others.find((at) => /^[mмk]/u.test(parts[at] ?? ''));
  if (month === undefined) return undefined;
  const letter = (at: number) => (at === year ? 'y' : at === month ? 'm' : 'd');
  return parts.map((part, at) => letter(at).repeat(part.length)).join(mark);
}

/** Writes a date in a notation of `d`, `m` and `y`. */
function written(date: Date, notation: string): string {
  const [year = '', month = '', day = ''] = date.toISOString().slice(0, 10).split('-');
  return notation.replace(/d+|m+|y+|ww/g, (run) => {
    if (run === 'ww') return String(weekOf(date)).padStart(2, '0');
    if (run.startsWith('y')) return run.length > 2 ? year : year.slice(2);
    const digits = run.startsWith('m') ? month : day;
    return run.length === 1 ? String(Number(digits)) : digits;
  });
}

/** Reads a date that was written for a text box. @returns undefined for what is none */
export function dateIn(control: FormControl, text: string): Date | undefined {
  for (const notation of [...shownNotations(control), ...USUAL]) {
    const runs = notation.match(/d+|m+|y+/g) ?? [];
    const numbers = text.match(/\d+/g) ?? [];
    const part = (letter: string) => Number(numbers[runs.findIndex((run) => run.startsWith(letter))]);
    const year = part('y') < 100 ? 2000 + part('y') : part('y');
    const date = new Date(Date.UTC(year, part('m') - 1, part('d')));
    if (!Number.isNaN(date.getTime()) && written(date, notation) === text) return date;
  }
  return undefined;
}

/** Computes the ISO 8601 week of the year. */
function weekOf(date: Date): number {
  const thursday = new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * DAY_MS);
  return Math.ceil(((thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / DAY_MS + 1) / 7);
}

const MONTHS = new RegExp(`^(?:${alternatives('control/month')})`, 'iu');

type Part = 'd' | 'm' | 'y';

/** Tells which part of a date a list offers. */
function partOf({ type, domain, ...control }: FormControl): Part | undefined {
  if (type !== 'select-one' || domain !== 'finite') return undefined;
  const labels = realOptions({ type, domain, ...control }).map(({ label, value }) => (label || value).trim());
  const numbers = labels.map(Number);
  const counts = (most: number) => labels.length === most && numbers.every((number, i) => number === i + 1);
  if (counts(31)) return 'd';
  if (counts(12) || (labels.length === 12 && labels.every((label) => MONTHS.test(label)))) return 'm';
  return labels.length > 1 && labels.every((label) => /^(?:1\d|20)\d\d$/.test(label)) ? 'y' : undefined;
}

/** Finds lists beside each other for the year and month, and mostly the day, of one date. */
function listedBox(form: Form, from: number, usable: readonly boolean[]): DateBox | undefined {
  const lists = new Map<Part, number>();
  for (let at = from; at < from + 3; at++) {
    const control = form.controls[at];
    const part = control === undefined || usable[at] !== true ? undefined : partOf(control);
    if (part === undefined || lists.has(part)) break;
    lists.set(part, at);
  }
  const [year, control] = [lists.get('y'), form.controls[from]];
  if (year === undefined || !lists.has('m') || control === undefined) return undefined;
  const controlAt = (at: number) => form.controls[at] as FormControl;
  const years = realOptions(controlAt(year)).map(({ label, value }) => Number(label || value));
  const fill = (at: number, value: string, source: ValueSource) =>
    filled(controlAt(at), at, 'date-part', [value], source);
  const none = [...lists.values()].flatMap((at) => {
    const any = controlAt(at).required ? undefined : anyOption(controlAt(at));
    return any === undefined ? [] : [fill(at, any.value, 'any')];
  });
  return {
    positions: [...lists.values()],
    control,
    meaning: 'date-part',
    unit: lists.has('d') ? 'day' : 'month',
    least: dayOf(new Date(Date.UTC(Math.min(...years), 0, 1))),
    most: dayOf(new Date(Date.UTC(Math.max(...years), 11, 31))),
    notations: [''],
    write: (date, source) =>
      [...lists].map(([part, at]) => {
        const options = realOptions(controlAt(at));
        const nth = part === 'd' ? date.getUTCDate() - 1 : date.getUTCMonth();
        const option =
          part === 'y'
            ? options.find(({ label, value }) => Number(label || value) === date.getUTCFullYear())
            : options[nth];
        return fill(at, option?.value ?? '', source);
      }),
    ...(none.length === lists.size && { empty: none }),
  };
}
