/**
 * Plans queries for parts of a range of dates or numbers where a site cuts its lists. The next part is as wide as the
 * parts before it promise to fit into one list; one that is cut is made narrower, a half of it if no total is stated
 * (Sheng and others, “Optimal algorithms for crawling a hidden database in the web”, VLDB 2012). A list in order of
 * date shows how far it reaches, and the next part begins there. A day that one list does not hold is split by other
 * fields, then by words of its records.
 *
 * Pure state: the next query depends only on the settled ones, in order.
 */

import { type ResultRecord, VERDICTS } from '../types/answer.ts';
import type { WindowMemory, WindowRead, WindowSpan } from '../types/asking.ts';
import { CrowdedUnit, type Splitting } from './crowded-unit.ts';
import { DatedOrder } from './dated-order.ts';
import type { Field, WindowField } from './field.ts';
import { KeptWindows } from './kept-windows.ts';
import { PartWidth, SCALES } from './part-width.ts';
import { type Bound, type Outcome, type Query, queryId } from './query.ts';
import { type ReadSpan, type UnitSpan, WindowAxis } from './window-axis.ts';

/** Records of a list without a total that may be a site's limit: a round number from here on. */
const LEAST_CAP = 10;

export class Windows {
  private readonly fields: readonly Field[];
  private readonly field: WindowField;
  private readonly position: number;
  private readonly mayType: boolean;
  private readonly axis: WindowAxis;
  private state: 'idle' | 'on' | 'over' = 'idle';
  private waiting: readonly UnitSpan[] = [];
  /** Beside what the page says that there is. */
  private outside: readonly UnitSpan[] = [];
  private isGlance = false;
  private read: ReadSpan[] = [];
  private notation = 0;
  private readonly asked = new Map<string, UnitSpan>();
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
  private readonly width: PartWidth;
  private readonly order: DatedOrder;
  /** Records of the last date of an ordered list, which the next one begins with. */
  private expected: ReadonlySet<string> | undefined;
  private readonly splitting: Splitting;
  private crowd: CrowdedUnit | undefined;
  private readonly kept = new KeptWindows();
  /** Records that parts have shown. */
  private readonly shown = new Set<string>();

  static of(fields: readonly Field[], mayType: boolean): Windows | undefined {
    const [first] = fields
      .filter((field): field is WindowField => field.kind === 'window')
      .sort((a, b) => SCALES.indexOf(a.scale) - SCALES.indexOf(b.scale));
    return first === undefined ? undefined : new Windows(fields, first, mayType);
  }

  private constructor(fields: readonly Field[], field: WindowField, mayType: boolean) {
    this.fields = fields;
    this.field = field;
    this.position = fields.indexOf(field);
    this.mayType = mayType;
    this.axis = new WindowAxis(field);
    this.width = new PartWidth(this.axis);
    this.restart();
    // The form objects unless a part of the range is asked for.
    if (field.within !== undefined) this.state = 'on';
    this.order = new DatedOrder(this.axis);
    this.splitting = {
      fields,
      mayType,
      dull: new Set(),
      typed: new Set(),
      query: (bound, at) => this.query(bound, at),
      isCut: (outcome) => this.isCut(outcome),
    };
  }

  /** Begins with what the page says that there is. */
  private restart(): void {
    const { likely, within } = this.field;
    this.width.restart();
    if (within !== undefined) this.width.widest = within - 1;
    this.waiting = this.axis.all;
    this.outside = [];
    if (likely === undefined) return;
    const from = this.axis.newest - likely.most;
    const to = this.axis.newest - likely.least;
    this.leave({ from, to });
    this.outside = this.waiting;
    this.waiting = this.axis.all.flatMap((all) => {
      const part = { from: Math.max(all.from, from), to: Math.min(all.to, to) };
      return part.from <= part.to ? [part] : [];
    });
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
    return this.axis.joined(this.read);
  }

  /** Describes what is known to be whole. @param day of this run */
  memory(day: string): WindowMemory | undefined {
    if (!this.isProven) return undefined;
    return { field: this.field.name, notation: this.notation, read: this.axis.wholeOf(this.read, day) };
  }

  /** Leaves out what an earlier run has read whole, unless it may have grown since. */
  recall({ field, notation, read }: WindowMemory): void {
    if (!this.isOn || this.isProven || field !== this.field.name || notation >= this.field.notations) return;
    // New records have later dates, but any number: only a total shows that there is none.
    if (this.field.now === undefined && !this.kept.statesTotals) return;
    for (const window of read) {
      const span = this.axis.spanOf(window);
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
    const mustNarrow = root.refusal?.kind === 'too-many' || !this.mayType || this.field.required;
    const isRefused = !root.hits && mustNarrow;
    if (!isCut && !isRefused) return;
    this.state = 'on';
    this.total = root.statedTotal ?? 0;
    this.see(root, records);
    this.rootPrint = root.hits ? root.fingerprint : undefined;
    const [first] = this.waiting;
    if (!isCut || first === undefined) return;
    this.cap = Math.max(1, root.records);
    if (this.field.isGiven && root.statedTotal !== undefined) this.width.cutAt(first.to, root.statedTotal);
    if (this.field.notations === 1) this.useOrder(first, distinct(records));
  }

  next(): Query | undefined {
    if (this.state !== 'on') return undefined;
    if (this.crowd !== undefined) {
      const { at, keys } = this.crowd;
      const query = this.crowd.next(this.cap ?? 1);
      if (query !== undefined) return query;
      const whole = this.crowd.isWhole;
      this.crowd = undefined;
      this.pass(at, { whole, keys: [...keys], unusual: true });
    }
    if (this.contrast !== undefined) return this.part(this.contrast);
    const check = this.waiting.length > 0 ? undefined : this.kept.next(this.total, this.shown);
    if (check !== undefined) return this.part(check);
    for (const span of this.kept.doubtful()) this.waiting = [...this.waiting, span];
    const [first] = this.waiting;
    if (first !== undefined) {
      const { from } = first;
      const to = this.order.isShown
        ? Math.min(first.to, from + this.width.widest)
        : this.width.endOf(first, this.read, this.cap);
      return this.part({ from, to });
    }
    const [beside] = this.outside;
    if (beside === undefined) {
      this.state = 'over';
      return undefined;
    }
    // The nearest part of it tells whether there is anything.
    this.isGlance = true;
    const wide = Math.min(beside.to - beside.from, this.width.widest);
    const isLater = beside.to < this.axis.newest - (this.field.likely?.most ?? 0);
    return this.part(
      isLater ? { from: beside.to - wide, to: beside.to } : { from: beside.from, to: beside.from + wide },
    );
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
    return total <= this.cap || this.axis.isUnit(span) || this.order.isShown;
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
    if (this.isGlance) {
      this.isGlance = false;
      if (outcome.hits) this.waiting = this.outside.slice(0, 1);
      this.outside = this.outside.slice(1);
    } else if (this.crowd !== undefined) this.crowd.settled(query, outcome, records);
    else if (outcome.verdict === undefined) this.pass(span, { whole: false, keys: [] });
    else if (this.isAnswer(outcome)) this.settleSpan(query, span, outcome, distinct(records));
    else if (this.axis.isUnit(span)) this.pass(span, { whole: false, keys: [] });
    else {
      // A range that is too wide is refused.
      const to = Math.floor((span.to - span.from) / 2);
      this.width.widest = to;
      if (!this.isProven && this.axis.isUnit({ from: 0, to })) this.tryNotation();
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
    this.width.compare(span, this.read, isCut ? outcome.statedTotal : records.length);
    if (!isCut) {
      const [found] = this.field.scale === 'day' ? this.order.placesIn(span, records) : [];
      this.width.learnWeekdays(found?.places ?? []);
      this.pass(span, { whole: true, keys: keysOf(records) });
      return;
    }
    if (this.readsOn(query, outcome.statedTotal)) this.cap = Math.max(1, records.length);
    if (this.useOrder(span, records)) return;
    if (this.axis.isUnit(span)) {
      this.crowd = new CrowdedUnit(this.splitting, span, this.boundOf(span), outcome, records);
      return;
    }
    if (this.askCrowded(span, outcome, records)) return;
    this.width.cutAt(span.to, outcome.statedTotal);
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
      this.width.narrow(span.to);
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
    this.read = [];
    this.restart();
  }

  /** Notes a part as read, and goes on behind it. */
  private pass(span: UnitSpan, read: Omit<ReadSpan, keyof UnitSpan>): void {
    this.read.push({ ...span, ...read });
    this.width.passed(span, read.keys.length);
    this.leave(span);
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

  /**
   * Uses the order of a cut list: what it shows up to its last date is whole, and the next part begins there.
   * @returns false if it is in no order of date
   */
  private useOrder(span: UnitSpan, records: readonly ResultRecord[]): boolean {
    const reach = this.order.reach(span, records);
    if (reach === 'broken') this.distrust();
    else if (typeof reach === 'number') this.askUnit(reach);
    else if (reach !== undefined) {
      this.expected = new Set(keysOf(reach.last));
      this.pass(reach.covered, { whole: true, keys: keysOf(reach.inside), sorted: true });
    }
    return reach !== undefined && reach !== 'broken';
  }

  /** Asks for a unit by itself that must have more records than a list holds, as the dates of a part's records show. */
  private askCrowded(
    span: UnitSpan,
    { statedTotal = 0 }: Outcome,
    records: readonly ResultRecord[],
  ): boolean {
    const { places = [] } = this.order.placesIn(span, records)[0] ?? {};
    const counts = Map.groupBy(places, (at) => at);
    const [[at, same] = [0, []]] = [...counts].sort((a, b) => b[1].length - a[1].length);
    const isCrowded = same.length * statedTotal > (this.cap ?? 0) * places.length;
    if (isCrowded) this.askUnit(at);
    return isCrowded;
  }

  private askUnit(at: number): void {
    const unit = { from: at, to: at };
    this.leave(unit);
    this.waiting = [unit, ...this.waiting];
    this.width.forgetCut();
  }

  /** Takes back what was concluded from the order of lists. */
  private distrust(): void {
    this.order.distrust();
    const doubtful = this.read.filter(({ sorted }) => sorted === true);
    this.read = this.read.filter(({ sorted }) => sorted === undefined);
    this.waiting = [...this.waiting, ...doubtful.map(({ from, to }) => ({ from, to }))];
  }

  private boundOf(span: UnitSpan): Bound {
    const { low, high } = this.axis.units(span);
    const label = this.field.ends(low, high).join('–');
    return { field: this.position, choice: { label, controls: this.field.write(low, high, this.notation) } };
  }

  private part(span: UnitSpan): Query {
    return this.query([this.boundOf(span)], span);
  }

  private query(bound: readonly Bound[], span: UnitSpan): Query {
    const id = queryId('query', bound);
    this.asked.set(id, span);
    const labels = bound.map(({ field, choice }) => `${this.fields[field]?.label ?? ''} = ${choice.label}`);
    return { id, purpose: 'query', bound, why: `${labels.join(', ')}: a part, since lists are cut short` };
  }
}

const keysOf = (records: readonly ResultRecord[]): string[] => records.map(({ key }) => key);

const distinct = (records: readonly ResultRecord[]): readonly ResultRecord[] => [
  ...new Map(records.map((record) => [record.key, record])).values(),
];
