/** Encodes and decodes WARC records (WARC 1.1, ISO 28500:2017). */

import { createHash } from 'node:crypto';
import { FieldfareError } from '../errors/index.ts';

/** One-line complaint about an archive: which file, what is wrong, what to do. */
export class WarcError extends FieldfareError {
  readonly code = 'archive';
}

export type HeaderList = readonly (readonly [name: string, value: string])[];

export interface WarcHead {
  /** As written, e.g. `WARC/1.1` or `WARC/0.17`. */
  readonly version: string;
  /** Field names in lower case; of a repeated field the first value. */
  readonly fields: ReadonlyMap<string, string>;
  /** Bytes of the head itself, the empty line included. */
  readonly headBytes: number;
  /** Bytes of the block that follows. */
  readonly blockBytes: number;
}

export type WarcFields = readonly (readonly [name: string, value: string])[];

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Encodes RFC 4648 base32 without padding, as in the digests of archives. */
const base32 = (bytes: Uint8Array): string => {
  let out = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      out += ALPHABET[(value >>> bits) & 31];
    }
    value &= (1 << bits) - 1;
  }
  return bits > 0 ? out + ALPHABET[(value << (5 - bits)) & 31] : out;
};

/** Computes `sha1:` and the base32 digest of the parts, as in `WARC-Payload-Digest`. */
export const warcDigest = (...parts: readonly Uint8Array[]): string => {
  const hash = createHash('sha1');
  for (const part of parts) hash.update(part);
  return `sha1:${base32(hash.digest())}`;
};

// A line break inside a value would end the field and start one of an attacker's choosing.
export const oneLine = (value: string): string => value.replace(/[\r\n\0]+/g, ' ').trim();

/** Encodes a record, uncompressed: head, block and the two closing line breaks. */
export const encodeRecord = (fields: WarcFields, block: readonly Uint8Array[]): Buffer => {
  const blockBytes = block.reduce((sum, part) => sum + part.length, 0);
  const lines = ['WARC/1.1'];
  for (const [name, value] of fields) lines.push(`${name}: ${oneLine(value)}`);
  lines.push(`Content-Length: ${blockBytes}`, '', '');
  return Buffer.concat([Buffer.from(lines.join('\r\n'), 'utf8'), ...block, Buffer.from('\r\n\r\n')]);
};

/** Finds the end of a head (behind its empty line), whichever line ends it mixes; -1 while it is incomplete. */
export const endOfHead = (bytes: Buffer): number => {
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) {
    if (bytes[at + 1] === 10) return at + 2;
    if (bytes[at + 1] === 13 && bytes[at + 2] === 10) return at + 3;
  }
  return -1;
};

/** Decodes the head at the beginning of a record. @throws {WarcError} when the bytes do not begin a WARC record */
export const decodeHead = (bytes: Buffer): WarcHead => {
  const headBytes = endOfHead(bytes);
  if (headBytes < 0) throw new WarcError('the head of the record has no end');
  const [version = '', ...lines] = bytes.toString('utf8', 0, headBytes).split(/\r?\n/);
  if (!/^WARC\/\d+\.\d+$/.test(version)) throw new WarcError('a record does not begin with "WARC/…"');
  const fields = new Map<string, string>();
  let last = '';
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (/^[ \t]/.test(line) && last) fields.set(last, `${fields.get(last)} ${line.trim()}`);
    else if (colon > 0) {
      last = line.slice(0, colon).trim().toLowerCase();
      if (!fields.has(last)) fields.set(last, line.slice(colon + 1).trim());
    }
  }
  const length = fields.get('content-length') ?? '';
  if (!/^\d{1,15}$/.test(length)) throw new WarcError('a record has no usable Content-Length');
  return { version, fields, headBytes, blockBytes: Number(length) };
};
