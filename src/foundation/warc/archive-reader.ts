/** Reads the archive of a run wherever it lies: in files of a folder, or in segments of an object folder. */

import { mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { whileOpen } from '../errors/index.ts';
import { type ObjectFolder, ObjectStorageError } from '../object-storage/index.ts';
import { archiveFiles } from './log-files.ts';
import { exchangeIn, readExchange, type StoredExchange } from './read-exchange.ts';
import type { ByteRange, ByteSource } from './read-record.ts';
import { WarcError } from './record.ts';
import { type Segment, type SegmentRange, segmentsBehind } from './segments.ts';
import { type SpooledSegment, spooledSegments } from './spool.ts';

export interface ArchiveReader {
  isEmpty(): Promise<boolean>;
  /**
   * Reads the exchange at a place that a row holds.
   * @throws {WarcError} when there is none; {ObjectStorageError} when its storage cannot be read
   */
  exchange(offset: number, length: number): Promise<StoredExchange>;
  /**
   * Paths of its WARC files in order. One that lies elsewhere is copied to this disk until the next is asked for.
   * @param into folder where the copies stay
   */
  files(into?: string): AsyncGenerator<string>;
  /** Copies a part of the log to a file: `length` bytes, or fewer at its end. What one record begins may be cut off. */
  copyRange(range: ByteRange, to: string): Promise<void>;
}

/** @param first path of the first file of a log */
export const localArchive = (first: string): ArchiveReader => ({
  isEmpty: async () => archiveFiles(first).length === 0,
  exchange: (offset, length) => readExchange(first, offset, length),
  async *files() {
    yield* archiveFiles(first);
  },
  async copyRange({ offset, length }, to) {
    let start = 0;
    for (const path of archiveFiles(first)) {
      const { size } = await stat(path);
      const part = within({ start, end: start + size }, { offset, length });
      if (part !== undefined) await appendPart(path, part, to);
      start += size;
    }
  },
});

/** The part of a range that a segment holds, counted from the start of the segment. */
function within({ start, end }: SegmentRange, { offset, length }: ByteRange): ByteRange | undefined {
  const from = Math.max(start, offset);
  const till = Math.min(end, offset + length);
  return from < till ? { offset: from - start, length: till - from } : undefined;
}

async function appendPart(path: string, { offset, length }: ByteRange, to: string): Promise<void> {
  await whileOpen(open(path, 'r'), async (file) => {
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await file.read(bytes, 0, length, offset);
    await writeFile(to, bytes.subarray(0, bytesRead), { flag: 'a' });
  });
}

const BLOCK_BYTES = 256 * 1024;
const MAX_BLOCKS = 64;
const MAX_COPY_BYTES = 16 * 1024 * 1024;
/** Segments whose places are asked for at once: one request of S3. */
const PLACES = 1000;

/** Reads segments by range, through a cache of blocks, and those that are not uploaded from the spool on this disk. */
export class SegmentReader implements ArchiveReader {
  private readonly folder: ObjectFolder;
  private readonly spool: string;
  private places: readonly Segment[] = [];
  /** By segment and number; the last used is the last. */
  private readonly blocks = new Map<string, Buffer>();

  constructor(folder: ObjectFolder, spool: string) {
    this.folder = folder;
    this.spool = spool;
  }

  async isEmpty(): Promise<boolean> {
    if ((await spooledSegments(this.spool)).length > 0) return false;
    return (await segmentsBehind(this.folder, 0).next()).done === true;
  }

  async exchange(offset: number, length: number): Promise<StoredExchange> {
    const segment =
      holding(this.places, offset) ?? (await this.spooled(offset)) ?? (await this.uploaded(offset));
    if (segment === undefined)
      throw new WarcError(`${this.folder.address}, byte ${offset}: this part of the archive is missing.`);
    const place = { offset: offset - segment.start, length };
    if (!('path' in segment))
      return exchangeIn(
        this.source(segment),
        place,
        `${this.folder.address}/${segment.name}, byte ${place.offset}`,
      );
    const file = await open(segment.path, 'r').catch(() => undefined);
    // It was uploaded meanwhile.
    if (file === undefined) return this.exchange(offset, length);
    try {
      return await exchangeIn(file, place, `${segment.path}, byte ${place.offset}`);
    } finally {
      await file.close();
    }
  }

  async *files(into?: string): AsyncGenerator<string> {
    const copies = into ?? (await mkdtemp(join(tmpdir(), 'fieldfare-archive-')));
    let end = 0;
    try {
      for await (const segment of segmentsBehind(this.folder, 0)) {
        const copy = join(copies, segment.name);
        for (let at = 0; at < segment.bytes; at += MAX_COPY_BYTES) {
          const bytes = await this.folder.read(
            segment.name,
            at,
            Math.min(MAX_COPY_BYTES, segment.bytes - at),
          );
          await writeFile(copy, bytes, { flag: 'a' });
        }
        yield copy;
        if (into === undefined) await rm(copy, { force: true });
        end = segment.end;
      }
      for (const { path, end: last } of await spooledSegments(this.spool)) if (last > end) yield path;
    } finally {
      if (into === undefined) await rm(copies, { recursive: true, force: true });
    }
  }

  async copyRange(range: ByteRange, to: string): Promise<void> {
    let end = range.offset;
    for await (const segment of segmentsBehind(this.folder, range.offset)) {
      const part = within(segment, range);
      if (part === undefined) break;
      await writeFile(to, await this.folder.read(segment.name, part.offset, part.length), { flag: 'a' });
      end = segment.end;
    }
    for (const segment of await spooledSegments(this.spool)) {
      const part = segment.end > end ? within(segment, range) : undefined;
      if (part !== undefined) await appendPart(segment.path, part, to);
    }
  }

  private async spooled(offset: number): Promise<SpooledSegment | undefined> {
    return holding(await spooledSegments(this.spool), offset);
  }

  private async uploaded(offset: number): Promise<Segment | undefined> {
    const places: Segment[] = [];
    for await (const segment of segmentsBehind(this.folder, offset)) {
      places.push(segment);
      if (places.length === PLACES) break;
    }
    this.places = places;
    return holding(places, offset);
  }

  private source({ name, bytes }: Segment): ByteSource {
    return {
      read: async (into, at, length, position) => {
        let read = 0;
        while (read < length && position + read < bytes) {
          const number = Math.floor((position + read) / BLOCK_BYTES);
          const block = await this.block(name, number);
          const from = position + read - number * BLOCK_BYTES;
          const copied = block.copy(into, at + read, from, from + length - read);
          if (copied === 0) break;
          read += copied;
        }
        return { bytesRead: read };
      },
    };
  }

  private async block(name: string, number: number): Promise<Buffer> {
    const key = `${name} ${number}`;
    const known = this.blocks.get(key);
    this.blocks.delete(key);
    const block =
      known ?? (await this.folder.read(name, number * BLOCK_BYTES, BLOCK_BYTES).catch(notThere(name)));
    this.blocks.set(key, block);
    const [oldest] = this.blocks.size > MAX_BLOCKS ? this.blocks.keys() : [];
    if (oldest !== undefined) this.blocks.delete(oldest);
    return block;
  }
}

const notThere =
  (name: string) =>
  (error: unknown): never => {
    if (error instanceof ObjectStorageError && error.fault === 'no-object')
      throw new WarcError(`the segment ${basename(name)} is gone`, { cause: error });
    throw error;
  };

const holding = <T extends { readonly start: number; readonly end: number }>(
  segments: readonly T[],
  offset: number,
): T | undefined => segments.find(({ start, end }) => start <= offset && offset < end);
