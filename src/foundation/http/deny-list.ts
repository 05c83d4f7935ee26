/** Hosts and addresses that are never asked, whoever points to them. */

import { FieldfareError } from '../errors/index.ts';
import { webUrl } from './transport-url.ts';

/** @returns the entry that forbids the address, or undefined where none does */
export type DenyList = (url: string) => string | undefined;

class DenyListError extends FieldfareError {
  readonly code = 'deny-list';
}

interface Entry {
  readonly text: string;
  readonly scheme: string | undefined;
  readonly host: string;
  /** Of the port, where one is named. */
  readonly port: string | undefined;
  readonly path: string;
}

/**
 * @param entries `example.org` (with all below it), `example.org/private` or `https://example.org/private` (addresses that
 *   begin so)
 * @throws {DenyListError} for what is neither
 */
export function denyList(entries: readonly string[]): DenyList {
  const parsed = entries.map(parseEntry);
  if (parsed.length === 0) return () => undefined;
  return (url) => {
    if (!URL.canParse(url)) return undefined;
    const { protocol, hostname, port } = new URL(url);
    const { pathname, search } = new URL(/^https?:/i.test(url) ? webUrl(url) : url);
    const path = plain(pathname + search);
    return parsed.find(
      (entry) =>
        (entry.scheme === undefined || entry.scheme === protocol) &&
        (hostname === entry.host || hostname.endsWith(`.${entry.host}`)) &&
        (entry.port === undefined || entry.port === port) &&
        path.startsWith(entry.path),
    )?.text;
  };
}

function parseEntry(text: string): Entry {
  const [, scheme, rest = ''] = /^(https?:)?(?:\/\/)?(?:\*\.)?(.*)$/i.exec(text.trim()) ?? [];
  const url = URL.parse(`${scheme ?? 'http:'}//${rest}`);
  if (url === null || /^$|^[:/?#]|^[a-z]+:\/\//i.test(rest) || url.hostname === '' || /\s/.test(text.trim()))
    throw new DenyListError(
      `cannot deny ${JSON.stringify(text)}: expected a host such as example.org, or how an address begins, such as https://example.org/private`,
    );
  const { pathname, search } = new URL(webUrl(url.href));
  const port = /^[^/?#]*:\d/.test(rest) ? url.port : undefined;
  return {
    text: text.trim(),
    scheme: scheme?.toLowerCase(),
    host: url.hostname,
    port,
    path: plain(pathname + search),
  };
}

/** Escapes of what needs none undone, so that `/%70rivate` is no way round `/private`. */
const plain = (path: string): string =>
  path.replace(/%(?:4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae]|3[0-9]|2[de])/gi, (octet) =>
    decodeURIComponent(octet),
  );
