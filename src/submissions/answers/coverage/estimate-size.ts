import type { SizeEstimate } from '../../types/answer.ts';
import type { CoverageState } from '../../types/asking.ts';
import { chao2, chapman, type Estimate, ice, incidenceOf, jackknife } from './capture-recapture.ts';

/** The records that one query captured, over all its pages. */
export interface Catch {
  readonly keys: readonly string[];
  /** Total that its pages state. */
  readonly stated?: number;
  /** All of its records were shown. */
  readonly complete: boolean;
  /** Its list was read to the end that the site gives it, which may be before its last record. */
  readonly ended: boolean;
  /** The site failed to answer it. */
  readonly failed: boolean;
  /** The site refused to answer it, so that it says nothing of what it would find. */
  readonly refused?: boolean;
  /** It binds nothing, so that it asks for the whole database. */
  readonly everything: boolean;
  /** Positions of the controls it binds by choices, as `2` or `1,2`; undefined if something was typed. */
  readonly template?: string;
  /** Origin of the typed word: records seen before, or elsewhere. */
  readonly typedFrom?: 'records' | 'elsewhere';
  /** The form has a field for words. */
  readonly takesWords?: boolean;
  /** Number of queries that bind the required choices and nothing else; set for such a query. */
  readonly parts?: number;
}

/** An interval with a larger ratio of its bounds says nothing. */
const MAX_INTERVAL_RATIO = 6;
const MIN_OCCASIONS = 5;
/**
 * Factors that widen the interval beyond the estimates. Capture probabilities differ, and queries are chosen
 * for new records: plain intervals held the truth in 52–79 % of simulated databases, these in 95 %
 * (docs/submissions.md).
 */
const UPPER_REACH = 3;
const UPPER_REACH_CUT = 5;
const LOWER_REACH = 0;
/** Of a small database a few records may share no word with those seen: the upper end lies this many √seen above them. */
const SMALL = 1.5;

/**
 * Estimates the size of a database by the most certain method that applies: the total that the unconstrained
 * list states; an unconstrained list read to its end, or one for each required choice; partitions by two
 * fields; capture–recapture.
 *
 * @param cut whether the site cuts its lists
 */
export function estimateSize(catches: readonly Catch[], cut: boolean): SizeEstimate {
  const seen = new Set(catches.flatMap(({ keys }) => keys)).size;
  if (seen === 0) return { kind: 'cannot-tell', seen, reason: 'No record was seen.' };
  return (
    byStatedTotal(catches, seen) ??
    byWholeList(catches, seen) ??
    byEveryChoice(catches, seen) ??
    byRefusals(catches, seen) ??
    byPartitions(catches, seen) ??
    byRecapture(catches, seen, cut) ??
    byAgreement(catches, seen) ?? {
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

function byStatedTotal(catches: readonly Catch[], seen: number): SizeEstimate | undefined {
  const totals = catches
    .filter(({ everything, keys }) => everything && keys.length > 0)
    .flatMap(({ stated }) => stated ?? []);
  const total = Math.max(0, ...totals);
  // More records were seen than stated: the unconstrained list was restricted after all.
  if (total === 0 || total < Math.max(seen, largestStated(catches))) return undefined;
  return exact(seen, total, `The list that asks for nothing states ${total}.`);
}

function byWholeList(catches: readonly Catch[], seen: number): SizeEstimate | undefined {
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

/** Words (of its records, and others) that must bring nothing new before a list without a total is complete. */
const WORDS_OF_RECORDS = 2;
const WORDS_FROM_ELSEWHERE = 1;
/** Words from elsewhere alone do, if so many find something and nothing new. */
const FINDING_FROM_ELSEWHERE = 5;

/** Tells whether words found nothing beside the list, which may be just a first page, a menu or a selection. */
function isConfirmed(catches: readonly Catch[], whole: ReadonlySet<string>): boolean {
  if (!catches.some(({ takesWords }) => takesWords)) return true;
  const within = (from: Catch['typedFrom'], leastKeys: number): number =>
    catches.filter(
      ({ typedFrom, failed, keys }) =>
        typedFrom === from && !failed && keys.length >= leastKeys && keys.every((key) => whole.has(key)),
    ).length;
  // A word of a record must find something, else records or search are not what they seem.
  return (
    within('elsewhere', 1) >= FINDING_FROM_ELSEWHERE ||
    (within('records', 1) >= WORDS_OF_RECORDS && within('elsewhere', 0) >= WORDS_FROM_ELSEWHERE)
  );
}

/** Applies if every value of the required fields was queried, and each list was read to its end. */
function byEveryChoice(catches: readonly Catch[], seen: number): SizeEstimate | undefined {
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

/** Queries with records for each refused one, from which on what these would have found is no large part of what there is. */
const ANSWERED = 4;

/** What refused queries would have found is unknown. */
function byRefusals(catches: readonly Catch[], seen: number): SizeEstimate | undefined {
  const refused = catches.filter((one) => one.refused === true).length;
  if (ANSWERED * refused <= catches.filter(({ keys }) => keys.length > 0).length) return undefined;
  const reason = `At least ${seen}; ${refused} of ${catches.length} queries were refused.`;
  return { kind: 'cannot-tell', seen, low: Math.max(seen, largestStated(catches)), reason };
}

const largestStated = (catches: readonly Catch[]): number =>
  Math.max(0, ...catches.map(({ stated }) => stated ?? 0));

interface Partition {
  readonly keys: ReadonlySet<string>;
  /** Number of records of all parts, as stated or shown; undefined if that of a part is unknown. */
  readonly sum: number | undefined;
  /** All parts were shown completely. */
  readonly complete: boolean;
}

/**
 * Groups queries that bind the same choices and share (nearly) no record: together they are one pass over the
 * database. A pass is dropped if the site failed on one of its queries.
 */
function partitions(catches: readonly Catch[]): Partition[] {
  const asked = catches.filter(({ template, keys, failed }) => template && (keys.length > 0 || failed));
  return [...Map.groupBy(asked, ({ template }) => template).values()].flatMap((members) => {
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

const MAX_DIFFERENCE = 0.02;

/** Compares partitions by two fields: equal sums leave nothing out, else each shows what the other missed. */
function byPartitions(catches: readonly Catch[], seen: number): SizeEstimate | undefined {
  const parts = partitions(catches);
  const sums = parts.flatMap(({ sum }) => sum ?? []).sort((a, b) => b - a);
  const [first, second] = sums;
  if (first !== undefined && second !== undefined && first - second <= MAX_DIFFERENCE * first) {
    const size = Math.max(first, seen);
    if (second >= seen * (1 - MAX_DIFFERENCE))
      return {
        kind: 'estimated',
        seen,
        size,
        low: Math.max(seen, second),
        high: Math.ceil(size * (1 + MAX_DIFFERENCE)),
        reason: `The values of two fields cut it into parts that add up to ${second} and ${first}.`,
      };
  }
  const [wide, other] = parts.filter(({ complete }) => complete).sort((a, b) => b.keys.size - a.keys.size);
  if (wide === undefined || other === undefined) return undefined;
  const both = [...other.keys].filter((key) => wide.keys.has(key)).length;
  if (both < 10) return undefined;
  const estimate = chapman(wide.keys.size, other.keys.size, both);
  // Rule of three: of n recaptured records, 3/n of all may be of a kind that the first pass never shows.
  const high = Math.max(estimate.high, seen * (1 + 3 / other.keys.size));
  return boundedEstimate(
    seen,
    { ...estimate, low: Math.max(seen, Math.floor(estimate.low)), high },
    catches,
    `${both} of the ${other.keys.size} records that one field showed were met again among the ${wide.keys.size} of another.`,
  );
}

/**
 * Estimates by capture–recapture: every typed query is an occasion, and all parts of a partition together are
 * one. Lists that were not read on for lack of budget show only what the site ranks first, so they are no
 * occasions.
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
  if (occasions.length < MIN_OCCASIONS) return undefined;
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
    high: missed + Math.max(incidence.seen + reach + SMALL * Math.sqrt(incidence.seen), chao.high),
  };
  return boundedEstimate(
    seen,
    estimate,
    catches,
    `${occasions.length} queries met ${incidence.seen} records ${incidence.meetings} times.`,
  );
}

/** Words that state the same largest total, or that show known records only, at least. */
const LEAST_AGREEING = 2;
const LEAST_KNOWN = 5;

/**
 * Bounds what no word has shown by the rule of three: of k words that all state the largest total, or that the latest k
 * words showed known records only, a further one finds unknown ones in at most 3/k of the cases (95 %).
 */
function byAgreement(catches: readonly Catch[], seen: number): SizeEstimate | undefined {
  const words = catches.filter(({ template, keys }) => template === undefined && keys.length > 0);
  const stated = largestStated(words);
  const agreeing = words.filter((one) => (one.stated ?? 0) >= stated * (1 - MAX_DIFFERENCE)).length;
  const known = new Set<string>();
  let dry = 0;
  for (const { keys } of words) {
    const before = known.size;
    for (const key of keys) known.add(key);
    dry = known.size > before ? 0 : dry + 1;
  }
  const isStated = stated >= seen * (1 - MAX_DIFFERENCE) && agreeing >= LEAST_AGREEING;
  if (!isStated && (stated > seen || dry < LEAST_KNOWN)) return undefined;
  const size = Math.max(seen, isStated ? stated : seen);
  return {
    kind: 'estimated',
    seen,
    size,
    low: Math.max(seen, isStated ? Math.floor(size * (1 - MAX_DIFFERENCE)) : seen),
    high: Math.ceil(size * (1 + 3 / Math.max(dry, isStated ? agreeing : 0))),
    reason: isStated
      ? `${agreeing} words state up to ${stated}.`
      : `The latest ${dry} words showed known records only.`,
  };
}

function boundedEstimate(
  seen: number,
  estimate: Estimate,
  catches: readonly Catch[],
  reason: string,
): SizeEstimate | undefined {
  const least = Math.max(seen, largestStated(catches), Math.floor(estimate.low));
  const high = Math.ceil(estimate.high);
  // One query states more than the estimate reaches: the sample is biased.
  if (high < least || high > least * MAX_INTERVAL_RATIO) return undefined;
  const size = Math.min(high, Math.max(least, Math.round(estimate.size)));
  return { kind: 'estimated', seen, size, low: least, high, reason };
}

/** Returns `whole` if the size is certain and all of it was seen; a certain size alone is not enough. */
export function coverageState({ kind, seen, size }: SizeEstimate): CoverageState {
  if (size === undefined || kind === 'cannot-tell') return 'unknown';
  return kind === 'exact' && seen >= size ? 'whole' : 'estimated';
}
