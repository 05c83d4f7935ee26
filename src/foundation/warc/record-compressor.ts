import { promisify } from 'node:util';
import { constants, createGzip, type Gzip, gzip, type ZlibReset } from 'node:zlib';
import { WarcError } from './record.ts';

const gzipAsync = promisify(gzip);
/** Longer records get a stream of their own: those behind them are not to wait. */
const LONG_BYTES = 64 * 1024;
/** Streams of one compressor: a record need not wait until the event loop has heard that the one before it is done. */
const MOST_STREAMS = 3;

/** Node resets every compressor of zlib's; its types know of two. */
type ResettableGzip = Gzip & ZlibReset;

interface MemberStream {
  readonly gzip: ResettableGzip;
  parts: Buffer[];
}

interface WaitingRecord {
  readonly record: Buffer;
  resolve(member: Buffer): void;
  reject(error: WarcError): void;
}

/** Compresses records in other threads, each to a gzip member. They share streams: a new one costs this thread as much as 5 kB. */
export class RecordCompressor {
  readonly #level: number;
  readonly #streams = new Set<MemberStream>();
  readonly #idle: MemberStream[] = [];
  readonly #waiting: WaitingRecord[] = [];

  constructor(level: number) {
    this.#level = level;
  }

  /** @throws {WarcError} when it is closed meanwhile */
  compress(record: Buffer): Promise<Buffer> {
    if (record.length > LONG_BYTES) return gzipAsync(record, { level: this.#level });
    return new Promise((resolve, reject) => {
      this.#waiting.push({ record, resolve, reject });
      this.#compressNext();
    });
  }

  #compressNext(): void {
    if (this.#idle.length === 0 && this.#streams.size >= MOST_STREAMS) return;
    const next = this.#waiting.shift();
    if (next === undefined) return;
    const stream = this.#idle.pop() ?? this.#open();
    stream.gzip.write(next.record, (error) => {
      const { gzip, parts } = stream;
      stream.parts = [];
      if (error || !this.#streams.has(stream)) {
        this.#discard(stream);
        next.reject(new WarcError('a record cannot be compressed', { cause: error }));
      } else {
        gzip.reset();
        this.#idle.push(stream);
        next.resolve(Buffer.concat(parts));
      }
      this.#compressNext();
    });
  }

  #open(): MemberStream {
    // Each write ends a member.
    const gzip = createGzip({ level: this.#level, flush: constants.Z_FINISH }) as ResettableGzip;
    const stream: MemberStream = { gzip, parts: [] };
    this.#streams.add(stream);
    // Whoever wrote is told.
    gzip.on('error', () => undefined).on('data', (part: Buffer) => stream.parts.push(part));
    return stream;
  }

  #discard(stream: MemberStream): void {
    this.#streams.delete(stream);
    stream.gzip.destroy();
  }

  close(): void {
    this.#idle.length = 0;
    for (const stream of this.#streams) this.#discard(stream);
  }
}
