/**
 * The one home of everything that was fetched: request and response of every exchange and what is known of it, appended to
 * `exchanges.warc.gz` and the files that follow it, one gzip member a record. A row that points into it may be committed
 * after `flush()`.
 */

import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import {
  type Described,
  exchangeRecords,
  type LoggedExchange,
  metadataRecord,
  type Original,
  warcinfoRecord,
} from './exchange-records.ts';
import type { LogFile, OpenLogFile } from './log-file.ts';
import { archiveFiles, EXCHANGES_FILE, type LogFiles, openLogFiles } from './log-files.ts';
import { headerValue } from './http-message.ts';
import type { Location } from './read-record.ts';
import { WarcError, warcDigest } from './record.ts';
import { ArchiveBreak, scanArchive } from './scan.ts';

/**
 * Where an exchange lies: `offset` and `length` are those of the response record that holds its body, of an earlier
 * exchange where it brought the same.
 */
export interface ExchangeLocation extends Location {
  readonly requestOffset: number;
  /** Of its own response or revisit record. */
  readonly recordId: string;
}

export interface ExchangeLogOptions {
  /**
   * Bytes of the log that rows of the store may point into, as `bytes` said when they were committed: what lies
   * behind is cut off. `undefined` keeps every whole record and cuts only a torn last one (scans the file).
   */
  readonly acknowledged: number | undefined;
  /** Program and version for the first record of each file. */
  readonly software?: string;
  /** Bytes from which on a file is full and another one begins. Default 1 GB. */
  readonly maxFileBytes?: number;
  readonly now?: () => Date;
  readonly openFile?: OpenLogFile;
}

export interface ExchangeLog {
  /** Of its first file. */
  readonly path: string;
  /** Bytes that are safely on disk; store this with the rows, and give it back as `acknowledged`. */
  readonly bytes: number;
  /** Bytes in all, those still on their way to the disk too. */
  readonly appendedBytes: number;
  /**
   * Queues both records. A body that the host has sent before is not written twice: a revisit record points to the first
   * one, whose place is returned.
   * @throws {WarcError} once the disk has failed
   */
  append(exchange: LoggedExchange): Promise<ExchangeLocation>;
  /** Queues a metadata record: what is known of an exchange beyond itself. @throws {WarcError} as `append` */
  describe(described: Described): Promise<void>;
  /**
   * Resolves when everything appended before the call is on disk. Concurrent callers share one sync.
   * @throws {WarcError} once the disk has failed
   */
  flush(): Promise<void>;
  /** Flushes and closes. */
  close(): Promise<void>;
}

const gzipLater = promisify(gzip);
/** Below this, handing the work to another thread costs more than it saves. */
const SYNC_BYTES = 4 * 1024;
/** Above this, `append` waits for the disk: memory is bounded whatever the disk does. */
const MAX_QUEUED_BYTES = 16 * 1024 * 1024;
const REMEMBERED = 50_000;
/** What the specification recommends. */
export const WARC_FILE_BYTES = 1_000_000_000;

/** Level 3 takes half the time of 6 for 5 % more bytes; what is compressed already is only wrapped. */
const compress = async (record: Buffer, level: number): Promise<Buffer> =>
  record.length <= SYNC_BYTES ? gzipSync(record, { level }) : gzipLater(record, { level });

const isCoded = (exchange: LoggedExchange): boolean =>
  exchange.headers.some(([name]) => name.toLowerCase() === 'content-encoding');

const explain = (path: string, error: unknown): WarcError => {
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

/** End of the last whole record of a log nobody vouches for. */
const wholeBytes = async (path: string): Promise<number> => {
  let end = 0;
  try {
    for (const file of archiveFiles(path)) {
      const start = end;
      for await (const record of scanArchive(file)) end = start + record.offset + record.length;
    }
  } catch (error) {
    if (!(error instanceof ArchiveBreak)) throw error;
  }
  return end;
};

/**
 * By what a repeated body is known: the host too, so that deleting a site takes no other's bodies away, and all that says
 * how to read it. Undefined for what is always written whole.
 */
const sameAs = (exchange: LoggedExchange, payloadDigest: string): string | undefined => {
  const { method, status, truncated, headers, body, url } = exchange;
  if (method !== 'GET' || status !== 200 || truncated !== undefined || body.length === 0) return undefined;
  const coding = headerValue(headers, 'content-encoding') ?? '';
  const type = headerValue(headers, 'content-type') ?? '';
  return [payloadDigest, new URL(url).host, coding, type].join(' ');
};

/** Cuts what no row points to. @returns bytes left */
const cutTail = async (file: LogFile, path: string, acknowledged: number | undefined): Promise<number> => {
  const keep = acknowledged ?? (file.size === 0 ? 0 : await wholeBytes(path));
  if (keep > file.size) {
    throw new WarcError(
      `${path} has ${file.size} bytes but ${keep} were acknowledged: the file was cut or replaced. ` +
        'Put the original back, or start a new storage folder.',
    );
  }
  if (keep === file.size) return keep;
  const next = await file.read(keep, 2);
  if (keep > 0 && next.length === 2 && next.readUInt16BE(0) !== 0x1f8b) {
    throw new WarcError(
      `${path}: byte ${keep} is not the end of a record, so the file is not the store's. Nothing cut.`,
    );
  }
  await file.truncate(keep);
  await file.sync();
  return keep;
};

class WarcExchangeLog implements ExchangeLog {
  readonly path: string;
  readonly #file: LogFiles;
  readonly #maxFileBytes: number;
  readonly #info: (filename: string) => Buffer;
  readonly #known = new Map<string, Original & ExchangeLocation>();
  readonly #pendingAppends = new Set<Promise<unknown>>();
  #queue: Buffer[] = [];
  #queuedBytes = 0;
  #appended: number;
  #written: number;
  #durable: number;
  #failure: WarcError | undefined;
  #writing: Promise<void> | undefined;
  #syncing: Promise<void> | undefined;
  #nextSync: Promise<void> | undefined;
  #closed = false;

  /** @param info the first record of a file, by its path */
  constructor(
    file: LogFiles,
    path: string,
    size: number,
    maxFileBytes: number,
    info: (path: string) => Buffer,
  ) {
    this.#file = file;
    this.path = path;
    this.#maxFileBytes = maxFileBytes;
    this.#info = info;
    this.#appended = size;
    this.#written = size;
    this.#durable = size;
    if (size === 0) this.#enqueueRaw(info(path));
  }

  get bytes(): number {
    return this.#durable;
  }

  get appendedBytes(): number {
    return this.#appended;
  }

  append(exchange: LoggedExchange): Promise<ExchangeLocation> {
    return this.#awaited(this.#append(exchange));
  }

  describe(described: Described): Promise<void> {
    return this.#awaited(this.#describe(described));
  }

  /** `flush` must wait for records that are still being compressed. */
  #awaited<T>(appended: Promise<T>): Promise<T> {
    this.#pendingAppends.add(appended);
    const settle = () => this.#pendingAppends.delete(appended);
    appended.then(settle, settle);
    return appended;
  }

  async #append(exchange: LoggedExchange): Promise<ExchangeLocation> {
    this.#refuseIfUnusable();
    const payloadDigest = warcDigest(exchange.body);
    const key = sameAs(exchange, payloadDigest);
    const original = key === undefined ? undefined : this.#known.get(key);
    const records = exchangeRecords(exchange, payloadDigest, original);
    const response = await compress(records.response, isCoded(exchange) ? 1 : 3);
    const own = this.#enqueue(records.id, response, gzipSync(records.request, { level: 1 }));
    const { url, date } = exchange;
    if (key !== undefined && original === undefined) this.#remember(key, { ...own, url, date });
    await this.#makeRoom();
    if (original === undefined) return own;
    const { offset, length, requestOffset } = original;
    return { offset, length, requestOffset, recordId: records.id };
  }

  async #describe(described: Described): Promise<void> {
    this.#refuseIfUnusable();
    const record = await compress(metadataRecord(described), 3);
    this.#beginFileIfFull();
    this.#enqueueRaw(record);
    await this.#makeRoom();
  }

  async #makeRoom(): Promise<void> {
    while (this.#queuedBytes > MAX_QUEUED_BYTES && !this.#failure) await this.#write();
    this.#refuseIfUnusable();
  }

  /** Both records side by side; called without a wait in between, so offsets follow the order of the queue. */
  #enqueue(recordId: string, response: Buffer, request: Buffer): ExchangeLocation {
    this.#beginFileIfFull();
    const offset = this.#appended;
    this.#enqueueRaw(response);
    this.#enqueueRaw(request);
    return { offset, length: response.length, requestOffset: offset + response.length, recordId };
  }

  #beginFileIfFull(): void {
    if (this.#appended - this.#file.current.start < this.#maxFileBytes) return;
    this.#enqueueRaw(this.#info(this.#file.cutAt(this.#appended)));
  }

  #enqueueRaw(bytes: Buffer): void {
    this.#queue.push(bytes);
    this.#queuedBytes += bytes.length;
    this.#appended += bytes.length;
  }

  #remember(key: string, original: Original & ExchangeLocation): void {
    if (this.#known.size >= REMEMBERED) {
      const oldest = this.#known.keys().next();
      if (!oldest.done) this.#known.delete(oldest.value);
    }
    this.#known.set(key, original);
  }

  #refuseIfUnusable(): void {
    if (this.#failure) throw this.#failure;
    if (this.#closed) throw new WarcError(`${this.path} is closed.`);
  }

  /** Writes the queue as it stands; one write at a time. */
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
    this.#failure = explain(this.path, error);
    this.#queue = [];
    this.#queuedBytes = 0;
    // Half a record is of no use to anybody, and the store may need the room to close in good order.
    await this.#file.truncate(this.#durable).catch(() => {});
    throw this.#failure;
  }

  async flush(): Promise<void> {
    if (this.#failure) throw this.#failure;
    await Promise.allSettled(this.#pendingAppends);
    const target = this.#appended;
    while (this.#durable < target) {
      if (this.#failure) throw this.#failure;
      await this.#sharedSync();
    }
    if (this.#failure) throw this.#failure;
  }

  /** A sync that begins after this call: the running one may have missed the last bytes. */
  #sharedSync(): Promise<void> {
    if (!this.#syncing) {
      this.#syncing = this.#sync().finally(() => {
        this.#syncing = undefined;
      });
      return this.#syncing;
    }
    const running = this.#syncing;
    this.#nextSync ??= (async () => {
      await running.catch(() => {});
      this.#nextSync = undefined;
      return this.#sharedSync();
    })();
    return this.#nextSync;
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

  async close(): Promise<void> {
    if (this.#closed) return;
    try {
      await this.flush();
    } finally {
      this.#closed = true;
      await this.#file.close();
    }
  }
}

/**
 * Opens (or starts) the log of a storage folder.
 * @throws {WarcError} when the folder cannot be written, or the file is shorter than what was acknowledged
 */
export const openExchangeLog = async (dir: string, options: ExchangeLogOptions): Promise<ExchangeLog> => {
  const path = join(dir, EXCHANGES_FILE);
  const {
    openFile,
    now = () => new Date(),
    software = 'Fieldfare',
    maxFileBytes = WARC_FILE_BYTES,
  } = options;
  const file = await openLogFiles(path, openFile).catch((error: unknown) => {
    throw explain(path, error);
  });
  try {
    const size = await cutTail(file, path, options.acknowledged);
    const info = (of: string) => gzipSync(warcinfoRecord(software, basename(of), now()));
    return new WarcExchangeLog(file, path, size, maxFileBytes, info);
  } catch (error) {
    await file.close();
    throw error instanceof WarcError ? error : explain(path, error);
  }
};
