/** Predicts how many records the next part of a range has, and makes it as wide as one list promises to hold. */

import type { WindowField } from './field.ts';
import type { ReadSpan, UnitSpan, WindowAxis } from './window-axis.ts';

/** Units of the first part. */
const FIRST: Readonly<Record<WindowField['scale'], number>> = { day: 30, month: 1, year: 1, number: 100 };
/** A part is so many times wider than the one before at most. */
const GROWTH = 4;
/** Parts by which the number of records of the next one is predicted. */
const MEMORY = 15;
/** Share of the cap that is read with the query after one whose list was cut. */
const AFTER_CUT = 0.9;
/** Predictions that are taken to be off as a Poisson distribution is, until others are known; a larger error is none of chance. */
const USUAL_ERRORS = 4;
const LARGEST_ERROR = 16;
/** A cut part of a predicted number of records is made narrower by this factor, any other one is halved. */
const NARROWER = 0.75;
/** Records by which the days of the week are weighed. */
const ENOUGH_DATED = 100;

/** Kinds of ranges, those first that are read in parts first. */
export const SCALES = Object.keys(FIRST);

export class PartWidth {
  private readonly axis: WindowAxis;
  private width: number;
  /** Wider parts are refused. */
  widest = Number.POSITIVE_INFINITY;
  /** A part from here on was cut at its end, or has so many records. */
  private limit: number | undefined;
  private known: { readonly to: number; readonly records: number } | undefined;
  private readonly weekdays = Array.from({ length: 7 }, () => 0);
  /** Squared errors of predictions, as a multiple of those of a Poisson distribution. */
  private readonly errors: number[] = [];
  /** Parts before this one say nothing of the next. */
  private since = 0;

  constructor(axis: WindowAxis) {
    this.axis = axis;
    this.width = FIRST[axis.field.scale] / GROWTH;
  }

  /** Begins anew with parts of the first width. */
  restart(): void {
    this.widest = Number.POSITIVE_INFINITY;
    this.width = FIRST[this.axis.field.scale] / GROWTH;
    this.limit = undefined;
  }

  /** Notes that the list of a part is cut. @param records that it states */
  cutAt(to: number, records: number | undefined): void {
    this.known = records === undefined ? undefined : { to, records };
    this.limit = records === undefined ? to : undefined;
  }

  /** Makes the next part from here narrower. */
  narrow(to: number): void {
    this.limit = to;
  }

  /** Notes a part as read. */
  passed(span: UnitSpan, records: number): void {
    this.width = span.to - span.from + 1;
    const left = this.known === undefined ? 0 : this.known.records - records;
    this.known =
      this.known !== undefined && this.known.to > span.to && left >= 0
        ? { ...this.known, records: left }
        : undefined;
    this.limit = undefined;
  }

  forgetCut(): void {
    this.known = undefined;
    this.limit = undefined;
  }

  /** Chooses the end of the next part: where it promises most records, should its list not be cut. */
  endOf(span: UnitSpan, read: readonly ReadSpan[], cap: number | undefined): number {
    const { from } = span;
    const narrowest = Math.min(span.to, from + this.axis.field.overlap);
    const { known } = this;
    const density = this.density(read);
    let last = Math.min(span.to, from + this.widest, from + Math.ceil(GROWTH * this.width) - 1);
    if (this.limit !== undefined) {
      const narrower = density === undefined ? 0.5 : NARROWER;
      last = Math.min(last, from + Math.floor((this.limit - from + 1) * narrower) - 1);
    }
    if (known !== undefined && known.records > (cap ?? 0)) last = Math.min(last, known.to - 1);
    if (cap === undefined || (density === undefined && known === undefined)) return Math.max(narrowest, last);
    const all = known === undefined ? 0 : known.records;
    const inside = known === undefined ? 0 : all / this.weightOf({ from, to: known.to });
    let [stated, predicted, best, end] = [0, 0, 0, narrowest];
    for (let to = from; to <= last && stated + predicted < 2 * cap; to++) {
      const isInside = known !== undefined && to <= known.to;
      if (isInside) stated += this.weight(to) * inside;
      else predicted += this.weight(to) * (density ?? inside);
      // A part of a known number varies as a binomial distribution, what is predicted as seen so far.
      const variance =
        stated * (1 - stated / Math.max(all, 1)) + this.spread * predicted * (1 + predicted / 1e3);
      const promise = promiseOf(stated + predicted, Math.sqrt(Math.max(variance, 0.01)), cap);
      if (promise >= best) [best, end] = [promise, to];
    }
    return Math.max(narrowest, end);
  }

  /** Records of a unit of usual weight, by the parts read last; undefined before there is one. */
  private density(read: readonly ReadSpan[]): number | undefined {
    const last = read
      .slice(this.since)
      .filter(({ whole, sorted, unusual }) => whole && !sorted && !unusual)
      .slice(-MEMORY);
    if (last.length === 0) return undefined;
    const weight = last.reduce((sum, span) => sum + this.weightOf(span), 0);
    return (last.reduce((sum, { keys }) => sum + keys.length, 0) + 0.5) / weight;
  }

  /** Learns how far predictions are off. @param records of the part; undefined if unknown */
  compare(span: UnitSpan, read: readonly ReadSpan[], records: number | undefined): void {
    const mean = (this.density(read) ?? 0) * this.weightOf(span);
    if (records === undefined || mean < 1) return;
    const error = (records - mean) ** 2 / mean;
    if (error <= LARGEST_ERROR) this.errors.push(error);
    // Here begin other times.
    else if (records < mean) this.since = read.length;
  }

  private get spread(): number {
    const last = this.errors.slice(-MEMORY);
    return (last.reduce((sum, error) => sum + error, 0) + USUAL_ERRORS) / (last.length + USUAL_ERRORS);
  }

  private weightOf({ from, to }: UnitSpan): number {
    let sum = 0;
    for (let at = from; at <= to; at++) sum += this.weight(at);
    return Math.max(sum, 0.1);
  }

  /** How many records a day of its weekday has, where 1 is usual. */
  private weight(at: number): number {
    const dated = this.weekdays.reduce((sum, count) => sum + count, 0);
    if (dated < ENOUGH_DATED) return 1;
    return (7 * ((this.weekdays[this.weekday(at)] ?? 0) + 1)) / (dated + 7);
  }

  private weekday(at: number): number {
    const { low } = this.axis.units({ from: at, to: at });
    return ((low % 7) + 7) % 7;
  }

  /** Learns how records are spread over the days of the week. @param days of records */
  learnWeekdays(days: readonly number[]): void {
    for (const at of days) {
      const day = this.weekday(at);
      this.weekdays[day] = (this.weekdays[day] ?? 0) + 1;
    }
  }
}

/**
 * Returns the records that a query promises whose number is distributed normally: all if they are not more than the
 * cap; else those of a narrower one, which costs one more query.
 */
function promiseOf(mean: number, deviation: number, cap: number): number {
  const z = (cap + 0.5 - mean) / deviation;
  const fits = 1 / (1 + Math.exp(-1.702 * z));
  const within = mean * fits - 0.4 * deviation * Math.exp(-(z ** 2) / 2);
  return (within + (1 - fits) * AFTER_CUT * cap) / (2 - fits);
}
