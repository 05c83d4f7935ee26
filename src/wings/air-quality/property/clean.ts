import { median, medianAbsoluteDeviation } from 'simple-statistics';
import { foldText } from '../../../foundation/text/index.ts';
import type { Deal, Listing, ListingReason, PropertyKind } from './listing.ts';

/** A listing that can be reckoned with. */
export interface SoundListing extends Listing {
  readonly city: string;
  readonly deal: Deal;
  readonly kind: PropertyKind;
  readonly price: number;
}

export interface CleanListings {
  readonly sound: readonly SoundListing[];
  readonly leftOut: readonly { readonly listing: Listing; readonly reason: ListingReason }[];
}

/** Limits beyond which a figure was misread or mistyped: rupees (a month, or the whole), and square feet. */
const PRICES: Readonly<Record<Deal, readonly [number, number]>> = {
  rent: [1_000, 20_000_000],
  sale: [100_000, 5_000_000_000],
};
const AREAS = [50, 50_000_000] as const;
/** Prices this many robust deviations (in logarithms) from the median of their like cannot be. */
const FAR = 6;
const LEAST_FOR_MEDIAN = 8;

/** Separates usable listings from unusable ones, which get a reason. The order is kept. */
export function cleanListings(listings: readonly Listing[]): CleanListings {
  const sound: SoundListing[] = [];
  const leftOut: { listing: Listing; reason: ListingReason }[] = [];
  const seen = new Set<string>();
  for (const listing of listings) {
    const checked = check(listing, seen);
    if (typeof checked === 'string') leftOut.push({ listing, reason: checked });
    else sound.push(checked);
  }
  const far = farPrices(sound);
  for (const listing of far) leftOut.push({ listing, reason: 'price cannot be' });
  return { sound: sound.filter((one) => !far.has(one)), leftOut };
}

function check(listing: Listing, seen: Set<string>): SoundListing | ListingReason {
  const { city, deal, kind, price, area } = listing;
  if (/\b(?:wanted|required|looking for)\b/i.test(listing.text)) return 'wanted, not offered';
  if (city === null) return 'city is not of the region';
  if (price === null) return 'no price';
  if (deal === null) return 'sale or rent is not said';
  if (kind === null) return 'kind is not said';
  const [least, most] = PRICES[deal];
  if (price < least || price > most) return 'price cannot be';
  if (area !== null && (area < AREAS[0] || area > AREAS[1])) return 'area cannot be';
  const same = [
    city,
    foldText(listing.locality ?? ''),
    deal,
    kind,
    price,
    area ?? '',
    listing.bedrooms ?? '',
  ].join('|');
  if (seen.has(same)) return 'the same offer again';
  seen.add(same);
  return { ...listing, city, deal, kind, price };
}

function farPrices(listings: readonly SoundListing[]): Set<SoundListing> {
  const far = new Set<SoundListing>();
  for (const members of Map.groupBy(listings, ({ deal, kind }) => `${deal} ${kind}`).values()) {
    if (members.length < LEAST_FOR_MEDIAN) continue;
    const logs = members.map(({ price }) => Math.log(price));
    const middle = median(logs);
    const spread = 1.4826 * medianAbsoluteDeviation(logs);
    if (spread === 0) continue;
    members.forEach((one, i) => {
      if (Math.abs((logs[i] ?? middle) - middle) > FAR * spread) far.add(one);
    });
  }
  return far;
}
