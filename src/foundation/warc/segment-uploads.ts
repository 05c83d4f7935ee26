import { setTimeout as wait } from 'node:timers/promises';
import { type ObjectFolder, ObjectStorageError } from '../object-storage/index.ts';
import type { DurableLog } from './durable-log.ts';
import { segmentName } from './segments.ts';
import type { Spool } from './spool.ts';

/** Says where the segments of a log are uploaded, and when. */
export interface SegmentedArchive {
  readonly folder: ObjectFolder;
  /** Called when uploads begin to fail, and when they work again. */
  readonly onWarning?: (message: string) => void;
  /** Largest segment; a longer exchange has one of its own. Default 8 MB. */
  readonly segmentBytes?: number;
  /** Age at which a segment ends. Default 10 s. */
  readonly segmentMs?: number;
  /** Limits how long {@link SegmentUploads.deliver} tries again. Default 60 s. */
  readonly patienceMs?: number;
}

const SEGMENT_BYTES = 8 * 1024 * 1024;
const SEGMENT_MS = 10_000;
const PATIENCE_MS = 60_000;
const MAX_BACKOFF_MS = 15_000;

/** Uploads ended segments one after the other while the log goes on. */
export class SegmentUploads {
  private readonly archive: SegmentedArchive;
  private readonly spool: Spool;
  private readonly closing = new AbortController();
  private log: DurableLog | undefined;
  private age: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private failure: ObjectStorageError | undefined;
  private failingSince: number | undefined;

  constructor(archive: SegmentedArchive, spool: Spool) {
    this.archive = archive;
    this.spool = spool;
  }

  /** Begins with what an earlier process left. */
  begin(log: DurableLog): void {
    this.log = log;
    this.wake();
  }

  /** Says whether a segment ends before `more` bytes are added to it. */
  readonly isFull = (held: number, more: number): boolean => {
    const full = held > 0 && held + more > (this.archive.segmentBytes ?? SEGMENT_BYTES);
    if (full) this.stopAge();
    return full;
  };

  /** Counts the age of the segment that was appended to. */
  appended(): void {
    this.age ??= setTimeout(() => void this.endOld(), this.archive.segmentMs ?? SEGMENT_MS).unref();
  }

  wake(): void {
    if (this.closing.signal.aborted || this.failure !== undefined) return;
    this.running ??= this.uploadEnded().finally(() => {
      this.running = undefined;
    });
  }

  /** @throws {ObjectStorageError} once the storage has refused a segment for good */
  throwIfRefused(): void {
    if (this.failure !== undefined) throw this.undelivered(this.failure);
  }

  /** Resolves when everything appended is uploaded. @throws {ObjectStorageError} where that cannot be done in time */
  async deliver(): Promise<void> {
    this.stopAge();
    this.log?.cut();
    await this.log?.flush();
    const { patienceMs = PATIENCE_MS } = this.archive;
    while (this.waiting.length > 0) {
      this.throwIfRefused();
      this.wake();
      await Promise.race([this.running, wait(100)]);
      if (this.failingSince !== undefined && Date.now() - this.failingSince > patienceMs) {
        this.closing.abort();
        throw this.undelivered(this.lastTrouble);
      }
    }
  }

  async close(): Promise<void> {
    this.stopAge();
    this.closing.abort();
    await this.running;
  }

  private lastTrouble: ObjectStorageError | undefined;

  private get waiting() {
    return this.log === undefined ? [] : this.spool.ended(this.log.durable);
  }

  private stopAge(): void {
    clearTimeout(this.age);
    this.age = undefined;
  }

  private async endOld(): Promise<void> {
    this.age = undefined;
    this.log?.cut();
    // The next append reports a failing disk.
    await this.log?.flush().catch(() => undefined);
    this.wake();
  }

  private async uploadEnded(): Promise<void> {
    for (let backoffMs = 500; ; ) {
      const [segment] = this.waiting;
      if (segment === undefined || this.closing.signal.aborted) return;
      try {
        await this.archive.folder.put(segmentName(segment), { file: segment.path });
        await this.spool.remove(segment);
        this.worksAgain();
        backoffMs = 500;
      } catch (error) {
        if (!this.isPassing(error)) return;
        await wait(backoffMs, undefined, { signal: this.closing.signal }).catch(() => undefined);
        backoffMs = Math.min(2 * backoffMs, MAX_BACKOFF_MS);
      }
    }
  }

  private worksAgain(): void {
    if (this.failingSince === undefined) return;
    this.failingSince = undefined;
    this.archive.onWarning?.(`${this.archive.folder.address} takes segments again`);
  }

  /** Notes a fault. @returns false where it ends the uploads */
  private isPassing(error: unknown): boolean {
    const text = error instanceof Error ? error.message : String(error);
    const fault =
      error instanceof ObjectStorageError ? error : new ObjectStorageError('other', text, { cause: error });
    if (!fault.mayPass) {
      this.failure = fault;
      return false;
    }
    this.lastTrouble = fault;
    if (this.failingSince === undefined) {
      this.failingSince = Date.now();
      this.archive.onWarning?.(`${text}; the run goes on, and its archive waits on this disk`);
    }
    return true;
  }

  private undelivered(cause: ObjectStorageError | undefined): ObjectStorageError {
    const text = `${cause?.message ?? this.archive.folder.address}; ${this.waiting.length} segments wait on this disk, nothing is lost: go on with --resume`;
    return new ObjectStorageError(cause?.fault ?? 'other', text, { cause });
  }
}
