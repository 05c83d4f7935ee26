/**
 * The one home of everything that was fetched: request and response of every exchange and what is known of it, appended to
 * `exchanges.warc.gz` and the files that follow it, one gzip member a record. A row that points into it may be committed
 * after `flush()`.
 */

import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import { DurableLog, explainDisk } from './durable-log.ts';
import {
  type Described,
  exchangeRecords,
  type LoggedExchange,
  metadataRecord,
  type Original,
  warcinfoRecord,
} from './exchange-records.ts';
import { headerValue } from './http-message.ts';
import type { LogFile, OpenLogFile } from './log-file.ts';
import { archiveFiles, EXCHANGES_FILE, openLogFiles } from './log-files.ts';
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
/** Up to this, handing the work to another thread costs more than doing it: a page of 15 kB takes .12 ms. */
const SYNC_BYTES = 64 * 1024;
const REMEMBERED = 50_000;
/** What the specification recommends. */
export const WARC_FILE_BYTES = 1_000_000_000;

/** Level 3 takes half the time of 6 for 5 % more bytes; what is compressed already is only wrapped. */
const compress = async (record: Buffer, level: number): Promise<Buffer> =>
  record.length <= SYNC_BYTES ? gzipSync(record, { level }) : gzipLater(record, { level });

const isCoded = (exchange: LoggedExchange): boolean =>
  exchange.headers.some(([name]) => name.toLowerCase() === 'content-encoding');

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
  readonly #log: DurableLog;
  readonly #known = new Map<string, Original & ExchangeLocation>();
  /** Records that another thread compresses. */
  readonly #pendingAppends = new Set<Promise<unknown>>();

  constructor(path: string, log: DurableLog) {
    this.path = path;
    this.#log = log;
  }

  get bytes(): number {
    return this.#log.durable;
  }

  get appendedBytes(): number {
    return this.#log.appended;
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
    this.#log.refuseIfUnusable();
    const payloadDigest = warcDigest(exchange.body);
    const key = sameAs(exchange, payloadDigest);
    const original = key === undefined ? undefined : this.#known.get(key);
    const records = exchangeRecords(exchange, payloadDigest, original);
    const response = await compress(records.response, isCoded(exchange) ? 1 : 3);
    const offset = this.#log.append(response, gzipSync(records.request, { level: 1 }));
    const { length } = response;
    const own = { offset, length, requestOffset: offset + length, recordId: records.id };
    const { url, date } = exchange;
    if (key !== undefined && original === undefined) this.#remember(key, { ...own, url, date });
    await this.#log.room();
    return original === undefined ? own : { ...placeOf(original), recordId: records.id };
  }

  async #describe(described: Described): Promise<void> {
    this.#log.refuseIfUnusable();
    this.#log.append(await compress(metadataRecord(described), 3));
    await this.#log.room();
  }

  #remember(key: string, original: Original & ExchangeLocation): void {
    if (this.#known.size >= REMEMBERED) {
      const oldest = this.#known.keys().next();
      if (!oldest.done) this.#known.delete(oldest.value);
    }
    this.#known.set(key, original);
  }

  async flush(): Promise<void> {
    await Promise.allSettled(this.#pendingAppends);
    await this.#log.flush();
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#pendingAppends);
    await this.#log.close();
  }
}

const placeOf = ({ offset, length, requestOffset }: ExchangeLocation) => ({ offset, length, requestOffset });

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
    throw explainDisk(path, error);
  });
  try {
    const size = await cutTail(file, path, options.acknowledged);
    const info = (of: string) => gzipSync(warcinfoRecord(software, basename(of), now()));
    return new WarcExchangeLog(path, new DurableLog(file, path, size, maxFileBytes, info));
  } catch (error) {
    await file.close();
    throw error instanceof WarcError ? error : explainDisk(path, error);
  }
};
