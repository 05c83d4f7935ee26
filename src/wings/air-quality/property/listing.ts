export type Deal = 'sale' | 'rent';
export const KINDS = ['house', 'flat', 'plot', 'shop', 'office', 'industrial', 'farm land'] as const;
export type PropertyKind = (typeof KINDS)[number];

/** One property offer, as far as its text describes it. */
export interface Listing {
  /** Identifies the offer: by its own address, else by its content. */
  readonly key: string;
  readonly city: string | null;
  readonly locality: string | null;
  readonly division: string | null;
  readonly deal: Deal | null;
  readonly kind: PropertyKind | null;
  /** Rupees: the whole for a sale, a month for rent. */
  readonly price: number | null;
  /** Square feet. */
  readonly area: number | null;
  readonly bedrooms: number | null;
  readonly text: string;
  readonly source: string;
  readonly request: string | null;
  /** Made up by a practice web, and marked so by its page. */
  readonly synthetic: boolean;
}

/** Says why a listing is left out of figures; it is stored nevertheless. */
export type ListingReason =
  | 'no price'
  | 'sale or rent is not said'
  | 'kind is not said'
  | 'city is not of the region'
  | 'price cannot be'
  | 'area cannot be'
  | 'the same offer again'
  | 'wanted, not offered';
