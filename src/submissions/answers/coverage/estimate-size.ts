import type { SizeEstimate } from '../../types/answer.ts';
import { chao2, chapman, type Estimate, ice, incidenceOf, jackknife } from './capture-recapture.ts';

/** What one query brought, over all its pages. */
export interface Catch {
  readonly keys: readonly string[];
  /** Total that its pages state. */
  readonly stated?: number;
  /** All of its records were shown. */
  readonly complete: boolean;
  /** Its list was read to where the site ends it, which may be sooner than its records end. */
  readonly ended: boolean;
  /** The site failed to answer it. */
  readonly failed: boolean;
  /** It binds nothing: what it asks for is the whole database. */
  readonly everything: boolean;
  /** Controls it binds by choices, as `2` or `1,2`; undefined where something was typed. */
  readonly template?: string;
  /** Of a query that types: a word of records seen, or one from elsewhere. */
  readonly typedFrom?: 'records' | 'elsewhere';
  /** The form has a field for words. */
  readonly takesWords?: boolean;
  /** Of a query that binds what must be chosen and nothing else: how many such queries there are. */
  readonly parts?: number;
}

/** An upper end further away than this from the lower says nothing. */
const MOST_RATIO = 6;
const LEAST_OCCASIONS = 5;
/**
 * How far the interval reaches beyond the estimates. Records differ in how easily they are met, and queries are chosen for
 * new ones: plain intervals held the truth in 52–79 % of simulated databases, these in 95 % (docs/submissions.md).
 */
const UPPER_REACH = 3;
const UPPER_REACH_CUT = 5;
const LOWER_REACH = 0;

/**
 * Size of a database from what queries showed of it, most certain first: the total that the unrestricted list states; an
 * unrestricted list read to its end, or one for each choice that must be made; parts that two fields cut it into; capture–recapture.
 *
 * @param cut whether the site cuts its lists
 */
export function estimateSize(catches: readonly Catch[], cut: boolean): SizeEstimate {
  const seen = new Set(catches.flatMap(({ keys }) => keys)).size;
  if (seen === 0) return { kind: 'cannot-tell', seen, reason: 'No record was seen.' };
  return (
    statedWhole(catches, seen) ??
    readWhole(catches, seen) ??
    readEveryPart(catches, seen) ??
    byParts(catches, seen) ??
    byRecapture(catches, seen, cut) ?? {
      kind: 'cannot-tell',
      seen,
      low: Math.max(seen, largestStated(catches)),
      reason: `At least ${seen}; too few queries met the same records again to tell how many more there are.`,
    }
  );
}

const exact = (seen: number, size: number, reason: string): SizeEstimate => ({
  kind: 'exact',
  seen,
  size,
  low: size,
  high: size,
  reason,
});

function statedWhole(catches: readonly Catch[], seen: number): SizeEstimate | undefined {
  const totals = catches
    .filter(({ everything, keys }) => everything && keys.length > 0)
    .flatMap(({ stated }) => stated ?? []);
  const total = Math.max(0, ...totals);
  // More was seen than is stated: the list that asked for nothing was restricted after all.
  if (total === 0 || total < Math.max(seen, largestStated(catches))) return undefined;
  return exact(seen, total, `The list that asks for nothing states ${total}.`);
}

function readWhole(catches: readonly Catch[], seen: number): SizeEstimate | undefined {
  const whole = catches.find(
    ({ everything, complete, keys }) => everything && complete && keys.length >= seen,
  );
  if (whole === undefined || !isConfirmed(catches, new Set(whole.keys))) return undefined;
  return exact(
    seen,
    seen,
    'The list that asks for nothing was read to its end, and other queries showed no more.',
  );
}

/** Words that must bring nothing new before a list without a total is everything: of its records, and from elsewhere. */
const WORDS_OF_RECORDS = 2;
const WORDS_FROM_ELSEWHERE = 1;

/** A list that states no total may be a first page, a menu or a choice of the site's: words must have found nothing beside it. */
function isConfirmed(catches: readonly Catch[], whole: ReadonlySet<string>): boolean {
  if (!catches.some(({ takesWords }) => takesWords)) return true;
  const within = (from: Catch['typedFrom'], leastKeys: number): number =>
    catches.filter(
      ({ typedFrom, failed, keys }) =>
        typedFrom === from && !failed && keys.length >= leastKeys && keys.every((key) => whole.has(key)),
    ).length;
  // A word of a record that does not find it says that something is wrong with records or search.
  return within('records', 1) >= WORDS_OF_RECORDS && within('elsewhere', 0) >= WORDS_FROM_ELSEWHERE;
}

/** Every value of the fields that must be chosen was asked, and each list was read to its end. */
function readEveryPart(catches: readonly Catch[], seen: number): SizeEstimate | undefined {
  const templates = Map.groupBy(
    catches.filter(({ parts }) => parts !== undefined),
    ({ template }) => template,
  );
  for (const all of templates.values()) {
    const whole = all.length >= (all[0]?.parts ?? 0) && all.every(({ complete }) => complete);
    if (whole && new Set(all.flatMap(({ keys }) => keys)).size >= seen)
      return exact(
        seen,
        seen,
        `Each of the ${all.length} choices that must be made was asked and read to its end.`,
      );
  }
  return undefined;
}

const largestStated = (catches: readonly Catch[]): number =>
  Math.max(0, ...catches.map(({ stated }) => stated ?? 0));

interface Parts {
  readonly keys: ReadonlySet<string>;
  /** Records of all its parts, as stated or shown; undefined where a part's number is not known. */
  readonly sum: number | undefined;
  /** All parts were shown whole. */
  readonly complete: boolean;
}

/**
 * Queries that bind the same choices and share (nearly) no record: together they are one pass over the database. Where the
 * site failed on one, the pass has a hole that nobody can see into.
 */
function partitions(catches: readonly Catch[]): Parts[] {
  const templates = new Map<string, Catch[]>();
  for (const one of catches) {
    if (one.template === undefined || one.template === '' || (one.keys.length === 0 && !one.failed)) continue;
    templates.set(one.template, [...(templates.get(one.template) ?? []), one]);
  }
  return [...templates.values()].flatMap((members) => {
    const keys = new Set(members.flatMap((one) => one.keys));
    const shown = members.reduce((sum, one) => sum + new Set(one.keys).size, 0);
    if (shown > keys.size * 1.02 || members.some(({ failed }) => failed)) return [];
    const sizes = members.map((one) => one.stated ?? (one.complete ? new Set(one.keys).size : undefined));
    const sum = sizes.reduce<number | undefined>(
      (total, size) => (total === undefined || size === undefined ? undefined : total + size),
      0,
    );
    return [{ keys, sum, complete: members.every(({ complete }) => complete) }];
  });
}

const AGREE = 0.02;

/** Two fields that cut the database into parts of the same sum leave nothing out; else each tells what the other missed. */
function byParts(catches: readonly Catch[], seen: number): SizeEstimate | undefined {
  const parts = partitions(catches);
  const sums = parts.flatMap(({ sum }) => sum ?? []).sort((a, b) => b - a);
  const [first, second] = sums;
  if (first !== undefined && second !== undefined && first - second <= AGREE * first) {
    const size = Math.max(first, seen);
    if (second >= seen * (1 - AGREE))
      return {
        kind: 'estimated',
        seen,
        size,
        low: Math.max(seen, second),
        high: Math.ceil(size * (1 + AGREE)),
        reason: `The values of two fields cut it into parts that add up to ${second} and ${first}.`,
      };
  }
  const [wide, other] = parts.filter(({ complete }) => complete).sort((a, b) => b.keys.size - a.keys.size);
  if (wide === undefined || other === undefined) return undefined;
  const both = [...other.keys].filter((key) => wide.keys.has(key)).length;
  if (both < 10) return undefined;
  const estimate = chapman(wide.keys.size, other.keys.size, both);
  // Of n records met again, one in n/3 may be of a kind that the first pass never shows.
  const high = Math.max(estimate.high, seen * (1 + 3 / other.keys.size));
  return told(
    seen,
    { ...estimate, low: Math.max(seen, Math.floor(estimate.low)), high },
    catches,
    `${both} of the ${other.keys.size} records that one field showed were met again among the ${wide.keys.size} of another.`,
  );
}

/**
 * Every typed query is an occasion; the parts that one field cuts are one together. Lists that were not read on for want of
 * budget show what the site ranks first, again and again: they are no occasions.
 */
function byRecapture(catches: readonly Catch[], seen: number, cut: boolean): SizeEstimate | undefined {
  const typed = catches.filter(
    ({ template, keys, everything, complete, ended }) =>
      template === undefined && !everything && keys.length > 0 && (complete || (cut && ended)),
  );
  const occasions = [
    ...typed.map(({ keys }) => keys),
    ...partitions(catches).flatMap(({ keys, complete }) => (complete || cut ? [[...keys]] : [])),
  ];
  if (occasions.length < LEAST_OCCASIONS) return undefined;
  const incidence = incidenceOf(occasions);
  if (incidence.meetings === incidence.seen) return undefined;
  const { first, second } = jackknife(incidence);
  const chao = chao2(incidence);
  const unseen = [chao.size, ice(incidence), first, second]
    .filter((size) => Number.isFinite(size))
    .map((size) => Math.max(0, size - incidence.seen));
  const reach = (cut ? UPPER_REACH_CUT : UPPER_REACH) * Math.max(...unseen);
  const missed = seen - incidence.seen;
  const estimate: Estimate = {
    size: Math.max(seen, chao.size),
    low: Math.max(seen, incidence.seen + LOWER_REACH * Math.min(...unseen)),
    high: missed + Math.max(incidence.seen + reach + Math.sqrt(incidence.seen) / 2, chao.high),
  };
  return told(
    seen,
    estimate,
    catches,
    `${occasions.length} queries met ${incidence.seen} records ${incidence.meetings} times.`,
  );
}

function told(
  seen: number,
  estimate: Estimate,
  catches: readonly Catch[],
  reason: string,
): SizeEstimate | undefined {
  const least = Math.max(seen, largestStated(catches), Math.floor(estimate.low));
  const high = Math.ceil(estimate.high);
  // One query alone states more than the estimate reaches: what was shown is no fair sample.
  if (high < least || high > least * MOST_RATIO) return undefined;
  const size = Math.min(high, Math.max(least, Math.round(estimate.size)));
  return { kind: 'estimated', seen, size, low: least, high, reason };
}
