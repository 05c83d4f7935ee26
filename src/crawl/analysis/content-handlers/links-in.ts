import { legacyHookDecode } from '@exodus/bytes/encoding.js';
import sniffEncoding from 'html-encoding-sniffer';
import { declaredCharset, type Exchange, mediaType, responseHeader } from '../../../foundation/http/index.ts';
import { decodeContent } from '../../../foundation/warc/index.ts';
import { addressList } from './address-list.ts';
import type { ContentHandler, ListedLink } from './content-handler.ts';
import { feed } from './feed.ts';
import { sitemap } from './sitemap.ts';

/** Tries each in turn: the first that handles a file reads it. */
const HANDLERS: readonly ContentHandler[] = [sitemap, feed, addressList];

const MAX_BYTES = 10_000_000;
const BEGINNING = 4_000;

/**
 * Returns the links of a file that is no HTML page, compressed (gzip) or not, in its own encoding. A file is read up to
 * 10 MB, and a damaged file as far as it is whole.
 * @returns undefined for a file that no handler reads
 */
export async function linksIn(
  exchange: Pick<Exchange, 'body' | 'headers'>,
  url: string,
): Promise<readonly ListedLink[] | undefined> {
  const contentType = responseHeader(exchange, 'content-type');
  const text = await textIn(exchange.body, contentType);
  const beginning = text.slice(prologEnd(text)).slice(0, BEGINNING);
  return HANDLERS.find((handler) => handler.handles(mediaType(contentType), beginning))?.linksOf(text, url);
}

async function textIn(packed: Buffer, contentType: string | undefined): Promise<string> {
  const isPacked = packed.subarray(0, 2).toString('hex') === '1f8b';
  const { body } = await decodeContent(packed, isPacked ? 'gzip' : undefined, MAX_BYTES);
  const label = declaredCharset(contentType);
  const encoding = sniffEncoding(body, {
    xml: true,
    ...(label === undefined ? {} : { transportLayerEncodingLabel: label }),
  });
  return legacyHookDecode(body, encoding);
}

const PROLOG = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<!DOCTYPE', '>'],
] as const;

/** Returns where the text behind comments and processing instructions begins. */
function prologEnd(text: string): number {
  let at = 0;
  for (;;) {
    while (/\s/.test(text.charAt(at))) at++;
    const part = PROLOG.find(([start]) => text.startsWith(start, at));
    const end = part === undefined ? -1 : text.indexOf(part[1], at);
    if (part === undefined || end < 0) return at;
    at = end + part[1].length;
  }
}
