import type { LinkState, Store, StoreTransaction } from '../store/index.ts';
import type { HostClock } from './host-clock.ts';
import { type Candidate, KnownLinks, type LinkRules } from './known-links.ts';

export interface Lease extends Candidate {
  readonly id: number;
  readonly host: string;
  /** Fetches begun, this one included. */
  readonly attempts: number;
  readonly crashes: number;
}

export interface FrontierOptions extends LinkRules {
  readonly requestsPerHost: number;
}

/** What killed the process this often is left alone. */
export const POISON_ATTEMPTS = 3;

const BUFFER = 32;

interface HostQueue {
  waiting: number;
  inFlight: number;
  /** Best waiting links, best first; undefined when it must be read again. */
  buffer: Lease[] | undefined;
  /** Grows with every change, so that a read that was overtaken is not believed. */
  version: number;
}

interface LinkRow {
  id: number;
  url: string;
  site: string;
  host: string;
  anchor: string;
  depth: number;
  hops: number;
  score: number;
  attempts: number;
  crashes: number;
}

const LEASE_COLUMNS = [
  'id',
  'url',
  'site',
  'host',
  'anchor',
  'depth',
  'hops',
  'score',
  'attempts',
  'crashes',
] as const;

/**
 * The persistent frontier: what waits, best first, one queue a host, each host in its own time.
 *
 * A lease is written before the fetch it is for, so that after a crash the store knows what was under way. Such links
 * are suspects: they come last and alone, and after {@link POISON_ATTEMPTS} attempts that ended with the process dead
 * they are parked.
 */
export class Frontier {
  /** What it knows; new addresses are added here. */
  readonly links: KnownLinks;
  private readonly store: Store;
  private readonly runId: number;
  private readonly clock: HostClock;
  private readonly options: FrontierOptions;
  private readonly hosts = new Map<string, HostQueue>();
  private readonly suspects: Lease[] = [];
  private leased = 0;
  /** Handed out, though the store may not have heard of it yet. */
  private readonly out = new Map<number, Lease>();
  private aloneId: number | undefined;
  private turn: Promise<unknown> = Promise.resolve();

  private constructor(store: Store, runId: number, clock: HostClock, options: FrontierOptions) {
    this.store = store;
    this.runId = runId;
    this.clock = clock;
    this.options = options;
    this.links = new KnownLinks(runId, options, (host, added) => this.changed(host, added));
  }

  /** Opens the frontier of a run, taking back what a dead process had under way. */
  static async open(
    store: Store,
    runId: number,
    clock: HostClock,
    options: FrontierOptions,
  ): Promise<Frontier> {
    const frontier = new Frontier(store, runId, clock, options);
    await store.transaction((trx) => frontier.recover(trx));
    await frontier.load();
    return frontier;
  }

  private async recover(trx: StoreTransaction): Promise<void> {
    const leased = trx.updateTable('link').where('run_id', '=', this.runId).where('state', '=', 'leased');
    await leased.set((eb) => ({ state: 'waiting' as const, crashes: eb('crashes', '+', 1) })).execute();
    await trx
      .updateTable('link')
      .set({
        state: 'parked',
        reason: `the process died ${POISON_ATTEMPTS} times while this page was under way`,
      })
      .where('run_id', '=', this.runId)
      .where('state', '=', 'waiting')
      .where('crashes', '>=', POISON_ATTEMPTS)
      .execute();
  }

  private async load(): Promise<void> {
    const rows = await this.waiting()
      .select(['host', (eb) => eb.fn.countAll<number>().as('count')])
      .where('crashes', '=', 0)
      .groupBy('host')
      .execute();
    for (const { host, count } of rows) this.queue(host).waiting = Number(count);
    const suspects = await this.waiting()
      .select(LEASE_COLUMNS)
      .where('crashes', '>', 0)
      .orderBy('crashes')
      .orderBy('id')
      .execute();
    this.suspects.push(...suspects.reverse());
  }

  private waiting() {
    return this.store.db.selectFrom('link').where('run_id', '=', this.runId).where('state', '=', 'waiting');
  }

  private changed(host: string, added: number): void {
    const queue = this.queue(host);
    queue.waiting += added;
    queue.buffer = undefined;
    queue.version++;
  }

  private queue(host: string): HostQueue {
    let queue = this.hosts.get(host);
    if (queue === undefined) {
      queue = { waiting: 0, inFlight: 0, buffer: undefined, version: 0 };
      this.hosts.set(host, queue);
    }
    return queue;
  }

  /** Links that wait, suspects included. */
  get waitingCount(): number {
    let count = this.suspects.length;
    for (const queue of this.hosts.values()) count += queue.waiting;
    return count;
  }

  get leasedCount(): number {
    return this.leased;
  }

  get finished(): boolean {
    return this.leased === 0 && this.waitingCount === 0;
  }

  /** True when {@link next} would hand out a link now. */
  get ready(): boolean {
    if (this.aloneId !== undefined) return false;
    let waiting = false;
    for (const [host, queue] of this.hosts) {
      if (queue.waiting === 0) continue;
      waiting = true;
      if (this.open(host, queue)) return true;
    }
    return !waiting && this.leased === 0 && this.suspects.length > 0;
  }

  private open(host: string, queue: HostQueue): boolean {
    return queue.waiting > 0 && queue.inFlight < this.options.requestsPerHost && this.clock.wait(host) === 0;
  }

  /** Leases the best link of a host whose time has come; undefined when there is none at the moment. */
  async next(): Promise<Lease | undefined> {
    const taken = this.turn.then(() => this.take());
    this.turn = taken.catch(() => undefined);
    const link = await taken;
    return link === undefined ? undefined : this.write(link);
  }

  private async take(): Promise<Lease | undefined> {
    if (!this.ready) return undefined;
    const best = await this.bestWaiting();
    if (best !== undefined) return best;
    if (this.leased > 0 || this.aloneId !== undefined) return undefined;
    const suspect = this.suspects.pop();
    if (suspect === undefined) return undefined;
    this.aloneId = suspect.id;
    return this.taken(suspect);
  }

  private async bestWaiting(): Promise<Lease | undefined> {
    for (const [host, queue] of this.hosts) {
      if (queue.buffer === undefined && this.open(host, queue)) await this.fill(host, queue);
    }
    let best: { lease: Lease; queue: HostQueue } | undefined;
    for (const [host, queue] of this.hosts) {
      const head = queue.buffer?.[0];
      if (head === undefined || !this.open(host, queue)) continue;
      if (best === undefined || before(head, best.lease)) best = { lease: head, queue };
    }
    if (best === undefined) return undefined;
    best.queue.buffer?.shift();
    if (best.queue.buffer?.length === 0) best.queue.buffer = undefined;
    best.queue.waiting--;
    return this.taken(best.lease);
  }

  private async fill(host: string, queue: HostQueue): Promise<void> {
    const version = queue.version;
    const rows: LinkRow[] = await this.waiting()
      .select(LEASE_COLUMNS)
      .where('host', '=', host)
      .where('crashes', '=', 0)
      .orderBy('score', 'desc')
      .orderBy('depth')
      .orderBy('id')
      .limit(BUFFER + this.out.size)
      .execute();
    if (version !== queue.version) return;
    const free = rows.filter((row) => !this.out.has(row.id));
    if (free.length === 0) queue.waiting = 0;
    else queue.buffer = free;
  }

  private taken(link: Lease): Lease {
    const lease = { ...link, attempts: link.attempts + 1 };
    this.leased++;
    this.out.set(lease.id, lease);
    this.queue(lease.host).inFlight++;
    return lease;
  }

  private async write(lease: Lease): Promise<Lease> {
    await this.store.transaction((trx) =>
      trx
        .updateTable('link')
        .set({ state: 'leased', attempts: lease.attempts })
        .where('id', '=', lease.id)
        .execute(),
    );
    return lease;
  }

  /** The lease has ended and its row is written; the host may serve another. Saying so twice does no harm. */
  returned(lease: Lease): void {
    if (this.out.get(lease.id) !== lease) return;
    this.leased--;
    this.out.delete(lease.id);
    this.queue(lease.host).inFlight--;
    if (this.aloneId === lease.id) this.aloneId = undefined;
  }

  /** Writes what became of a link. */
  async settle(trx: StoreTransaction, lease: Lease, state: LinkState, reason: string | null): Promise<void> {
    await trx.updateTable('link').set({ state, reason }).where('id', '=', lease.id).execute();
  }

  /** Gives a link back, to be fetched again; `begun` false when no fetch was made of it. */
  async putBack(lease: Lease, begun: boolean): Promise<void> {
    await this.store.db
      .updateTable('link')
      .set({ state: 'waiting', attempts: begun ? lease.attempts : lease.attempts - 1 })
      .where('id', '=', lease.id)
      .execute();
    this.returned(lease);
    if (lease.crashes > 0)
      this.suspects.unshift({ ...lease, attempts: begun ? lease.attempts : lease.attempts - 1 });
    else this.changed(lease.host, 1);
  }
}

const before = (a: Lease, b: Lease): boolean =>
  a.score !== b.score ? a.score > b.score : a.depth !== b.depth ? a.depth < b.depth : a.id < b.id;
