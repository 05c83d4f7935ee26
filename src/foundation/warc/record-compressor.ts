import { promisify } from 'node:util';
import { constants, createGzip, type Gzip, gzip, type ZlibReset } from 'node:zlib';
import { WarcError } from './record.ts';

const gzipAsync = promisify(gzip);
/** Longer records get a stream of their own: those behind them are not to wait. */
const LONG_BYTES = 64 * 1024;

/** Node resets every compressor of zlib's; its types know of two. */
type ResettableGzip = Gzip & ZlibReset;

/**
 * Compresses records in another thread, each to a gzip member of its own, in the order in which they are given. All of them use one
 * stream: to set up another costs this thread as much as 5 kB do.
 */
export class RecordCompressor {
  readonly #level: number;
  #stream: ResettableGzip | undefined;
  #parts: Buffer[] = [];
  #last: Promise<unknown> = Promise.resolve();

  constructor(level: number) {
    this.#level = level;
  }

  /** @throws {WarcError} when it is closed meanwhile */
  compress(record: Buffer): Promise<Buffer> {
    if (record.length > LONG_BYTES) return gzipAsync(record, { level: this.#level });
    const compressed = this.#last.then(() => this.#member(record));
    this.#last = compressed.catch(() => undefined);
    return compressed;
  }

  #member(record: Buffer): Promise<Buffer> {
    this.#stream ??= this.#open();
    const stream = this.#stream;
    return new Promise((resolve, reject) => {
      stream.write(record, (error) => {
        const parts = this.#parts;
        this.#parts = [];
        if (error) {
          this.close();
          reject(new WarcError('a record cannot be compressed', { cause: error }));
        } else {
          stream.reset();
          resolve(Buffer.concat(parts));
        }
      });
    });
  }

  #open(): ResettableGzip {
    // Each write ends a member.
    const stream = createGzip({ level: this.#level, flush: constants.Z_FINISH }) as ResettableGzip;
    // Whoever wrote is told.
    stream.on('error', () => undefined);
    return stream.on('data', (part: Buffer) => this.#parts.push(part));
  }

  close(): void {
    this.#stream?.destroy();
    this.#stream = undefined;
  }
}
