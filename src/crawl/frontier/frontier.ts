import {
  LeaseEndedError,
  type LinkLease,
  type LinkReason,
  type SettledState,
  type Store,
  type Transaction,
  type WaitingLink,
} from '../../storage/index.ts';
import { HostQueues } from './host-queues.ts';
import { directoryOf, type Lease, type Taken, takenOf } from './lease.ts';
import { LeasesAhead } from './leases-ahead.ts';
import type { Politeness } from './politeness.ts';
import { type Distance, type LinkRules, type Ranked, UrlTable } from './url-table.ts';
import { WaitingRows } from './waiting-rows.ts';

interface FrontierOptions extends LinkRules {
  readonly requestsPerHost: number;
  /** Branch of the host's link tree that an address hangs on. Default: its directory, two levels deep. */
  branch?(url: string): string;
  /** Score that a branch loses whenever the number of links taken from it doubles. Default 0. */
  readonly directoryPenalty?: number;
  /** Names who leases, and whose leases are taken back on opening: the same when a run is resumed. Default `crawl`. */
  readonly owner?: string;
  /** Hands out links of the sites alone that it is told to {@link Frontier.hold}; others are stored and not queued. */
  readonly bySite?: boolean;
}

/** Parks a page at this death of the process: at the first others were under way, and the next two may be kills from outside. */
export const POISON_ATTEMPTS = 4;

/** Longer than a page may be under way. */
const LEASE_MS = 3_600_000;

const LINKS_AT_ONCE = 2_000;

/** Score of what is fetched once more: more than any strategy gives. */
const FIRST = 1e9;

/**
 * Holds the waiting links, best first, one queue a host, each host in its own time.
 *
 * Links lie in the store; their order is kept in memory (16 bytes a link) and made anew from the store when a run is
 * opened or the order has learnt. A lease is written before the fetch it is for, so that after a crash the store knows
 * what was under way. Such links are suspects: they come last and alone, and after {@link POISON_ATTEMPTS} attempts
 * that ended with the process dead they are parked.
 */
export class Frontier {
  readonly links: UrlTable;
  private readonly store: Store;
  private readonly runId: number;
  private readonly clock: Politeness;
  private readonly options: FrontierOptions;
  private readonly owner: string;
  private readonly queues: HostQueues;
  /** Undefined where it has all sites. */
  private readonly held: Set<string> | undefined;
  private readonly resting = new Set<string>();
  private crashSuspects: Taken[] = [];
  private readonly rows: WaitingRows;
  private readonly ahead: LeasesAhead;
  /** Lists leases, some of which the store may not know yet. */
  private readonly out = new Map<number, Taken>();
  private readonly answeredIds = new Set<number>();
  /** True while a link has left the queues and is not leased yet. */
  private isLookingUp = false;
  /** Maps links that wait once more to their sites. */
  private readonly refetchQueue = new Map<number, string>();
  private isolatedId: number | undefined;
  private turn: Promise<unknown> = Promise.resolve();

  private constructor(store: Store, runId: number, clock: Politeness, options: FrontierOptions) {
    this.store = store;
    this.runId = runId;
    this.clock = clock;
    this.options = options;
    this.owner = options.owner ?? 'crawl';
    this.held = options.bySite ? new Set() : undefined;
    this.queues = new HostQueues(clock, options.requestsPerHost, options.directoryPenalty ?? 0);
    this.rows = new WaitingRows(store);
    this.ahead = new LeasesAhead(store, options.requestsPerHost);
    this.links = new UrlTable(runId, options, (link) => this.push(link));
  }

  /** Opens the frontier of a run, taking back what a dead process had under way. */
  static async open(
    store: Store,
    runId: number,
    clock: Politeness,
    options: FrontierOptions,
  ): Promise<Frontier> {
    const frontier = new Frontier(store, runId, clock, options);
    if (options.bySite) return frontier;
    const { owner, crashSuspects: suspects } = frontier;
    const crashed = await store.transaction(({ links }) =>
      links.recover(runId, clock.now(), owner, POISON_ATTEMPTS),
    );
    suspects.push(...crashed.map((link) => takenOf(link, undefined)));
    await frontier.markStored();
    await frontier.rank();
    return frontier;
  }

  /** Scores all that waits anew, in slices of some milliseconds; leases wait until it is done (some microseconds a link). */
  rescore(): Promise<void> {
    return this.inTurn(() => this.rank());
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.turn.then(work);
    this.turn = result.catch(() => undefined);
    return result;
  }

  private async rank(): Promise<void> {
    this.queues.clear();
    this.rows.forget();
    for (const site of this.held ?? [undefined]) await this.rankThoseOf(site);
  }

  /** Links that are added meanwhile are ranked as they come. @param site none for all */
  private async rankThoseOf(site: string | undefined): Promise<void> {
    for (const link of site === undefined ? [] : this.ahead.of(site))
      this.push({ ...link, score: this.options.score(link) });
    for await (const links of this.store.links.waiting(this.runId, site)) {
      for (const link of links) {
        if (link.crashes === 0 && !this.out.has(link.id))
          this.push({ ...link, score: this.options.score(link) });
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Begins to hand out links of a site, those included that its owner before had under way. */
  hold(site: string): Promise<void> {
    return this.inTurn(async () => {
      // Leases that were granted while the site was lost have ended.
      this.ahead.forget(site);
      this.held?.add(site);
      const crashed = await this.store.transaction(
        ({ links }) => links.recover(this.runId, this.clock.now(), this.owner, POISON_ATTEMPTS, site),
        { sites: [site] },
      );
      this.crashSuspects.push(...crashed.map((link) => takenOf(link, undefined)));
      await this.markStored(site);
      await this.rankThoseOf(site);
    });
  }

  /** Has waiting links whose pages are stored fetched first, and stored anew. */
  private async markStored(site?: string): Promise<void> {
    for (const page of await this.store.history.keptWaiting(this.runId, site))
      if (!this.markSuspect(page.id)) this.refetchQueue.set(page.id, page.site);
  }

  /** Has the page of a suspect stored anew; its turn still comes last. @returns false where the link is none */
  private markSuspect(id: number): boolean {
    const at = this.crashSuspects.findIndex((suspect) => suspect.id === id);
    const suspect = this.crashSuspects[at];
    if (suspect !== undefined) this.crashSuspects[at] = { ...suspect, again: true };
    return suspect !== undefined;
  }

  /** Hands out no more links of a site, and lets those wait again that were leased for later. */
  release(site: string): Promise<void> {
    return this.inTurn(async () => {
      this.held?.delete(site);
      await this.ahead.giveBack(site).catch(ignoreEnded);
    });
  }

  /** Hands out no more links of a site that is about to be dropped; those under way are finished. */
  rest(site: string): void {
    this.resting.add(site);
    this.queues.drop(site);
  }

  /** Hands out no more links of a site; what became of those under way is not written down any more. */
  drop(site: string): void {
    this.held?.delete(site);
    this.resting.delete(site);
    for (const taken of [...this.out.values()]) if (taken.site === site) this.returned(taken);
    this.crashSuspects = this.crashSuspects.filter((suspect) => suspect.site !== site);
    this.forget(site);
  }

  isBusyWith(site: string): boolean {
    return (
      this.isLookingUp ||
      this.queues.holds(site) ||
      this.crashSuspects.some((suspect) => suspect.site === site) ||
      this.isOut(site)
    );
  }

  isOut(site: string): boolean {
    return [...this.out.values()].some((taken) => taken.site === site);
  }

  private handsOut(site: string): boolean {
    return this.held?.has(site) !== false && !this.resting.has(site);
  }

  private push({ id, url, host, site, depth, score }: Ranked): void {
    if (!this.handsOut(site)) return;
    const branch = (this.options.branch ?? directoryOf)(url);
    this.queues.push({ host, site, branch }, { id, score: this.refetchQueue.has(id) ? FIRST : score, depth });
  }

  /** Returns the priority of the best waiting link of a site; undefined where none waits. */
  bestOf(site: string): number | undefined {
    return this.queues.bestOf(site);
  }

  setSiteScoreOffset(site: string, offset: number): void {
    this.queues.setSiteScoreOffset(site, offset);
  }

  /** A lease led to something: it does not count against its branch of the link tree. */
  rewarded(lease: Lease): void {
    if (lease.branch !== undefined) this.queues.rewarded(lease.host, lease.branch);
  }

  /** Counts suspects, too. */
  get waitingCount(): number {
    return this.crashSuspects.length + this.queues.size;
  }

  /** Counts pages that are stored already and are to be stored anew. */
  get refetchCount(): number {
    return this.refetchQueue.size;
  }

  get leasedCount(): number {
    return this.out.size + Number(this.isLookingUp);
  }

  get finished(): boolean {
    return this.leasedCount === 0 && this.waitingCount === 0;
  }

  get ready(): boolean {
    if (this.isolatedId !== undefined) return false;
    return this.queues.ready || this.suspectsTurn;
  }

  get readyToRefetch(): boolean {
    return this.isolatedId === undefined && this.queues.readyAt(FIRST / 2);
  }

  private get suspectsTurn(): boolean {
    return this.queues.size === 0 && this.leasedCount === 0 && this.crashSuspects.length > 0;
  }

  /**
   * Leases the best link of a host whose time has come; undefined when there is none. @param onlyAgain among those to be
   * fetched once more
   */
  async next(onlyAgain = false): Promise<Lease | undefined> {
    while (true) {
      const taken = await this.inTurn(() => this.take(onlyAgain));
      if (taken === undefined) return undefined;
      const lease = await this.write(taken);
      if (lease !== undefined) return lease;
      // It was ranked twice, and the other time has come before.
      this.returned(taken);
    }
  }

  private async take(onlyAgain: boolean): Promise<Taken | undefined> {
    while (this.isolatedId === undefined) {
      const best = this.queues.pop(onlyAgain ? FIRST / 2 : undefined);
      if (best === undefined) break;
      const { host, link } = best;
      let row: WaitingLink | undefined;
      this.isLookingUp = true;
      try {
        if (!this.out.has(link.id)) row = await this.waitingRow(host, link.id);
      } finally {
        this.isLookingUp = false;
      }
      if (row !== undefined && this.handsOut(row.site)) return this.taken(takenOf(row, link.branch));
      // The site may have been dropped meanwhile, or is about to be.
      this.queues.returned(host);
      if (row !== undefined && this.held?.has(row.site)) this.ahead.putBack(row);
    }
    if (onlyAgain || !this.suspectsTurn || this.isolatedId !== undefined) return undefined;
    const suspect = this.crashSuspects.pop();
    if (suspect === undefined) return undefined;
    this.isolatedId = suspect.id;
    this.queues.taken(suspect);
    return this.taken(suspect);
  }

  /** Returns a link that waits; of a leased site, it is leased now, together with those that come up after it. */
  private async waitingRow(
    host: string,
    id: number,
  ): Promise<(WaitingLink & Partial<LinkLease>) | undefined> {
    const leased = this.ahead.take(id);
    if (leased !== undefined) return leased;
    const soon = this.queues.soon(host, WaitingRows.AT_ONCE - 1);
    const row = this.rows.take(id) ?? (await this.rows.read([id, ...soon]));
    if (row === undefined || this.held?.has(row.site) !== true) return row;
    const next = soon.slice(0, Math.max(0, this.ahead.roomOn(host) - 1));
    const block = [row, ...next.flatMap((one) => this.rows.take(one) ?? [])];
    try {
      await this.ahead.lease(block, row.site, this.owner, this.clock.now() + LEASE_MS);
    } catch (error) {
      ignoreEnded(error);
      this.drop(row.site);
    }
    return this.ahead.take(id);
  }

  private taken(link: Taken): Taken {
    const again = this.refetchQueue.delete(link.id);
    const taken = { ...link, attempts: link.attempts + 1, ...(again && { again }) };
    this.out.set(taken.id, taken);
    return taken;
  }

  /** @returns undefined when the link does not wait any more */
  private async write(taken: Taken): Promise<Lease | undefined> {
    const { id, site, fence: granted } = taken;
    const fence = granted ?? (await this.fenceOf(taken));
    if (fence === undefined || this.held?.has(site) === false) return undefined;
    const lease = { ...taken, fence };
    if (this.out.get(id) === taken) this.out.set(id, lease);
    return lease;
  }

  private async fenceOf({ id, site }: Taken): Promise<number | undefined> {
    const until = this.clock.now() + LEASE_MS;
    const fences = await this.store
      .transaction(({ links }) => links.lease([id], this.owner, until), {
        survives: 'process',
        sites: [site],
      })
      .catch((error: unknown) => {
        ignoreEnded(error);
        this.drop(site);
      });
    return fences?.get(id);
  }

  /** Frees the host for other links while the page is written; a host that serves one at a time waits for what the page tells. */
  answered(lease: Taken): void {
    if (this.options.requestsPerHost === 1 || this.out.get(lease.id) !== lease) return;
    if (this.answeredIds.has(lease.id)) return;
    this.answeredIds.add(lease.id);
    this.queues.returned(lease.host);
  }

  /** The lease has ended and its row is written; the host may serve another. Saying so twice does no harm. */
  returned(lease: Taken): void {
    if (this.out.get(lease.id) !== lease) return;
    this.out.delete(lease.id);
    if (!this.answeredIds.delete(lease.id)) this.queues.returned(lease.host);
    if (this.isolatedId === lease.id) this.isolatedId = undefined;
  }

  /** Writes what became of a link. @returns how near it is by now @throws {LeaseEndedError} */
  async settle(
    trx: Transaction,
    lease: Lease,
    state: SettledState,
    reason: LinkReason | null,
  ): Promise<Distance> {
    const distance = await trx.links.settle(lease, state, reason);
    if (distance === undefined) throw new LeaseEndedError(`the lease of ${lease.url} has ended`);
    if (state === 'done') this.links.fetched(trx, lease.url);
    return distance;
  }

  /** Gives a link back, to be fetched again; `begun` false when no fetch was made of it. */
  async putBack(lease: Lease, begun: boolean): Promise<void> {
    const { site } = lease;
    const waits = await this.store.transaction(({ links }) => links.release(lease, begun), { sites: [site] });
    this.returned(lease);
    if (!waits || this.held?.has(site) === false) return;
    if (lease.again && lease.crashes === 0) this.refetchQueue.set(lease.id, lease.site);
    const { fence: _, ...taken } = lease;
    if (lease.crashes > 0)
      this.crashSuspects.unshift({ ...taken, attempts: begun ? lease.attempts : lease.attempts - 1 });
    else this.push(lease);
  }

  /** Lets links whose pages are stored wait once more, before all others. Naming one twice does no harm. @param site of all of them */
  async refetch(ids: readonly number[], site?: string): Promise<void> {
    for (let from = 0; from < ids.length; from += LINKS_AT_ONCE)
      await this.someAgain(ids.slice(from, from + LINKS_AT_ONCE), site);
  }

  private async someAgain(ids: readonly number[], site: string | undefined): Promise<void> {
    const which = { ids, states: ['done', 'waiting'] } as const;
    const rows = await this.store.transaction(
      async ({ links }) => {
        await links.move(this.runId, which, 'waiting', null);
        return links.waitingAmong(ids);
      },
      site === undefined ? {} : { sites: [site] },
    );
    for (const row of rows) {
      if (this.refetchQueue.has(row.id)) continue;
      // Its page is kept, though whoever had it may not have said so yet.
      const lease = this.out.get(row.id);
      if (lease !== undefined) this.returned(lease);
      if (this.markSuspect(row.id)) continue;
      this.refetchQueue.set(row.id, row.site);
      this.push(row);
    }
  }

  refetches(site: string): boolean {
    return [...this.refetchQueue.values()].includes(site);
  }

  /** Refuses all links of a site that wait; what is under way goes on. @returns how many there were */
  leave(site: string, reason: LinkReason): Promise<number> {
    return this.inTurn(() => this.leaveWaiting(site, reason));
  }

  private async leaveWaiting(site: string, reason: LinkReason): Promise<number> {
    await this.ahead.giveBack(site);
    let refused = 0;
    while (true) {
      const left = await this.store.transaction(
        ({ links }) =>
          links.move(this.runId, { site, states: ['waiting'] }, 'refused', reason, LINKS_AT_ONCE),
        { sites: [site] },
      );
      refused += left;
      if (left < LINKS_AT_ONCE) break;
    }
    this.forget(site);
    return refused;
  }

  private forget(site: string): void {
    this.queues.drop(site);
    this.ahead.forget(site);
    for (const [id, of] of this.refetchQueue) if (of === site) this.refetchQueue.delete(id);
    this.rows.forget();
  }
}

function ignoreEnded(error: unknown): void {
  if (!(error instanceof LeaseEndedError)) throw error;
}
