import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type Exchange, mediaType, responseHeader } from '../../../foundation/http/index.ts';
import type { ContentHandler, ListedLink } from './content-handler.ts';
import { feed } from './feed.ts';
import { sitemap } from './sitemap.ts';

/** Every kind of file besides HTML whose links are followed; the first that handles a file reads it. */
const HANDLERS: readonly ContentHandler[] = [sitemap, feed];

const MAX_BYTES = 10_000_000;
const BEGINNING = 4_000;
const unzip = promisify(gunzip);

/**
 * The links of a file that is no HTML page, compressed (gzip) or not; what is longer than 10 MB is read to there.
 * @returns undefined for a file that no handler reads
 */
export async function linksIn(
  exchange: Pick<Exchange, 'body' | 'headers'>,
  url: string,
): Promise<readonly ListedLink[] | undefined> {
  const text = await textIn(exchange.body);
  if (text === undefined) return undefined;
  const type = mediaType(responseHeader(exchange, 'content-type'));
  const beginning = text.slice(0, BEGINNING);
  return HANDLERS.find((handler) => handler.handles(type, beginning))?.linksOf(text, url);
}

async function textIn(body: Buffer): Promise<string | undefined> {
  if (body.subarray(0, 2).toString('hex') !== '1f8b') return body.subarray(0, MAX_BYTES).toString('utf8');
  try {
    return (await unzip(body, { maxOutputLength: MAX_BYTES })).toString('utf8');
  } catch {
    // Damaged, or far larger than it looks.
    return undefined;
  }
}
