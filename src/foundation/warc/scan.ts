/** Scans an archive once and yields the place of each record, without its body. */

import { type FileHandle, open } from 'node:fs/promises';
import { type FileWindow, openWindow } from './file-window.ts';
import { inflateMember, looksGzipped } from './gzip-member.ts';
import { decodeHead, endOfHead, WarcError, type WarcHead } from './record.ts';

export interface ScannedRecord {
  readonly head: WarcHead;
  /** Offset of the record in the file, in bytes. */
  readonly offset: number;
  /** Its length in the file, in bytes as stored. */
  readonly length: number;
  /** The beginning of its block, at most `PREFIX_BYTES`. */
  readonly prefix: Buffer;
}

/** Enough for the HTTP head, the beginning of the markup, and the body of a submitted form. */
const PREFIX_BYTES = 256 * 1024;

/** Thrown where the rest of an archive cannot be read; the records before are valid. */
export class ArchiveBreak extends Error {
  override readonly name = 'ArchiveBreak';
  /** Offset of the first byte that belongs to no whole record. */
  readonly offset: number;
  readonly path: string;
  constructor(path: string, offset: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.path = path;
    this.offset = offset;
  }
}

/** Collects head, beginning of the block and total size of a record that arrives in pieces. */
const recordCollector = () => {
  const buffered: Buffer[] = [];
  let keptBytes = 0;
  let total = 0;
  return {
    add(bytes: Buffer): void {
      total += bytes.length;
      if (keptBytes >= PREFIX_BYTES + 65_536) return;
      buffered.push(bytes);
      keptBytes += bytes.length;
    },
    finish(): { head: WarcHead; prefix: Buffer } {
      const bytes = Buffer.concat(buffered);
      const head = decodeHead(bytes);
      const end = head.headBytes + head.blockBytes;
      if (total < end) throw new WarcError('a record is shorter than its Content-Length says');
      const block = bytes.subarray(head.headBytes, end);
      // Closing line breaks may follow, but no second record: it would have no offset of its own.
      if (total > end + 64) {
        throw new WarcError('several records share one gzip member: gunzip the file and use the plain .warc');
      }
      return { head, prefix: Buffer.from(block.subarray(0, PREFIX_BYTES)) };
    },
  };
};

const scanMember = async (window: FileWindow): Promise<ScannedRecord> => {
  const offset = window.position;
  const collector = recordCollector();
  await inflateMember(window, collector.add);
  return { ...collector.finish(), offset, length: window.position - offset };
};

const scanPlain = async (window: FileWindow, fileBytes: number): Promise<ScannedRecord> => {
  const offset = window.position;
  let bytes = await window.peek(4096);
  if (endOfHead(bytes) < 0) bytes = await window.peek(65_536);
  const head = decodeHead(bytes);
  const length = head.headBytes + head.blockBytes;
  if (offset + length > fileBytes) throw new WarcError('the file ends inside a record');
  bytes = await window.peek(Math.min(length, head.headBytes + PREFIX_BYTES));
  const prefix = Buffer.from(bytes.subarray(head.headBytes, Math.min(length, head.headBytes + PREFIX_BYTES)));
  window.skip(length);
  return { head, prefix, offset, length };
};

const skipLineBreaks = async (window: FileWindow): Promise<Buffer> => {
  for (;;) {
    const bytes = await window.peek(4);
    let at = 0;
    while (bytes[at] === 13 || bytes[at] === 10) at += 1;
    if (at === 0) return bytes;
    window.skip(at);
  }
};

/** Receives offset and problem of a record that cannot be read. */
type OnDamage = (offset: number, why: string) => void;

const scanHandle = async function* (
  file: FileHandle,
  path: string,
  onDamage?: OnDamage,
): AsyncGenerator<ScannedRecord> {
  let window = openWindow(file);
  const { size } = await file.stat();
  for (;;) {
    const bytes = await skipLineBreaks(window);
    if (bytes.length === 0) return;
    const offset = window.position;
    let record: ScannedRecord;
    try {
      record = looksGzipped(bytes) ? await scanMember(window) : await scanPlain(window, size);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const next = onDamage === undefined ? undefined : await findNextRecord(file, offset + 1, size);
      if (next === undefined) throw new ArchiveBreak(path, offset, why, { cause: error });
      onDamage?.(offset, why);
      window = openWindow(file, next);
      continue;
    }
    yield record;
  }
};

const SEARCH_BYTES = 1024 * 1024;
const GZIP_MEMBER = Buffer.of(0x1f, 0x8b, 8);
const PLAIN_RECORD = Buffer.from('\r\n\r\nWARC/');

/** Finds the offset of the next readable record; undefined where none follows. */
const findNextRecord = async (file: FileHandle, from: number, size: number): Promise<number | undefined> => {
  for (let at = from; at < size; at += SEARCH_BYTES) {
    // Overlaps the pieces: a marker may cross their border.
    const piece = Buffer.alloc(SEARCH_BYTES + PLAIN_RECORD.length);
    const { bytesRead } = await file.read(piece, 0, piece.length, at);
    const bytes = piece.subarray(0, bytesRead);
    for (const [marker, skipped] of [
      [GZIP_MEMBER, 0],
      [PLAIN_RECORD, 4],
    ] as const) {
      for (let found = bytes.indexOf(marker); found >= 0; found = bytes.indexOf(marker, found + 1))
        if (await beginsRecord(file, at + found + skipped, size)) return at + found + skipped;
    }
  }
  return undefined;
};

const beginsRecord = async (file: FileHandle, offset: number, size: number): Promise<boolean> => {
  const window = openWindow(file, offset);
  try {
    await (looksGzipped(await window.peek(3)) ? scanMember(window) : scanPlain(window, size));
    return true;
  } catch {
    return false;
  }
};

/** @throws {ArchiveBreak} where a file has a record that is damaged or cut */
export async function checkWhole(path: string): Promise<void> {
  for await (const record of scanArchive(path)) void record;
}

/**
 * Every record of a `.warc` or `.warc.gz` (one gzip member a record), in order.
 * @param onDamage called for each damaged record that others follow; it is skipped. Left out, the first one ends the scan
 * @throws {ArchiveBreak} at the first byte behind which no whole record follows
 */
export async function* scanArchive(path: string, onDamage?: OnDamage): AsyncGenerator<ScannedRecord> {
  const file = await open(path, 'r');
  try {
    yield* scanHandle(file, path, onDamage);
  } finally {
    await file.close();
  }
}
