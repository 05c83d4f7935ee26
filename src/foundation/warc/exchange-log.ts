/**
 * Log of everything that was fetched: request, response and metadata of every exchange, appended to `exchanges.warc.gz`
 * and the files that follow it, one gzip member a record. A row that points into it may be committed after `flush()`.
 */

import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DurableLog, explainDisk } from './durable-log.ts';
import {
  type ExchangeMetadata,
  exchangeRecords,
  type LoggedExchange,
  metadataRecord,
  type OriginalRecord,
  warcinfoRecord,
} from './exchange-records.ts';
import { headerValue } from './http-message.ts';
import type { LogFile, OpenLogFile } from './log-file.ts';
import { archiveFiles, EXCHANGES_FILE, openLogFiles, WARC_FILE_BYTES } from './log-files.ts';
import type { ByteRange } from './read-record.ts';
import { WarcError, warcDigest } from './record.ts';
import { RecordCompressor } from './record-compressor.ts';
import { ArchiveBreak, scanArchive } from './scan.ts';
import { type SegmentedArchive, SegmentUploads } from './segment-uploads.ts';
import { gapsBetween, type SegmentRange, segmentsBehind } from './segments.ts';
import { openSpool } from './spool.ts';

/** Locates the response record with the body, which may belong to an earlier exchange with the same body. */
export interface ExchangeLocation extends ByteRange {
  readonly requestOffset: number;
  readonly recordId: string;
}

export interface ExchangeLogOptions {
  /**
   * Bytes of the log that rows of the store may point into, as `bytes` was when they were committed; later bytes are
   * cut off. `undefined` keeps every whole record and cuts only an incomplete last one (scans the file).
   */
  readonly acknowledged: number | undefined;
  /** Program and version for the first record of each file. */
  readonly software?: string;
  /** Size after which a new file begins. Default 1 GB. */
  readonly maxFileBytes?: number;
  readonly now?: () => Date;
  readonly openFile?: OpenLogFile;
  /** Uploads segments; without it the log stays in its folder. */
  readonly archive?: SegmentedArchive | undefined;
}

export interface ExchangeLog {
  readonly path: string;
  /** Bytes on disk; store this with the rows, and pass it as `acknowledged` later. */
  readonly bytes: number;
  /** Bytes in all, with those not yet on disk. */
  readonly appendedBytes: number;
  /** Acknowledged parts that neither the archive nor this disk holds: segments that another machine has not uploaded. */
  readonly missing: readonly SegmentRange[];
  /**
   * Queues both records. A body that the host has sent before is not written twice: a revisit record points to the first
   * one, whose place is returned.
   * @throws {WarcError} once the disk has failed
   */
  append(exchange: LoggedExchange): Promise<ExchangeLocation>;
  /** Queues a metadata record of an exchange. @throws {WarcError} as `append` */
  appendMetadata(described: ExchangeMetadata): Promise<void>;
  /**
   * Resolves when everything appended before the call is on disk. Concurrent callers share one sync.
   * @throws {WarcError} once the disk has failed
   */
  flush(): Promise<void>;
  /** Flushes, and resolves when every segment is uploaded. @throws {ObjectStorageError} where its storage does not take them */
  deliver(): Promise<void>;
  /** Flushes and closes; segments that are not uploaded wait on this disk. */
  close(): Promise<void>;
}

const MAX_CACHED_BODIES = 50_000;

/** Level 3 takes half the time of level 6 for 5 % more bytes. */
const LEVEL = 3;
/** For bodies that came compressed. */
const CODED_LEVEL = 1;

type Original = OriginalRecord & ExchangeLocation;

const isCoded = (exchange: LoggedExchange): boolean =>
  exchange.headers.some(([name]) => name.toLowerCase() === 'content-encoding');

/** Finds the end of the last whole record of a log. */
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

/** Returns the key of equal bodies, or undefined; it has the host, so that no site needs bodies of another, and coding headers. */
const revisitKey = (exchange: LoggedExchange, payloadDigest: string): string | undefined => {
  const { method, status, truncated, headers, body, url } = exchange;
  if (method !== 'GET' || status !== 200 || truncated !== undefined || body.length === 0) return undefined;
  const coding = headerValue(headers, 'content-encoding') ?? '';
  const type = headerValue(headers, 'content-type') ?? '';
  return [payloadDigest, new URL(url).host, coding, type].join(' ');
};

/** Cuts off bytes that no row points to. @returns the remaining bytes */
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
  readonly missing: readonly SegmentRange[];
  readonly #log: DurableLog;
  readonly #uploads: SegmentUploads | undefined;
  readonly #compressor = new RecordCompressor(LEVEL);
  readonly #codedCompressor = new RecordCompressor(CODED_LEVEL);
  readonly #cachedBodies = new Map<string, Promise<Original>>();
  /** Records being compressed by another thread. */
  readonly #pendingAppends = new Set<Promise<unknown>>();

  constructor(
    path: string,
    log: DurableLog,
    uploads?: SegmentUploads,
    missing: readonly SegmentRange[] = [],
  ) {
    this.path = path;
    this.missing = missing;
    this.#log = log;
    this.#uploads = uploads;
    uploads?.begin(log);
  }

  get bytes(): number {
    return this.#log.durable;
  }

  get appendedBytes(): number {
    return this.#log.appended;
  }

  append(exchange: LoggedExchange): Promise<ExchangeLocation> {
    return this.#pending(this.#append(exchange));
  }

  appendMetadata(described: ExchangeMetadata): Promise<void> {
    return this.#pending(this.#appendMetadata(described));
  }

  /** Registers an append, so that `flush` waits for its compression. */
  #pending<T>(appended: Promise<T>): Promise<T> {
    this.#pendingAppends.add(appended);
    const settle = () => this.#pendingAppends.delete(appended);
    appended.then(settle, settle);
    return appended;
  }

  async #append(exchange: LoggedExchange): Promise<ExchangeLocation> {
    this.#throwIfUnusable();
    const payloadDigest = warcDigest(exchange.body);
    const key = revisitKey(exchange, payloadDigest);
    const known = key === undefined ? undefined : this.#cachedBodies.get(key);
    if (known !== undefined) {
      const original = await known;
      const own = await this.#write(exchange, payloadDigest, original);
      return placeOf(original, own.recordId);
    }
    const written = this.#write(exchange, payloadDigest);
    if (key !== undefined) this.#cacheBody(key, written);
    const own = await written;
    return placeOf(own, own.recordId);
  }

  async #write(exchange: LoggedExchange, payloadDigest: string, original?: Original): Promise<Original> {
    const { url, date } = exchange;
    const records = exchangeRecords(exchange, payloadDigest, original);
    const compressor = isCoded(exchange) ? this.#codedCompressor : this.#compressor;
    const [response, request] = await Promise.all([
      compressor.compress(records.response),
      compressor.compress(records.request),
    ]);
    const offset = this.#log.append(response, request);
    this.#uploads?.appended();
    await this.#log.whenRoom();
    const { length } = response;
    return { offset, length, requestOffset: offset + length, recordId: records.id, url, date };
  }

  async #appendMetadata(described: ExchangeMetadata): Promise<void> {
    this.#throwIfUnusable();
    this.#log.append(await this.#compressor.compress(metadataRecord(described)));
    this.#uploads?.appended();
    await this.#log.whenRoom();
  }

  #throwIfUnusable(): void {
    this.#log.throwIfUnusable();
    this.#uploads?.throwIfRefused();
  }

  /** A body that could not be written is written again when it comes again. */
  #cacheBody(key: string, written: Promise<Original>): void {
    if (this.#cachedBodies.size >= MAX_CACHED_BODIES) {
      const oldest = this.#cachedBodies.keys().next();
      if (!oldest.done) this.#cachedBodies.delete(oldest.value);
    }
    this.#cachedBodies.set(key, written);
    written.catch(() => this.#cachedBodies.delete(key));
  }

  async flush(): Promise<void> {
    await Promise.allSettled(this.#pendingAppends);
    await this.#log.flush();
    this.#uploads?.wake();
  }

  async deliver(): Promise<void> {
    await this.flush();
    await this.#uploads?.deliver();
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#pendingAppends);
    this.#compressor.close();
    this.#codedCompressor.close();
    await this.#uploads?.close();
    await this.#log.close();
  }
}

const placeOf = (
  { offset, length, requestOffset }: ExchangeLocation,
  recordId: string,
): ExchangeLocation => ({ offset, length, requestOffset, recordId });

/**
 * Opens or creates the log of a storage folder.
 * @throws {WarcError} when the folder cannot be written, or the file is shorter than what was acknowledged
 * @throws {ObjectStorageError} when the storage of its segments cannot be used
 */
export const openExchangeLog = (dir: string, options: ExchangeLogOptions): Promise<ExchangeLog> =>
  options.archive === undefined
    ? openLocalLog(dir, options)
    : openSegmentedLog(spoolOf(dir), options.archive, options);

const openLocalLog = async (dir: string, options: ExchangeLogOptions): Promise<ExchangeLog> => {
  const path = join(dir, EXCHANGES_FILE);
  const { openFile, maxFileBytes = WARC_FILE_BYTES } = options;
  const file = await openLogFiles(path, openFile).catch((error: unknown) => {
    throw explainDisk(path, error);
  });
  try {
    const size = await cutTail(file, path, options.acknowledged);
    const isFull = (held: number) => held >= maxFileBytes;
    return new WarcExchangeLog(path, new DurableLog(file, path, size, isFull, infoOf(options)));
  } catch (error) {
    await file.close();
    throw error instanceof WarcError ? error : explainDisk(path, error);
  }
};

const infoOf =
  ({ now = () => new Date(), software = 'Fieldfare' }: ExchangeLogOptions) =>
  (path: string) =>
    gzipSync(warcinfoRecord(software, basename(path), now()));

export const spoolOf = (dir: string): string => join(dir, 'spool');

/** Continues behind what is uploaded and acknowledged. Unacknowledged uploads stay, and no row points to them. */
const openSegmentedLog = async (
  dir: string,
  archive: SegmentedArchive,
  options: ExchangeLogOptions,
): Promise<ExchangeLog> => {
  const { acknowledged = 0, openFile } = options;
  const segments = await Array.fromAsync(segmentsBehind(archive.folder, 0));
  const uploaded = segments.at(-1)?.end ?? 0;
  const size = Math.max(acknowledged, uploaded);
  const spool = await openSpool(dir, uploaded, size, openFile).catch((error: unknown) => {
    throw explainDisk(dir, error);
  });
  const missing = gapsBetween([...segments, ...spool.ended(size)], acknowledged);
  const uploads = new SegmentUploads(archive, spool);
  const log = new DurableLog(spool, dir, size, uploads.isFull, infoOf(options));
  return new WarcExchangeLog(dir, log, uploads, missing);
};
