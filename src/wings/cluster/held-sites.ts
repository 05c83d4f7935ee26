import type { Frontier } from '../../crawl/frontier/index.ts';
import type { Stopping } from '../../crawl/in-site-exploring/index.ts';
import { requeueForRendering } from '../../crawl/rendering/index.ts';
import type { SiteFrontier } from '../../crawl/site-locating/index.ts';
import type { Store } from '../../storage/index.ts';
import { MOST_NOTES, takeNotes } from './site-notes.ts';

interface HeldParts {
  readonly runId: number;
  readonly store: Store;
  readonly frontier: Frontier;
  readonly sites: SiteFrontier;
  readonly stopping: Stopping;
}

/** Holds the sites that this process explores, of a run that several processes work on. */
export class HeldSites {
  private readonly parts: HeldParts;

  constructor(parts: HeldParts) {
    this.parts = parts;
  }

  /** Begins to explore a site whose lease was taken. */
  async hold(site: string): Promise<void> {
    const { store, sites, frontier, stopping, runId } = this.parts;
    if (await sites.hold(store, site)) await stopping.load(store, runId, site);
    await frontier.hold(site);
    await requeueForRendering({ store, frontier, runId }, site);
  }

  /** No more pages of a site are begun; those under way are finished. */
  rest(site: string): void {
    this.parts.frontier.rest(site);
  }

  /** The lease of a site is about to be given back. */
  release(site: string): Promise<void> {
    return this.parts.frontier.release(site);
  }

  /** The lease of a site is lost or about to be given back. */
  drop(site: string): void {
    this.parts.frontier.drop(site);
  }

  /** Takes in what others found of these sites. */
  async takeIn(held: readonly string[]): Promise<void> {
    const { runId, store, frontier, sites } = this.parts;
    if (held.length === 0 || !(await store.coordination?.inbox.has(runId, held))) return;
    for (let taken = MOST_NOTES; taken === MOST_NOTES; )
      taken = await store.transaction(
        async (trx) => {
          const notes = await takeNotes(trx, runId, held);
          for (const seed of [true, false]) {
            const of = notes.filter((note) => note.seed === seed).map(({ candidate }) => candidate);
            await sites.takeIn(trx, frontier, of, seed);
          }
          return notes.length;
        },
        { sites: held },
      );
  }

  /** Says whether no page of a site is under way. */
  isResting(site: string): boolean {
    return !this.parts.frontier.isOut(site);
  }

  isDone(site: string): boolean {
    return !this.parts.frontier.isBusyWith(site);
  }
}
