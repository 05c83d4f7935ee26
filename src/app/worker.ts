/** A process that works on the runs of a store, beside others. */

import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as later } from 'node:timers/promises';
import type { HarvestEvent } from '../crawl/events/index.ts';
import { type Pause, type PlannedRun, planRun } from '../crawl/run/index.ts';
import { resolveOptions } from '../crawl/settings/index.ts';
import {
  type Coordination,
  LeaseEndedError,
  type SharedRun,
  type SiteLease,
  type Store,
} from '../storage/index.ts';
import { VERSION } from '../version.ts';
import { fetchFiles } from './run-files.ts';
import { RunLeader, reasonIn } from './run-leader.ts';
import { RunWork } from './run-work.ts';
import { coordinationOf } from './shared-store.ts';

export interface WorkerParts {
  readonly store: Store;
  readonly storage: string;
  /** Sites that it works on at once. */
  readonly sites: number;
  /** How long a site stays with a worker that says nothing. */
  readonly leaseMs: number;
  /** A run of this process, by its options; of other runs the store has them. */
  readonly own?: { readonly runId: number; readonly plan: PlannedRun; readonly pause: Pause };
  emit(event: WorkerEvent): void;
}

/** What a worker tells of a run. */
export type WorkerEvent = HarvestEvent & { readonly ofRun: number };

const STEP_MS = 250;
const BEAT_MS = 5_000;
/** Sites that the one worker of a store takes. */
const ALONE = 1_000;

export class Worker {
  readonly id = randomUUID();
  private readonly parts: WorkerParts;
  private readonly coordination: Coordination;
  private readonly works = new Map<number, RunWork>();
  private readonly leaders = new Map<number, RunLeader>();
  private readonly due = { renew: 0, beat: 0, lead: 0 };
  private pages = 0;
  private isAlone = false;

  constructor(parts: WorkerParts) {
    this.parts = parts;
    this.coordination = coordinationOf(parts.store);
  }

  /** @throws {WorkerRefusedError} */
  async join(): Promise<void> {
    const { sites } = this.parts;
    const { workers } = this.coordination;
    await workers.join({ id: this.id, host: hostname(), pid: process.pid, version: VERSION, sites });
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
    const { own } = this.parts;
    try {
      while (!stop.aborted && !(own !== undefined && (await this.isOver(own.runId)))) {
        await this.step(stop);
        await later(STEP_MS, undefined, { signal: stop }).catch(() => undefined);
      }
      await workers.beat(this.id, { pages: this.pages, held: this.held.length, state: 'draining' });
      const renewing = setInterval(() => void this.renew().catch(() => undefined), this.parts.leaseMs / 3);
      await Promise.all([...this.works.keys()].map((runId) => this.close(runId))).finally(() =>
        clearInterval(renewing),
      );
      for (const { leadership } of this.leaders.values()) await this.coordination.runs.resign(leadership);
      await workers.leave(this.id);
    } catch (error) {
      await Promise.all([...this.works.values()].map((work) => work.close(true).catch(() => undefined)));
      throw error;
    }
  }

  private async isOver(runId: number): Promise<boolean> {
    return (await this.coordination.runs.get(runId))?.phase === 'ended';
  }

  private get held(): readonly SiteLease[] {
    return [...this.works.values()].flatMap((work) => work.held);
  }

  private async step(stop: AbortSignal): Promise<void> {
    if (this.isDue('renew', this.parts.leaseMs / 3)) await this.renew();
    const runs = await this.coordination.runs.open();
    await this.leaveEnded(runs);
    if (this.isDue('beat', BEAT_MS)) await this.beat();
    await this.take(runs);
    for (const work of this.works.values()) {
      if (work.failure !== undefined) throw work.failure;
      await work.step().catch(ignoreEnded);
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
    const { held } = this;
    if (held.length === 0) return;
    const kept = new Set(await this.coordination.sites.renew(held, this.parts.leaseMs));
    for (const lease of held) if (!kept.has(lease)) this.works.get(lease.runId)?.drop(lease.site);
  }

  private async beat(): Promise<void> {
    const pages = this.pages + [...this.works.values()].reduce((sum, work) => sum + work.pages, 0);
    await this.coordination.workers.beat(this.id, { pages, held: this.held.length, state: 'working' });
    const others = await this.coordination.workers.list();
    this.isAlone = others.every(({ id, isAlive }) => id === this.id || !isAlive);
  }

  /** Ends the work on phases that are over, or to be ended. */
  private async leaveEnded(runs: readonly SharedRun[]): Promise<void> {
    for (const [runId, work] of [...this.works]) {
      const run = runs.find((one) => one.runId === runId);
      const isLed = this.leaders.has(runId);
      const isOver = run?.phase !== work.phase || (reasonIn(run) !== undefined && run.phase === 'explore');
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
    const leases = await this.coordination.sites.take(this.id, room, this.parts.leaseMs);
    for (const lease of leases) {
      const run = await this.coordination.runs.get(lease.runId);
      if (run === undefined) continue;
      if (run.phase !== lease.phase || (run.phase === 'explore' && reasonIn(run) !== undefined)) {
        await this.coordination.sites.give(lease, 'idle', BEAT_MS);
        continue;
      }
      const work = await this.workOn(run);
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
    const work = this.works.get(runId) ?? (await this.workOn(run));
    const emit = (event: HarvestEvent) => this.parts.emit({ ...event, ofRun: runId });
    const leader = new RunLeader({ store, leadership, work, emit });
    this.leaders.set(runId, leader);
    return leader;
  }
}

function ignoreEnded(error: unknown): void {
  if (!(error instanceof LeaseEndedError)) throw error;
}
