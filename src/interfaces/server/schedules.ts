/** Begins harvests again and again. Schedules are on disk: a restart keeps them and when they are due. */

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dueTimes, onSchedule } from '../../app/index.ts';
import { makeFolder } from '../../foundation/errors/index.ts';
import { harvestOptionsOf, type Trust } from './harvest-body.ts';
import { notFound, RequestProblem } from './problems.ts';
import type { RunManager } from './run-manager.ts';

export interface Schedule {
  readonly id: number;
  /** Is milliseconds from beginning to beginning, or a cron expression. */
  readonly when: number | string;
  /** As a client sent them. */
  readonly options: Readonly<Record<string, unknown>>;
}

export interface ScheduleState extends Schedule {
  readonly dueAt: number | null;
  readonly job: number | null;
}

interface Running {
  readonly schedule: Schedule;
  readonly stop: AbortController;
  done: Promise<void>;
  dueAt: number | null;
  job: number | null;
}

interface SchedulesParts {
  readonly trust: Trust;
  readonly runs: RunManager;
  readonly log: (error: unknown) => void;
}

const MOST_SCHEDULES = 100;

export class Schedules {
  private readonly parts: SchedulesParts;
  private readonly file: string;
  private readonly running = new Map<number, Running>();

  constructor(parts: SchedulesParts) {
    this.parts = parts;
    this.file = join(parts.trust.storage, 'server', 'schedules.json');
  }

  /** Goes on with the schedules that are on disk. */
  begin(): void {
    for (const schedule of this.read()) this.run(schedule);
  }

  list(): ScheduleState[] {
    return [...this.running.values()].map(({ schedule, dueAt, job }) => ({ ...schedule, dueAt, job }));
  }

  /** @throws {RequestProblem} for a cron expression that is none; what `harvestOptionsOf` throws */
  async add(when: Schedule['when'], options: Schedule['options']): Promise<ScheduleState> {
    if (this.running.size >= MOST_SCHEDULES)
      throw new RequestProblem(429, 'too-many-schedules', `there are ${MOST_SCHEDULES} schedules already`);
    const { seeds } = harvestOptionsOf(options, this.parts.trust);
    await dueTimes(when).catch((error: Error) => {
      throw new RequestProblem(400, 'bad-request', `cron: ${error.message}`, 'give five fields: "0 3 * * 1"');
    });
    const { next, schedules } = this.stored();
    const schedule = { id: next, when, options: { ...options, ...(seeds && { seeds }) } };
    this.write(next + 1, [...schedules, schedule]);
    this.run(schedule);
    return { ...schedule, dueAt: null, job: null };
  }

  /** Its harvest under way, if any, goes on. @throws {RequestProblem} where there is no such schedule */
  async delete(id: number): Promise<void> {
    const running = this.running.get(id);
    if (running === undefined) throw notFound(`schedule ${id}`);
    this.running.delete(id);
    const { next, schedules } = this.stored();
    this.write(
      next,
      schedules.filter((schedule) => schedule.id !== id),
    );
    running.stop.abort();
    await running.done;
  }

  async close(): Promise<void> {
    for (const { stop } of this.running.values()) stop.abort();
    await Promise.all([...this.running.values()].map(({ done }) => done));
  }

  private run(schedule: Schedule): void {
    const stop = new AbortController();
    const running: Running = { schedule, stop, done: Promise.resolve(), dueAt: null, job: null };
    this.running.set(schedule.id, running);
    running.done = this.repeat(running).catch(this.parts.log);
  }

  private async repeat(running: Running): Promise<void> {
    const { schedule, stop } = running;
    const { trust } = this.parts;
    await onSchedule(
      {
        folder: trust.storage,
        name: `schedule ${schedule.id} of the server`,
        dueAfter: await dueTimes(schedule.when),
        signal: stop.signal,
        onWait: (dueAt) => {
          running.dueAt = dueAt;
        },
      },
      async (cutOff) => {
        running.dueAt = null;
        try {
          return await this.harvest(running, cutOff);
        } catch (error) {
          // What is wrong now, such as another writer, may be right the next time.
          this.parts.log(error);
          return !stop.signal.aborted;
        } finally {
          running.job = null;
        }
      },
    );
  }

  /** @param cutOff the server before was killed in the harvest: it goes on with it by itself */
  private async harvest(running: Running, cutOff: boolean): Promise<boolean> {
    const { runs, trust } = this.parts;
    const resumed = cutOff
      ? runs.list().find(({ state }) => state === 'waiting' || state === 'running')
      : undefined;
    const options = harvestOptionsOf({ ...running.schedule.options, resume: false }, trust);
    running.job = (resumed ?? (await runs.start(options))).id;
    return runs.ended(running.job, running.stop.signal);
  }

  private stored(): { readonly next: number; readonly schedules: readonly Schedule[] } {
    try {
      return JSON.parse(readFileSync(this.file, 'utf8')) as ReturnType<Schedules['stored']>;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { next: 1, schedules: [] };
      throw error;
    }
  }

  private read(): readonly Schedule[] {
    try {
      return this.stored().schedules;
    } catch (error) {
      this.parts.log(error);
      return [];
    }
  }

  /** Writes all schedules or none. */
  private write(next: number, schedules: readonly Schedule[]): void {
    makeFolder(dirname(this.file));
    writeFileSync(`${this.file}.new`, `${JSON.stringify({ next, schedules })}\n`, { flush: true });
    renameSync(`${this.file}.new`, this.file);
  }
}
