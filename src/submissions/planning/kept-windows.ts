/**
 * Parts of a range that an earlier run read whole. They are taken over where the site states no totals, or states as many
 * records as were read; where it states another number, halves are compared, down to the parts that changed.
 */

import type { WindowRead } from '../types/asking.ts';
import type { UnitSpan } from './windows.ts';

export interface KeptSpan extends UnitSpan {
  readonly window: WindowRead;
}

/** Comparisons after which what is left is read again. */
const MOST_CHECKS = 40;

export class KeptWindows {
  private readonly isDated: boolean;
  private spans: KeptSpan[] = [];
  /** Parts beside each other whose number of records is to be compared. */
  private groups: (readonly KeptSpan[])[] = [];
  private accepted: readonly KeptSpan[] = [];
  private rejected: readonly UnitSpan[] = [];
  private checks = 0;
  isChecking = false;
  /** Lists of the site state how many records there are. */
  statesTotals = false;

  /** @param isDated new records come with later dates; numbers may get new ones anywhere */
  constructor(isDated: boolean) {
    this.isDated = isDated;
  }

  add(span: KeptSpan): void {
    this.spans.push(span);
  }

  /**
   * Chooses the part whose number of records is to be compared next; undefined if there is none.
   * @param total what the list of everything states, or 0
   * @param shown keys of records outside
   */
  next(total: number, shown: ReadonlySet<string>): UnitSpan | undefined {
    if (this.spans.length > 0) {
      const spans = this.spans.sort((a, b) => a.from - b.from);
      this.spans = [];
      if (this.statesTotals && keysOf(spans, shown) !== total) this.groups = adjacent(spans);
      else if (this.statesTotals || this.isDated) this.accepted = spans;
      else this.rejected = spans;
    }
    if (this.checks >= MOST_CHECKS) this.rejected = this.groups.splice(0).flat();
    const [group] = this.groups;
    const [first, last] = [group?.[0], group?.at(-1)];
    if (first === undefined || last === undefined) return undefined;
    this.checks++;
    this.isChecking = true;
    return { from: first.from, to: last.to };
  }

  /** @param stated records that the site has in the part; undefined if it states none */
  checked(stated: number | undefined): void {
    this.isChecking = false;
    const group = this.groups.shift() ?? [];
    const half = Math.ceil(group.length / 2);
    if (stated === keysOf(group)) this.accepted = [...this.accepted, ...group];
    else if (group.length < 2 || stated === undefined) this.rejected = [...this.rejected, ...group];
    else this.groups.unshift(group.slice(0, half), group.slice(half));
  }

  /** Returns the parts that have to be read again. */
  doubtful(): readonly UnitSpan[] {
    const spans = this.rejected.map(({ from, to }) => ({ from, to }));
    this.rejected = [];
    return spans;
  }

  /** Returns the parts taken over since the last call. @param isLast those too that could not be compared any more */
  taken(isLast: boolean): readonly KeptSpan[] {
    const taken = [
      ...this.accepted,
      ...(isLast ? [...this.spans.splice(0), ...this.groups.splice(0).flat()] : []),
    ];
    this.accepted = [];
    return taken;
  }
}

/** Counts records, those in two parts once. */
const keysOf = (spans: readonly KeptSpan[], more: ReadonlySet<string> = new Set()): number =>
  new Set([...more, ...spans.flatMap(({ window }) => window.keys)]).size;

/** Groups parts without a gap between. */
function adjacent(spans: readonly KeptSpan[]): (readonly KeptSpan[])[] {
  const groups: KeptSpan[][] = [];
  for (const span of spans) {
    const last = groups.at(-1);
    if (last !== undefined && span.from <= (last.at(-1)?.to ?? 0) + 1) last.push(span);
    else groups.push([span]);
  }
  return groups;
}
