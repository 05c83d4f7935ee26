import type { Store, WaitingLink } from '../../storage/index.ts';

const MOST_KEPT = 1_024;

/** Reads waiting links that come up soon. */
export class WaitingRows {
  /** Rows read at once: that of the next lease, and those after it. */
  static readonly AT_ONCE = 16;
  private readonly store: Pick<Store, 'links'>;
  private readonly ahead = new Map<number, WaitingLink>();

  constructor(store: Pick<Store, 'links'>) {
    this.store = store;
  }

  take(id: number): WaitingLink | undefined {
    const known = this.ahead.get(id);
    this.ahead.delete(id);
    return known;
  }

  /** Reads links. @returns the first; undefined where it does not wait */
  async read(ids: readonly number[]): Promise<WaitingLink | undefined> {
    if (this.ahead.size > MOST_KEPT) this.ahead.clear();
    for (const link of await this.store.links.waitingAmong(ids)) this.ahead.set(link.id, link);
    return this.take(ids[0] ?? 0);
  }

  /** The order has changed, or links have gone. */
  forget(): void {
    this.ahead.clear();
  }
}
