import { closeSync, openSync, writeSync } from 'node:fs';
import { OptionsError } from '../../foundation/options/index.ts';

export interface EventFile {
  write(event: { readonly type: string }): void;
  close(): void;
}

const LEVELS: Readonly<Record<string, string>> = { warning: 'warn', error: 'error', progress: 'debug' };

/**
 * A log of JSON lines: time, level, and the event as it is. Appended to, and each line written at once, so that what a
 * killed run had to say is there.
 * @throws {OptionsError} when the file cannot be written
 */
export function openEventLog(file: string): EventFile {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'a');
  } catch (error) {
    throw new OptionsError(`cannot write the log ${file}: ${(error as NodeJS.ErrnoException).code ?? error}`);
  }
  return {
    write: (event) => {
      const level = LEVELS[event.type] ?? 'info';
      writeSync(descriptor, `${JSON.stringify({ time: new Date().toISOString(), level, ...event })}\n`);
    },
    close: () => closeSync(descriptor),
  };
}
