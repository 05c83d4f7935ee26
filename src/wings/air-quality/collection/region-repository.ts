import type { ListingRow, ObservationRow, Store } from '../../../storage/index.ts';
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

  constructor(store: Store, region: string) {
    this.store = store;
    this.region = region;
  }

  /** Reads all observations in the order of their keys, with flags. */
  async observations(): Promise<Observation[]> {
    return flagged(await parsed<Observation>(this.store.regions.observations(this.region)));
  }

  async listings(): Promise<Listing[]> {
    return parsed<Listing>(this.store.regions.listings(this.region));
  }

  /** Stores observations; one with the same station, pollutant, time and source is replaced. */
  async storeObservations(observations: readonly Observation[]): Promise<void> {
    await this.store.transaction(({ regions }) =>
      regions.putObservations(this.observationRows(observations)),
    );
  }

  async storeListings(listings: readonly Listing[]): Promise<void> {
    await this.store.transaction(({ regions }) => regions.putListings(this.listingRows(listings)));
  }

  /** Stores a query and its answer in one transaction. */
  async storeAnswer(
    ask: AskRecord,
    found: { readonly observations?: readonly Observation[]; readonly listings?: readonly Listing[] },
  ): Promise<void> {
    const row = { region: this.region, ...ask, asked_at: Date.now() };
    await this.store.transaction(async ({ regions }) => {
      await regions.putObservations(this.observationRows(found.observations ?? []));
      await regions.putListings(this.listingRows(found.listings ?? []));
      await regions.putAsk(row);
    });
  }

  async asks(city: string): Promise<Map<string, AskRecord>> {
    const rows = await this.store.regions.asks(this.region, city);
    return new Map(
      rows.map(({ ask, round, outcome, shape }) => [ask, { city, ask, round, outcome, shape }] as const),
    );
  }

  async forms(city: string): Promise<KnownForm[]> {
    const rows = await this.store.regions.forms(this.region, city);
    return rows.map(({ form_id, page, subject }) => ({ city, formId: form_id, page, subject }));
  }

  async replaceForms(city: string, forms: readonly KnownForm[]): Promise<void> {
    const found_at = Date.now();
    const { region } = this;
    const rows = forms.map(({ formId, page, subject }) => ({
      region,
      city,
      form_id: formId,
      page,
      subject,
      found_at,
    }));
    await this.store.transaction(({ regions }) => regions.replaceForms(region, city, rows));
  }

  /** Resumes the interrupted round on the same transport, or begins the next. */
  async openRound(web: string): Promise<{ readonly round: number; readonly resumed: boolean }> {
    const last = await this.store.regions.lastRound(this.region);
    if (last !== undefined && last.ended_at === null && last.web === web)
      return { round: last.round, resumed: true };
    const round = (last?.round ?? 0) + 1;
    const row = { region: this.region, round, web, started_at: Date.now(), ended_at: null };
    await this.store.transaction(({ regions }) => regions.putRound(row));
    return { round, resumed: false };
  }

  /** Ends the round that was opened last. */
  async endRound(): Promise<void> {
    await this.store.transaction(async ({ regions }) => {
      const last = await regions.lastRound(this.region);
      if (last !== undefined) await regions.putRound({ ...last, ended_at: Date.now() });
    });
  }

  private observationRows(observations: readonly Observation[]): ObservationRow[] {
    const collected_at = Date.now();
    return observations.map((observation) => {
      const { station, city, pollutant, at, hours, source, synthetic } = observation;
      const key = [stationKey(station, city), pollutant, at, hours, synthetic, source].join('|');
      const data = JSON.stringify({ ...observation, flags: [] });
      return { region: this.region, key, at, data, collected_at };
    });
  }

  private listingRows(listings: readonly Listing[]): ListingRow[] {
    const collected_at = Date.now();
    return listings.map((listing) => ({
      region: this.region,
      key: listing.key,
      data: JSON.stringify(listing),
      collected_at,
    }));
  }
}

async function parsed<Kept>(rows: AsyncIterable<{ readonly data: string }>): Promise<Kept[]> {
  const all: Kept[] = [];
  for await (const { data } of rows) all.push(JSON.parse(data) as Kept);
  return all;
}
