import type {
  ListingRow,
  ObservationRow,
  RegionAskRow,
  RegionFormRow,
  RegionRoundRow,
  RegionStore,
} from '../../storage/index.ts';
import { insertRows, replaceRows } from './executor.ts';
import { inBatches } from './in-batches.ts';
import { Port } from './port.ts';

/** Rows of one query. */
const BATCH = 1_000;

const inKeyOrder = <Row extends { readonly key: string }>(read: (after: string) => Promise<readonly Row[]>) =>
  inBatches<Row>((last) => read(last?.key ?? ''), BATCH);

export class SqlRegions extends Port implements RegionStore {
  observations(region: string): AsyncIterable<ObservationRow> {
    const rows = this.db.selectFrom('observation').selectAll().where('region', '=', region);
    return inKeyOrder((after) => rows.where('key', '>', after).orderBy('key').limit(BATCH).execute());
  }

  listings(region: string): AsyncIterable<ListingRow> {
    const rows = this.db.selectFrom('listing').selectAll().where('region', '=', region);
    return inKeyOrder((after) => rows.where('key', '>', after).orderBy('key').limit(BATCH).execute());
  }

  forms(region: string, city: string): Promise<readonly RegionFormRow[]> {
    const rows = this.db.selectFrom('region_form').selectAll().where('region', '=', region);
    return rows.where('city', '=', city).orderBy('page').orderBy('form_id').execute();
  }

  asks(region: string, city: string): Promise<readonly RegionAskRow[]> {
    const rows = this.db.selectFrom('region_ask').selectAll().where('region', '=', region);
    return rows.where('city', '=', city).orderBy('ask').execute();
  }

  lastRound(region: string): Promise<RegionRoundRow | undefined> {
    const rounds = this.db.selectFrom('region_round').selectAll().where('region', '=', region);
    return rounds.orderBy('round', 'desc').limit(1).executeTakeFirst();
  }

  async putObservations(rows: readonly ObservationRow[]): Promise<void> {
    await replaceRows(this.executor, 'observation', rows);
  }

  async putListings(rows: readonly ListingRow[]): Promise<void> {
    await replaceRows(this.executor, 'listing', rows);
  }

  async putAsk(row: RegionAskRow): Promise<void> {
    await replaceRows(this.executor, 'region_ask', [row]);
  }

  async replaceForms(region: string, city: string, rows: readonly RegionFormRow[]): Promise<void> {
    const old = this.db.deleteFrom('region_form').where('region', '=', region);
    await old.where('city', '=', city).execute();
    await insertRows(this.executor, 'region_form', rows, 'on conflict do nothing');
  }

  async putRound(row: RegionRoundRow): Promise<void> {
    await replaceRows(this.executor, 'region_round', [row]);
  }
}
