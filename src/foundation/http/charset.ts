/** Decodes the bytes of a page to text by the rules of browsers. */

import { legacyHookDecode, normalizeEncoding } from '@exodus/bytes/encoding.js';
import sniffEncoding from 'html-encoding-sniffer';

interface DecodedText {
  readonly text: string;
  /** Name of the encoding in the Encoding standard, e.g. `windows-1252`. */
  readonly encoding: string;
}

/** Marker that the sniffer returns when the page declares no encoding. */
const UNDECLARED = 'undeclared';

const DECLARED = /;\s*charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;]+))/i;

/** `charset` of a Content-Type header. */
export const declaredCharset = (contentType: string | undefined): string | undefined => {
  const match = DECLARED.exec(contentType ?? '');
  return match?.[1] ?? match?.[2] ?? match?.[3];
};

/** Returns how far to look for `<meta>`: the standard says 1024 bytes, but browsers read to the end of the head. */
const prescanBytes = (bytes: Uint8Array): number => {
  const start = Buffer.from(bytes.subarray(0, 65_536)).toString('latin1');
  const end = start.search(/<\/head|<body[\s>]/i);
  return Math.max(1024, end < 0 ? Math.min(start.length, 8192) : end);
};

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
};

const hasHighBytes = (bytes: Uint8Array): boolean => bytes.some((byte) => byte > 127);

/**
 * Detects the encoding of a page: byte-order mark, then HTTP header, then `<meta>`; else UTF-8 if the bytes are valid
 * UTF-8, else windows-1252.
 * @param contentType the Content-Type header as it came
 * @returns the Encoding standard's name in lower case
 */
export const sniffHtml = (body: Uint8Array, contentType?: string): string => {
  const label = declaredCharset(contentType);
  const isDeclared = label !== undefined && normalizeEncoding(label) !== null;
  const sniffed = sniffEncoding(body, {
    ...(label === undefined ? {} : { transportLayerEncodingLabel: label }),
    maxPrescanBytes: isDeclared ? 0 : prescanBytes(body),
    defaultEncoding: UNDECLARED,
  });
  if (sniffed !== UNDECLARED) return sniffed.toLowerCase();
  return hasHighBytes(body) && isUtf8(body) ? 'utf-8' : 'windows-1252';
};

/**
 * Decodes a page in the encoding `sniffHtml` finds. Broken sequences become U+FFFD; nothing throws.
 * @param contentType the Content-Type header as it came
 */
export const decodeHtml = (body: Uint8Array, contentType?: string): DecodedText => {
  const encoding = sniffHtml(body, contentType);
  return { text: legacyHookDecode(body, encoding), encoding };
};
