import { median, quantileSorted } from 'simple-statistics';
import type { SoundListing } from './clean.ts';
import type { Deal, PropertyKind } from './listing.ts';

/** Holds what is to be valued: one's own property, or an offer. */
export interface ValuedProperty {
  readonly city: string;
  readonly division: string | null;
  readonly deal: Deal;
  readonly kind: PropertyKind;
  /** Square feet. */
  readonly area: number;
  readonly bedrooms?: number | null;
}

export interface Valuation {
  /** Rupees: the whole for a sale, a month for rent. */
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** Chance that an asking price lies within the limits, by offers that were left out. */
  readonly level: number;
  /** Offers of this deal, with an area, that it was learned from. */
  readonly learnedFrom: number;
  /** Counts those of the same kind in the same division. */
  readonly near: number;
}

export type Fairness = 'cheap' | 'fair' | 'dear';

const LEVEL = 0.8;
/** Fewest offers with an area that a deal must have. */
const LEAST = 8;
/** A place counts as much as so many offers of its city in general: few offers of a division say little by themselves. */
const SHRINK = 2;
const ROUNDS = 8;

/** Median asking prices of a group of offers. */
export interface PriceFigure {
  readonly city: string;
  /** Null for the city as a whole. */
  readonly division: string | null;
  readonly deal: Deal;
  readonly kind: PropertyKind;
  readonly offers: number;
  readonly medianPrice: number;
  /** Rupees a square foot; null where fewer than three offers give their area. */
  readonly medianRate: number | null;
  readonly synthetic: boolean;
}

/** Medians by city and by division, for each deal and kind, in order of name. */
export function priceFigures(listings: readonly SoundListing[]): PriceFigure[] {
  const groups = new Map<string, { division: string | null; members: SoundListing[] }>();
  for (const one of listings) {
    const levels = one.division === null ? [null] : [null, one.division];
    for (const division of levels) {
      const key = [one.city, division ?? '', one.deal, one.kind].join('|');
      const group = groups.get(key) ?? { division, members: [] };
      group.members.push(one);
      groups.set(key, group);
    }
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, { division, members }]) => {
      const [first] = members;
      if (first === undefined) return [];
      const rates = members.flatMap(rateOf);
      return [
        {
          city: first.city,
          division,
          deal: first.deal,
          kind: first.kind,
          offers: members.length,
          medianPrice: median(members.map(({ price }) => price)),
          medianRate: rates.length >= 3 ? median(rates) : null,
          synthetic: members.some(({ synthetic }) => synthetic),
        },
      ];
    });
}

const rateOf = ({ price, area }: SoundListing): number[] => (area === null ? [] : [price / area]);

/** Values property by what offers of one deal ask for. */
export interface Valuer {
  /** @returns null where fewer than eight offers of the deal give an area, or none is of the kind or the city */
  value(subject: ValuedProperty): Valuation | null;
  /** Tells whether an offer asks for less, about as much or more than the others make of it; null where it gives no area. */
  judge(listing: SoundListing): { readonly fairness: Fairness; readonly worth: number } | null;
}

/** Effects of kind and place on the logarithm of rupees a square foot. */
interface Rates {
  readonly kinds: ReadonlyMap<string, number>;
  readonly cities: ReadonlyMap<string, number>;
  readonly divisions: ReadonlyMap<string, number>;
}

/**
 * Learns what offers ask a square foot by kind and place, robustly (Tukey's median polish of the logarithms, places drawn
 * towards their city). Limits are those within which four of five offers lie when each is left out and valued by the others.
 */
export function valuerOf(listings: readonly SoundListing[], deal: Deal): Valuer {
  const offers = listings.filter((one): one is Priced => one.deal === deal && one.area !== null);
  const rates = polish(offers);
  const errors = new Map(
    offers.map((one, i) => {
      const said = logRate(polish(offers.toSpliced(i, 1)), one);
      return [one.key, said === null ? null : Math.log(one.price / one.area) - said] as const;
    }),
  );
  const spread = [...errors.values()].filter((error) => error !== null).sort((a, b) => a - b);
  // One rank farther out than the share asks for, as what is valued is one more (conformal prediction).
  const tail = Math.max(0, (1 - LEVEL) / 2 - 1 / Math.max(1, spread.length));
  const enough = spread.length >= LEAST;
  const low = enough ? Math.exp(Math.min(0, quantileSorted(spread, tail))) : 1;
  const high = enough ? Math.exp(Math.max(0, quantileSorted(spread, 1 - tail))) : 1;
  return {
    value(subject) {
      const rate = enough ? logRate(rates, subject) : null;
      if (rate === null) return null;
      const value = subject.area * Math.exp(rate);
      const near = offers.filter(
        ({ kind, city, division }) =>
          kind === subject.kind && city === subject.city && division === subject.division,
      ).length;
      return { value, low: value * low, high: value * high, level: LEVEL, learnedFrom: offers.length, near };
    },
    judge(listing) {
      const error = enough ? errors.get(listing.key) : null;
      if (error === null || error === undefined) return null;
      const ratio = Math.exp(error);
      const fairness = ratio < low ? 'cheap' : ratio > high ? 'dear' : 'fair';
      return { fairness, worth: listing.price / ratio };
    },
  };
}

type Priced = SoundListing & { readonly area: number };
type Placed = Pick<ValuedProperty, 'kind' | 'city' | 'division'>;

const divisionOf = ({ city, division }: Placed): string => `${city}/${division ?? ''}`;

function logRate({ kinds, cities, divisions }: Rates, placed: Placed): number | null {
  const kind = kinds.get(placed.kind);
  const city = cities.get(placed.city);
  if (kind === undefined || city === undefined) return null;
  return kind + (divisions.get(divisionOf(placed)) ?? city);
}

function polish(offers: readonly Priced[]): Rates {
  const logs = offers.map(({ price, area }) => Math.log(price / area));
  const kinds = new Map<string, number>();
  let cities = new Map<string, number>();
  let divisions = new Map<string, number>();
  const placeOf = (one: Priced) => divisions.get(divisionOf(one)) ?? cities.get(one.city) ?? 0;
  for (let round = 0; round < ROUNDS; round++) {
    const left = (effect: (one: Priced) => number) =>
      offers.map((one, i) => ({ one, rest: (logs[i] ?? 0) - effect(one) }));
    for (const [kind, rest] of medians(left(placeOf), ({ kind }) => kind)) kinds.set(kind, rest.middle);
    const places = left(({ kind }) => kinds.get(kind) ?? 0);
    cities = new Map([...medians(places, ({ city }) => city)].map(([city, { middle }]) => [city, middle]));
    divisions = new Map(
      [...medians(places, divisionOf)].map(([division, { middle, count }]) => {
        const city = cities.get(division.slice(0, division.indexOf('/'))) ?? 0;
        return [division, (count * middle + SHRINK * city) / (count + SHRINK)];
      }),
    );
  }
  return { kinds, cities, divisions };
}

function medians(
  rests: readonly { readonly one: Priced; readonly rest: number }[],
  keyOf: (one: Priced) => string,
): Map<string, { middle: number; count: number }> {
  const groups = Map.groupBy(rests, ({ one }) => keyOf(one));
  return new Map(
    [...groups].map(([key, group]) => [
      key,
      { middle: median(group.map(({ rest }) => rest)), count: group.length },
    ]),
  );
}
