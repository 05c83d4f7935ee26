/** `--every` and `--cron`: a command that does its work again and again. */

import { OptionsError } from '../../foundation/options/index.ts';
import { EXIT, exitCodeOf, explain } from './exit-codes.ts';

/** Milliseconds from beginning to beginning, or a cron expression. */
type Schedule = number | string;

/** The schedule of a command's flags; undefined where it does its work once. @throws {OptionsError} where both are given */
export async function scheduleOf({
  every,
  cron,
}: {
  readonly every?: number | undefined;
  readonly cron?: string | undefined;
}): Promise<Schedule | undefined> {
  if (every !== undefined && cron !== undefined)
    throw new OptionsError('--every and --cron both say when; give one of them');
  if (cron !== undefined) {
    try {
      const { dueTimes } = await import('../../app/index.ts');
      await dueTimes(cron);
    } catch {
      throw new OptionsError(`--cron: expected five fields such as "0 3 * * 1", got ${JSON.stringify(cron)}`);
    }
  }
  return every ?? cron;
}

interface AgainOptions {
  /** Names the work; the schedule is stored under it. */
  readonly name: string;
  readonly storage: string;
  readonly schedule: Schedule;
  readonly signal: AbortSignal;
  readonly json: boolean;
  readonly quiet: boolean;
}

/**
 * Does a round whenever it is due; a restart keeps the schedule.
 * @param round takes whether it was cut off before; resolves to false where it was stopped half-way
 * @throws what the first round throws where the user's input is wrong; what goes wrong otherwise may be right the next time
 */
export async function repeatOnSchedule(
  { name, storage, schedule, signal, json, quiet }: AgainOptions,
  round: (cutOff: boolean) => Promise<boolean>,
): Promise<void> {
  const { dueTimes, onSchedule } = await import('../../app/index.ts');
  let rounds = 0;
  const onWait = (dueAt: number) => {
    const due = new Date(dueAt).toISOString();
    if (json) process.stdout.write(`${JSON.stringify({ type: 'waiting', name, until: due })}\n`);
    else if (!quiet) process.stderr.write(`next run ${due}\n`);
  };
  const dueAfter = await dueTimes(schedule);
  await onSchedule({ folder: storage, name, dueAfter, signal, onWait }, async (cutOff) => {
    try {
      return await round(cutOff);
    } catch (error) {
      if (signal.aborted || (rounds === 0 && exitCodeOf(error) === EXIT.badInput)) throw error;
      process.stderr.write(`warning: this run failed: ${explain(error)}\n`);
      return true;
    } finally {
      rounds++;
    }
  });
}
