/** Work that is done again and again. When it is due next is on disk, so that a restart keeps the schedule. */

import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeFolder } from '../foundation/errors/index.ts';

interface ScheduleOptions {
  /** Storage folder. */
  readonly folder: string;
  /** Holds what is done; the same words find the same schedule again. */
  readonly name: string;
  /**
   * When work is due that last began at a time, or never did; milliseconds since 1970. Work that takes longer is followed by
   * the next at once; what was missed is not made up for.
   */
  readonly dueAfter: (beganAt: number | undefined) => number;
  /** Ends the schedule; work under way is its own to end. */
  readonly signal: AbortSignal;
  /** Told when the work is due next, before each wait. */
  readonly onWait?: (dueAt: number) => void;
  readonly now?: () => number;
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** Milliseconds since 1970. */
interface Kept {
  readonly name: string;
  readonly beganAt: number;
  /** Null while it is under way, or where the process died on it. */
  readonly endedAt: number | null;
}

/** Clocks are set and machines sleep: the wait looks at the time again and again. */
const LONGEST_SLEEP_MS = 60_000;

/**
 * Does the work whenever it is due, until the signal ends it; at once where it was cut off.
 * @param work told whether it was begun before and cut off; resolves to false where it was stopped half-way, and is then due
 *   again at the next start
 * @throws what the work throws
 */
export async function onSchedule(
  { folder, name, dueAfter, signal, onWait, now = Date.now, sleep = pauseUntilAborted }: ScheduleOptions,
  work: (cutOff: boolean) => Promise<boolean>,
): Promise<void> {
  const file = join(
    folder,
    // The name that stores of earlier versions have.
    'rhythms',
    `${createHash('sha256').update(name).digest('hex').slice(0, 16)}.json`,
  );
  while (!signal.aborted) {
    const kept = read(file);
    const due = kept?.endedAt === null ? 0 : dueAfter(kept?.beganAt);
    if (due > now()) onWait?.(due);
    while (due > now() && !signal.aborted) await sleep(Math.min(LONGEST_SLEEP_MS, due - now()), signal);
    if (signal.aborted) return;
    const cutOff = kept?.endedAt === null;
    const beganAt = now();
    write(file, { name, beganAt, endedAt: null });
    if (!(await work(cutOff))) return;
    write(file, { name, beganAt, endedAt: now() });
  }
}

/**
 * When work is due by an interval in milliseconds, from beginning to beginning, or by a cron expression of five fields.
 * @throws where the expression is none, or is never due
 */
export async function dueTimes(schedule: number | string): Promise<ScheduleOptions['dueAfter']> {
  if (typeof schedule === 'number') return (beganAt) => (beganAt === undefined ? 0 : beganAt + schedule);
  const { Cron } = await import('croner');
  const cron = new Cron(schedule, { paused: true });
  if (cron.nextRun() === null) throw new Error('it is never due');
  return (beganAt) =>
    cron.nextRun(beganAt === undefined ? null : new Date(beganAt))?.getTime() ?? Number.POSITIVE_INFINITY;
}

const pauseUntilAborted = (ms: number, signal: AbortSignal): Promise<void> =>
  pause(ms, undefined, { signal }).catch(() => undefined);

/** A file that cannot be read is none: the work is done once too often rather than never. */
function read(file: string): Kept | undefined {
  try {
    const { name, beganAt, endedAt } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Kept>;
    if (typeof beganAt !== 'number' || !Number.isFinite(beganAt)) return undefined;
    return { name: String(name), beganAt, endedAt: typeof endedAt === 'number' ? endedAt : null };
  } catch {
    return undefined;
  }
}

/** Writes whole or not at all; the file is on disk when it returns. */
function write(file: string, kept: Kept): void {
  makeFolder(join(file, '..'));
  const handle = openSync(`${file}.new`, 'w');
  try {
    writeSync(handle, `${JSON.stringify(kept)}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(`${file}.new`, file);
}
