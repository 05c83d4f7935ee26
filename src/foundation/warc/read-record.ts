/** Reads one record of an archive by its place, with its body as a stream. */

import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { looksGzipped } from './gzip-member.ts';
import { dechunked, decodeHttpHead, headerValue, statusOf } from './http-message.ts';
import type { HeaderList } from './record.ts';
import { decodeHead, endOfHead, WarcError, type WarcHead } from './record.ts';

const READ_BYTES = 256 * 1024;
const MAX_HEAD_BYTES = 1024 * 1024;

export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/** Such as an open file. */
export interface ByteSource {
  read(into: Buffer, at: number, length: number, position: number): Promise<{ readonly bytesRead: number }>;
}

export interface ArchivedResponse {
  readonly warc: WarcHead;
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
  /** Transfer coding removed, content coding kept. */
  readonly body: AsyncIterable<Uint8Array>;
}

async function* fileBytes(file: ByteSource, { offset, length }: ByteRange): AsyncGenerator<Buffer> {
  for (let at = 0; at < length; ) {
    const chunk = Buffer.allocUnsafe(Math.min(READ_BYTES, length - at));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, offset + at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield chunk.subarray(0, bytesRead);
  }
}

async function* recordBytes(file: ByteSource, location: ByteRange): AsyncGenerator<Buffer> {
  const start = Buffer.alloc(3);
  await file.read(start, 0, 3, location.offset);
  if (!looksGzipped(start)) {
    yield* fileBytes(file, location);
    return;
  }
  const gunzip = createGunzip();
  pipeline(Readable.from(fileBytes(file, location)), gunzip, () => {});
  try {
    for await (const chunk of gunzip) yield chunk as Buffer;
  } catch (error) {
    const isDamaged = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
    throw isDamaged ? new WarcError('the record is damaged', { cause: error }) : error;
  }
}

const readUntil = async (
  source: AsyncIterator<Buffer>,
  start: Buffer,
  complete: (bytes: Buffer) => boolean,
): Promise<Buffer> => {
  let bytes = start;
  while (!complete(bytes)) {
    const next = await source.next();
    if (next.done) break;
    bytes = bytes.length ? Buffer.concat([bytes, next.value]) : next.value;
    if (bytes.length > MAX_HEAD_BYTES) throw new WarcError('the head of a record is longer than 1 MB');
  }
  return bytes;
};

async function* upTo(start: Buffer, source: AsyncIterator<Buffer>, limit: number): AsyncGenerator<Buffer> {
  let left = limit;
  try {
    for (let chunk: Buffer = start; left > 0; ) {
      const part = chunk.subarray(0, left);
      left -= part.length;
      if (part.length > 0) yield part;
      if (left <= 0) break;
      const next = await source.next();
      if (next.done) throw new WarcError('the archive ends inside this record');
      chunk = next.value;
    }
  } finally {
    await source.return?.();
  }
}

const isHeadWhole = (bytes: Buffer): boolean => endOfHead(bytes) >= 0;

/** Reads the head of a record and opens its block as a stream. */
const openRecord = async (file: ByteSource, location: ByteRange) => {
  const source = recordBytes(file, location);
  try {
    const bytes = await readUntil(source, Buffer.alloc(0), isHeadWhole);
    const warc = decodeHead(bytes);
    return { warc, block: upTo(bytes.subarray(warc.headBytes), source, warc.blockBytes) };
  } catch (error) {
    await source.return(undefined);
    if (error instanceof WarcError) throw error;
    throw new WarcError('the record cannot be read', { cause: error });
  }
};

/** Reads an HTTP response, or a resource record as one; read or cancel its body. @throws {WarcError} when there is none */
export const readResponse = async (file: ByteSource, location: ByteRange): Promise<ArchivedResponse> => {
  const { warc, block } = await openRecord(file, location);
  if (warc.fields.get('warc-type')?.toLowerCase() === 'resource') {
    const type = warc.fields.get('content-type') ?? 'application/octet-stream';
    return { warc, status: 200, statusText: 'OK', headers: [['content-type', type]], body: block };
  }
  const bytes = await readUntil(block, Buffer.alloc(0), isHeadWhole);
  const http = decodeHttpHead(bytes);
  if (!http) {
    await block.return(undefined);
    throw new WarcError('the record is not an HTTP response');
  }
  const body = upTo(bytes.subarray(http.headBytes), block, warc.blockBytes - http.headBytes);
  const chunked = /\bchunked\b/i.test(headerValue(http.headers, 'transfer-encoding') ?? '');
  return { warc, ...statusOf(http.startLine), headers: http.headers, body: chunked ? dechunked(body) : body };
};
