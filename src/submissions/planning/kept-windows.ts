/**
 * Parts of a range that an earlier run read whole. They are taken over where the site states no totals, or states as many
 * records as were read; where it states another number, halves are compared, down to the parts that changed.
 */

import type { WindowRead } from '../types/asking.ts';
import type { UnitSpan } from './window-axis.ts';

export interface KeptSpan extends UnitSpan {
  readonly window: WindowRead;
}

/** Comparisons after which what is left is read again. */
const MOST_CHECKS = 40;

export class KeptWindows {
  private spans: KeptSpan[] = [];
  /** Parts beside each other whose number of records is to be compared. */
  private groups: (readonly KeptSpan[])[] = [];
  private accepted: readonly KeptSpan[] = [];
  private rejected: readonly KeptSpan[] = [];
  private checks = 0;
  isChecking = false;
  /** Lists of the site state how many records there are. */
  statesTotals = false;

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
      else this.accepted = spans;
    }
    if (this.checks >= MOST_CHECKS) this.rejected = [...this.rejected, ...this.groups.splice(0).flat()];
    const [group] = this.groups;
    if (group === undefined) return undefined;
    this.checks++;
    this.isChecking = true;
    return aroundOf(group);
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
    const spans = [...this.rejected].sort((a, b) => a.from - b.from);
    this.rejected = [];
    return adjacent(spans).map(aroundOf);
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

const aroundOf = (spans: readonly KeptSpan[]): UnitSpan => ({
  from: spans[0]?.from ?? 0,
  to: spans.at(-1)?.to ?? 0,
});

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
