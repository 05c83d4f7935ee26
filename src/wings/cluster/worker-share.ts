/** Holds the sites and the blocks of budgets that one worker has of a run. */

import type { Candidate, SharedTurns } from '../../crawl/frontier/index.ts';
import type { RunShare } from '../../crawl/run/index.ts';
import {
  type Coordination,
  LeaseEndedError,
  type SiteLease,
  type Store,
  type TokenKind,
} from '../../storage/index.ts';
import { HeldSites } from './held-sites.ts';
import { SharedLearning } from './shared-learning.ts';
import { SiteNotes } from './site-notes.ts';

interface ShareParts {
  readonly runId: number;
  readonly worker: string;
  readonly part: number;
  readonly coordination: Coordination;
}

/** Tokens of a budget that are taken at once. */
const BLOCK = 64;

export class WorkerShare implements RunShare {
  readonly isWhole = false;
  readonly runId: number;
  readonly part: number;
  isClosing = false;
  readonly owner: string;
  /** Explores the sites; undefined before a crawl is opened, like `learning`. */
  exploring: HeldSites | undefined;
  learning: SharedLearning | undefined;
  private readonly coordination: Coordination;
  private readonly leases = new Map<string, SiteLease>();
  private readonly granted: Record<TokenKind, number> = { pages: 0, requests: 0 };
  private readonly spent: Record<TokenKind, boolean> = { pages: false, requests: false };

  constructor({ runId, worker, part, coordination }: ShareParts) {
    this.runId = runId;
    this.owner = worker;
    this.part = part;
    this.coordination = coordination;
  }

  has(site: string): boolean {
    return this.leases.has(site);
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

  outbox(score: (candidate: Candidate) => number): SiteNotes {
    return new SiteNotes(this.runId, score);
  }

  attach({ learners, stopping, learnt, history }: Parameters<RunShare['attach']>[0]): void {
    const { runId } = this;
    this.exploring = new HeldSites({ ...learners, runId, stopping });
    this.learning = new SharedLearning({ runId, learners, learnt, history });
  }

  get turns(): SharedTurns {
    const { hosts } = this.coordination;
    return {
      reserve: (host, delayMs) => hosts.reserve(host, this.owner, delayMs),
      block: (host, forMs, failures) => void hosts.block(host, forMs, failures).catch(() => undefined),
    };
  }

  most(kind: TokenKind): number {
    return this.granted[kind];
  }

  isSpent(kind: TokenKind): boolean {
    return this.spent[kind];
  }

  /** Takes tokens as far as this process comes near the end of those that it has. */
  async refill(used: Readonly<Record<TokenKind, number>>): Promise<void> {
    for (const kind of ['pages', 'requests'] as const) {
      const room = this.granted[kind] - used[kind];
      if (room >= BLOCK) continue;
      const taken = await this.coordination.budgets.take(this.runId, kind, 2 * BLOCK - Math.max(0, room));
      this.granted[kind] += taken;
      this.spent[kind] = taken === 0 && room <= 0;
    }
  }

  /** Gives back what it does not use any more. */
  async release(used: Readonly<Record<TokenKind, number>>): Promise<void> {
    for (const kind of ['pages', 'requests'] as const) {
      const room = this.granted[kind] - used[kind];
      this.granted[kind] -= Math.max(0, room);
      if (room > 0) await this.coordination.budgets.give(this.runId, kind, room);
    }
  }
}
