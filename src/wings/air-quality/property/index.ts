/** Property offers: read, cleaned with reasons, priced, and held against each other. */

export { type CleanListings, cleanListings, type SoundListing } from './clean.ts';
export { type Deal, KINDS, type Listing, type ListingReason, type PropertyKind } from './listing.ts';
export { parseListing } from './parse-listing.ts';
export { type Gazetteer, gazetteerOf, type Place } from './places.ts';
export { rupeesOf, squareFeetOf } from './quantities.ts';
export { ListingsError, looksLikeListings, readListings } from './read-listings.ts';
export { type BetterAir, type DivisionAir, similarWithBetterAir } from './similar.ts';
export {
  type Fairness,
  type PriceFigure,
  priceFigures,
  type Valuation,
  type ValuedProperty,
  type Valuer,
  valuerOf,
} from './value.ts';
