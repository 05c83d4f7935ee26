import { integer, type RowOf, table, text } from './table.ts';

export const REGION_TABLES = {
  /** One figure of one station, identified by station, pollutant, time and source. */
  observation: table(['region', 'key'], {
    region: text,
    key: text,
    /** ISO 8601, UTC. */
    at: text,
    /** JSON: the observation. */
    data: text,
    collected_at: integer,
  }),
  /** One property offer. */
  listing: table(['region', 'key'], {
    region: text,
    key: text,
    /** JSON: the listing. */
    data: text,
    collected_at: integer,
  }),
  /** A form that is queried for a city's figures or offers. */
  region_form: table(['region', 'city', 'page', 'form_id'], {
    region: text,
    city: text,
    form_id: text,
    page: text,
    subject: text.as<'air' | 'property'>(),
    found_at: integer,
  }),
  /** A question put to such a form, and what came of it last. */
  region_ask: table(['region', 'city', 'ask'], {
    region: text,
    city: text,
    /** Page, form and filled values. */
    ask: text,
    round: integer,
    outcome: text.as<'figures' | 'gaps' | 'nothing' | 'failed'>(),
    /** Digest of how the answer is laid out, so that a source that changes its page is noticed. */
    shape: text,
    asked_at: integer,
  }),
  /** One collection round of a region; `ended_at` is null while it runs, or where it was interrupted. */
  region_round: table(['region', 'round'], {
    region: text,
    round: integer,
    web: text,
    started_at: integer,
    ended_at: integer.orNull(),
  }),
};
export type ObservationRow = RowOf<typeof REGION_TABLES.observation>;
export type ListingRow = RowOf<typeof REGION_TABLES.listing>;
export type RegionFormRow = RowOf<typeof REGION_TABLES.region_form>;
export type RegionAskRow = RowOf<typeof REGION_TABLES.region_ask>;
export type RegionRoundRow = RowOf<typeof REGION_TABLES.region_round>;

/** Reads what was collected of regions. */
export interface RegionReader {
  /** Observations by key. */
  observations(region: string): AsyncIterable<ObservationRow>;
  /** Listings by key. */
  listings(region: string): AsyncIterable<ListingRow>;
  /** Forms of a city by page and form. */
  forms(region: string, city: string): Promise<readonly RegionFormRow[]>;
  /** Questions put to the forms of a city, by question. */
  asks(region: string, city: string): Promise<readonly RegionAskRow[]>;
  /** The round with the largest number; undefined where none was begun. */
  lastRound(region: string): Promise<RegionRoundRow | undefined>;
}

export interface RegionStore extends RegionReader {
  /** Adds observations; one with the same region and key is replaced. */
  putObservations(rows: readonly ObservationRow[]): Promise<void>;
  /** Adds listings; one with the same region and key is replaced. */
  putListings(rows: readonly ListingRow[]): Promise<void>;
  /** Adds a question; what came of it before is replaced. */
  putAsk(row: RegionAskRow): Promise<void>;
  /** Forgets the forms of a city and adds others; one that is given twice is added once. */
  replaceForms(region: string, city: string, rows: readonly RegionFormRow[]): Promise<void>;
  /** Adds a round; one with the same number is replaced. */
  putRound(row: RegionRoundRow): Promise<void>;
}
