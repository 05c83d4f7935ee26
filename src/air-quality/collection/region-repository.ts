import type { Store, StoreTransaction } from '../../drivers/sqlite/index.ts';
import { stationKey } from '../divisions/stations.ts';
import { flagged } from '../flags.ts';
import type { Observation } from '../observation.ts';
import type { Listing } from '../property/index.ts';
import type { PortalSubject } from './region-plan.ts';

export interface KnownForm {
  readonly city: string;
  readonly formId: string;
  readonly page: string;
  readonly subject: PortalSubject;
}

/** Outcome of a query: all figures, some missing, none, or no answer. */
export type AskOutcome = 'figures' | 'gaps' | 'nothing' | 'failed';

export interface AskRecord {
  readonly city: string;
  readonly ask: string;
  readonly round: number;
  readonly outcome: AskOutcome;
  readonly shape: string;
}

/** Stores the observations, listings, forms and queries of a region. */
export class RegionRepository {
  private readonly store: Store;
  private readonly region: string;
  private readonly now: () => number;

  constructor(store: Store, region: string, now: () => number = Date.now) {
    this.store = store;
    this.region = region;
    this.now = now;
  }

  /** Reads all observations in the order of their keys, with flags. */
  async observations(): Promise<Observation[]> {
    const rows = await this.store.db
      .selectFrom('observation')
      .select('data')
      .where('region', '=', this.region)
      .orderBy('key')
      .execute();
    return flagged(rows.map(({ data }) => JSON.parse(data) as Observation));
  }

  async listings(): Promise<Listing[]> {
    const rows = await this.store.db
      .selectFrom('listing')
      .select('data')
      .where('region', '=', this.region)
      .orderBy('key')
      .execute();
    return rows.map(({ data }) => JSON.parse(data) as Listing);
  }

  /** Stores observations; one with the same station, pollutant, time and source is replaced. */
  async storeObservations(observations: readonly Observation[]): Promise<void> {
    await this.store.transaction((trx) => this.writeObservations(trx, observations));
  }

  async storeListings(listings: readonly Listing[]): Promise<void> {
    await this.store.transaction((trx) => this.writeListings(trx, listings));
  }

  /** Stores a query and its answer in one transaction. */
  async storeAnswer(
    ask: AskRecord,
    found: { readonly observations?: readonly Observation[]; readonly listings?: readonly Listing[] },
  ): Promise<void> {
    const asked_at = this.now();
    await this.store.transaction(async (trx) => {
      await this.writeObservations(trx, found.observations ?? []);
      await this.writeListings(trx, found.listings ?? []);
      const row = { region: this.region, ...ask, asked_at };
      await trx.db
        .insertInto('region_ask')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['region', 'city', 'ask']).doUpdateSet({
            round: row.round,
            outcome: row.outcome,
            shape: row.shape,
            asked_at,
          }),
        )
        .execute();
    });
  }

  async asks(city: string): Promise<Map<string, AskRecord>> {
    const rows = await this.store.db
      .selectFrom('region_ask')
      .select(['city', 'ask', 'round', 'outcome', 'shape'])
      .where('region', '=', this.region)
      .where('city', '=', city)
      .execute();
    return new Map(rows.map((row) => [row.ask, row]));
  }

  async forms(city: string): Promise<KnownForm[]> {
    const rows = await this.store.db
      .selectFrom('region_form')
      .select(['city', 'form_id', 'page', 'subject'])
      .where('region', '=', this.region)
      .where('city', '=', city)
      .orderBy('page')
      .orderBy('form_id')
      .execute();
    return rows.map(({ form_id, ...row }) => ({ ...row, formId: form_id }));
  }

  /** Replaces the forms of a city. */
  async replaceForms(city: string, forms: readonly KnownForm[]): Promise<void> {
    const found_at = this.now();
    await this.store.transaction(async (trx) => {
      await trx.db
        .deleteFrom('region_form')
        .where('region', '=', this.region)
        .where('city', '=', city)
        .execute();
      for (const { formId, page, subject } of forms)
        await trx.db
          .insertInto('region_form')
          .values({ region: this.region, city, form_id: formId, page, subject, found_at })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
    });
  }

  /** Resumes the interrupted round on the same transport, or begins the next. */
  async openRound(web: string): Promise<{ readonly round: number; readonly resumed: boolean }> {
    const last = await this.store.db
      .selectFrom('region_round')
      .selectAll()
      .where('region', '=', this.region)
      .orderBy('round', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (last !== undefined && last.ended_at === null && last.web === web)
      return { round: last.round, resumed: true };
    const round = (last?.round ?? 0) + 1;
    await this.store.transaction((trx) =>
      trx.db
        .insertInto('region_round')
        .values({ region: this.region, round, web, started_at: this.now(), ended_at: null })
        .execute(),
    );
    return { round, resumed: false };
  }

  async endRound(round: number): Promise<void> {
    await this.store.transaction((trx) =>
      trx.db
        .updateTable('region_round')
        .set({ ended_at: this.now() })
        .where('region', '=', this.region)
        .where('round', '=', round)
        .execute(),
    );
  }

  private async writeObservations(
    trx: StoreTransaction,
    observations: readonly Observation[],
  ): Promise<void> {
    const collected_at = this.now();
    for (const observation of observations) {
      const { station, city, pollutant, at, hours, source, synthetic } = observation;
      const key = [stationKey(station, city), pollutant, at, hours, synthetic, source].join('|');
      const data = JSON.stringify({ ...observation, flags: [] });
      await trx.db
        .insertInto('observation')
        .values({ region: this.region, key, at, data, collected_at })
        .onConflict((conflict) => conflict.columns(['region', 'key']).doUpdateSet({ data, collected_at }))
        .execute();
    }
  }

  private async writeListings(trx: StoreTransaction, listings: readonly Listing[]): Promise<void> {
    const collected_at = this.now();
    for (const listing of listings) {
      const data = JSON.stringify(listing);
      await trx.db
        .insertInto('listing')
        .values({ region: this.region, key: listing.key, data, collected_at })
        .onConflict((conflict) => conflict.columns(['region', 'key']).doUpdateSet({ data, collected_at }))
        .execute();
    }
  }
}
