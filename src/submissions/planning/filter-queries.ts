/**
 * Asks narrower queries by filters that are links beside a list which was cut: first those that promise most new records
 * by the number they show. Pure state: the next query depends only on the settled ones, in order.
 */

import type { FilterLink, ResultRecord } from '../types/answer.ts';
import type { Outcome, Query } from './query.ts';

/** Filters that are followed one after the other, as paper 004 binds at most three fields. */
const MOST_STEPS = 3;
/** Filters of a list in a row without a new record, after which it is given up. */
const DRY = 3;
/** Share of a list that is taken to be unseen where no total is stated. */
const UNSEEN = 0.5;

/** A query whose list was cut. */
interface Cut {
  readonly query: Query;
  readonly steps: number;
  readonly total: number | undefined;
  /** Records that its list shows at most. */
  readonly cap: number;
  /** Records of it that were shown, by it and by its filters. */
  readonly shown: Set<string>;
  readonly above: Cut | undefined;
  dry: number;
}

interface Waiting {
  readonly link: FilterLink;
  readonly of: Cut;
}

export class FilterQueries {
  private waiting: Waiting[] = [];
  private readonly known = new Set<string>();
  private readonly asked = new Map<string, Cut>();

  next(): Query | undefined {
    this.waiting = this.waiting.filter(({ of }) => of.dry < DRY && of.shown.size < (of.total ?? Infinity));
    let best: Waiting | undefined;
    for (const one of this.waiting) if (best === undefined || promise(one) > promise(best)) best = one;
    if (best === undefined) return undefined;
    const { link, of } = best;
    this.waiting = this.waiting.filter((one) => one !== best);
    const id = `filter ${nameOf(link)}`;
    this.asked.set(id, of);
    const why = `${link.label}: a filter beside the answer to “${labelOf(of.query)}”, which was cut short`;
    return { id, purpose: 'query', bound: of.query.bound, link: link.url, why };
  }

  settled(
    query: Query,
    outcome: Outcome,
    shown: readonly ResultRecord[],
    links: readonly FilterLink[],
  ): void {
    const above = this.asked.get(query.id);
    if (above !== undefined) above.dry = outcome.newRecords > 0 ? 0 : above.dry + 1;
    for (let at = above; at !== undefined; at = at.above) for (const { key } of shown) at.shown.add(key);
    const steps = (above?.steps ?? -1) + 1;
    if (!outcome.hits || outcome.complete || steps >= MOST_STEPS) return;
    const { statedTotal: total, records: cap } = outcome;
    const of = { query, steps, total, cap, above, shown: new Set(shown.map(({ key }) => key)), dry: 0 };
    for (const link of links) {
      const name = nameOf(link);
      if (this.known.has(name)) continue;
      this.known.add(name);
      this.waiting.push({ link, of });
    }
  }
}

/** Estimates the new records of a filter. */
const promise = ({ link: { count }, of: { total, cap, shown } }: Waiting): number =>
  Math.min(count, cap) * (total === undefined ? UNSEEN : 1 - shown.size / total);

/** Names what a filter asks for, in whatever order. */
const nameOf = ({ url }: FilterLink): string =>
  [...new URL(url).searchParams]
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('&');

const labelOf = ({ bound }: Query): string => bound.map(({ choice }) => choice.label).join(', ');
