import type { Store } from '../store/index.ts';

const COLUMNS = [
  'id',
  'url',
  'site',
  'host',
  'kind',
  'anchor',
  'around',
  'parent',
  'depth',
  'hops',
  'score',
  'attempts',
  'crashes',
] as const;

/** Rows kept at most of links whose turn has not come. */
const MOST_KEPT = 1_024;

/** What is known of waiting links. */
export class WaitingRows {
  private readonly store: Store;
  /** Of links that come up soon. */
  private readonly ahead = new Map<number, LinkRow>();

  constructor(store: Store) {
    this.store = store;
  }

  query() {
    return this.store.db.selectFrom('link').select(COLUMNS).where('state', '=', 'waiting');
  }

  /** What is known of a link, read together with those that come up after it. */
  async read(id: number, soon: () => readonly number[]): Promise<LinkRow | undefined> {
    const known = this.ahead.get(id);
    this.ahead.delete(id);
    if (known !== undefined) return known;
    if (this.ahead.size > MOST_KEPT) this.ahead.clear();
    const rows = await this.query()
      .where('id', 'in', [id, ...soon()])
      .execute();
    for (const row of rows) this.ahead.set(row.id, row);
    const row = this.ahead.get(id);
    this.ahead.delete(id);
    return row;
  }

  /** The order has changed, or links have gone. */
  forget(): void {
    this.ahead.clear();
  }
}

export type LinkRow = Awaited<ReturnType<ReturnType<WaitingRows['query']>['execute']>>[number];
