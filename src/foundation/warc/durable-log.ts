/** Appends bytes to the files of a log in groups: `flush()` resolves when all that was queued is on disk. */

import type { LogFiles } from './log-files.ts';
import { WarcError } from './record.ts';

/** Above this, {@link DurableLog.whenRoom} waits for the disk: memory is bounded whatever the disk does. */
const MAX_QUEUED_BYTES = 16 * 1024 * 1024;

/** Explains a disk failure and its remedy in one line. */
export const explainDisk = (path: string, error: unknown): WarcError => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const why =
    { ENOSPC: 'the disk is full', EDQUOT: 'the disk quota is used up', EROFS: 'the disk is read-only' }[
      code
    ] ??
    (code || (error instanceof Error ? error.message : String(error)));
  return new WarcError(`Cannot write ${path}: ${why}. Nothing already saved is lost; make room and resume.`, {
    cause: error,
  });
};

/** Says whether a file that holds `held` bytes is full before `more` bytes are added. */
export type IsFull = (held: number, more: number) => boolean;

export class DurableLog {
  readonly #path: string;
  readonly #file: LogFiles;
  readonly #isFull: IsFull;
  readonly #firstRecord: (path: string) => Buffer;
  /** True once the current file has its first record. */
  #begun: boolean;
  #queue: Buffer[] = [];
  #queuedBytes = 0;
  #appended: number;
  #written: number;
  #durable: number;
  #failure: WarcError | undefined;
  #writing: Promise<void> | undefined;
  #syncing: Promise<void> | undefined;
  #closed = false;

  /**
   * @param size bytes in the files
   * @param firstRecord creates the first record of a file
   */
  constructor(
    file: LogFiles,
    path: string,
    size: number,
    isFull: IsFull,
    firstRecord: (path: string) => Buffer,
  ) {
    this.#file = file;
    this.#path = path;
    this.#isFull = isFull;
    this.#firstRecord = firstRecord;
    this.#appended = size;
    this.#written = size;
    this.#durable = size;
    this.#begun = size > file.current.start;
    if (size === 0) this.#beginFile();
  }

  get durable(): number {
    return this.#durable;
  }

  /** Bytes in all, with those not yet on disk. */
  get appended(): number {
    return this.#appended;
  }

  /** Queues bytes that must stay together in one file. @returns their offset */
  append(...parts: readonly Buffer[]): number {
    this.throwIfUnusable();
    const bytes = parts.reduce((sum, { length }) => sum + length, 0);
    if (this.#isFull(this.#appended - this.#file.current.start, bytes)) this.cut();
    if (!this.#begun) this.#beginFile();
    const offset = this.#appended;
    for (const part of parts) this.#enqueue(part);
    return offset;
  }

  /** Ends the current file; what is appended next begins another. */
  cut(): void {
    if (!this.#begun) return;
    this.#file.cutAt(this.#appended);
    this.#begun = false;
  }

  #beginFile(): void {
    this.#enqueue(this.#firstRecord(this.#file.current.path));
    this.#begun = true;
  }

  #enqueue(bytes: Buffer): void {
    this.#queue.push(bytes);
    this.#queuedBytes += bytes.length;
    this.#appended += bytes.length;
  }

  /** Resolves when the queue has room again. @throws {WarcError} once the disk has failed */
  async whenRoom(): Promise<void> {
    while (this.#queuedBytes > MAX_QUEUED_BYTES && !this.#failure) await this.#write();
    this.throwIfUnusable();
  }

  /** @throws {WarcError} when the disk has failed or the log is closed */
  throwIfUnusable(): void {
    if (this.#failure) throw this.#failure;
    if (this.#closed) throw new WarcError(`${this.#path} is closed.`);
  }

  /** Resolves when all that was appended is on disk; calls at the same time share a sync. @throws {WarcError} once the disk has failed */
  async flush(): Promise<void> {
    const target = this.#appended;
    // A running sync may miss the last bytes; the next one includes them.
    while (this.#durable < target && !this.#failure) await this.#sharedSync();
    if (this.#failure) throw this.#failure;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    try {
      await this.flush();
    } finally {
      this.#closed = true;
      await this.#file.close();
    }
  }

  #sharedSync(): Promise<void> {
    this.#syncing ??= this.#sync().finally(() => {
      this.#syncing = undefined;
    });
    return this.#syncing;
  }

  async #sync(): Promise<void> {
    while (this.#queuedBytes > 0 || this.#writing) await this.#write();
    const written = this.#written;
    try {
      await this.#file.sync();
      this.#durable = written;
    } catch (error) {
      await this.#fail(error);
    }
  }

  /** One write at a time. */
  #write(): Promise<void> {
    this.#writing ??= this.#writeQueue().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async #writeQueue(): Promise<void> {
    const batch = Buffer.concat(this.#queue);
    this.#queue = [];
    this.#queuedBytes = 0;
    try {
      await this.#file.write(batch, this.#written);
      this.#written += batch.length;
    } catch (error) {
      await this.#fail(error);
    }
  }

  async #fail(error: unknown): Promise<never> {
    this.#failure = explainDisk(this.#path, error);
    this.#queue = [];
    this.#queuedBytes = 0;
    // Removes the incomplete record, so that the store has disk space to close.
    await this.#file.truncate(this.#durable).catch(() => {});
    throw this.#failure;
  }
}
