/** Decodes content codings: gzip, deflate, br, zstd and combinations, up to a size limit. */

import type { Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { headerBytes, looksGzipped } from './gzip-member.ts';

/** Supported codings, as sent in `Accept-Encoding`. */
export const ACCEPTED_CODINGS = 'gzip, deflate, br, zstd';

interface DecodedContent {
  readonly body: Buffer;
  /** `length`: cut at the limit; `coding`: damaged or incomplete, `body` is the part before that. */
  readonly truncated?: 'length' | 'coding';
}

/** No honest server sends more layers. */
const MAX_LAYERS = 4;

/** Distinguishes zlib, the standard meaning of "deflate", from raw deflate, which many servers send. */
const isZlib = (bytes: Uint8Array): boolean =>
  ((bytes[0] ?? 0) & 15) === 8 && (((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)) % 31 === 0;

const decoderFor = (coding: string, bytes: Buffer): Transform | undefined => {
  // A sync flush at the end returns the content of an incomplete body instead of an error.
  const zlib = { finishFlush: constants.Z_SYNC_FLUSH };
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      // Some servers send plain text with a gzip header.
      return looksGzipped(bytes) ? createGunzip(zlib) : undefined;
    case 'deflate':
      return isZlib(bytes) ? createInflate(zlib) : createInflateRaw(zlib);
    case 'br':
      return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
    case 'zstd':
      return createZstdDecompress({ finishFlush: constants.ZSTD_e_flush });
    default:
      return undefined;
  }
};

/** Detects a plain body: many archives, and some servers' error pages, keep the header but decode the body. */
const looksPlain = (bytes: Uint8Array): boolean =>
  /^(?:\xef\xbb\xbf)?\s*[<{[]/.test(Buffer.from(bytes.subarray(0, 64)).toString('latin1'));

const runThrough = (decoder: Transform, bytes: Uint8Array, maxBytes: number): Promise<DecodedContent> =>
  new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    const finish = (truncated?: 'length' | 'coding') => {
      decoder.removeAllListeners('data');
      decoder.destroy();
      const body = Buffer.concat(parts, Math.min(size, maxBytes));
      resolve(truncated ? { body, truncated } : { body });
    };
    decoder.on('data', (part: Buffer) => {
      parts.push(part);
      size += part.length;
      if (size > maxBytes) finish('length');
    });
    decoder.once('end', () => finish());
    // Stays attached after the end: a decoder may emit more than one error.
    decoder.on('error', () => finish('coding'));
    decoder.end(bytes);
  });

/** Bytes of a gzip member's checksum and size. */
const TRAILER = 8;

/**
 * Inflates the members that are whole, and leaves what stands behind them: caches write comments there. Node's gunzip
 * gives nothing of such a body. The checksum is not compared: browsers do not either.
 */
const gunzipMembers = async (bytes: Buffer, maxBytes: number): Promise<DecodedContent> => {
  const parts: Buffer[] = [];
  let size = 0;
  for (let at = 0; looksGzipped(bytes.subarray(at)) && size <= maxBytes; ) {
    const start = at + memberHeader(bytes.subarray(at));
    if (start === at) break;
    const inflater = createInflateRaw({ finishFlush: constants.Z_SYNC_FLUSH });
    const { body, truncated } = await runThrough(inflater, bytes.subarray(start), maxBytes - size);
    parts.push(body);
    size += body.length;
    if (truncated) return { body: Buffer.concat(parts, size), truncated };
    at = start + inflater.bytesWritten + TRAILER;
  }
  return size > 0 ? { body: Buffer.concat(parts, size) } : { body: Buffer.alloc(0), truncated: 'coding' };
};

const memberHeader = (bytes: Buffer): number => {
  try {
    return headerBytes(bytes);
  } catch {
    return 0;
  }
};

/** Lists the codings of a `Content-Encoding` header in decoding order. */
const layers = (contentEncoding: string | undefined): string[] =>
  (contentEncoding ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity')
    .reverse();

/** Decodes content codings; unknown ones are ignored, as in browsers. @param maxBytes largest result; a longer body is cut */
export const decodeContent = async (
  body: Uint8Array,
  contentEncoding: string | undefined,
  maxBytes: number,
): Promise<DecodedContent> => {
  let result: DecodedContent = { body: Buffer.from(body.buffer, body.byteOffset, body.byteLength) };
  for (const coding of layers(contentEncoding).slice(0, MAX_LAYERS)) {
    const decoder = result.body.length > 0 ? decoderFor(coding, result.body) : undefined;
    if (!decoder) continue;
    let next = await runThrough(decoder, result.body, maxBytes);
    if (next.truncated === 'coding' && looksGzipped(result.body)) {
      const whole = await gunzipMembers(result.body, maxBytes);
      if (whole.body.length >= next.body.length) next = whole;
    }
    if (next.truncated === 'coding' && next.body.length === 0 && looksPlain(result.body)) continue;
    const truncated = result.truncated ?? next.truncated;
    result = truncated ? { body: next.body, truncated } : { body: next.body };
  }
  if (result.body.length <= maxBytes) return result;
  return { body: result.body.subarray(0, maxBytes), truncated: 'length' };
};
