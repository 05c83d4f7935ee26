/** Reads the dates of a list's records, and how far a list in order of date reaches. */

import { dateOf, dayFirstIn } from '../../foundation/text/index.ts';
import type { ResultRecord } from '../types/answer.ts';
import { dayOf } from './date-boxes.ts';
import type { UnitSpan, WindowAxis } from './window-axis.ts';

/** A field of the records of a list, and its dates in the order of the list. */
interface Places {
  readonly column: string;
  readonly places: readonly number[];
}

export class DatedOrder {
  private readonly axis: WindowAxis;
  /** The field of records whose dates the range is of. */
  private column: string | undefined;
  private isOrdered = true;

  constructor(axis: WindowAxis) {
    this.axis = axis;
  }

  /** Tells whether lists have been in order of date so far. */
  get isShown(): boolean {
    return this.isOrdered && this.column !== undefined;
  }

  distrust(): void {
    this.isOrdered = false;
    this.column = undefined;
  }

  /**
   * Finds how far a cut list shows everything: up to its last date.
   * @returns the part, its records and those of the last date; a unit that the list does not hold; `broken` if it is not
   *   in the order that lists before it had; undefined if it is in no order
   */
  reach(
    span: UnitSpan,
    records: readonly ResultRecord[],
  ):
    | { readonly covered: UnitSpan; readonly inside: ResultRecord[]; readonly last: ResultRecord[] }
    | number
    | 'broken'
    | undefined {
    if (!this.isOrdered || this.axis.field.scale === 'number') return undefined;
    const found = this.placesIn(span, records).find(
      ({ column, places }) => inOrder(places) && (column === this.column || places[0] !== places.at(-1)),
    );
    if (found === undefined) return this.column === undefined ? undefined : 'broken';
    const { places, column } = found;
    const [first = 0, last = 0] = [places[0], places.at(-1)];
    if (first === last) return this.axis.isUnit(span) ? undefined : first;
    this.column = column;
    return {
      covered: first < last ? { from: span.from, to: last - 1 } : { from: last + 1, to: span.to },
      inside: records.filter((_, i) => places[i] !== last),
      last: records.filter((_, i) => places[i] === last),
    };
  }

  /** Finds the fields of the records whose dates all lie within the part, and these dates as units. */
  placesIn(span: UnitSpan, records: readonly ResultRecord[]): readonly Places[] {
    const columns = this.column === undefined ? Object.keys(records[0]?.fields ?? {}) : [this.column];
    return columns.flatMap((column) => {
      const values = records.map(({ fields }) => String(fields[column] ?? ''));
      const dayFirst = values.map(dayFirstIn).find((is) => is !== undefined) ?? this.axis.field.dayFirst;
      const places = values.map((value) => this.placeOf(value, dayFirst));
      const fit = places.every((at): at is number => at !== undefined && at >= span.from && at <= span.to);
      return fit ? [{ column, places }] : [];
    });
  }

  private placeOf(value: string, dayFirst: boolean | undefined): number | undefined {
    const { field, newest } = this.axis;
    if (field.scale === 'year') return /^\d{4}$/.test(value) ? newest - Number(value) : undefined;
    const date = dateOf(value, dayFirst) ?? '';
    return date.length === 10 ? newest - field.unitOf(dayOf(new Date(date))) : undefined;
  }
}

/** Tells whether numbers only rise or only fall. */
const inOrder = (numbers: readonly number[]): boolean =>
  [1, -1].some((sign) => numbers.every((at, i) => sign * (at - (numbers[i - 1] ?? at)) >= 0));
