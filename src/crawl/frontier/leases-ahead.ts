import type { LinkLease, Store, WaitingLink } from '../../storage/index.ts';

/** Links leased together for each request that a host takes at once. */
const BLOCK = 4;

/** Leases links of a site before their turn, a block a transaction. A process that dies leaves the leases of its blocks, as suspects. */
export class LeasesAhead {
  private readonly store: Store;
  private readonly block: number;
  private readonly links = new Map<number, WaitingLink & LinkLease>();

  constructor(store: Store, requestsPerHost: number) {
    this.store = store;
    this.block = BLOCK * requestsPerHost;
  }

  take(id: number): (WaitingLink & LinkLease) | undefined {
    const link = this.links.get(id);
    this.links.delete(id);
    return link;
  }

  /** A link that was taken is not handed out after all. */
  putBack({ fence, ...link }: WaitingLink & Partial<LinkLease>): void {
    if (fence !== undefined) this.links.set(link.id, { ...link, fence });
  }

  of(site: string): readonly (WaitingLink & LinkLease)[] {
    return [...this.links.values()].filter((link) => link.site === site);
  }

  /** Counts the links of a host that may be leased now, beside those that are. */
  roomOn(host: string): number {
    return this.block - [...this.links.values()].filter((link) => link.host === host).length;
  }

  /** Leases those of a site's links that still wait. @throws {LeaseEndedError} the site is another's */
  async lease(links: readonly WaitingLink[], site: string, owner: string, until: number): Promise<void> {
    const ids = links.map(({ id }) => id);
    const fences = await this.store.transaction((trx) => trx.links.lease(ids, owner, until), {
      // It is what a page that kills the process is known by; a power cut is no page's doing.
      survives: 'process',
      sites: [site],
    });
    for (const link of links) {
      const fence = fences.get(link.id);
      if (fence !== undefined) this.links.set(link.id, { ...link, fence });
    }
  }

  /** Lets the links of a site wait again. @throws {LeaseEndedError} the site is another's */
  async giveBack(site: string): Promise<void> {
    const links = this.of(site);
    if (links.length === 0) return;
    this.forget(site);
    await this.store.transaction(
      async (trx) => {
        for (const link of links) await trx.links.release(link, false);
      },
      { sites: [site] },
    );
  }

  forget(site: string): void {
    for (const { id } of this.of(site)) this.links.delete(id);
  }
}
