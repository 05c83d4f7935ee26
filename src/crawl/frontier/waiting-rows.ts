import type { Store } from '../../drivers/sqlite/index.ts';
import type { LinkRow } from '../../storage/index.ts';

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

/** Rows read at once: that of the next lease, and those that come up after it. */
const AT_ONCE = 16;
const READ = `
  select ${COLUMNS.map((column) => `link.${column}`).join(', ')}, origin.url as via
  from link left join link as origin on origin.id = link.parent
  where link.state = 'waiting' and link.id in (${Array(AT_ONCE).fill('?').join(', ')})`;

/** Rows kept at most of links whose turn has not come. */
const MOST_KEPT = 1_024;

/** What is known of waiting links. */
export class WaitingRows {
  private readonly store: Store;
  /** Of links that come up soon. */
  private readonly ahead = new Map<number, WaitingLink>();

  constructor(store: Store) {
    this.store = store;
  }

  query() {
    return this.store.db.selectFrom('link').select(COLUMNS).where('state', '=', 'waiting');
  }

  /** First and last number of a run's links, each found by one look at an index. */
  async ends(runId: number): Promise<readonly [number, number]> {
    const of = async (order: 'asc' | 'desc') => {
      const row = await this.store.db
        .selectFrom('link')
        .select('id')
        .where('run_id', '=', runId)
        .orderBy('id', order)
        .limit(1)
        .executeTakeFirst();
      return row?.id;
    };
    return [(await of('asc')) ?? 1, (await of('desc')) ?? 0];
  }

  /** What is known of a link, read together with those that come up after it. */
  read(id: number, soon: (count: number) => readonly number[]): WaitingLink | undefined {
    const known = this.ahead.get(id);
    this.ahead.delete(id);
    if (known !== undefined) return known;
    if (this.ahead.size > MOST_KEPT) this.ahead.clear();
    const ids = [id, ...soon(AT_ONCE - 1)];
    // One text for any number of them: the same is asked for twice rather than another statement prepared.
    const asked = Array.from({ length: AT_ONCE }, (_, i) => ids[i] ?? id);
    const rows = this.store.peek<WaitingLink>(READ, asked);
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

export interface WaitingLink extends Pick<LinkRow, (typeof COLUMNS)[number]> {
  /** Address of the page that it was found on, where that has been read too. */
  readonly via?: string | null;
}
