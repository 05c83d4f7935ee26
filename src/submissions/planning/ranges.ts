/** Finds pairs of controls that bound one number from below and above. */

import type { FieldMeaning, Form, FormControl } from '../../forms/index.ts';
import type { Choice, RangeField, RangeStep } from './field.ts';
import { filled } from './field.ts';
import { anyOption, realOptions } from './list-options.ts';

const PAIRS: readonly (readonly [FieldMeaning, FieldMeaning])[] = [
  ['price-min', 'price-max'],
  ['number-min', 'number-max'],
  // “Year from”, “Year max”: no words pair them, but two lists of the same years beside each other are no day
  // and month.
  ['date-part', 'date-part'],
];
const YEAR = /^(?:1\d|20)\d\d$/;
const LEAST_YEARS = 3;
/** Steps of a slider or number field at most; they are halved if an answer is too long. */
const MOST_STEPS = 1_025;

export function pairedRanges(
  form: Form,
  meanings: readonly FieldMeaning[],
  usable: readonly boolean[],
): { ranges: RangeField[]; taken: Set<number> } {
  const ranges: RangeField[] = [];
  const taken = new Set<number>();
  for (const [low, high] of PAIRS) {
    meanings.forEach((meaning, i) => {
      if (meaning !== low || usable[i] !== true || taken.has(i)) return;
      const j = meanings.findIndex(
        (other, at) =>
          at > i &&
          at <= i + 2 &&
          other === high &&
          usable[at] === true &&
          (low !== high || haveSameYears(form.controls[i], form.controls[at])),
      );
      const range = j < 0 ? undefined : rangeField(form, i, j, meaning);
      if (range === undefined) return;
      ranges.push(range);
      taken.add(i).add(j);
    });
  }
  return { ranges, taken };
}

function haveSameYears(low: FormControl | undefined, high: FormControl | undefined): boolean {
  if (low?.type !== 'select-one' || high?.type !== 'select-one') return false;
  const [first, second] = [low, high].map((control) => realOptions(control).map(({ label }) => label.trim()));
  return (
    first !== undefined &&
    first.length >= LEAST_YEARS &&
    first.every((label) => YEAR.test(label)) &&
    first.toSorted().join() === second?.toSorted().join()
  );
}

function rangeField(form: Form, i: number, j: number, meaning: FieldMeaning): RangeField | undefined {
  const low = form.controls[i] as FormControl;
  const high = form.controls[j] as FormControl;
  // Check boxes (“1 stop”, “2 stops”) are alternatives, no ends of a range.
  if ([low, high].some(({ type }) => type === 'checkbox' || type === 'radio')) return undefined;
  const any = unused(low, i, high, j, meaning);
  if (any === undefined) return undefined;
  const steps =
    low.options.length > 0 && high.options.length > 0 ? listedSteps(low, high) : boundedSteps(low, high);
  // What is typed without bounds is a window.
  if (low.options.length === 0 && steps.length < 2) return undefined;
  return {
    kind: 'range',
    positions: [i, j],
    name: low.name,
    label: low.label || low.name,
    meaning,
    required: low.required || high.required,
    steps,
    low,
    high,
    any,
  };
}

/** Leaves both ends at “any”, empty, or at the bounds of a slider. */
function unused(
  low: FormControl,
  i: number,
  high: FormControl,
  j: number,
  meaning: FieldMeaning,
): Choice | undefined {
  const open = (control: FormControl, end: 'min' | 'max'): string | undefined => {
    if (control.options.length > 0)
      return anyOption(control)?.value ?? (control.tag === 'input' ? '' : undefined);
    return control.type === 'range' ? control[end] || (end === 'min' ? '0' : '100') : '';
  };
  const [from, to] = [open(low, 'min'), open(high, 'max')];
  if (from === undefined || to === undefined) return undefined;
  return {
    label: 'any',
    controls: [filled(low, i, meaning, [from], 'any'), filled(high, j, meaning, [to], 'any')],
  };
}

const numberIn = (text: string): number => {
  const digits = /-?\d[\d\s.,']*/
    .exec(text)?.[0]
    ?.replace(/[\s.,'](?=\d{3}(?:\D|$))/g, '')
    .replace(',', '.');
  return digits === undefined ? Number.NaN : Number.parseFloat(digits);
};

/** Lists the values that both lists offer, in ascending order. */
function listedSteps(low: FormControl, high: FormControl): RangeStep[] {
  const real = (control: FormControl) =>
    realOptions(control)
      .map(({ value, label }) => ({ value, means: numberIn(/\d/.test(label) ? label : value) }))
      .filter(({ means }) => !Number.isNaN(means));
  const tops = new Map(real(high).map(({ value, means }) => [means, value]));
  return real(low)
    .flatMap(({ value, means }) => {
      const top = tops.get(means);
      return top === undefined ? [] : [{ value: means, low: value, high: top }];
    })
    .sort((a, b) => a.value - b.value);
}

function boundedSteps(low: FormControl, high: FormControl): RangeStep[] {
  const from = Number.parseFloat(low.min);
  const to = Number.parseFloat(high.max);
  if (!(to > from)) return [];
  const least = Number.parseFloat(low.step) || 1;
  const every = Math.max(least, Math.ceil((to - from) / (MOST_STEPS - 1) / least) * least);
  const steps: RangeStep[] = [];
  for (let value = from; value < to; value += every) steps.push(step(value));
  steps.push(step(to));
  return steps;
}

const step = (value: number): RangeStep => ({ value, low: String(value), high: String(value) });

/** A part of a range: from one step to another, ends included; −1 and `steps.length` stand for open ends. */
export interface NumberRange {
  readonly from: number;
  readonly to: number;
}

export function intervalChoice(field: RangeField, { from, to }: NumberRange): Choice {
  const [openLow, openHigh] = field.any.controls;
  const lower = field.steps[from];
  const upper = field.steps[to];
  const controls = [
    ...(openLow === undefined
      ? []
      : [lower === undefined ? openLow : { ...openLow, values: [lower.low], source: 'bound' as const }]),
    ...(openHigh === undefined
      ? []
      : [upper === undefined ? openHigh : { ...openHigh, values: [upper.high], source: 'bound' as const }]),
  ];
  return { label: `${lower?.value ?? '…'}–${upper?.value ?? '…'}`, controls };
}

/** Halves an interval; returns none if there is no step inside. */
export function halves({ from, to }: NumberRange): readonly NumberRange[] {
  if (to - from < 2) return [];
  const middle = Math.floor((from + to) / 2);
  return [
    { from, to: middle },
    { from: middle, to },
  ];
}
