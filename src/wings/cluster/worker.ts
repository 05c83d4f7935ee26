/** A process that works on the runs of a store, beside others. */

import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as later } from 'node:timers/promises';
import type { HarvestEvent } from '../../crawl/events/index.ts';
import { type Pause, type PlannedRun, planRun } from '../../crawl/run/index.ts';
import { resolveOptions } from '../../crawl/settings/index.ts';
import {
  type Coordination,
  coordinationOf,
  type Leadership,
  LeaseEndedError,
  type SharedRun,
  type SiteLease,
  type Store,
  type WorkerRow,
} from '../../storage/index.ts';
import { VERSION } from '../../version.ts';
import { deliverLeftSpools, isRunning } from './left-spools.ts';
import { reasonIn } from './run-budgets.ts';
import { fetchFiles } from './run-files.ts';
import { RunLeader } from './run-leader.ts';
import { RunWork } from './run-work.ts';

export interface WorkerParts {
  readonly store: Store;
  readonly storage: string;
  /** Sites that it works on at once. */
  readonly sites: number;
  /** Says how long a site stays with a worker that says nothing. */
  readonly leaseMs: number;
  /** Names what this process had when it lost the store: given back as soon as it is reached again. */
  readonly before?: LeftBehind | undefined;
  /** A run of this process, by its options; of other runs the store has them. */
  readonly own?: { readonly runId: number; readonly plan: PlannedRun; readonly pause: Pause };
  emit(event: WorkerEvent): void;
}

/** Holds what a worker that has ended has in the store still. */
interface LeftBehind {
  readonly id: string;
  readonly leases: readonly SiteLease[];
  readonly leaderships: readonly Leadership[];
}

/** Holds what a worker tells of a run. */
export type WorkerEvent = HarvestEvent & { readonly ofRun: number };

const STEP_MS = 250;
/** Step of a worker that has had nothing to do for a while. */
const IDLE_STEP_MS = 1_000;
const BEAT_MS = 5_000;
/** Sites that the one worker of a store takes. */
const ALONE = 1_000;

export class Worker {
  readonly id = randomUUID();
  private readonly parts: WorkerParts;
  private readonly coordination: Coordination;
  private readonly works = new Map<number, RunWork>();
  private readonly leaders = new Map<number, RunLeader>();
  private readonly due = { beat: 0, lead: 0 };
  private pages = 0;
  /** Leases of sites that it does not work on yet. */
  private taken: readonly SiteLease[] = [];
  private isAlone = false;
  private isRenewing = false;
  private isDelivering = false;
  private hasDelivered = false;
  /** Empty before an error has ended it. */
  left: LeftBehind = { id: this.id, leases: [], leaderships: [] };

  constructor(parts: WorkerParts) {
    this.parts = parts;
    this.coordination = coordinationOf(parts.store);
  }

  /** @returns how far the clock of this machine is ahead of the database's @throws {WorkerRefusedError} */
  async join(): Promise<number> {
    const { sites, before } = this.parts;
    const own = { id: this.id, host: hostname(), pid: process.pid, version: VERSION, sites };
    const { clockAheadMs } = await this.coordination.workers.join(own);
    if (before !== undefined) await giveBack(this.parts.store, before);
    return clockAheadMs;
  }

  /**
   * Leads a run from its beginning on, or from where it goes on.
   * @returns how many addresses it starts from; undefined where another worker leads it
   */
  async begin(run: SharedRun, again: boolean): Promise<number | undefined> {
    const leader = await this.leaderOf(run);
    if (again) await leader?.wake();
    return leader?.begin();
  }

  /**
   * Works until it is told to stop, or the run that it is for has ended; then gives its sites back.
   * @throws what the store throws; leases end by themselves then
   */
  async run(stop: AbortSignal): Promise<void> {
    const { workers } = this.coordination;
    const { own, leaseMs } = this.parts;
    // Beside its steps, of which some take long.
    const renewing = setInterval(() => void this.renew().catch(() => undefined), leaseMs / 3);
    try {
      for (let ms = STEP_MS; !stop.aborted && !(own !== undefined && (await this.isOver(own.runId))); ) {
        await this.step(stop);
        ms = this.isBusy ? STEP_MS : Math.min(2 * ms, IDLE_STEP_MS);
        await later(ms, undefined, { signal: stop }).catch(() => undefined);
      }
      await workers.beat(this.id, { pages: this.pages, held: this.held.length, state: 'draining' });
      await Promise.all([...this.works.keys()].map((runId) => this.close(runId)));
      for (const leadership of this.leaderships) await this.coordination.runs.resign(leadership);
      await workers.leave(this.id);
    } catch (error) {
      this.left = { id: this.id, leases: this.held, leaderships: this.leaderships };
      await Promise.all([...this.works.values()].map((work) => work.close(true).catch(() => undefined)));
      throw error;
    } finally {
      clearInterval(renewing);
    }
  }

  private async isOver(runId: number): Promise<boolean> {
    const run = await this.coordination.runs.get(runId);
    return run?.phase === 'ended' || run?.signal === 'stop';
  }

  private get isBusy(): boolean {
    return this.held.length > 0 || this.leaders.size > 0;
  }

  private get leaderships(): readonly Leadership[] {
    return [...this.leaders.values()].map(({ leadership }) => leadership);
  }

  private get held(): readonly SiteLease[] {
    return [...this.taken, ...[...this.works.values()].flatMap((work) => work.held)];
  }

  private async step(stop: AbortSignal): Promise<void> {
    const runs = (await this.coordination.runs.open()).filter(({ signal }) => signal !== 'stop');
    await this.leaveEnded(runs);
    if (this.isDue('beat', BEAT_MS)) await this.beat();
    await this.take(runs);
    for (const work of this.works.values()) {
      if (work.failure !== undefined) throw work.failure;
      const run = runs.find(({ runId }) => runId === work.runId);
      if (run !== undefined) await work.step(run).catch(ignoreEnded);
    }
    if (this.isDue('lead', 2 * STEP_MS)) for (const run of runs) await this.lead(run, stop);
  }

  private isDue(what: keyof Worker['due'], everyMs: number): boolean {
    const now = performance.now();
    if (this.due[what] > now) return false;
    this.due[what] = now + everyMs;
    return true;
  }

  /** Sites that were not renewed in time are another's: what is under way there is not kept. */
  private async renew(): Promise<void> {
    if (this.isRenewing) return;
    this.isRenewing = true;
    try {
      const { held, leaderships } = this;
      const { sites, runs } = this.coordination;
      const kept = new Set(await sites.renew(held, this.parts.leaseMs));
      const isLost = (lease: SiteLease) => !kept.has(lease) && this.held.includes(lease);
      const lost = held.filter(isLost);
      this.taken = this.taken.filter((lease) => !lost.includes(lease));
      for (const { runId, site } of lost) this.works.get(runId)?.drop(site);
      for (const { runId } of leaderships) await runs.lead(runId, this.id, this.parts.leaseMs);
    } finally {
      this.isRenewing = false;
    }
  }

  private async beat(): Promise<void> {
    const pages = this.pages + [...this.works.values()].reduce((sum, work) => sum + work.pages, 0);
    await this.coordination.workers.beat(this.id, { pages, held: this.held.length, state: 'working' });
    const workers = await this.coordination.workers.list();
    const others = workers.filter(({ id, isAlive }) => id !== this.id && isAlive);
    this.isAlone = others.length === 0;
    this.deliverLeft(workers);
    this.shareWith(others.reduce((sum, { sites, held }) => sum + Math.max(0, sites - held), 0));
  }

  /** One process of a machine uploads what those that died left there; where that fails, it is tried again. */
  private deliverLeft(workers: readonly WorkerRow[]): void {
    const host = hostname();
    const first = workers.find((one) => one.host === host && isRunning(one.pid));
    if (first?.id !== this.id || this.isDelivering) return;
    this.isDelivering = true;
    void this.deliverAll(workers, host)
      .catch(() => undefined)
      .finally(() => {
        this.isDelivering = false;
      });
  }

  /** Delivers for runs that have ended, too, once: whoever wrote a part of them may have been refused by its storage. */
  private async deliverAll(workers: readonly WorkerRow[], host: string): Promise<void> {
    const { store } = this.parts;
    const all = this.hasDelivered ? [] : (await store.runs.all()).map(({ id }) => id);
    this.hasDelivered = true;
    const delivered = [...new Set([...all, ...this.works.keys()])].map((runId) =>
      deliverLeftSpools(store, runId, workers, host).catch(() => undefined),
    );
    await Promise.all(delivered);
  }

  /** Leaves sites that it took while it was alone. @param room for more sites that others have */
  private shareWith(room: number): void {
    let surplus = Math.min(this.held.length - this.parts.sites, room);
    for (const work of this.works.values()) surplus -= work.leaveSome(Math.max(0, surplus));
  }

  /** Ends the work on phases that are over, or to be ended. */
  private async leaveEnded(runs: readonly SharedRun[]): Promise<void> {
    for (const [runId, work] of [...this.works]) {
      const run = runs.find((one) => one.runId === runId);
      const isLed = this.leaders.has(runId);
      const isOver = run?.phase !== work.phase || reasonIn(run) !== undefined;
      if (isOver && !(isLed && work.held.length === 0 && run !== undefined)) await this.close(runId);
    }
  }

  private async close(runId: number): Promise<void> {
    const work = this.works.get(runId);
    if (work === undefined) return;
    await work.close();
    this.pages += work.pages;
    this.works.delete(runId);
  }

  private async take(runs: readonly SharedRun[]): Promise<void> {
    const room = (this.isAlone ? ALONE : this.parts.sites) - this.held.length;
    if (room <= 0 || runs.length === 0) return;
    this.taken = await this.coordination.sites.take(this.id, room, this.parts.leaseMs);
    for (const lease of this.taken) {
      const known = runs.find(({ runId, phase }) => runId === lease.runId && phase === lease.phase);
      const run = known ?? (await this.coordination.runs.get(lease.runId));
      const isOpen = run?.phase === lease.phase && reasonIn(run) === undefined;
      const work = isOpen ? await this.workOn(run) : undefined;
      const isHeld = this.taken.includes(lease);
      this.taken = this.taken.filter((one) => one !== lease);
      if (work === undefined) await this.coordination.sites.give(lease, 'idle', BEAT_MS);
      else if (isHeld)
        await work.hold(lease).catch((error: unknown) => {
          work.drop(lease.site);
          ignoreEnded(error);
        });
    }
  }

  private async workOn(run: SharedRun): Promise<RunWork> {
    const known = this.works.get(run.runId);
    if (known?.phase === run.phase) return known;
    await this.close(run.runId);
    const { store, own } = this.parts;
    const emit = (event: HarvestEvent) => this.parts.emit({ ...event, ofRun: run.runId });
    const pause = own?.runId === run.runId ? own.pause : undefined;
    const place = { store, worker: this.id, pause, emit };
    const work = await RunWork.open(place, run, await this.planOf(run));
    this.works.set(run.runId, work);
    this.leaders.get(run.runId)?.with(work);
    return work;
  }

  private async planOf({ runId, contents }: SharedRun): Promise<PlannedRun> {
    const { own, store, storage } = this.parts;
    if (own?.runId === runId) return own.plan;
    const given = { resume: runId, storage };
    const plan = await planRun(store, given, resolveOptions(given));
    const here = await fetchFiles(this.coordination.contents, contents, plan.options, storage);
    return { ...plan, options: { ...plan.options, ...here }, raised: [], again: false };
  }

  private async lead(run: SharedRun, stop: AbortSignal): Promise<void> {
    const leader = await this.leaderOf(run);
    await leader?.step(run, stop).catch((error: unknown) => {
      this.leaders.delete(run.runId);
      ignoreEnded(error);
    });
  }

  /** Leads a run, or goes on to; undefined where another worker leads it. */
  private async leaderOf(run: SharedRun): Promise<RunLeader | undefined> {
    const { runId } = run;
    const { store, leaseMs } = this.parts;
    const isOpen = run.leader === null || run.leader === this.id;
    const leadership = isOpen ? await this.coordination.runs.lead(runId, this.id, leaseMs) : undefined;
    const known = this.leaders.get(runId);
    if (known !== undefined && known.leadership.epoch === leadership?.epoch) return known;
    this.leaders.delete(runId);
    if (leadership === undefined) return undefined;
    const work =
      this.works.get(runId) ??
      (await this.workOn(run).catch(async (error: unknown) => {
        await this.coordination.runs.resign(leadership).catch(() => undefined);
        throw error;
      }));
    const emit = (event: HarvestEvent) => this.parts.emit({ ...event, ofRun: runId });
    const leader = new RunLeader({ store, leadership, work, leaseMs, emit });
    this.leaders.set(runId, leader);
    return leader;
  }
}

/** Lets others have at once what an ended worker has in the store. Its process lives: what was under way did not kill it. */
export async function giveBack(store: Store, { id, leases, leaderships }: LeftBehind): Promise<void> {
  const { sites, runs, workers } = coordinationOf(store);
  for (const lease of leases) {
    const underWay = { site: lease.site, states: ['leased'] } as const;
    await store
      .transaction(({ links }) => links.move(lease.runId, underWay, 'waiting', null), { under: [lease] })
      .catch(ignoreEnded);
    await sites.give(lease, 'idle');
  }
  for (const leadership of leaderships) await runs.resign(leadership);
  await workers.leave(id);
}

function ignoreEnded(error: unknown): void {
  if (!(error instanceof LeaseEndedError)) throw error;
}
