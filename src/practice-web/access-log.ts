/** Every request the practice web got, in memory and on demand in a file. */

import { createWriteStream, readFileSync, type WriteStream } from 'node:fs';
import { type LogEntry, logEntrySchema } from './truth.ts';

export class AccessLog {
  readonly #entries: LogEntry[] = [];
  readonly #file: WriteStream | undefined;
  #failure: Error | undefined;

  constructor(path: string | undefined) {
    this.#file = path === undefined ? undefined : createWriteStream(path, { flags: 'a' });
    this.#file?.on('error', (error) => {
      this.#failure = error;
    });
  }

  add(entry: LogEntry): void {
    this.#entries.push(entry);
    this.#file?.write(`${JSON.stringify(entry)}\n`);
  }

  entries(): readonly LogEntry[] {
    return [...this.#entries];
  }

  /** @throws {Error} when the file could not be written */
  async close(): Promise<void> {
    const file = this.#file;
    if (file && !this.#failure) await new Promise<void>((resolve) => file.end(() => resolve()));
    if (this.#failure) throw this.#failure;
  }
}

/** @throws {z.ZodError} when a line is not a log entry */
export const readLog = (path: string): LogEntry[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => logEntrySchema.parse(JSON.parse(line)));
