import { median, quantileSorted } from 'simple-statistics';
import type { SoundListing } from './clean.ts';
import type { Deal, PropertyKind } from './listing.ts';

/** What is to be valued: one's own property, or an offer. */
export interface Subject {
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
  /** Offers it was taken from. */
  readonly comparables: readonly SoundListing[];
  /** Offers of this deal and kind that the limits were learned from. */
  readonly learnedFrom: number;
}

export type Fairness = 'cheap' | 'fair' | 'dear';

export const LEVEL = 0.8;
const NEAREST = 7;
const LEAST = 4;
/** Distance between places, in the logarithm of areas: another division counts as much as an area half as large again. */
const OTHER_DIVISION = 0.4;
const OTHER_CITY = 1.5;
const BEDROOM = 0.15;

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

/**
 * What a property would be offered at: its area times the median rate of the offers most like it (same deal and kind; near
 * in area, division and rooms). The limits are those within which four of five offers lie when each is left out and
 * valued by the others.
 * @returns null where fewer than four offers of the deal and kind give an area
 */
export function valuationOf(subject: Subject, listings: readonly SoundListing[]): Valuation | null {
  const like = listings.filter(
    (one) => one.deal === subject.deal && one.kind === subject.kind && one.area !== null,
  );
  const comparables = nearestTo(subject, like);
  if (comparables.length < LEAST) return null;
  const value = subject.area * median(comparables.flatMap(rateOf));
  const { low, high } = errorLimits(like, (1 - LEVEL) / 2);
  return { value, low: value * low, high: value * high, level: LEVEL, comparables, learnedFrom: like.length };
}

/** Whether an offer asks for less, about as much or more than others like it, and what they would have it ask. */
export function fairnessOf(
  listing: SoundListing,
  listings: readonly SoundListing[],
): { readonly fairness: Fairness; readonly valuation: Valuation } | null {
  if (listing.area === null) return null;
  const others = listings.filter(({ key }) => key !== listing.key);
  const valuation = valuationOf({ ...listing, area: listing.area }, others);
  if (valuation === null) return null;
  const { price } = listing;
  const fairness = price < valuation.low ? 'cheap' : price > valuation.high ? 'dear' : 'fair';
  return { fairness, valuation };
}

function nearestTo(subject: Subject, like: readonly SoundListing[]): SoundListing[] {
  return like
    .map((one) => ({ one, far: distance(subject, one) }))
    .sort((a, b) => a.far - b.far || (a.one.key < b.one.key ? -1 : 1))
    .slice(0, NEAREST)
    .map(({ one }) => one);
}

function distance(subject: Subject, one: SoundListing): number {
  const size = Math.abs(Math.log((one.area ?? subject.area) / subject.area));
  const place =
    one.city !== subject.city ? OTHER_CITY : one.division !== subject.division ? OTHER_DIVISION : 0;
  const rooms =
    one.bedrooms === null || subject.bedrooms == null
      ? 0
      : BEDROOM * Math.abs(one.bedrooms - subject.bedrooms);
  return size + place + rooms;
}

/** Factors between which asking prices lie about what the other offers make of them. */
function errorLimits(like: readonly SoundListing[], tail: number): { low: number; high: number } {
  const ratios = like
    .flatMap((one) => {
      if (one.area === null) return [];
      const near = nearestTo(
        { ...one, area: one.area },
        like.filter((other) => other !== one),
      );
      return near.length === 0 ? [] : [one.price / (one.area * median(near.flatMap(rateOf)))];
    })
    .sort((a, b) => a - b);
  // One rank farther out than the share asks for, as the offer to be valued is one more (conformal prediction).
  const rank = Math.max(0, tail - 1 / ratios.length);
  return {
    low: Math.min(1, quantileSorted(ratios, rank)),
    high: Math.max(1, quantileSorted(ratios, 1 - rank)),
  };
}
