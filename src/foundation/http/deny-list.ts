/** Hosts and addresses that are never requested. */

import { FieldfareError } from '../errors/index.ts';
import { comparableUrl } from './transport-url.ts';

/** @returns the entry that forbids the address, or undefined where none does */
export type DenyList = (url: string) => string | undefined;

class DenyListError extends FieldfareError {
  readonly code = 'deny-list';
}

interface DenyListEntry {
  readonly text: string;
  readonly scheme: string | undefined;
  readonly host: string;
  /** Undefined where the entry has no port. */
  readonly port: string | undefined;
  readonly path: string;
}

const MOST_LETTERS = 2_000;

/** A pattern of whole addresses, cut at its wildcards. */
interface Glob {
  readonly text: string;
  readonly scheme: string | undefined;
  readonly parts: readonly string[];
}

/**
 * @param entries `example.org` (with its subdomains), the beginning of addresses: `example.org/private`,
 *   `https://example.org/private`, or with `*` for any letters a whole address: `example.org/*.pdf`
 * @throws {DenyListError} for other text
 */
export function denyList(entries: readonly string[]): DenyList {
  if (entries.length === 0) return () => undefined;
  const globs = entries.filter(isGlob).map(parseGlob);
  const parsed = entries.filter((entry) => !isGlob(entry)).map(parseEntry);
  return (url) => {
    if (!URL.canParse(url)) return undefined;
    const { protocol, hostname, port } = new URL(url);
    const { pathname, search } = new URL(/^https?:/i.test(url) ? comparableUrl(url) : url);
    const path = decodedPath(pathname + search);
    const isOf = ({ scheme }: Pick<DenyListEntry, 'scheme'>) => scheme === undefined || scheme === protocol;
    const address = `${hostname}${port && `:${port}`}${path}`;
    return (
      parsed.find(
        (entry) =>
          isOf(entry) &&
          (hostname === entry.host || hostname.endsWith(`.${entry.host}`)) &&
          (entry.port === undefined || entry.port === port) &&
          path.startsWith(entry.path),
      ) ?? globs.find((glob) => isOf(glob) && matches(address, glob.parts))
    )?.text;
  };
}

const START = /^(https?:)?(?:\/\/)?(\*\.(?=[^*/]*$))?(.*)$/i;

/** A host with `*.` before it is one with its subdomains. */
const isGlob = (text: string): boolean => START.exec(text.trim())?.[3]?.includes('*') === true;

function parseGlob(text: string): Glob {
  const [, scheme, , rest = ''] = START.exec(text.trim()) ?? [];
  if (/\s/.test(rest) || /^\*+$/.test(rest) || rest.length > MOST_LETTERS) throw refused(text);
  const host = /^[^/?#]*/.exec(rest)?.[0] ?? '';
  const parts = decodedPath(`${host.toLowerCase()}${rest.slice(host.length)}`).split('*');
  return { text: text.trim(), scheme: scheme?.toLowerCase(), parts };
}

/** Finds the parts one behind the other, the first at the beginning and the last at the end. */
function matches(address: string, parts: readonly string[]): boolean {
  const [first = '', ...rest] = parts;
  const last = rest.pop() ?? '';
  if (!address.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = address.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return address.length - last.length >= at && address.endsWith(last);
}

const refused = (text: string): DenyListError =>
  new DenyListError(
    `cannot deny or include ${JSON.stringify(text)}: expected a host such as example.org, how an address begins, such as https://example.org/private, or an address with *, such as example.org/*.pdf`,
  );

function parseEntry(text: string): DenyListEntry {
  const [, scheme, rest = ''] = /^(https?:)?(?:\/\/)?(?:\*\.)?(.*)$/i.exec(text.trim()) ?? [];
  const url = URL.parse(`${scheme ?? 'http:'}//${rest}`);
  if (url === null || /^$|^[:/?#]|^[a-z]+:\/\//i.test(rest) || url.hostname === '' || /\s/.test(text.trim()))
    throw refused(text);
  const { pathname, search } = new URL(comparableUrl(url.href));
  const port = /^[^/?#]*:\d/.test(rest) ? url.port : undefined;
  return {
    text: text.trim(),
    scheme: scheme?.toLowerCase(),
    host: url.hostname,
    port,
    path: decodedPath(pathname + search),
  };
}

/** Decodes needless escapes, so that `/%70rivate` does not bypass `/private`. */
const decodedPath = (path: string): string =>
  path.replace(/%(?:4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae]|3[0-9]|2[de])/gi, (octet) =>
    decodeURIComponent(octet),
  );
