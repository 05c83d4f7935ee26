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

export interface RegionReader {}

export interface RegionStore extends RegionReader {}
