import { sql } from 'kysely';
import { type Store, type StoreTransaction, statement } from '../../drivers/sqlite/index.ts';
import type { LinkKind, LinkReason, LinkRow, LinkState } from '../../storage/index.ts';
import { HostQueues } from './host-queues.ts';
import type { Politeness } from './politeness.ts';
import { type Candidate, type LinkRules, type Ranked, UrlTable } from './url-table.ts';
import { type WaitingLink, WaitingRows } from './waiting-rows.ts';

export interface Lease extends Candidate {
  readonly id: number;
  readonly host: string;
  readonly score: number;
  /** Fetches begun, this one included. */
  readonly attempts: number;
  readonly crashes: number;
  /** Address of the page that it was found on; undefined where it was not looked up. */
  readonly via?: string | null;
  /** Of the host's link tree; undefined for a link that came back from a crash. */
  readonly branch: number | undefined;
  /** Its page is kept already and is to be kept anew. */
  readonly again?: boolean;
}

interface FrontierOptions extends LinkRules {
  readonly requestsPerHost: number;
  /** Branch of the host's link tree that an address hangs on. Default: its directory, two levels deep. */
  branch?(url: string): string;
  /** Score that a branch loses whenever the number of links taken from it doubles. Default 0. */
  readonly balance?: number;
}

/** What killed the process this often is left alone. */
const POISON_ATTEMPTS = 3;

/** Waiting links ranked in one go, before others get their turn: some milliseconds. */
const SLICE = 250;
/** Links that one statement refuses, or lets wait once more. */
const LINKS_AT_ONCE = 2_000;

/** Score of what is fetched once more: more than any strategy gives. */
const FIRST = 1e9;

/** The store's partial indexes are used where these stand in a query as they stand in the index. */
const LEASED = sql<boolean>`state = 'leased'`;
const SUSPECT = sql<boolean>`crashes > 0`;

/**
 * The persistent frontier: what waits, best first, one queue a host, each host in its own time.
 *
 * What is known of a link lies in the store; its place in the order is kept in memory (16 bytes a link) and made anew
 * from the store when a run is opened or the order has learnt. A lease is written before the fetch it is for, so that
 * after a crash the store knows what was under way. Such links are suspects: they come last and alone, and after
 * {@link POISON_ATTEMPTS} attempts that ended with the process dead they are parked.
 */
export class Frontier {
  /** What it knows; new addresses are added here. */
  readonly links: UrlTable;
  private readonly store: Store;
  private readonly runId: number;
  private readonly options: FrontierOptions;
  private readonly queues: HostQueues;
  private readonly suspects: Lease[] = [];
  private readonly rows: WaitingRows;
  /** Handed out, though the store may not have heard of it yet. */
  private readonly out = new Map<number, Lease>();
  /** Links that wait once more, with their sites. */
  private readonly waitingAgain = new Map<number, string>();
  private aloneId: number | undefined;
  private turn: Promise<unknown> = Promise.resolve();

  private constructor(store: Store, runId: number, clock: Politeness, options: FrontierOptions) {
    this.store = store;
    this.runId = runId;
    this.options = options;
    this.queues = new HostQueues(clock, options.requestsPerHost, options.balance ?? 0);
    this.rows = new WaitingRows(store);
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
    await store.transaction((trx) => frontier.recover(trx));
    await frontier.load();
    return frontier;
  }

  private async recover(trx: StoreTransaction): Promise<void> {
    await trx.db
      .updateTable('link')
      .set((eb) => ({ state: 'waiting' as const, crashes: eb('crashes', '+', 1) }))
      .where('run_id', '=', this.runId)
      .where(LEASED)
      .execute();
    await trx.db
      .updateTable('link')
      .set({
        state: 'parked',
        reason_code: 'crashed',
        reason_detail: String(POISON_ATTEMPTS),
      })
      .where('run_id', '=', this.runId)
      .where(SUSPECT)
      .where('state', '=', 'waiting')
      .where('crashes', '>=', POISON_ATTEMPTS)
      .execute();
  }

  private async load(): Promise<void> {
    const suspects = await this.rows
      .query()
      .where('run_id', '=', this.runId)
      .where(SUSPECT)
      .orderBy('crashes', 'desc')
      .orderBy('id', 'desc')
      .execute();
    this.suspects.push(...suspects.map((row) => leaseOf(row, undefined)));
    await this.rank();
  }

  /**
   * Scores all that waits by what is known now; leases wait until it is done (some microseconds a link), and the next
   * ones come in the new order. Pages under way go on meanwhile: it is done in slices of some milliseconds.
   */
  async relearned(): Promise<void> {
    const ranked = this.turn.then(() => this.rank());
    this.turn = ranked.catch(() => undefined);
    await ranked;
  }

  private async rank(): Promise<void> {
    this.queues.clear();
    this.rows.forget();
    const [first, last] = await this.rows.ends(this.runId);
    // Links that are added meanwhile have larger numbers and are ranked as they come.
    for (let from = first; from <= last; from += SLICE) {
      const rows = await this.rows
        .query()
        .where('run_id', '=', this.runId)
        .where('id', '>=', from)
        .where('id', '<', Math.min(last + 1, from + SLICE))
        .execute();
      for (const row of rows) {
        if (row.crashes === 0 && !this.out.has(row.id)) {
          this.push({ ...row, score: this.options.score({ ...row, kind: row.kind as LinkKind }) });
        }
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  private push({ id, url, host, site, depth, score }: Ranked): void {
    const branch = (this.options.branch ?? directoryOf)(url);
    this.queues.push({ host, site, branch }, { id, score: this.waitingAgain.has(id) ? FIRST : score, depth });
  }

  /** Adds to the score of all links of a site, from now on: its standing among the others. */
  setStanding(site: string, offset: number): void {
    this.queues.setStanding(site, offset);
  }

  /** A lease led to something: it does not count against its branch of the link tree. */
  rewarded(lease: Lease): void {
    if (lease.branch !== undefined) this.queues.rewarded(lease.host, lease.branch);
  }

  /** Links that wait, suspects included. */
  get waitingCount(): number {
    return this.suspects.length + this.queues.size;
  }

  /** Of these, pages that are kept already and are to be kept anew. */
  get againCount(): number {
    return this.waitingAgain.size;
  }

  get leasedCount(): number {
    return this.out.size;
  }

  get finished(): boolean {
    return this.leasedCount === 0 && this.waitingCount === 0;
  }

  /** True when {@link next} would hand out a link now. */
  get ready(): boolean {
    if (this.aloneId !== undefined) return false;
    return this.queues.ready || this.suspectsTurn;
  }

  /** True when {@link next} would hand out one that is to be fetched once more. */
  get readyAgain(): boolean {
    return this.aloneId === undefined && this.queues.readyAt(FIRST / 2);
  }

  private get suspectsTurn(): boolean {
    return this.queues.size === 0 && this.leasedCount === 0 && this.suspects.length > 0;
  }

  /**
   * Leases the best link of a host whose time has come; undefined when there is none at the moment.
   * @param onlyAgain nothing but what is to be fetched once more
   */
  async next(onlyAgain = false): Promise<Lease | undefined> {
    while (true) {
      const taking = this.turn.then(() => this.take(onlyAgain));
      this.turn = taking.catch(() => undefined);
      const lease = await taking;
      if (lease === undefined || (await this.write(lease))) return lease;
      // It was ranked twice, and the other time has come before.
      this.returned(lease);
    }
  }

  private async take(onlyAgain: boolean): Promise<Lease | undefined> {
    while (this.aloneId === undefined) {
      const best = this.queues.pop(onlyAgain ? FIRST / 2 : undefined);
      if (best === undefined) break;
      const { host, link } = best;
      const row = this.out.has(link.id)
        ? undefined
        : this.rows.read(link.id, (count) => this.queues.soon(host, count));
      if (row === undefined) this.queues.returned(host);
      else return this.taken(leaseOf(row, link.branch));
    }
    if (onlyAgain || !this.suspectsTurn || this.aloneId !== undefined) return undefined;
    const suspect = this.suspects.pop();
    if (suspect === undefined) return undefined;
    this.aloneId = suspect.id;
    this.queues.taken(suspect);
    return this.taken(suspect);
  }

  private taken(link: Lease): Lease {
    const again = this.waitingAgain.delete(link.id);
    const lease = { ...link, attempts: link.attempts + 1, ...(again && { again }) };
    this.out.set(lease.id, lease);
    return lease;
  }

  /** @returns false when the link does not wait any more */
  private async write(lease: Lease): Promise<boolean> {
    const leased = await this.store.transaction(
      async (trx) =>
        statement<LinkRow>(
          trx,
          "update link set state = 'leased', attempts = ? where id = ? and state = 'waiting' returning id",
          [lease.attempts, lease.id],
        ),
      // It is what a page that kills the process is known by; a power cut is no page's doing.
      { survives: 'process' },
    );
    return leased.length > 0;
  }

  /** The lease has ended and its row is written; the host may serve another. Saying so twice does no harm. */
  returned(lease: Lease): void {
    if (this.out.get(lease.id) !== lease) return;
    this.out.delete(lease.id);
    this.queues.returned(lease.host);
    if (this.aloneId === lease.id) this.aloneId = undefined;
  }

  /** Writes what became of a link. */
  async settle(
    trx: StoreTransaction,
    lease: Lease,
    state: LinkState,
    reason: LinkReason | null,
  ): Promise<void> {
    statement(trx, 'update link set state = ?, reason_code = ?, reason_detail = ? where id = ?', [
      state,
      reason?.code ?? null,
      reason?.detail ?? null,
      lease.id,
    ]);
    if (state === 'done') this.links.fetched(trx, lease.url);
  }

  /** Gives a link back, to be fetched again; `begun` false when no fetch was made of it. */
  async putBack(lease: Lease, begun: boolean): Promise<void> {
    const attempts = begun ? lease.attempts : lease.attempts - 1;
    await this.store.transaction((trx) =>
      trx.db.updateTable('link').set({ state: 'waiting', attempts }).where('id', '=', lease.id).execute(),
    );
    this.returned(lease);
    const link = { ...lease, attempts };
    if (lease.again && lease.crashes === 0) this.waitingAgain.set(lease.id, lease.site);
    if (lease.crashes > 0) this.suspects.unshift(link);
    else this.push(link);
  }

  /** Lets links whose pages are kept wait once more, before all others. Those that do so already may be named again. */
  async again(ids: readonly number[]): Promise<void> {
    for (let from = 0; from < ids.length; from += LINKS_AT_ONCE)
      await this.someAgain(ids.slice(from, from + LINKS_AT_ONCE));
  }

  private async someAgain(ids: readonly number[]): Promise<void> {
    const rows = await this.store.transaction((trx) =>
      trx.db
        .updateTable('link')
        .set({ state: 'waiting', reason_code: null, reason_detail: null })
        .where('id', 'in', ids)
        .where('state', 'in', ['done', 'waiting'])
        .returning(['id', 'url', 'host', 'site', 'depth', 'score'])
        .execute(),
    );
    for (const row of rows) {
      if (this.waitingAgain.has(row.id)) continue;
      // Its page is kept, though whoever had it may not have said so yet.
      const lease = this.out.get(row.id);
      if (lease !== undefined) this.returned(lease);
      const suspect = this.suspects.findIndex(({ id }) => id === row.id);
      if (suspect >= 0) this.suspects[suspect] = { ...(this.suspects[suspect] as Lease), again: true };
      else {
        this.waitingAgain.set(row.id, row.site);
        this.push(row);
      }
    }
  }

  /** Refuses all links of a site that wait; what is under way goes on. @returns how many there were */
  async leave(site: string, reason: LinkReason): Promise<number> {
    let refused = 0;
    while (true) {
      const left = await this.store.transaction(async (trx) => {
        const batch = trx.db
          .selectFrom('link')
          .select('id')
          .where('run_id', '=', this.runId)
          .where('site', '=', site)
          .where('state', '=', 'waiting')
          .limit(LINKS_AT_ONCE);
        const update = trx.db
          .updateTable('link')
          .set({ state: 'refused', reason_code: reason.code, reason_detail: reason.detail ?? null })
          .where('id', 'in', batch);
        return Number((await update.executeTakeFirst()).numUpdatedRows);
      });
      refused += left;
      if (left < LINKS_AT_ONCE) break;
    }
    this.queues.drop(site);
    for (const [id, of] of this.waitingAgain) if (of === site) this.waitingAgain.delete(id);
    this.rows.forget();
    return refused;
  }
}

const leaseOf = (row: WaitingLink, branch: number | undefined): Lease => ({
  ...row,
  kind: row.kind as LinkKind,
  branch,
});

/** The first two directories of an address. */
function directoryOf(url: string): string {
  const path = url.indexOf('/', 8);
  if (path < 0) return '';
  const end = url.search(/[?#]/);
  const parts = url.slice(path + 1, end < 0 ? undefined : end).split('/', 3);
  return parts.slice(0, -1).slice(0, 2).join('/');
}
