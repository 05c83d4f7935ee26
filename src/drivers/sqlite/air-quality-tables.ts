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
