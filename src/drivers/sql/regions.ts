import type {
  ListingRow,
  ObservationRow,
  RegionAskRow,
  RegionFormRow,
  RegionRoundRow,
  RegionStore,
} from '../../storage/index.ts';
import { type Executor, insertRows, replaceRows } from './executor.ts';

/** Rows of one query. */
const BATCH = 1_000;

export class SqlRegions implements RegionStore {
  private readonly executor: Executor;

  constructor(executor: Executor) {
    this.executor = executor;
  }

  observations(region: string): AsyncIterable<ObservationRow> {
    const rows = this.executor.db.selectFrom('observation').selectAll().where('region', '=', region);
    return inBatches((after) => rows.where('key', '>', after).orderBy('key').limit(BATCH).execute());
  }

  listings(region: string): AsyncIterable<ListingRow> {
    const rows = this.executor.db.selectFrom('listing').selectAll().where('region', '=', region);
    return inBatches((after) => rows.where('key', '>', after).orderBy('key').limit(BATCH).execute());
  }

  forms(region: string, city: string): Promise<readonly RegionFormRow[]> {
    const rows = this.executor.db.selectFrom('region_form').selectAll().where('region', '=', region);
    return rows.where('city', '=', city).orderBy('page').orderBy('form_id').execute();
  }

  asks(region: string, city: string): Promise<readonly RegionAskRow[]> {
    const rows = this.executor.db.selectFrom('region_ask').selectAll().where('region', '=', region);
    return rows.where('city', '=', city).orderBy('ask').execute();
  }

  lastRound(region: string): Promise<RegionRoundRow | undefined> {
    const rounds = this.executor.db.selectFrom('region_round').selectAll().where('region', '=', region);
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
    const old = this.executor.db.deleteFrom('region_form').where('region', '=', region);
    await old.where('city', '=', city).execute();
    await insertRows(this.executor, 'region_form', rows, 'on conflict do nothing');
  }

  async putRound(row: RegionRoundRow): Promise<void> {
    await replaceRows(this.executor, 'region_round', [row]);
  }
}

/** Reads rows by key, a batch at a time. @param read the rows after a key; no key is empty */
async function* inBatches<Row extends { readonly key: string }>(
  read: (after: string) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let rows: Row[] = [];
  do {
    rows = await read(rows.at(-1)?.key ?? '');
    yield* rows;
  } while (rows.length === BATCH);
}
