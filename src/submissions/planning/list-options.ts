/** Separates the options of a list that choose something from the one that leaves it unused. */

import type { ControlOption, Form, FormControl } from '../../forms/index.ts';
import { alternatives, wordsFor } from '../../foundation/language/index.ts';
import { foldText, wordsOf } from '../../foundation/text/index.ts';
import type { FilledControl } from '../types/submission.ts';
import { longestBack } from './recent-times.ts';

/** What an option is called that sends a value; the value itself where the control offers none such. */
export const optionText = (control: Pick<FormControl, 'options'> | undefined, value: string): string =>
  control?.options.find((option) => option.value === value)?.label || value;

/** Selects the options that restrict the search. */
export const realOptions = (control: FormControl): readonly ControlOption[] =>
  control.options.filter((option, i) => option.value !== '' && !leavesUnused(control, option, i));

/** Finds the “any” option; undefined if the list has none. */
export const anyOption = (control: FormControl): ControlOption | undefined =>
  control.options.find((option, i) => leavesUnused(control, option, i)) ??
  control.options.find(({ value }) => value === '');

/** Tells whether the link to a form's page set one of these controls, and a query leaves it so: `/query?part=engine`. */
export const keepsLinked = (
  { controls }: Form,
  page: string,
  positions: readonly number[],
  filled: readonly FilledControl[],
): boolean =>
  positions.some((position) => {
    const control = controls[position];
    const set = control?.options.find(({ selected }) => selected);
    if (control === undefined || set === undefined || set.value === '' || set === anyOption(control))
      return false;
    const left = filled.every((one) => one.position !== position || one.values.includes(set.value));
    return left && [...new URL(page).searchParams.values()].includes(set.value);
  });

/** Tells whether a list has an “any” option in words, as lists that choose among records do. */
export const offersEvery = (control: FormControl): boolean =>
  control.options.some(({ any }) => any === true) || !mustChoose(control);

/** Tells whether no option says “all”: one that is empty, or says “please select”, stands for none. */
export const mustChoose = ({ options }: FormControl): boolean =>
  !options.some(({ value, label }) => ALL.test(value) || EVERYTHING.test(label.trim()));

/**
 * Tells whether an option leaves the list unused: by its words; or preselected or first with an empty value;
 * or first with a label that begins with “all” (“State: all”) or is the heading of the list.
 */
function leavesUnused(control: FormControl, option: ControlOption, i: number): boolean {
  if (option.any === true || ALWAYS.test(option.label.trim())) return true;
  const { value, label, selected } = option;
  if (ALL.test(value)) return true;
  if ((i === 0 || selected) && NOTHING.test(value) && !/\d/.test(label)) return true;
  if (i !== 0) return EVERY_ONE.test(foldText(label));
  return EVERYTHING.test(label.trim()) || isHeading(control, option);
}

/** Tells whether a check box stands for all the others (“all seasons”, `size[all]`) and restricts nothing. */
export const isEveryBox = ({ name, value, label, options }: FormControl): boolean =>
  ALL.test(value) ||
  /(?:^|[^a-z])all\]?$/i.test(name) ||
  EVERYTHING.test((options[0]?.label || label).trim());

/** A value that chooses nothing: no letter and no digit, or a word for any or none. */
const NOTHING = /^(?:[^\p{L}\p{N}]*|0|-1|all|any|alle|null|none)$/iu;
const ALL = /^(?:all|any)$/i;
const EVERYTHING = new RegExp(
  String.raw`^(?:[^:]{1,30}:)?\P{L}*(?:${alternatives('option/every')})(?!\p{L})`,
  'iu',
);
/** All that an option says that stands for every other one, wherever it stands. */
const EVERY_ONE = new RegExp(`^(?:${alternatives('option/any')})$`, 'u');
/** Of lists of times, wherever it stands. */
const ALWAYS = new RegExp(`^(?:${alternatives('option/always')})$`, 'iu');
/** Other options from which a list of numbers is told. */
const LEAST_NUMBERS = 3;

/** Tells whether the first option is a heading: empty, no number before numbers, or named like the control. */
function isHeading(control: FormControl, { label }: ControlOption): boolean {
  const { options, name } = control;
  const others = options.slice(1);
  if (label.trim() === '') return others.some((other) => other.label.trim() !== '');
  // “Today” before “Last 30 days”.
  if (longestBack(control) !== undefined) return false;
  if (others.length >= LEAST_NUMBERS && !/\d/.test(label) && others.every((other) => /\d/.test(other.label)))
    return true;
  const words = (text: string) => text.toLowerCase().split(/[^\p{L}\p{M}\p{N}]+/u);
  const called = name.toLowerCase();
  return (
    called.length >= 4 &&
    others.length >= LEAST_NUMBERS &&
    words(label).includes(called) &&
    !others.some((other) => words(other.label).includes(called))
  );
}

/** Finds the choice that narrows least in a list of recent times without an “all”; undefined for other lists. */
export const longestTime = (control: FormControl): ControlOption | undefined =>
  anyOption(control) === undefined ? longestBack(control) : undefined;

const DISTANCE = /^\D{0,20}(\d+)\s*(?:mi|miles?|km|kms|kilom\p{L}*|meilen|milles|millas)\b/iu;

/** Finds the widest option of a list of distances; undefined for other lists. */
export function widestDistance(control: FormControl): ControlOption | undefined {
  const far = realOptions(control).map((option) => ({
    option,
    far: Number(DISTANCE.exec(option.label)?.[1]),
  }));
  const known = far.filter((one) => one.far > 0);
  if (known.length < 2 || known.length < far.length) return undefined;
  return known.reduce((best, one) => (one.far > best.far ? one : best)).option;
}

const USUAL_SIZES: ReadonlySet<number> = new Set([
  5, 6, 8, 9, 10, 12, 15, 16, 18, 20, 24, 25, 30, 32, 36, 40, 45, 48, 50, 60, 64, 72, 75, 80, 90, 96, 100,
  120, 150, 200, 250, 500,
]);
const MOST_SIZES = 8;

/** Tells whether a list sets the page size, in any language: ascending usual sizes, and no “any”. */
export function isPageSize(control: FormControl): boolean {
  const { type, options } = control;
  if (type !== 'select-one' || options.length < 2 || options.length > MOST_SIZES) return false;
  const sizes = options.map(({ label, value }) =>
    /^\d+$/.test(label || value) ? Number(label || value) : 0,
  );
  return sizes.every((size, i) => USUAL_SIZES.has(size) && size > (sizes[i - 1] ?? 0));
}

const VIEWS = wordsFor('form/display').filter((word) => /^\p{L}{3,}$/u.test(word));

/** Tells whether a list switches the view of one list: each option is called a view, “Compact view”, “Kompaktansicht”. */
export function isView({ options }: FormControl): boolean {
  const labels = options.map(({ label }) => wordsOf(foldText(label)));
  return (
    options.length > 1 &&
    VIEWS.some((view) => labels.every((words) => words.some((word) => word.endsWith(view))))
  );
}

const FORMAT_NAME = /format|output|export|download|ausgabe|sortie|salida|uscita/i;
/** Names of output formats that are no formats of products. */
const FORMAT =
  /^(?:x?html|web ?page|(?:geo|nd)?jsonl?|xml|[ct]sv|ya?ml|rss|atom|(?:plain )?te?xt|plain|rdf|turtle|bibtex|ris|xlsx?|excel)$/i;

/** Tells whether a list chooses the output format: another choice brings no HTML page. */
export function isOutputFormat({ name, label, options }: FormControl): boolean {
  return (
    options.length >= 2 &&
    FORMAT_NAME.test(`${name} ${label}`) &&
    options.every(({ value, label: shown }) => FORMAT.test((shown || value).trim()))
  );
}
