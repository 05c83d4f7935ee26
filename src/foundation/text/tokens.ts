import { wordLine } from './fold.ts';

/** Folded words of a text or an identifier, in order; digits and letters are apart. */
export function tokensOf(text: string): string[] {
  const line = wordLine(text).trim();
  return line === '' ? [] : line.split(' ');
}

/** Path and query of an address as words; its host is left out. Text that is no address is split as it is. */
export function addressTokens(address: string): string[] {
  if (!URL.canParse(address)) return tokensOf(address);
  const { pathname, search } = new URL(address);
  return tokensOf(decodeLeniently(pathname + search));
}

/** Percent-decoding that leaves malformed escapes as they stand. */
export function decodeLeniently(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
