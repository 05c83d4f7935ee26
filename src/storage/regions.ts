/** One figure of one station, identified by station, pollutant, time and source. */
export interface ObservationRow {
  readonly region: string;
  readonly key: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** JSON: the observation. */
  readonly data: string;
  readonly collected_at: number;
}

/** One property offer. */
export interface ListingRow {
  readonly region: string;
  readonly key: string;
  /** JSON: the listing. */
  readonly data: string;
  readonly collected_at: number;
}

/** A form that is queried for a city's figures or offers. */
export interface RegionFormRow {
  readonly region: string;
  readonly city: string;
  readonly form_id: string;
  readonly page: string;
  readonly subject: 'air' | 'property';
  readonly found_at: number;
}

/** A question put to such a form, and what came of it last. */
export interface RegionAskRow {
  readonly region: string;
  readonly city: string;
  /** Page, form and filled values. */
  readonly ask: string;
  readonly round: number;
  readonly outcome: 'figures' | 'gaps' | 'nothing' | 'failed';
  /** Digest of how the answer is laid out, so that a source that changes its page is noticed. */
  readonly shape: string;
  readonly asked_at: number;
}

/** One collection round of a region; `ended_at` is null while it runs, or where it was interrupted. */
export interface RegionRoundRow {
  readonly region: string;
  readonly round: number;
  readonly web: string;
  readonly started_at: number;
  readonly ended_at: number | null;
}

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
