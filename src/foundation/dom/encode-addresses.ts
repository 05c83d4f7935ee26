/** Writes addresses of a page as browsers do where the page is in an old encoding: the query in its own letters' bytes. */

import { formEncoding, type TextEncoding } from '../text/index.ts';
import { MutableElement } from './mutable-tree.ts';
import { elementsOf, type TreeDocument } from './tree.ts';

const ADDRESSES = ['href', 'action', 'formaction', 'src'] as const;
const LETTERS = /[\u0080-\u{10ffff}]+/gu;

/**
 * Escapes letters in the queries of addresses by the encoding of the document (URL standard, 4.4): without it, they would
 * be taken for UTF-8. Changes the tree in place.
 * @param encoding name or label in the Encoding standard
 */
export function encodeAddresses({ root }: TreeDocument, encoding: string): void {
  const charset = formEncoding(undefined, encoding);
  if (charset.name === 'UTF-8') return;
  for (const element of elementsOf(root, false)) {
    if (!(element instanceof MutableElement)) continue;
    for (const name of ADDRESSES) {
      const address = element.attributes[name];
      if (address !== undefined && address.search(LETTERS) >= 0)
        element.attributes[name] = escaped(address, charset);
    }
  }
}

function escaped(address: string, charset: TextEncoding): string {
  const hash = address.indexOf('#');
  const end = hash < 0 ? address.length : hash;
  const query = address.indexOf('?');
  if (query < 0 || query > end) return address;
  const letters = address.slice(query, end).replace(LETTERS, (run) => {
    let out = '';
    for (const character of run)
      for (const byte of charset.encode(character))
        out += byte > 0x7e || byte < 0x21 ? hex(byte) : literal(byte);
    return out;
  });
  return address.slice(0, query) + letters + address.slice(end);
}

const hex = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
/** Second bytes of a letter, and references to one that the encoding lacks, have signs that mean something in an address. */
const literal = (byte: number): string => {
  const sign = String.fromCharCode(byte);
  return /["#%&+;<=>'\\]/.test(sign) ? hex(byte) : sign;
};
