/** Inflates one gzip member at a time (RFC 1952): Node's gunzip joins members and does not report where they end. */

import { crc32, createInflateRaw } from 'node:zlib';
import type { FileWindow } from './file-window.ts';
import { WarcError } from './record.ts';

const FEXTRA = 4;
const FNAME = 8;
const FCOMMENT = 16;
const FHCRC = 2;

export const looksGzipped = (bytes: Buffer): boolean =>
  bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8;

/** Returns the length of the member's header, in bytes. @throws {WarcError | RangeError} where the bytes are no header, or not all of it */
export const headerBytes = (bytes: Buffer): number => {
  if (!looksGzipped(bytes)) throw new WarcError('a gzip member was expected');
  const flags = bytes[3] ?? 0;
  let at = 10;
  if (flags & FEXTRA) at += 2 + bytes.readUInt16LE(at);
  for (const flag of [FNAME, FCOMMENT]) {
    if (!(flags & flag)) continue;
    const end = bytes.indexOf(0, at);
    if (end < 0) throw new WarcError('a gzip header has no end');
    at = end + 1;
  }
  return flags & FHCRC ? at + 2 : at;
};

/**
 * Inflates the member at the window's position and moves the window behind it.
 * @param onBytes receives the inflated bytes in pieces
 * @throws {WarcError} when the member is damaged or incomplete
 */
export const inflateMember = async (window: FileWindow, onBytes: (bytes: Buffer) => void): Promise<void> => {
  const header = await window.peek(65_536 + 1024);
  window.skip(Math.min(headerBytes(header), header.length));
  let crc = 0;
  let size = 0;
  const consumed = await inflate(window, (bytes) => {
    crc = crc32(bytes, crc);
    size = (size + bytes.length) % 0x1_0000_0000;
    onBytes(bytes);
  });
  window.skip(consumed);
  const trailer = await window.peek(8);
  if (trailer.length < 8) throw new WarcError('the file ends inside a record');
  if (trailer.readUInt32LE(0) !== crc || trailer.readUInt32LE(4) !== size) {
    throw new WarcError('a record fails its checksum');
  }
  window.skip(8);
};

/** Feeds the inflater; resolves to the compressed bytes it consumed beyond those already skipped. */
const inflate = (window: FileWindow, onBytes: (bytes: Buffer) => void): Promise<number> =>
  new Promise((resolve, reject) => {
    const stream = createInflateRaw({ chunkSize: 65_536 });
    let skipped = 0;
    let fed = 0;
    const fail = (error: unknown) => {
      stream.destroy();
      reject(asWarcError(error));
    };
    const feed = async (): Promise<void> => {
      window.skip(fed);
      skipped += fed;
      const bytes = await window.peek(1);
      fed = bytes.length;
      if (fed === 0) stream.end();
      else stream.write(bytes, written);
    };
    const written = (): void => {
      // Unread bytes mean that the member ended among them; 'end' follows.
      if (stream.bytesWritten - skipped === fed) feed().catch(fail);
    };
    stream.on('data', onBytes);
    stream.once('error', fail);
    stream.once('end', () => {
      const consumed = stream.bytesWritten - skipped;
      stream.destroy();
      resolve(consumed);
    });
    feed().catch(fail);
  });

const asWarcError = (error: unknown): WarcError => {
  if (error instanceof WarcError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const why = code === 'Z_BUF_ERROR' ? 'the file ends inside a record' : 'a record cannot be decompressed';
  return new WarcError(why, { cause: error });
};
