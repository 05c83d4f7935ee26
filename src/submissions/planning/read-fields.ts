import { type FieldMeaning, type Form, type FormControl, meaningsOf } from '../../forms/index.ts';
import { alternatives } from '../../foundation/language/index.ts';
import type { StopReason } from '../types/asking.ts';
import type { FilledControl } from '../types/submission.ts';
import { conditionsOf } from './conditions.ts';
import { takesDate } from './date-boxes.ts';
import { formDates } from './dates.ts';
import {
  type Choice,
  calledIn,
  type Field,
  filled,
  type ListField,
  type OpenField,
  type OrderChoices,
  showsPart,
  takesWords,
} from './field.ts';
import {
  anyOption,
  isEveryBox,
  isOutputFormat,
  isPageSize,
  isView,
  longestTime,
  offersEvery,
  realOptions,
  widestDistance,
} from './list-options.ts';
import { pairedRanges } from './ranges.ts';
import { type DaySpan, dateWindow, numberWindows } from './window-fields.ts';

/** A form that is not filled, with the reason. */
interface NotFilled {
  readonly kind: 'not-filled';
  readonly reason: StopReason;
}

export interface FormFields {
  readonly kind: 'fields';
  /** Fields that restrict the search, in the order of the form. */
  readonly fields: readonly Field[];
  /** Values of every submission, such as dates of a booking, or initial texts cleared. */
  readonly always: readonly FilledControl[];
  readonly meanings: readonly FieldMeaning[];
  /** What every query is limited to, such as “Last 30 days”: the widest choice of a list without an “all”. */
  readonly limit?: string;
}

/** Meanings of controls that arrange the answer without restricting it. */
const ARRANGING: ReadonlySet<FieldMeaning> = new Set([
  'sort',
  'page-number',
  'language',
  'currency',
  'style',
  'navigation',
  'timezone',
  'coupon',
  'consent',
  'remember',
  'subscribe',
]);
/** Of these, meanings that restrict the search if the list has an “any”: the language of a book. */
const NARROWING_WITH_ANY: ReadonlySet<FieldMeaning> = new Set(['style', 'language']);
/** Required in every booking; the preselected value is as good as any. */
const COUNTS: ReadonlySet<FieldMeaning> = new Set(['people', 'quantity']);

/** Meanings of forms that are never sent, even if they were judged searchable. */
const DANGEROUS: ReadonlySet<FieldMeaning> = new Set([
  'password',
  'password-again',
  'card',
  'security-answer',
  'file',
  'message',
  'email',
  'email-again',
  'captcha',
]);

/** Words on the button or in the address of forms that do something to somebody. */
const ACTS = new RegExp(String.raw`(?:^|[^\p{L}])(?:${alternatives('button/commit')})(?:$|[^\p{L}])`, 'iu');
/** “Search the register”, “Find purchases”: what is looked for is named by the noun. “Search and delete” is a deed. */
const LOOKS_FOR = new RegExp(
  String.raw`^\W{0,3}(?!go\b)(?:${alternatives('button/search')})\p{L}{0,9}(?: (?!(?:and|or|then|to|und|oder|et|ou|y|e|o|en|och|og|i|и|ve|&) )[\p{L}’'-]{1,20}){1,5}$`,
  'iu',
);
const DELETING =
  /(?:^|[/_.?=&-])(?:delete|remove|destroy|unsubscribe|checkout|payment|logout)(?:$|[/_.?=&-])/i;

/** Returns why a form must not be sent although it was judged searchable; undefined if it may be sent. */
export function whyDangerous(form: Form, meanings: readonly FieldMeaning[]): string | undefined {
  const at = form.controls.findIndex(({ type }, i) => {
    const meaning = meanings[i];
    return (
      type === 'password' ||
      type === 'file' ||
      (meaning !== undefined && DANGEROUS.has(meaning) && type !== 'hidden')
    );
  });
  if (at >= 0)
    return `control “${form.controls[at]?.name}” asks for ${meanings[at] ?? form.controls[at]?.type}`;
  if (form.method === 'dialog') return 'it closes a dialog and sends nothing';
  const override = form.controls.find(
    ({ name, value, type }) =>
      type === 'hidden' && /^_?method$/i.test(name) && /^(?:delete|put|patch)$/i.test(value),
  );
  if (override !== undefined)
    return `its hidden field “${override.name}” turns the request into ${override.value}`;
  const { pathname, search } = new URL(form.action);
  if (form.method === 'post' && DELETING.test(`${pathname}${search}`)) return `its action is ${pathname}`;
  const sending = form.submits.filter(({ type }) => type === 'submit' || type === 'image');
  const deeds = (said: string) => ACTS.test(said) && !(form.method === 'get' && LOOKS_FOR.test(said.trim()));
  const acting = sending.find(({ label, value }) => deeds(label) || deeds(value));
  if (acting !== undefined && sending.length === 1)
    return `its button says “${acting.label || acting.value}”`;
  return undefined;
}

/**
 * Reads the fields of a form that can be filled. Hidden fields, honeypots, read-only, disabled and invisible
 * controls are left unchanged.
 * @param now dates of a booking are after it
 * @param ordered which choices of a list come first (default: as the page has them)
 * @param span days that records are looked for, where the form has a first and a last date
 */
export function readFields(
  form: Form,
  now: Date,
  ordered: OrderChoices = (field) => field,
  span: DaySpan = {},
): FormFields | NotFilled {
  const meanings = meaningsOf(form);
  const danger = whyDangerous(form, meanings);
  if (danger !== undefined) return { kind: 'not-filled', reason: { code: 'acts', detail: danger } };
  const seen = form.controls.map((control, i) => isUsable(enabled(form, control), meanings[i], false));
  // A form that is hidden as a whole is opened to search; a single hidden control is a trap.
  const folded = !seen.includes(true);
  const usable = folded
    ? form.controls.map((control, i) => isUsable(enabled(form, control), meanings[i], true))
    : seen;
  const { ranges, taken } = pairedRanges(form, meanings, usable);
  const dates = formDates(form, meanings, usable, now);
  for (const position of dates.taken) taken.add(position);
  const free = (position: number) => usable[position] === true && !taken.has(position);
  // The days that the user named are those of one pair of dates: a record that has them all is rare.
  const named = dates.windows.find(([{ unit }]) => unit === 'day') ?? dates.windows[0];
  const windows = [
    ...dates.windows.map((pair) => dateWindow(pair, now, pair === named ? span : {})),
    ...numberWindows(form, meanings, free, now, named === undefined ? span : {}),
  ];
  for (const { positions } of windows) for (const position of positions) taken.add(position);
  const { conditions, unused } = conditionsOf(form, meanings, free);
  for (const position of [...unused, ...conditions.flatMap(({ value, lists }) => [value, ...lists])])
    taken.add(position);
  const fields: Field[] = [...ranges, ...windows];
  const always: FilledControl[] = [...dates.controls];
  let limit: string | undefined;
  for (const group of groupsOf(form, usable, taken)) {
    const [first = 0] = group;
    const control = form.controls[first] as FormControl;
    const meaning = meanings[first] as FieldMeaning;
    const widest = control.tag === 'select' ? widestDistance(control) : undefined;
    const longest = longestTime(control);
    if (isMute(form, control) || isFace(form, control, meanings) || isOutputFormat(control)) continue;
    if (isView(control) || isRowLimit(control)) continue;
    if (meaning === 'page-size' || isPageSize(control)) always.push(...largest(control, first, meaning));
    else if (widest !== undefined) always.push(filled(control, first, meaning, [widest.value], 'option'));
    else if (longest !== undefined) {
      always.push(filled(control, first, meaning, [longest.value], 'bound'));
      limit = longest.label;
    } else if (meaning === 'sort' && control.type === 'select-one')
      fields.push(orderField(control, first, meaning));
    else if (narrowsNothing(control, meaning)) continue;
    else if (control.domain === 'finite' || control.options.length > 0)
      fields.push(ordered(listField(form, group, meaning)));
    else if (isText(control)) {
      const field = openField(control, first, meaning);
      fields.push(field);
      // Keep a page size or an offset, which must have a value; clear an initial text, which restricts the
      // search.
      if (control.value !== '' && takesWords(field))
        always.push(filled(control, first, meaning, [''], 'unset'));
    } else if (control.required && control.value === '') always.push(...least(control, first, meaning));
  }
  // Beside a box for words, conditions are left as they are.
  if (!fields.some(takesWords))
    for (const { value, chosen } of conditions)
      fields.push({ ...openField(form.controls[value] as FormControl, value, 'query'), together: chosen });
  const [box, ...boxes] = fields.flatMap((field, i) => (field.kind === 'open' ? [{ field, i }] : []));
  if (box?.field.meaning === 'postal-code' && boxes.length === 0)
    fields[box.i] = { ...box.field, takesCodes: true };
  fields.sort((a, b) => (a.positions[0] ?? 0) - (b.positions[0] ?? 0));
  return { kind: 'fields', fields, always, meanings, ...(limit !== undefined && { limit }) };
}

/** Tells whether something to search for can be typed into a form. */
export function asksForWords(form: Form, now: Date): boolean {
  const read = readFields(form, now);
  return read.kind === 'fields' && read.fields.some(takesWords);
}

/** Tells whether a list only arranges the answer, as one of languages without “any” does, or counts people. */
export const narrowsNothing = (control: FormControl, meaning: FieldMeaning): boolean =>
  ARRANGING.has(meaning)
    ? !(NARROWING_WITH_ANY.has(meaning) && control.options.length > 0 && offersEvery(control))
    : COUNTS.has(meaning) && (control.value !== '' || !control.required);

/** Tells whether a control without a name is never sent; a script may read it if nothing else can be typed. */
function isMute({ where, actionKind, controls }: Form, control: FormControl): boolean {
  if (control.name !== '' || control.id !== '' || !where.hasFormTag || actionKind === 'script') return false;
  return !isText(control) || controls.some((one) => isText(one) && one.name !== '');
}

/** Tells whether a control without a name is the drawn side of a date: a script copies it to the box that is sent. */
const isFace = ({ controls }: Form, { name, id }: FormControl, meanings: readonly FieldMeaning[]): boolean =>
  name === '' &&
  controls.some((one, i) => one.name.length >= 4 && id.includes(one.name) && takesDate(one, meanings[i]));

/** Tells whether a box says how much is shown, whatever its name, unless a person says that it searches. */
const isRowLimit = (control: FormControl): boolean =>
  isText(control) && control.corrected === undefined && showsPart(control.label);

const isText = ({ type }: FormControl): boolean => /^(?:text|search|tel|url|number)$/.test(type);

/** Enables a text field that only scripts can send: it is disabled until they have loaded their data. */
const enabled = ({ where, actionKind }: Form, control: FormControl): FormControl =>
  (!where.hasFormTag || actionKind === 'script') && isText(control)
    ? { ...control, disabled: false }
    : control;

function isUsable(control: FormControl, meaning: FieldMeaning | undefined, folded: boolean): boolean {
  if (control.type === 'hidden' || control.type === 'file' || control.domain === 'none') return false;
  // A select that another one fills is disabled until then.
  if (control.disabled && !isWaiting(control)) return false;
  if (meaning === 'honeypot' || meaning === 'hidden' || meaning === 'none') return false;
  // A calendar writes into a box that takes no keys.
  if (control.readOnly && !takesDate(control, meaning)) return false;
  if (folded && control.hiddenBecause === 'ancestor') return true;
  return control.visible || (control.tag === 'select' && control.hiddenBecause === 'size');
}

const isWaiting = (control: FormControl): boolean =>
  control.type === 'select-one' && control.options.length <= 1 && realOptions(control).length === 0;

/** Groups check boxes of one name to one field. */
function groupsOf(form: Form, usable: readonly boolean[], taken: ReadonlySet<number>): number[][] {
  const boxes = new Map<string, number[]>();
  const groups: number[][] = [];
  form.controls.forEach((control, i) => {
    if (usable[i] !== true || taken.has(i)) return;
    if (control.type === 'checkbox' && isEveryBox(control)) return;
    const group = control.type === 'checkbox' ? boxes.get(control.name) : undefined;
    if (group !== undefined) {
      group.push(i);
      return;
    }
    const alone = [i];
    if (control.type === 'checkbox') boxes.set(control.name, alone);
    groups.push(alone);
  });
  return groups;
}

function listField(form: Form, positions: readonly number[], meaning: FieldMeaning): ListField {
  const [first = 0] = positions;
  const control = form.controls[first] as FormControl;
  const base = {
    kind: 'list',
    positions,
    name: control.name,
    label: calledIn(form, first),
    meaning,
    required: control.required,
  } as const;
  if (control.type === 'checkbox') {
    const all = (ticked: number | undefined): FilledControl[] =>
      positions.map((position) => {
        const box = form.controls[position] as FormControl;
        const on = position === ticked;
        return filled(box, position, meaning, on ? [box.value] : [], on ? 'option' : 'unset');
      });
    const choices = positions.map((position) => {
      const box = form.controls[position] as FormControl;
      return { label: box.options[0]?.label || box.label || box.value, controls: all(position) };
    });
    return { ...base, choices, any: { label: 'none', controls: all(undefined) }, dependent: false };
  }
  const pick = (value: string, source: FilledControl['source']): FilledControl[] => [
    filled(control, first, meaning, [value], source),
  ];
  const choices = realOptions(control).map(({ value, label }) => ({
    label: label || value,
    controls: pick(value, 'option'),
  }));
  const any = anyChoice(control, first, meaning);
  return { ...base, choices, dependent: isWaiting(control), ...(any !== undefined && { any }) };
}

/** Makes a field of the orders other than the selected one. */
function orderField(control: FormControl, position: number, meaning: FieldMeaning): ListField {
  const choices = control.options
    .filter(({ value }) => value !== control.value)
    .map(({ value, label }) => ({
      label: label || value,
      controls: [filled(control, position, meaning, [value], 'option')],
    }));
  return {
    kind: 'list',
    positions: [position],
    name: control.name,
    label: control.label || control.name,
    meaning,
    required: false,
    choices,
    any: { label: 'as it stands', controls: [] },
    dependent: false,
    arranges: true,
  };
}

function anyChoice(control: FormControl, position: number, meaning: FieldMeaning): Choice | undefined {
  if (control.type === 'text' || control.type === 'search' || control.type === 'select-multiple')
    return {
      label: 'nothing',
      controls: [filled(control, position, meaning, [], 'unset')].map((c) => typedNothing(control, c)),
    };
  const option = anyOption(control);
  // A browser does not submit a required list without a choice.
  if (control.required && (option === undefined || option.value === '')) return undefined;
  if (option !== undefined)
    return {
      label: option.label || 'nothing',
      controls: [filled(control, position, meaning, [option.value], 'any')],
    };
  const unticked = control.type === 'radio' && !control.checked && !control.required;
  return unticked
    ? { label: 'nothing', controls: [filled(control, position, meaning, [], 'unset')] }
    : undefined;
}

const typedNothing = (control: FormControl, nothing: FilledControl): FilledControl =>
  control.tag === 'input' ? { ...nothing, values: [''] } : nothing;

/** Reads the choices of a list on a copy of its form in which another field has a value. */
export function choicesOf(
  form: Form,
  position: number,
  meaning: FieldMeaning,
  ordered: OrderChoices = (field) => field,
): readonly Choice[] {
  return form.controls[position] === undefined ? [] : ordered(listField(form, [position], meaning)).choices;
}

const openField = (control: FormControl, position: number, meaning: FieldMeaning): OpenField => ({
  kind: 'open',
  positions: [position],
  name: control.name,
  label: control.label || control.name,
  meaning,
  required: control.required,
  control,
});

/** Chooses the largest page size, which costs the fewest requests. */
function largest(control: FormControl, position: number, meaning: FieldMeaning): FilledControl[] {
  const sized = control.options
    .map(({ value, label }) => ({ value, size: Number(/\d+/.exec(label || value)?.[0] ?? Number.NaN) }))
    .filter(({ size }) => size > 0 && size <= 500);
  const most = sized.reduce(
    (best, one) => (one.size > best.size ? one : best),
    sized[0] ?? { value: '', size: 0 },
  );
  return most.size > 0 ? [filled(control, position, meaning, [most.value], 'option')] : [];
}

/** Fills a required number, colour or slider with its least value. */
function least(control: FormControl, position: number, meaning: FieldMeaning): FilledControl[] {
  if (control.type !== 'number' && control.type !== 'range') return [];
  return [filled(control, position, meaning, [control.min || '1'], 'bound')];
}
