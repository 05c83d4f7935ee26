import type {
  ListingRow,
  ObservationRow,
  RegionAskRow,
  RegionFormRow,
  RegionRoundRow,
  RegionStore,
} from '../../storage/index.ts';
import { orderBy } from './table.ts';
import type { MemoryTables } from './tables.ts';

export class MemoryRegions implements RegionStore {
  private readonly tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.tables = tables;
  }

  async *observations(region: string): AsyncGenerator<ObservationRow> {
    yield* orderBy(
      this.tables.observation.where((row) => row.region === region),
      ({ key }) => key,
    );
  }

  async *listings(region: string): AsyncGenerator<ListingRow> {
    yield* orderBy(
      this.tables.listing.where((row) => row.region === region),
      ({ key }) => key,
    );
  }

  async forms(region: string, city: string): Promise<readonly RegionFormRow[]> {
    return orderBy(
      this.tables.regionForm.where((row) => row.region === region && row.city === city),
      ({ page }) => page,
      ({ form_id }) => form_id,
    );
  }

  async asks(region: string, city: string): Promise<readonly RegionAskRow[]> {
    return orderBy(
      this.tables.regionAsk.where((row) => row.region === region && row.city === city),
      ({ ask }) => ask,
    );
  }

  async lastRound(region: string): Promise<RegionRoundRow | undefined> {
    return orderBy(
      this.tables.regionRound.where((row) => row.region === region),
      ({ round }) => round,
    ).at(-1);
  }

  async putObservations(rows: readonly ObservationRow[]): Promise<void> {
    for (const row of rows) this.tables.observation.put(row);
  }

  async putListings(rows: readonly ListingRow[]): Promise<void> {
    for (const row of rows) this.tables.listing.put(row);
  }

  async putAsk(row: RegionAskRow): Promise<void> {
    this.tables.regionAsk.put(row);
  }

  async replaceForms(region: string, city: string, rows: readonly RegionFormRow[]): Promise<void> {
    this.tables.regionForm.delete((row) => row.region === region && row.city === city);
    for (const row of rows) this.tables.regionForm.insert(row);
  }

  async putRound(row: RegionRoundRow): Promise<void> {
    this.tables.regionRound.put(row);
  }
}
