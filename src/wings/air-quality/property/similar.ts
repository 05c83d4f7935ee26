import type { SoundListing } from './clean.ts';
import type { ValuedProperty } from './value.ts';

/** Air of a division, as the air-quality table has it. */
export interface DivisionAir {
  readonly city: string;
  readonly division: string;
  /** µg/m³. */
  readonly pm25: number;
  /** Null where no interval holds the value: a day alone, or a season without a day. */
  readonly low: number | null;
  readonly high: number | null;
  readonly mark: string;
  readonly synthetic: boolean;
}

export interface BetterAir {
  readonly listing: SoundListing;
  readonly air: DivisionAir;
  /** µg/m³ less than at the subject's. */
  readonly less: number;
  /** False where the limits of the two values overlap or one has none, so that it may as well be worse. */
  readonly sure: boolean;
}

const AREA_SHARE = 0.35;
const PRICE_SHARE = 0.3;

/**
 * Offers like a property, where the air has less PM2.5: same deal and kind, area and price within a third, cleanest first.
 * @param price price or estimated value of the property, rupees
 */
export function similarWithBetterAir(
  subject: ValuedProperty,
  price: number,
  listings: readonly SoundListing[],
  air: readonly DivisionAir[],
): BetterAir[] {
  const airOf = (city: string, division: string | null) =>
    air.find((one) => one.city === city && one.division === division);
  const own = airOf(subject.city, subject.division);
  if (own === undefined) return [];
  const near = (a: number, b: number, share: number) => Math.abs(a - b) <= share * b;
  return listings
    .filter((one) => one.deal === subject.deal && one.kind === subject.kind)
    .filter((one) => one.area !== null && near(one.area, subject.area, AREA_SHARE))
    .filter((one) => near(one.price, price, PRICE_SHARE))
    .flatMap((listing): BetterAir[] => {
      const there = airOf(listing.city, listing.division);
      if (there === undefined || there.pm25 >= own.pm25) return [];
      return [{ listing, air: there, less: own.pm25 - there.pm25, sure: isBelow(there, own) }];
    })
    .sort((a, b) => a.air.pm25 - b.air.pm25 || a.listing.price - b.listing.price);
}

const isBelow = ({ high }: DivisionAir, { low }: DivisionAir): boolean =>
  high !== null && low !== null && high < low;
