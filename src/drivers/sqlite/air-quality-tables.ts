import type { Kysely } from 'kysely';

/** Tables of the air-quality job; they belong to regions, not to runs. */
export async function airQualityTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('observation')
    .addColumn('region', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('data', 'text', (c) => c.notNull())
    .addColumn('collected_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('observation_pk', ['region', 'key'])
    .execute();
  await db.schema
    .createTable('listing')
    .addColumn('region', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('data', 'text', (c) => c.notNull())
    .addColumn('collected_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('listing_pk', ['region', 'key'])
    .execute();
  await db.schema
    .createTable('region_form')
    .addColumn('region', 'text', (c) => c.notNull())
    .addColumn('city', 'text', (c) => c.notNull())
    .addColumn('form_id', 'text', (c) => c.notNull())
    .addColumn('page', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('found_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('region_form_pk', ['region', 'city', 'page', 'form_id'])
    .execute();
  await db.schema
    .createTable('region_ask')
    .addColumn('region', 'text', (c) => c.notNull())
    .addColumn('city', 'text', (c) => c.notNull())
    .addColumn('ask', 'text', (c) => c.notNull())
    .addColumn('round', 'integer', (c) => c.notNull())
    .addColumn('outcome', 'text', (c) => c.notNull())
    .addColumn('shape', 'text', (c) => c.notNull())
    .addColumn('asked_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('region_ask_pk', ['region', 'city', 'ask'])
    .execute();
  await db.schema
    .createTable('region_round')
    .addColumn('region', 'text', (c) => c.notNull())
    .addColumn('round', 'integer', (c) => c.notNull())
    .addColumn('web', 'text', (c) => c.notNull())
    .addColumn('started_at', 'bigint', (c) => c.notNull())
    .addColumn('ended_at', 'bigint')
    .addPrimaryKeyConstraint('region_round_pk', ['region', 'round'])
    .execute();
}

/** One figure of one station, identified by station, pollutant, time and source. */
export interface ObservationTable {
  region: string;
  key: string;
  /** ISO 8601, UTC. */
  at: string;
  /** JSON: the observation. */
  data: string;
  collected_at: number;
}

/** One property offer. */
export interface ListingTable {
  region: string;
  key: string;
  /** JSON: the listing. */
  data: string;
  collected_at: number;
}

/** A form that is queried for a city's figures or offers. */
export interface RegionFormTable {
  region: string;
  city: string;
  form_id: string;
  page: string;
  subject: 'air' | 'property';
  found_at: number;
}

/** A question put to such a form, and what came of it last. */
export interface RegionAskTable {
  region: string;
  city: string;
  /** Page, form and filled values. */
  ask: string;
  round: number;
  outcome: 'figures' | 'gaps' | 'nothing' | 'failed';
  /** Digest of how the answer is laid out, so that a source that changes its page is noticed. */
  shape: string;
  asked_at: number;
}

/** One collection round of a region; `ended_at` is null while it runs, or where it was interrupted. */
export interface RegionRoundTable {
  region: string;
  round: number;
  web: string;
  started_at: number;
  ended_at: number | null;
}
