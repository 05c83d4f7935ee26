import type { Store, TokenKind } from '../../storage/index.ts';
import type { SharedTurns } from '../frontier/index.ts';
import type { History, Learners, Stopping } from '../in-site-exploring/index.ts';
import type { Outbox } from '../site-locating/index.ts';

/** Says what this process does of a run: all of it, or the sites that it leases. */
export interface RunShare {
  /** True where no other process works on the run: this one takes up what was left, and ends phases. */
  readonly isWhole: boolean;
  /** Its part of the archive; undefined where it writes all of it. */
  readonly part?: number;
  /** Owner of the links under way. */
  readonly owner: string;
  /** True once no more sites come. */
  readonly isClosing: boolean;
  /** Turns of hosts that other processes query, too. */
  readonly turns?: SharedTurns;
  has(site: string): boolean;
  /** Returns a store whose transactions need the leases of the sites that they name. */
  over(store: Store): Store;
  /** Returns where candidates go whose sites another process may have. */
  outbox(score: Learners['strategy']['score']): Outbox | undefined;
  /** Hands over what was opened for the run. @param history of the whole run, none of it read */
  attach(opened: { learners: Learners; stopping: Stopping; learnt: History; history: History }): void;
  /** Returns how many this process may use. @param limit the run's */
  most(kind: TokenKind, limit: number): number;
  /** Tells whether a budget of the run is used up. @param used by this process */
  isSpent(kind: TokenKind, used: number, limit: number): boolean;
}

export const WHOLE_RUN: RunShare = {
  isWhole: true,
  owner: 'crawl',
  isClosing: true,
  has: () => true,
  over: (store) => store,
  outbox: () => undefined,
  attach: () => undefined,
  most: (_, limit) => limit,
  isSpent: (_, used, limit) => used >= limit,
};
