import type { LinkState } from '../../storage/index.ts';

/** Holds what is certain of a link that the store has: it never gets further away, and its score never falls. */
export interface Seen {
  readonly depth: number;
  readonly hops: number;
  readonly score: number;
  readonly state: LinkState;
}

/** Addresses remembered at most, twice over. */
const GENERATION = 16_384;

/** Remembers lately discovered addresses: pages of a site repeat them, and looking them up mostly changes nothing. */
export class SeenUrlCache {
  private young = new Map<string, Seen>();
  private old = new Map<string, Seen>();

  get(url: string): Seen | undefined {
    const known = this.young.get(url);
    if (known !== undefined) return known;
    const aged = this.old.get(url);
    if (aged !== undefined) this.set(url, aged);
    return aged;
  }

  /** Only of what is committed. */
  set(url: string, seen: Seen): void {
    if (this.young.size >= GENERATION) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(url, seen);
  }
}
