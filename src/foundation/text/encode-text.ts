/** Encodes text as browsers write it into a request (Encoding standard, “encode or fail”, mode html). */

import { normalizeEncoding } from '@exodus/bytes/encoding.js';
import { createMultibyteEncoder } from '@exodus/bytes/multi-byte.js';
import { createSinglebyteEncoder } from '@exodus/bytes/single-byte.js';

export interface TextEncoding {
  /** Name in the Encoding standard, e.g. `UTF-8`, `windows-1252`: the value of a `_charset_` field. */
  readonly name: string;
  /** Characters that the encoding lacks become references such as `&#233;`. */
  encode(text: string): Uint8Array;
}

const UTF8: TextEncoding = {
  name: 'UTF-8',
  encode: (text) => Buffer.from(text.toWellFormed(), 'utf8'),
};

/** Names that the standard does not write in lower case. */
const SPELLED: Readonly<Record<string, string>> = {
  ibm866: 'IBM866',
  'koi8-r': 'KOI8-R',
  'koi8-u': 'KOI8-U',
  gbk: 'GBK',
  big5: 'Big5',
  'euc-jp': 'EUC-JP',
  'iso-2022-jp': 'ISO-2022-JP',
  shift_jis: 'Shift_JIS',
  'euc-kr': 'EUC-KR',
};

const MULTIBYTE = new Set(['gbk', 'gb18030', 'big5', 'euc-jp', 'iso-2022-jp', 'shift_jis', 'euc-kr']);
const known = new Map<string, TextEncoding>();

/** Chooses a form's encoding: the first known label of `accept-charset`, else the document's; UTF-16 and unknown ones become UTF-8. */
export function formEncoding(acceptCharset: string | undefined, documentEncoding: string): TextEncoding {
  const labels = [...(acceptCharset?.split(/[\s,]+/) ?? []), documentEncoding];
  for (const label of labels) {
    const name = label === '' ? null : normalizeEncoding(label);
    if (name !== null) return encodingOf(name);
  }
  return UTF8;
}

function encodingOf(name: string): TextEncoding {
  if (/^(?:utf-|replacement|x-user-defined)/.test(name)) return UTF8;
  const before = known.get(name);
  if (before !== undefined) return before;
  const strict = MULTIBYTE.has(name) ? createMultibyteEncoder(name) : createSinglebyteEncoder(name);
  const encoding = {
    name: SPELLED[name] ?? name.replace(/^iso-8859/, 'ISO-8859'),
    encode: (text: string) => orReferences(text.toWellFormed(), strict),
  };
  known.set(name, encoding);
  return encoding;
}

function orReferences(text: string, strict: (text: string) => Uint8Array): Uint8Array {
  try {
    return strict(text);
  } catch {
    const parts = [...text].map((character) => {
      try {
        return strict(character);
      } catch {
        return Buffer.from(`&#${character.codePointAt(0)};`, 'latin1');
      }
    });
    return Buffer.concat(parts);
  }
}
