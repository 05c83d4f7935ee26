/**
 * Plans queries for parts of a range of dates or numbers where a site cuts its lists. The next part is as wide as the
 * parts before it promise to fit into one list; one that is cut is made narrower, a half of it if no total is stated
 * (Sheng and others, “Optimal algorithms for crawling a hidden database in the web”, VLDB 2012). A list in order of
 * date shows how far it reaches, and the next part begins there. A day that one list does not hold is split by other
 * fields, then by words of its records.
 *
 * Pure state: the next query depends only on the settled ones, in order.
 */

import { dateOf, dayFirstIn } from '../../foundation/text/index.ts';
import { type ResultRecord, VERDICTS } from '../types/answer.ts';
import type { WindowMemory, WindowRead, WindowSpan } from '../types/asking.ts';
import { askableWords, Spellings } from './askable-words.ts';
import { arranges, boundsOf, isDependent } from './bindings.ts';
import { dayOf } from './date-boxes.ts';
import { type Field, typedChoice, type WindowField, wordBoxes } from './field.ts';
import { KeptWindows } from './kept-windows.ts';
import { type Bound, type Outcome, type Query, queryId } from './query.ts';

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
/** Records of a list without a total that may be a site's limit: a round number from here on. */
const LEAST_CAP = 10;
/** Fields that are set beside a day, and words that are tried on it; words in a row without a new record. */
const MOST_BESIDE = 3;
/** Values that a field should have for each list that a day fills. */
const ROOM = 1.2;
const MOST_WORDS = 40;
const DRY_WORDS = 6;
/** Records by which the days of the week are weighed. */
const ENOUGH_DATED = 100;

/** Units in the order in which they are asked for, from 0: the latest date or the least number. */
export interface UnitSpan {
  readonly from: number;
  readonly to: number;
}

/** A field of the records of a list, and its dates in the order of the list. */
interface Places {
  readonly column: string;
  readonly places: readonly number[];
}

interface Read extends UnitSpan {
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

/** A part of a day, whose list is cut. */
interface Part {
  readonly bound: readonly Bound[];
  readonly fingerprint: string;
  records: readonly ResultRecord[];
}

/** A unit that one list does not hold. */
interface Crowd {
  readonly at: UnitSpan;
  readonly keys: Set<string>;
  readonly total: number | undefined;
  waiting: { readonly parent: Part; readonly field: number; readonly query: Query }[];
  readonly cut: Part[];
  /** Its words are typed. */
  typing: Part | undefined;
  dry: number;
  isLeft: boolean;
}

export class Windows {
  private readonly fields: readonly Field[];
  private readonly field: WindowField;
  private readonly position: number;
  private readonly mayType: boolean;
  private readonly newest: number;
  private state: 'idle' | 'on' | 'over' = 'idle';
  private readonly all: readonly UnitSpan[];
  private waiting: readonly UnitSpan[];
  private read: Read[] = [];
  private notation = 0;
  private readonly asked = new Map<string, UnitSpan>();
  private readonly typed = new Set<string>();
  private rootPrint: string | undefined;
  /** Records that the list of everything states; 0 if it states none. */
  total = 0;
  /** An answer has shown that the range narrows. */
  private isProven = false;
  /** A part elsewhere that must differ from the answer to everything. */
  private contrast: UnitSpan | undefined;
  private cap: number | undefined;
  private longest = 0;
  private longestSeen = 0;
  private width: number;
  private widest = Number.POSITIVE_INFINITY;
  /** A part from here on was cut at its end, or has so many records. */
  private limit: number | undefined;
  private known: { readonly to: number; readonly records: number } | undefined;
  /** The field of records whose dates the range is of. */
  private column: string | undefined;
  private isOrdered = true;
  /** Records of the last date of an ordered list, which the next one begins with. */
  private expected: ReadonlySet<string> | undefined;
  private readonly weekdays = Array.from({ length: 7 }, () => 0);
  /** Squared errors of predictions, as a multiple of those of a Poisson distribution. */
  private readonly errors: number[] = [];
  /** Parts before this one say nothing of the next. */
  private since = 0;
  private crowd: Crowd | undefined;
  private readonly kept = new KeptWindows();
  /** Records that parts have shown. */
  private readonly shown = new Set<string>();

  static of(fields: readonly Field[], mayType: boolean): Windows | undefined {
    const scales = Object.keys(FIRST);
    const [first] = fields
      .filter((field): field is WindowField => field.kind === 'window')
      .sort((a, b) => scales.indexOf(a.scale) - scales.indexOf(b.scale));
    return first === undefined ? undefined : new Windows(fields, first, mayType);
  }

  private constructor(fields: readonly Field[], field: WindowField, mayType: boolean) {
    this.fields = fields;
    this.field = field;
    this.position = fields.indexOf(field);
    this.mayType = mayType;
    const { least, most, now } = field;
    this.newest = Math.min(most, Math.max(least, now ?? most));
    const back = { from: 0, to: this.newest - least };
    this.all = most > this.newest ? [back, { from: this.newest - most, to: -1 }] : [back];
    this.waiting = this.all;
    this.width = FIRST[field.scale] / GROWTH;
  }

  /** Tells whether the range has to be read in parts. */
  get isOn(): boolean {
    return this.state === 'on';
  }

  /** Of its controls in the form. */
  get positions(): readonly number[] {
    return this.field.positions;
  }

  /** Tells whether every part of the range was asked for. */
  get isDone(): boolean {
    return this.state === 'over' && this.isProven;
  }

  /** What was asked for, in order of the range. */
  get spans(): readonly WindowSpan[] {
    const spans: WindowSpan[] = [];
    const ordered = this.read
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

  /** Describes what is known to be whole. @param day of this run */
  memory(day: string): WindowMemory | undefined {
    if (!this.isProven) return undefined;
    const read = this.read.flatMap(({ whole, since = day, keys, ...span }): WindowRead[] => {
      const { low, high } = this.units(span);
      const [from, to] = this.field.ends(low, high);
      return whole ? [{ from, to, day: since, keys }] : [];
    });
    return { field: this.field.name, notation: this.notation, read };
  }

  /** Leaves out what an earlier run has read whole, unless it may have grown since. */
  recall({ field, notation, read }: WindowMemory): void {
    if (!this.isOn || this.isProven || field !== this.field.name || notation >= this.field.notations) return;
    // New records have later dates, but any number: only a total shows that there is none.
    if (this.field.now === undefined && !this.kept.statesTotals) return;
    for (const window of read) {
      const span = this.spanOf(window);
      if (!this.waiting.some(({ from, to }) => from <= span.from && span.from <= span.to && span.to <= to))
        continue;
      this.kept.add({ ...span, window });
      this.leave(span);
      // The earlier run has shown that the range narrows.
      this.isProven = true;
      this.notation = notation;
      this.expected = undefined;
    }
  }

  /** Finds the part of an earlier run; nothing (`NaN`) if it touches what was the present then. */
  private spanOf({ from: first, to: last, day }: WindowRead): UnitSpan {
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

  /** Returns what was taken over from the earlier run since the last call. @param isLast nothing more is asked for */
  takenOver(isLast = false): readonly WindowRead[] {
    const taken = this.kept.taken(isLast);
    for (const { from, to, window } of taken)
      this.read.push({ from, to, whole: true, keys: window.keys, since: window.day, unusual: true });
    return taken.map(({ window }) => window);
  }

  /** Begins if the unconstrained list was cut, or if none is shown without dates. */
  begin(root: Outcome, records: readonly ResultRecord[]): void {
    if (this.state !== 'idle') return;
    const isCut = root.hits && this.isCut(root);
    const isRefused = !root.hits && (!this.mayType || this.field.required);
    if (!isCut && !isRefused) return;
    this.state = 'on';
    this.total = root.statedTotal ?? 0;
    this.see(root, records);
    this.rootPrint = root.hits ? root.fingerprint : undefined;
    const [first] = this.waiting;
    if (!isCut || first === undefined) return;
    this.cap = Math.max(1, root.records);
    if (this.field.isGiven && root.statedTotal !== undefined)
      this.known = { to: first.to, records: root.statedTotal };
    if (this.field.notations === 1) this.useOrder(first, distinct(records));
  }

  next(): Query | undefined {
    if (this.state !== 'on') return undefined;
    const part = this.ofCrowd();
    if (part !== undefined) return part;
    if (this.contrast !== undefined) return this.query([this.boundOf(this.contrast)], this.contrast);
    const check = this.waiting.length > 0 ? undefined : this.kept.next(this.total, this.shown);
    if (check !== undefined) return this.query([this.boundOf(check)], check);
    for (const span of this.kept.doubtful()) this.waiting = [...this.waiting, span];
    const [first] = this.waiting;
    if (first !== undefined) {
      const span = { from: first.from, to: this.endOf(first) };
      return this.query([this.boundOf(span)], span);
    }
    this.state = 'over';
    return undefined;
  }

  private see({ statedTotal }: Outcome, records: readonly ResultRecord[]): void {
    if (statedTotal !== undefined) this.kept.statesTotals = true;
    for (const { key } of records) this.shown.add(key);
  }

  /** Tells whether a query is for a part of the range. */
  owns(query: Query): boolean {
    return this.asked.has(query.id);
  }

  /**
   * Tells whether the pages of a list are worth reading: not those of a part that is too large.
   * @param total what its first page states
   */
  readsOn(query: Query, total: number | undefined): boolean {
    const span = this.asked.get(query.id);
    if (this.kept.isChecking) return false;
    if (span === undefined || total === undefined || this.cap === undefined) return true;
    return total <= this.cap || this.isUnit(span) || (this.isOrdered && this.column !== undefined);
  }

  settled(query: Query, outcome: Outcome, records: readonly ResultRecord[]): void {
    const span = this.asked.get(query.id);
    if (span === undefined) return;
    if (this.kept.isChecking) {
      const { hits, statedTotal, complete, records: count } = outcome;
      const isKnown = this.isAnswer(outcome) && !(hits && statedTotal === undefined && !complete);
      this.kept.checked(isKnown ? (statedTotal ?? count) : undefined);
      return;
    }
    this.see(outcome, records);
    if (this.crowd !== undefined) this.settleInCrowd(this.crowd, query, outcome, records);
    else if (outcome.verdict === undefined) this.pass(span, { whole: false, keys: [] });
    else if (this.isAnswer(outcome)) this.settleSpan(query, span, outcome, distinct(records));
    else if (this.isUnit(span)) this.pass(span, { whole: false, keys: [] });
    else {
      // A range that is too wide is refused.
      this.widest = Math.floor((span.to - span.from) / 2);
      if (!this.isProven && this.isUnit({ from: 0, to: this.widest })) this.tryNotation();
    }
  }

  /** Tells whether an answer is one of the database: once the range is known to narrow, also a page without records. */
  private isAnswer({ verdict }: Outcome): boolean {
    if (verdict === undefined) return false;
    const { isAsked, evidence } = VERDICTS[verdict];
    return isAsked === true || (this.isProven && evidence === 'silent');
  }

  private settleSpan(query: Query, span: UnitSpan, outcome: Outcome, records: readonly ResultRecord[]): void {
    const isCut = outcome.hits && this.isCut(outcome);
    if (!this.prove(span, outcome, isCut)) return;
    if (this.expected !== undefined) {
      const shown = new Set(records.map(({ key }) => key));
      const isKept = [...this.expected].every((key) => shown.has(key));
      this.expected = undefined;
      if (!isKept) this.distrust();
    }
    this.compare(span, isCut ? outcome.statedTotal : records.length);
    if (!isCut) {
      this.learnWeekdays(span, records);
      this.pass(span, { whole: true, keys: keysOf(records) });
      return;
    }
    if (this.readsOn(query, outcome.statedTotal)) this.cap = Math.max(1, records.length);
    if (this.useOrder(span, records)) return;
    if (this.isUnit(span)) {
      this.split(span, outcome, records);
      return;
    }
    if (this.askCrowded(span, outcome, records)) return;
    this.known =
      outcome.statedTotal === undefined ? undefined : { to: span.to, records: outcome.statedTotal };
    this.limit = this.known === undefined ? span.to : undefined;
  }

  /** Tells whether a list does not show all records that it should have. */
  private isCut({ complete, statedTotal, records }: Outcome): boolean {
    if (records === this.longest) this.longestSeen++;
    else if (records > this.longest) {
      this.longest = records;
      this.longestSeen = 1;
    }
    if (!complete || statedTotal !== undefined) return !complete;
    return records >= LEAST_CAP && records === this.longest && (records % 10 === 0 || this.longestSeen > 1);
  }

  /**
   * Tells whether an answer may be used. As long as nothing shows that the range narrows, an answer that is that to
   * everything is compared with that for another part; what brings nothing at all is written in another notation.
   */
  private prove(span: UnitSpan, { hits, fingerprint }: Outcome, isCut: boolean): boolean {
    const isSame = hits && isCut && fingerprint === this.rootPrint;
    if (this.isProven) return true;
    if (this.contrast !== undefined) {
      this.contrast = undefined;
      if (isSame) this.tryNotation();
      else this.isProven = true;
      return false;
    }
    const [first] = this.waiting;
    if (hits && !isSame) this.isProven = true;
    else if (isSame && first !== undefined && span.to < first.to) {
      const to = Math.min(first.to, span.to + 3 * (span.to - span.from + 1));
      this.contrast = { from: Math.min(to, span.to + 1 + (span.to - span.from + 1)), to };
      // The part itself is asked for again, narrower.
      this.limit = span.to;
      return false;
    } else if (!hits && first !== undefined && span.to >= first.to) {
      this.tryNotation();
      return false;
    }
    return true;
  }

  /** Writes dates in the next notation, from the beginning; ends if there is none. */
  private tryNotation(): void {
    this.notation++;
    if (this.notation >= this.field.notations) this.state = 'over';
    this.widest = Number.POSITIVE_INFINITY;
    this.width = FIRST[this.field.scale] / GROWTH;
    this.limit = undefined;
    this.read = [];
    this.waiting = this.all;
  }

  /** Notes a part as read, and goes on behind it. */
  private pass(span: UnitSpan, read: Omit<Read, keyof UnitSpan>): void {
    this.read.push({ ...span, ...read });
    this.width = span.to - span.from + 1;
    this.leave(span);
    const left = this.known === undefined ? 0 : this.known.records - read.keys.length;
    this.known =
      this.known !== undefined && this.known.to > span.to && left >= 0
        ? { ...this.known, records: left }
        : undefined;
    this.limit = undefined;
  }

  /** Takes a part out of what is to be asked for. */
  private leave({ from, to }: UnitSpan): void {
    const { overlap } = this.field;
    this.waiting = this.waiting.flatMap((span) => {
      if (to < span.from || from > span.to) return [span];
      const before = { from: span.from, to: from - 1 + overlap };
      const after = { from: to + 1 - overlap, to: span.to };
      return [before, after].filter((one) => one.to - one.from >= overlap);
    });
  }

  /** Tells whether a part cannot be narrower. */
  private isUnit = ({ from, to }: UnitSpan): boolean => to - from <= this.field.overlap;

  /** Chooses the end of the next part: where it promises most records, should its list not be cut. */
  private endOf(span: UnitSpan): number {
    const { from } = span;
    const narrowest = Math.min(span.to, from + this.field.overlap);
    if (this.isOrdered && this.column !== undefined) return Math.min(span.to, from + this.widest);
    const { cap, known, density } = this;
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
  private get density(): number | undefined {
    const last = this.predictable();
    if (last.length === 0) return undefined;
    const weight = last.reduce((sum, span) => sum + this.weightOf(span), 0);
    return (last.reduce((sum, { keys }) => sum + keys.length, 0) + 0.5) / weight;
  }

  private predictable(): readonly Read[] {
    return this.read
      .slice(this.since)
      .filter(({ whole, sorted, unusual }) => whole && !sorted && !unusual)
      .slice(-MEMORY);
  }

  /** Learns how far predictions are off. */
  private compare(span: UnitSpan, records: number | undefined): void {
    const mean = (this.density ?? 0) * this.weightOf(span);
    if (records === undefined || mean < 1) return;
    const error = (records - mean) ** 2 / mean;
    if (error <= LARGEST_ERROR) this.errors.push(error);
    // Here begin other times.
    else if (records < mean) this.since = this.read.length;
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
    const { low } = this.units({ from: at, to: at });
    return ((low % 7) + 7) % 7;
  }

  /** Learns how records are spread over the days of the week. */
  private learnWeekdays(span: UnitSpan, records: readonly ResultRecord[]): void {
    const [found] = this.field.scale === 'day' ? this.placesIn(span, records) : [];
    for (const at of found?.places ?? []) {
      const day = this.weekday(at);
      this.weekdays[day] = (this.weekdays[day] ?? 0) + 1;
    }
  }

  /** Finds the fields of the records whose dates all lie within the part, and these dates as units. */
  private placesIn(span: UnitSpan, records: readonly ResultRecord[]): readonly Places[] {
    const columns = this.column === undefined ? Object.keys(records[0]?.fields ?? {}) : [this.column];
    return columns.flatMap((column) => {
      const values = records.map(({ fields }) => String(fields[column] ?? ''));
      const dayFirst = values.map(dayFirstIn).find((is) => is !== undefined) ?? this.field.dayFirst;
      const places = values.map((value) => this.placeOf(value, dayFirst));
      const fit = places.every((at): at is number => at !== undefined && at >= span.from && at <= span.to);
      return fit ? [{ column, places }] : [];
    });
  }

  private placeOf(value: string, dayFirst: boolean | undefined): number | undefined {
    const { scale, unitOf } = this.field;
    if (scale === 'year') return /^\d{4}$/.test(value) ? this.newest - Number(value) : undefined;
    const date = dateOf(value, dayFirst) ?? '';
    return date.length === 10 ? this.newest - unitOf(dayOf(new Date(date))) : undefined;
  }

  /**
   * Uses the order of a cut list: what it shows up to its last date is whole, and the next part begins there.
   * @returns false if it is in no order of date
   */
  private useOrder(span: UnitSpan, records: readonly ResultRecord[]): boolean {
    if (!this.isOrdered || this.field.scale === 'number') return false;
    const found = this.placesIn(span, records).find(
      ({ column, places }) => inOrder(places) && (column === this.column || places[0] !== places.at(-1)),
    );
    if (found === undefined) {
      if (this.column !== undefined) this.distrust();
      return false;
    }
    const { places, column } = found;
    const [first = 0, last = 0] = [places[0], places.at(-1)];
    if (first === last) {
      if (this.isUnit(span)) return false;
      this.askUnit(first);
      return true;
    }
    this.column = column;
    const covered = first < last ? { from: span.from, to: last - 1 } : { from: last + 1, to: span.to };
    this.expected = new Set(records.filter((_, i) => places[i] === last).map(({ key }) => key));
    const inside = records.filter((_, i) => places[i] !== last);
    this.pass(covered, { whole: true, keys: keysOf(inside), sorted: true });
    return true;
  }

  /** Asks for a unit by itself that must have more records than a list holds, as the dates of a part's records show. */
  private askCrowded(
    span: UnitSpan,
    { statedTotal = 0 }: Outcome,
    records: readonly ResultRecord[],
  ): boolean {
    const { places = [] } = this.placesIn(span, records)[0] ?? {};
    const counts = Map.groupBy(places, (at) => at);
    const [at, same] = [...counts].sort((a, b) => b[1].length - a[1].length)[0] ?? [];
    if (
      at === undefined ||
      same === undefined ||
      same.length * statedTotal <= (this.cap ?? 0) * places.length
    )
      return false;
    this.askUnit(at);
    return true;
  }

  private askUnit(at: number): void {
    const unit = { from: at, to: at };
    this.leave(unit);
    this.waiting = [unit, ...this.waiting];
    this.known = undefined;
    this.limit = undefined;
  }

  /** Takes back what was concluded from the order of lists. */
  private distrust(): void {
    this.isOrdered = false;
    this.column = undefined;
    const doubtful = this.read.filter(({ sorted }) => sorted === true);
    this.read = this.read.filter(({ sorted }) => sorted === undefined);
    this.waiting = [...this.waiting, ...doubtful.map(({ from, to }) => ({ from, to }))];
  }

  private units({ from, to }: UnitSpan): { readonly low: number; readonly high: number } {
    const { least, now } = this.field;
    return now === undefined
      ? { low: least + from, high: least + to }
      : { low: this.newest - to, high: this.newest - from };
  }

  private boundOf(span: UnitSpan): Bound {
    const { low, high } = this.units(span);
    const label = this.field.ends(low, high).join('–');
    return { field: this.position, choice: { label, controls: this.field.write(low, high, this.notation) } };
  }

  private query(bound: readonly Bound[], span: UnitSpan): Query {
    const id = queryId('query', bound);
    this.asked.set(id, span);
    const labels = bound.map(({ field, choice }) => `${this.fields[field]?.label ?? ''} = ${choice.label}`);
    return { id, purpose: 'query', bound, why: `${labels.join(', ')}: a part, since lists are cut short` };
  }

  /** Begins to split a unit that one list does not hold. */
  private split(at: UnitSpan, { fingerprint, statedTotal }: Outcome, records: readonly ResultRecord[]): void {
    const part = { bound: [this.boundOf(at)], fingerprint, records };
    const keys = new Set(records.map(({ key }) => key));
    this.crowd = {
      at,
      keys,
      total: statedTotal,
      waiting: [],
      cut: [part],
      typing: undefined,
      dry: 0,
      isLeft: false,
    };
  }

  /** The next query of the unit that is split; undefined if there is none, and the unit is passed. */
  private ofCrowd(): Query | undefined {
    const { crowd } = this;
    if (crowd === undefined) return undefined;
    const [waits] = crowd.waiting;
    if (waits !== undefined) return waits.query;
    const word = this.wordOf(crowd);
    if (word !== undefined) return word;
    crowd.typing = undefined;
    const part = crowd.cut.pop();
    if (part !== undefined && !this.isFull(crowd)) {
      this.splitPart(crowd, part);
      return this.ofCrowd();
    }
    const whole = crowd.total === undefined ? !crowd.isLeft : this.isFull(crowd);
    this.crowd = undefined;
    this.pass(crowd.at, { whole, keys: [...crowd.keys], unusual: true });
    return undefined;
  }

  private isFull = ({ total, keys }: Crowd): boolean => total !== undefined && keys.size >= total;

  /** Sets one more field, with just enough choices if it is known how many records there are, else with most; or types words. */
  private splitPart(crowd: Crowd, part: Part): void {
    const size = (at: number) => boundsOf(this.fields[at] as Field, at).length;
    const needed = ((crowd.total ?? 0) / (this.cap ?? 1)) * ROOM;
    const rank = (at: number) => (needed > 0 && size(at) >= needed ? 1e6 - size(at) : size(at));
    const [field] = this.fields
      .flatMap((one, at) => {
        const isUsed = part.bound.some((bound) => bound.field === at) || this.dull.has(at);
        return isUsed || one.kind === 'window' || arranges(one) || isDependent(one) || size(at) < 2
          ? []
          : [at];
      })
      .sort((a, b) => rank(b) - rank(a) || a - b);
    if (field === undefined || part.bound.length > MOST_BESIDE) {
      crowd.isLeft = true;
      crowd.typing = part;
      crowd.dry = 0;
      return;
    }
    crowd.waiting = boundsOf(this.fields[field] as Field, field).map((bound) => ({
      parent: part,
      field,
      query: this.query([...part.bound, bound], crowd.at),
    }));
  }

  /** Fields that do not narrow. */
  private readonly dull = new Set<number>();

  /** Types the word that most of a part's records have. */
  private wordOf(crowd: Crowd): Query | undefined {
    const { typing } = crowd;
    const [box] = this.mayType ? wordBoxes(this.fields) : [];
    if (typing === undefined || box === undefined || this.isFull(crowd) || crowd.dry >= DRY_WORDS)
      return undefined;
    const counts = new Map<string, number>();
    const spellings = new Spellings();
    for (const { text } of typing.records)
      for (const [key, word] of new Map(askableWords(text).map((one) => [one.key, one]))) {
        counts.set(key, (counts.get(key) ?? 0) + 1);
        spellings.add(word);
      }
    const field = this.fields.indexOf(box);
    const most = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, MOST_WORDS);
    for (const [word] of most) {
      const query = this.query(
        [...typing.bound, { field, choice: typedChoice(box, spellings.of(word), 'answer') }],
        crowd.at,
      );
      if (this.typed.has(query.id)) continue;
      this.typed.add(query.id);
      return query;
    }
    return undefined;
  }

  private settleInCrowd(
    crowd: Crowd,
    { id, bound }: Query,
    outcome: Outcome,
    records: readonly ResultRecord[],
  ): void {
    const before = crowd.keys.size;
    for (const { key } of records) crowd.keys.add(key);
    if (crowd.typing !== undefined) {
      crowd.dry = crowd.keys.size > before ? 0 : crowd.dry + 1;
      crowd.typing.records = [...crowd.typing.records, ...records];
      return;
    }
    const [asked] = crowd.waiting;
    if (asked?.query.id !== id) return;
    crowd.waiting.shift();
    const { parent, field } = asked;
    if (outcome.verdict !== 'hits' && outcome.verdict !== 'no-hits') crowd.isLeft = true;
    if (!outcome.hits || !this.isCut(outcome)) return;
    if (outcome.fingerprint === parent.fingerprint) {
      // Another value brings the same: the field does not narrow.
      this.dull.add(field);
      crowd.waiting = [];
      crowd.cut.push(parent);
    } else crowd.cut.push({ bound, fingerprint: outcome.fingerprint, records });
  }
}

const keysOf = (records: readonly ResultRecord[]): string[] => records.map(({ key }) => key);

const distinct = (records: readonly ResultRecord[]): readonly ResultRecord[] => [
  ...new Map(records.map((record) => [record.key, record])).values(),
];

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

/** Tells whether numbers only rise or only fall. */
const inOrder = (numbers: readonly number[]): boolean =>
  [1, -1].some((sign) => numbers.every((at, i) => sign * (at - (numbers[i - 1] ?? at)) >= 0));
