/** Encodes and leniently decodes the HTTP/1 messages of archives, with chunked bodies. */

import type { HeaderList } from './record.ts';
import { endOfHead } from './record.ts';

interface HttpHead {
  /** `HTTP/1.1 200 OK` or `GET /path HTTP/1.1`. */
  readonly startLine: string;
  readonly headers: HeaderList;
  /** Bytes of the head, the empty line included. */
  readonly headBytes: number;
}

/** Returns the first value of a header, ignoring the case of its name. */
export const headerValue = (headers: HeaderList, name: string): string | undefined => {
  const wanted = name.toLowerCase();
  return headers.find(([n]) => n.toLowerCase() === wanted)?.[1];
};

/** Returns the list without the named headers (names in lower case). */
export const withoutHeaders = (headers: HeaderList, names: ReadonlySet<string>): HeaderList =>
  headers.filter(([name]) => !names.has(name.toLowerCase()));

const oneLine = (text: string): string => text.replace(/[\r\n\0]+/g, ' ');

/** Encodes a head. Values are Latin-1, as received. */
export const encodeHttpHead = (startLine: string, headers: HeaderList): Buffer => {
  const lines = [oneLine(startLine), ...headers.map(([n, v]) => `${oneLine(n)}: ${oneLine(v)}`), '', ''];
  return Buffer.from(lines.join('\r\n'), 'latin1');
};

/** Decodes the head at the beginning of `bytes`; undefined when there is none. */
export const decodeHttpHead = (bytes: Buffer): HttpHead | undefined => {
  const end = endOfHead(bytes);
  // Some archives have answers without a body and without the closing empty line.
  const headBytes = end < 0 ? bytes.length : end;
  const [startLine = '', ...lines] = bytes.toString('latin1', 0, headBytes).split(/\r?\n/);
  if (!/^HTTP\/\d|^[A-Z]+ \S+/.test(startLine)) return undefined;
  const headers: [string, string][] = [];
  for (const line of lines) {
    const last = headers.at(-1);
    const colon = line.indexOf(':');
    if (/^[ \t]/.test(line) && last) last[1] = `${last[1]} ${line.trim()}`;
    else if (colon > 0) headers.push([line.slice(0, colon).trim(), line.slice(colon + 1).trim()]);
  }
  return { startLine, headers, headBytes };
};

/** Parses status code and reason of a start line; 0 where it has none. */
export const statusOf = (startLine: string): { readonly status: number; readonly statusText: string } => {
  const match = /^HTTP\/\d(?:\.\d+)?\s+(\d{3})(?:\s(.*))?$/.exec(startLine);
  return { status: Number(match?.[1] ?? 0), statusText: match?.[2]?.trim() ?? '' };
};

/** Reads lines or a number of bytes on demand from an iterable of chunks. */
const chunkCursor = (source: AsyncIterator<Uint8Array>) => {
  let buffered: Buffer = Buffer.alloc(0);
  const more = async (): Promise<boolean> => {
    const next = await source.next();
    if (next.done) return false;
    buffered = buffered.length ? Buffer.concat([buffered, next.value]) : Buffer.from(next.value);
    return true;
  };
  return {
    /** Returns a line with its line break; undefined when it is longer than `limit` bytes. */
    async peekLine(limit: number): Promise<string | undefined> {
      for (;;) {
        const end = buffered.indexOf(10);
        if (end >= 0) return end < limit ? buffered.toString('latin1', 0, end + 1) : undefined;
        if (buffered.length >= limit || !(await more())) return undefined;
      }
    },
    skip(bytes: number): void {
      buffered = buffered.subarray(bytes);
    },
    /** Returns at most `limit` bytes; empty at the end. */
    async take(limit: number): Promise<Buffer> {
      while (buffered.length === 0) if (!(await more())) return buffered;
      const out = buffered.subarray(0, limit);
      buffered = buffered.subarray(out.length);
      return out;
    },
  };
};

const CHUNK_LINE = /^([0-9a-fA-F]{1,12})\s*(?:;.*)?\r?\n$/;

/** Decodes a chunked body, an incomplete one up to its end. One that is stored plain, as many archives do, passes through. */
export async function* dechunked(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = body[Symbol.asyncIterator]();
  try {
    yield* dechunkedFrom(chunkCursor(source));
  } finally {
    await source.return?.();
  }
}

async function* dechunkedFrom(cursor: ReturnType<typeof chunkCursor>): AsyncGenerator<Uint8Array> {
  let first = true;
  for (;;) {
    const line = await cursor.peekLine(1024);
    const size = line === undefined ? undefined : CHUNK_LINE.exec(line)?.[1];
    if (line === undefined || size === undefined) break;
    first = false;
    cursor.skip(Buffer.byteLength(line, 'latin1'));
    let left = Number.parseInt(size, 16);
    if (left === 0) return;
    while (left > 0) {
      const part = await cursor.take(left);
      if (part.length === 0) return;
      left -= part.length;
      yield part;
    }
    if ((await cursor.peekLine(4))?.trim() === '') cursor.skip((await cursor.peekLine(4))?.length ?? 0);
  }
  if (!first) return;
  for (let part = await cursor.take(65536); part.length > 0; part = await cursor.take(65536)) yield part;
}
