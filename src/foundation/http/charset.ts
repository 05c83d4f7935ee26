/** Decodes the bytes of a page to text by the rules of browsers. */

import { legacyHookDecode, normalizeEncoding } from '@exodus/bytes/encoding.js';
import chardet from 'chardet';
import sniffEncoding from 'html-encoding-sniffer';

interface DecodedText {
  readonly text: string;
  /** Name of the encoding in the Encoding standard, e.g. `windows-1252`. */
  readonly encoding: string;
}

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

/** Bytes of a page that are enough to know its letters. */
const GUESSED_BYTES = 200_000;
/** High bytes below which any guess is as good as another. */
const FEW_HIGH_BYTES = 8;
/** chardet's confidence, of 100, from which a guess counts; letters of other scripts show in any text of them. */
const SURE = { multibyte: 40, script: 10, latin: 45 } as const;
const OTHER_SCRIPTS = /^(?:windows-125[135-6]|iso-8859-[5-8]|koi8-r)$/;

/** Returns the encoding that the bytes of undeclared text speak for; undefined where none does clearly. */
const likeliestEncoding = (body: Uint8Array): string | undefined => {
  const text = withoutMarkup(body.subarray(0, GUESSED_BYTES));
  if (text.filter((byte) => byte > 127).length < FEW_HIGH_BYTES) return undefined;
  const [best, next] = chardet.analyse(text);
  const name = best === undefined ? null : normalizeEncoding(best.name);
  if (best === undefined || name === null || name === 'windows-1252') return undefined;
  const isMultibyte = /^(?:gb|big5|euc-|shift_jis|iso-2022)/.test(name);
  const kind = isMultibyte ? 'multibyte' : OTHER_SCRIPTS.test(name) ? 'script' : 'latin';
  const isAhead = kind !== 'latin' || best.confidence >= 2 * (next?.confidence ?? 0);
  return best.confidence >= SURE[kind] && isAhead ? name : undefined;
};

/** Returns the bytes outside tags: those of names and addresses are ASCII, and say nothing. */
const withoutMarkup = (bytes: Uint8Array): Uint8Array => {
  const kept = new Uint8Array(bytes.length);
  let length = 0;
  let inTag = false;
  for (const byte of bytes) {
    if (byte === 0x3c) inTag = true;
    else if (byte === 0x3e) inTag = false;
    else if (!inTag) kept[length++] = byte;
  }
  return kept.subarray(0, length);
};

/**
 * Detects the encoding of a page: byte-order mark, then HTTP header, then `<meta>`; else UTF-8 if the bytes are valid
 * UTF-8, else the likeliest by its letters, as browsers guess, else windows-1252.
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
  if (!hasHighBytes(body)) return 'windows-1252';
  return isUtf8(body) ? 'utf-8' : (likeliestEncoding(body) ?? 'windows-1252');
};

/** Decodes a page in the encoding `sniffHtml` finds. Broken sequences become U+FFFD; nothing throws. */
export const decodeHtml = (body: Uint8Array, contentType?: string): DecodedText => {
  const encoding = sniffHtml(body, contentType);
  return { text: legacyHookDecode(body, encoding), encoding };
};
