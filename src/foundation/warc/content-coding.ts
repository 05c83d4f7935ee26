/** Content codings undone: gzip, deflate, br, zstd, one over the other, never beyond a limit. */

import type { Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';

/** What we can undo, as sent in `Accept-Encoding`. */
export const ACCEPTED_CODINGS = 'gzip, deflate, br, zstd';

interface DecodedContent {
  readonly body: Buffer;
  /** `length`: cut at the limit; `coding`: damaged or cut on the way, `body` is what came out before. */
  readonly truncated?: 'length' | 'coding';
}

/** More layers than this nobody sends in good faith. */
const MAX_LAYERS = 4;

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** "deflate" means zlib by the standard, but half the servers that send it send raw deflate. */
const isZlib = (bytes: Uint8Array): boolean =>
  ((bytes[0] ?? 0) & 15) === 8 && (((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)) % 31 === 0;

const decoderFor = (coding: string, bytes: Uint8Array): Transform | undefined => {
  // A sync flush at the end gives what a cut body holds in place of an error and nothing.
  const zlib = { finishFlush: constants.Z_SYNC_FLUSH };
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      // Plain text under a gzip header: the server lies, and the text is what is wanted.
      return isGzip(bytes) ? createGunzip(zlib) : undefined;
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

/** Many archives keep the header but store the body decoded; so do some servers' error pages. */
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
    // Stays on after the end: a decoder may complain more than once, and nobody else listens.
    decoder.on('error', () => finish('coding'));
    decoder.end(bytes);
  });

/** Codings of a `Content-Encoding` header in the order they must be undone. */
const layers = (contentEncoding: string | undefined): string[] =>
  (contentEncoding ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity')
    .reverse();

/**
 * Undoes the content codings of a body. Unknown codings are taken for none, as browsers do.
 * @param maxBytes largest result; a body that would grow beyond it is cut there
 */
export const decodeContent = async (
  body: Uint8Array,
  contentEncoding: string | undefined,
  maxBytes: number,
): Promise<DecodedContent> => {
  let result: DecodedContent = { body: Buffer.from(body.buffer, body.byteOffset, body.byteLength) };
  for (const coding of layers(contentEncoding).slice(0, MAX_LAYERS)) {
    const decoder = result.body.length > 0 ? decoderFor(coding, result.body) : undefined;
    if (!decoder) continue;
    const next = await runThrough(decoder, result.body, maxBytes);
    if (next.truncated === 'coding' && next.body.length === 0 && looksPlain(result.body)) continue;
    const truncated = result.truncated ?? next.truncated;
    result = truncated ? { body: next.body, truncated } : { body: next.body };
  }
  if (result.body.length <= maxBytes) return result;
  return { body: result.body.subarray(0, maxBytes), truncated: 'length' };
};
