/** `--every`: a command that does its work again and again. */

import { EXIT, exitCodeOf, explain } from './exit-codes.ts';

interface AgainOptions {
  /** What is done, in words: the schedule is kept under them. */
  readonly name: string;
  readonly storage: string;
  /** Milliseconds from beginning to beginning. */
  readonly every: number;
  readonly signal: AbortSignal;
  readonly json: boolean;
  readonly quiet: boolean;
}

/**
 * Does a round whenever it is due; a restart keeps the schedule.
 * @param round told whether it was cut off before; resolves to false where it was stopped half-way
 * @throws what the first round throws where the user's input is wrong; what goes wrong otherwise may be right the next time
 */
export async function repeatOnSchedule(
  { name, storage, every, signal, json, quiet }: AgainOptions,
  round: (cutOff: boolean) => Promise<boolean>,
): Promise<void> {
  const { onSchedule } = await import('../../app/index.ts');
  let rounds = 0;
  const onWait = (dueAt: number) => {
    const due = new Date(dueAt).toISOString();
    if (json) process.stdout.write(`${JSON.stringify({ type: 'waiting', name, until: due })}\n`);
    else if (!quiet) process.stderr.write(`next round ${due}\n`);
  };
  await onSchedule({ folder: storage, name, everyMs: every, signal, onWait }, async (cutOff) => {
    try {
      return await round(cutOff);
    } catch (error) {
      if (signal.aborted || (rounds === 0 && exitCodeOf(error) === EXIT.badInput)) throw error;
      process.stderr.write(`warning: this round failed: ${explain(error)}\n`);
      return true;
    } finally {
      rounds++;
    }
  });
}
