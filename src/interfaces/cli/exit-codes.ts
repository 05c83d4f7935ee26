import { FieldfareError } from '../../foundation/errors/index.ts';
import type { OptionsError } from '../../foundation/options/index.ts';

/** Lists the exit codes that scripts can rely on. */
export const EXIT = {
  /** Done, or ended at a budget. */
  done: 0,
  /** Something went wrong on the way; what was found before is kept. */
  failed: 1,
  /** Cannot be done: unknown domain, wrong option, file missing or damaged. */
  badInput: 2,
  /** Interrupted; `--resume` goes on. */
  interrupted: 130,
  /** Ended by SIGTERM, as service managers and containers do. */
  terminated: 143,
} as const;

export const exitCodeOf = (error: unknown): number =>
  error instanceof FieldfareError ? error.exitCode : EXIT.failed;

/** One line for people, one for each mistake of a file; the stack only where FIELDFARE_DEBUG asks for it. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (process.env.FIELDFARE_DEBUG) return error.stack ?? error.message;
  const hint = error instanceof FieldfareError && error.hint !== undefined ? `; ${error.hint}` : '';
  const lines = `${flagsNamed(error) ?? error.message}${hint}`.split('\n').map((line) => line.trim());
  return error.name === 'DomainError' ? lines.join('\n  ') : lines.join(' ').trim();
}

/** Options that are wrong, by the names that they have on the command line: `anchorWeights` is `--anchor-weights` there. */
function flagsNamed(error: Error): string | undefined {
  const { wrong } = error as Partial<OptionsError>;
  if (error.name !== 'OptionsError' || wrong === undefined || wrong.length === 0) return undefined;
  const flag = (option: string) =>
    `--${option.replace(/Ms$/, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  return wrong.map(({ option, message }) => `${flag(option)}: ${message}`).join('; ');
}
