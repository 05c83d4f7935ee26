/**
 * Counts the units of a range of dates or numbers in the order in which they are asked for, from 0: the latest date or
 * the least number.
 */

import type { WindowRead, WindowSpan } from '../types/asking.ts';
import { dayOf } from './date-boxes.ts';
import type { WindowField } from './field.ts';

/** Units, ends included. */
export interface UnitSpan {
  readonly from: number;
  readonly to: number;
}

export interface ReadSpan extends UnitSpan {
  readonly whole: boolean;
  /** Of its records. */
  readonly keys: readonly string[];
  /** Day of the earlier run that read it. */
  readonly since?: string;
  /** Concluded from the order of a list. */
  readonly sorted?: true;
  /** The number of its records says nothing of other parts. */
  readonly unusual?: true;
}

export class WindowAxis {
  readonly field: WindowField;
  readonly newest: number;
  readonly all: readonly UnitSpan[];

  constructor(field: WindowField) {
    this.field = field;
    const { least, most, now } = field;
    this.newest = Math.min(most, Math.max(least, now ?? most));
    const back = { from: 0, to: this.newest - least };
    this.all = most > this.newest ? [back, { from: this.newest - most, to: -1 }] : [back];
  }

  /** Returns the units of the field. */
  units({ from, to }: UnitSpan): { readonly low: number; readonly high: number } {
    const { least, now } = this.field;
    return now === undefined
      ? { low: least + from, high: least + to }
      : { low: this.newest - to, high: this.newest - from };
  }

  /** Tells whether a part cannot be narrower. */
  isUnit({ from, to }: UnitSpan): boolean {
    return to - from <= this.field.overlap;
  }

  /** Finds the part of an earlier run; nothing (`NaN`) if it touches what was the present then. */
  spanOf({ from: first, to: last, day }: WindowRead): UnitSpan {
    const { scale, unitOf, now, least } = this.field;
    const isDate = scale === 'day' || scale === 'month';
    const [low = 0, high = 0] = [first, last].map((end) =>
      isDate ? unitOf(dayOf(new Date(end))) : Number(end),
    );
    if (now === undefined) return { from: low - least, to: high - least };
    // A day is over everywhere a day later.
    const from = high < unitOf(dayOf(new Date(day)) - 1) ? this.newest - high : Number.NaN;
    return { from, to: this.newest - low };
  }

  /** Describes what was read whole. @param day of this run */
  wholeOf(read: readonly ReadSpan[], day: string): readonly WindowRead[] {
    return read.flatMap(({ whole, since = day, keys, ...span }): WindowRead[] => {
      const { low, high } = this.units(span);
      const [from, to] = this.field.ends(low, high);
      return whole ? [{ from, to, day: since, keys }] : [];
    });
  }

  /** Describes what was read in order of the range; parts of a kind beside each other are one. */
  joined(read: readonly ReadSpan[]): readonly WindowSpan[] {
    const spans: WindowSpan[] = [];
    const ordered = read
      .map(({ from, to, ...rest }) => ({ ...rest, ...this.units({ from, to }) }))
      .sort((a, b) => a.low - b.low);
    let end = Number.NaN;
    for (const { low, high, whole, since, keys } of ordered) {
      const [from, to] = this.field.ends(low, high);
      const { length: records } = keys;
      const last = spans.at(-1);
      const joins = last !== undefined && last.whole === whole && last.since === since && low <= end + 1;
      if (joins) spans[spans.length - 1] = { ...last, to, records: last.records + records };
      else spans.push({ from, to, whole, records, ...(since !== undefined && { since }) });
      end = high;
    }
    return spans;
  }
}
