/** What one process has of a run that several processes work on. */

import { type Coordination, LeaseEndedError, type SiteLease, type Store } from '../../storage/index.ts';
import type { SharedTurns } from '../frontier/index.ts';

type Kind = 'pages' | 'requests';

interface ShareParts {
  readonly runId: number;
  readonly worker: string;
  /** Its part of the archive. */
  readonly part: number;
  readonly coordination: Coordination;
}

/** Tokens of a budget that are taken at once. */
const BLOCK = 64;

export class RunShare {
  readonly runId: number;
  readonly part: number;
  /** True once no more sites come. */
  isClosing = false;
  readonly worker: string;
  private readonly coordination: Coordination;
  private readonly leases = new Map<string, SiteLease>();
  private readonly granted: Record<Kind, number> = { pages: 0, requests: 0 };
  private readonly spent: Record<Kind, boolean> = { pages: false, requests: false };

  constructor({ runId, worker, part, coordination }: ShareParts) {
    this.runId = runId;
    this.worker = worker;
    this.part = part;
    this.coordination = coordination;
  }

  /** Sites that this process has the leases of. */
  get sites(): readonly string[] {
    return [...this.leases.keys()];
  }

  get held(): readonly SiteLease[] {
    return [...this.leases.values()];
  }

  hold(lease: SiteLease): void {
    this.leases.set(lease.site, lease);
  }

  /** @returns the lease, where this process has one */
  drop(site: string): SiteLease | undefined {
    const lease = this.leases.get(site);
    this.leases.delete(site);
    return lease;
  }

  /** A store whose transactions need the leases of the sites that they name. */
  over(store: Store): Store {
    return {
      ...store,
      transaction: async (work, { sites = [], ...options } = {}) => {
        const under = sites.map((site) => {
          const lease = this.leases.get(site);
          if (lease === undefined) throw new LeaseEndedError(`the lease of ${site} has ended`);
          return lease;
        });
        return store.transaction(work, { ...options, under });
      },
    };
  }

  get turns(): SharedTurns {
    const { hosts } = this.coordination;
    return {
      reserve: (host, delayMs) => hosts.reserve(host, this.worker, delayMs),
      block: (host, forMs, failures) => void hosts.block(host, forMs, failures).catch(() => undefined),
    };
  }

  /** How much of a budget this process may use. */
  most(kind: Kind): number {
    return this.granted[kind];
  }

  /** Whether a budget of the run is used up, this process's block of it included. */
  isSpent(kind: Kind): boolean {
    return this.spent[kind];
  }

  /** Takes tokens as far as this process comes near the end of those that it has. */
  async refill(used: Readonly<Record<Kind, number>>): Promise<void> {
    for (const kind of ['pages', 'requests'] as const) {
      const room = this.granted[kind] - used[kind];
      if (room >= BLOCK) continue;
      const taken = await this.coordination.budgets.take(this.runId, kind, 2 * BLOCK - Math.max(0, room));
      this.granted[kind] += taken;
      this.spent[kind] = taken === 0 && room <= 0;
    }
  }

  /** Gives back what it does not use any more. */
  async release(used: Readonly<Record<Kind, number>>): Promise<void> {
    for (const kind of ['pages', 'requests'] as const) {
      const room = this.granted[kind] - used[kind];
      this.granted[kind] -= Math.max(0, room);
      if (room > 0) await this.coordination.budgets.give(this.runId, kind, room);
    }
  }
}
