/** Runs harvests: one at a time, for a store has one writer; others wait their turn. */

import { type Harvest, harvest } from '../../app/index.ts';
import type { HarvestEvent } from '../../crawl/events/index.ts';
import type { HarvestOptions } from '../../crawl/settings/index.ts';
import { holdsStore, isBeingWritten, isShareable, namedWriter, openStore } from '../../drivers/open/index.ts';
import type { RunSignal } from '../../storage/index.ts';
import { signalRun } from '../../wings/cluster/index.ts';
import { EventLog } from './event-log.ts';
import type { Metrics } from './metrics.ts';
import { RequestProblem } from './problems.ts';
import { RunUnderWay } from './run-under-way.ts';

const MOST_WAITING = 20;

export const JOB_STATES = ['waiting', 'running', 'paused', 'stopping', 'done', 'failed'] as const;
type JobState = (typeof JOB_STATES)[number];

/** Describes a harvest to clients: it has a number of its own before its run has one. */
export interface HarvestJob {
  readonly id: number;
  readonly state: JobState;
  /** Null until it has begun. */
  readonly runId: number | null;
  readonly error: string | null;
}

/** Has no id where workers elsewhere have the run. */
export interface SignalledJob extends Omit<HarvestJob, 'id'> {
  readonly id: number | null;
}

const STATE_AFTER: Readonly<Record<RunSignal, JobState>> = {
  pause: 'paused',
  go: 'running',
  stop: 'stopping',
};

interface Work {
  readonly id: number;
  readonly options: HarvestOptions;
  readonly events: EventLog;
  state: JobState;
  runId: number | null;
  error: string | null;
  harvest?: Harvest;
}

/** Limits the jobs that have ended and are still reported. */
const MOST_ENDED = 100;

export class RunManager {
  private readonly storage: string;
  private readonly jobs = new Map<number, Work>();
  private next = 1;
  private busy: Promise<void> | undefined;
  private closing = false;
  private readonly underWay: RunUnderWay;
  private readonly metrics: Metrics;

  constructor(storage: string, metrics: Metrics) {
    this.storage = storage;
    this.metrics = metrics;
    this.underWay = new RunUnderWay(storage);
  }

  /** Goes on with the run that was under way when this server was killed. @returns its number, where there is one */
  async resumeKilled(): Promise<number | undefined> {
    const runId = this.underWay.read();
    if (runId === undefined || !(await holdsStore(this.storage))) return undefined;
    const store = await openStore(this.storage, { mode: 'read' });
    const run = await store.runs.get(runId).finally(() => store.close());
    if (run?.status !== 'running') {
      this.underWay.forget();
      return undefined;
    }
    await this.start({ resume: runId });
    return runId;
  }

  list(): HarvestJob[] {
    return [...this.jobs.values()].map(shown);
  }

  get(id: number): HarvestJob | undefined {
    const work = this.jobs.get(id);
    return work && shown(work);
  }

  events(id: number): EventLog | undefined {
    return this.jobs.get(id)?.events;
  }

  /** Takes a harvest in; it begins when those before it have ended. @throws {RequestProblem} where too many wait, or another process writes */
  async start(options: HarvestOptions): Promise<HarvestJob> {
    if (this.busy === undefined && (await isBeingWritten(this.storage)))
      throw new RequestProblem(
        409,
        'store-busy',
        `another fieldfare process is writing to this store${await namedWriter(this.storage)}`,
        'wait for it to end, or stop it',
      );
    if ([...this.jobs.values()].filter(({ state }) => state === 'waiting').length >= MOST_WAITING)
      throw new RequestProblem(429, 'too-many-runs', `${MOST_WAITING} harvests wait already`);
    const work: Work = {
      id: this.next++,
      options: { ...options, storage: this.storage },
      events: new EventLog(),
      state: 'waiting',
      runId: typeof options.resume === 'number' ? options.resume : null,
      error: null,
    };
    this.jobs.set(work.id, work);
    this.busy ??= this.work().finally(() => {
      this.busy = undefined;
    });
    return shown(work);
  }

  /** Ends a job in good order: pages under way are finished. @returns undefined where there is no such job */
  stop(id: number): HarvestJob | undefined {
    const work = this.jobs.get(id);
    if (work?.state === 'waiting') end(work, 'done');
    if (work?.state === 'running' || work?.state === 'paused') {
      work.state = 'stopping';
      work.harvest?.stop();
    }
    return work && shown(work);
  }

  /**
   * Has a run begin nothing new, go on, or end; pages under way are finished.
   * @returns the job of this server that has it; where workers elsewhere do, one without a number
   * @throws {RequestProblem} where the run is not under way
   */
  async signal(runId: number, signal: RunSignal): Promise<SignalledJob> {
    const work = [...this.jobs.values()].find((one) => one.runId === runId && isUnderWay(one));
    const isOurs = work?.harvest !== undefined && work.state !== 'stopping';
    const isWorkedOn = isShareable() && (await isBeingWritten(this.storage));
    const isShared = isWorkedOn && (await signalRun(this.storage, runId, signal));
    if (!isOurs && !isShared) throw new RequestProblem(409, 'not-under-way', `run ${runId} is not under way`);
    if (!isOurs) return { id: null, state: STATE_AFTER[signal], runId, error: null };
    if (signal === 'stop') return this.stop(work.id) ?? shown(work);
    return this.setPaused(work, signal === 'pause');
  }

  private setPaused(work: Work, paused: boolean): HarvestJob {
    work.state = paused ? 'paused' : 'running';
    if (paused) work.harvest?.pause();
    else work.harvest?.resume();
    return shown(work);
  }

  /** Finds the job that has a run under way. */
  jobOfRun(runId: number): HarvestJob | undefined {
    const work = [...this.jobs.values()].find((one) => one.runId === runId && isUnderWay(one));
    return work && shown(work);
  }

  /** Resolves when a job has ended. @returns false where the signal came first, or the job was stopped */
  async ended(id: number, signal: AbortSignal): Promise<boolean> {
    const work = this.jobs.get(id);
    let stopped = false;
    while (work !== undefined && !work.events.ended && !signal.aborted) {
      await work.events.change(signal);
      stopped ||= work.state === 'stopping';
    }
    return !stopped && !signal.aborted;
  }

  async close(): Promise<void> {
    this.closing = true;
    for (const { id } of this.list()) this.stop(id);
    await this.busy;
  }

  private async work(): Promise<void> {
    for (;;) {
      const work = [...this.jobs.values()].find(({ state }) => state === 'waiting');
      if (work === undefined || this.closing) return;
      await this.run(work);
      const ended = [...this.jobs.values()].filter((one) => !isUnderWay(one) && one.state !== 'waiting');
      for (const { id } of ended.slice(0, -MOST_ENDED)) this.jobs.delete(id);
    }
  }

  private async run(work: Work): Promise<void> {
    work.state = 'running';
    work.harvest = harvest(work.options);
    try {
      for await (const event of work.harvest) {
        if (event.type === 'start') {
          work.runId = event.runId;
          this.underWay.note(event.runId);
        }
        this.metrics.harvested(event);
        work.events.push(event);
      }
      end(work, 'done');
    } catch (error) {
      work.error = error instanceof Error ? error.message : String(error);
      work.events.push({ type: 'warning', message: work.error } satisfies HarvestEvent);
      end(work, 'failed');
    } finally {
      this.underWay.forget();
    }
  }
}

export const isUnderWay = ({ state }: Pick<HarvestJob, 'state'>): boolean =>
  state === 'running' || state === 'paused' || state === 'stopping';

function end(work: Work, state: 'done' | 'failed'): void {
  work.state = state;
  work.events.end();
}

const shown = ({ id, state, runId, error }: Work): HarvestJob => ({ id, state, runId, error });
