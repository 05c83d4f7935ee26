/** Tells the lower from the upper end of a range by the words beside its boxes. */

import type { FieldMeaning, FormControl } from '../../forms/index.ts';
import { alternatives } from '../../foundation/language/index.ts';
import { wordLine } from '../../foundation/text/index.ts';

const LOW = new RegExp(`(?:^| )(?:${alternatives('control/low')})(?= |$)`, 'u');
const HIGH = new RegExp(`(?:^| )(?:${alternatives('control/high')})(?= |$)`, 'u');
export const LOWS: ReadonlySet<FieldMeaning> = new Set(['date-start', 'price-min', 'number-min']);
export const HIGHS: ReadonlySet<FieldMeaning> = new Set(['date-end', 'price-max', 'number-max']);

/** Tells which end of a range a box is by its meaning, caption or name; undefined if neither or both. */
function endOf({ label, name }: FormControl, meaning: FieldMeaning): 'low' | 'high' | undefined {
  if (LOWS.has(meaning)) return 'low';
  if (HIGHS.has(meaning)) return 'high';
  for (const text of [label, name.replace(/([a-z])([A-Z\d])/g, '$1 $2')]) {
    const words = wordLine(text).trim();
    const [low, high] = [LOW.test(words), HIGH.test(words)];
    if (low !== high) return low ? 'low' : 'high';
  }
  return undefined;
}

const SOLE = new RegExp(`^(?:${alternatives('control/high')})$`, 'u');

/** Tells whether a box is called nothing but the upper end (“to”), so that it belongs to the box before it. */
export const isSoleEnd = ({ label }: FormControl): boolean => SOLE.test(wordLine(label).trim());

/** Tells whether two boxes that follow each other are the lower and the upper end of one range. */
export function isPair(
  low: FormControl,
  high: FormControl,
  ofLow: FieldMeaning,
  ofHigh: FieldMeaning,
): boolean {
  const [first, second] = [endOf(low, ofLow), endOf(high, ofHigh)];
  return first !== 'high' && second !== 'low' && (first === 'low' || second === 'high');
}
