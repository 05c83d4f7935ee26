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

/**
 * @param entries `example.org` (with its subdomains), or the beginning of addresses: `example.org/private`,
 *   `https://example.org/private`
 * @throws {DenyListError} for other text
 */
export function denyList(entries: readonly string[]): DenyList {
  const parsed = entries.map(parseEntry);
  if (parsed.length === 0) return () => undefined;
  return (url) => {
    if (!URL.canParse(url)) return undefined;
    const { protocol, hostname, port } = new URL(url);
    const { pathname, search } = new URL(/^https?:/i.test(url) ? comparableUrl(url) : url);
    const path = decodedPath(pathname + search);
    return parsed.find(
      (entry) =>
        (entry.scheme === undefined || entry.scheme === protocol) &&
        (hostname === entry.host || hostname.endsWith(`.${entry.host}`)) &&
        (entry.port === undefined || entry.port === port) &&
        path.startsWith(entry.path),
    )?.text;
  };
}

function parseEntry(text: string): DenyListEntry {
  const [, scheme, rest = ''] = /^(https?:)?(?:\/\/)?(?:\*\.)?(.*)$/i.exec(text.trim()) ?? [];
  const url = URL.parse(`${scheme ?? 'http:'}//${rest}`);
  if (url === null || /^$|^[:/?#]|^[a-z]+:\/\//i.test(rest) || url.hostname === '' || /\s/.test(text.trim()))
    throw new DenyListError(
      `cannot deny ${JSON.stringify(text)}: expected a host such as example.org, or how an address begins, such as https://example.org/private`,
    );
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
