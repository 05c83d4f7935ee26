import { decodeLeniently } from '../../foundation/text/index.ts';

/** Path, query names and short query values of an address, without session ids. */
export function addressWords(address: string): string {
  const start = address.indexOf('/', address.indexOf('//') + 2);
  if (start < 0) return '';
  return decodeLeniently(address.slice(start, start + 300)).replace(/[0-9a-f]{12,}/gi, ' ');
}
