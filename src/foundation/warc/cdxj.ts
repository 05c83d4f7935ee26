/** Writes a CDXJ index of an archive: one line a response, ordered by address and time. */

import { basename } from 'node:path';
import { decodeHttpHead, headerValue, statusOf } from './http-message.ts';
import { scanArchive } from './scan.ts';

/**
 * Builds the lines of a CDXJ index (`SURT timestamp {JSON}`), sorted by bytes.
 * @param files `.warc` or `.warc.gz` files; the lines contain their names
 * @throws {ArchiveBreak} where a file is damaged
 */
export async function cdxjLines(files: Iterable<string> | AsyncIterable<string>): Promise<string[]> {
  const lines: string[] = [];
  for await (const file of files) for await (const line of linesOf(file)) lines.push(line);
  return lines.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

async function* linesOf(path: string): AsyncGenerator<string> {
  for await (const { head, prefix, offset, length } of scanArchive(path, () => undefined)) {
    const type = head.fields.get('warc-type')?.toLowerCase();
    const url = head.fields.get('warc-target-uri')?.replace(/^<|>$/g, '') ?? '';
    const http = decodeHttpHead(prefix);
    if ((type !== 'response' && type !== 'revisit') || !http || !URL.canParse(url)) continue;
    const mime = headerValue(http.headers, 'content-type')?.split(';')[0]?.trim().toLowerCase();
    const digest = head.fields.get('warc-payload-digest');
    const facts = {
      url,
      mime: type === 'revisit' ? 'warc/revisit' : (mime ?? 'unk'),
      status: String(statusOf(http.startLine).status),
      ...(digest !== undefined && { digest }),
      length: String(length),
      offset: String(offset),
      filename: basename(path),
    };
    const time = (head.fields.get('warc-date') ?? '').replace(/\D/g, '').slice(0, 14);
    yield `${surt(url)} ${time} ${JSON.stringify(facts)}\n`;
  }
}

/** Returns a sort-friendly address: `http://www.example.org:8080/a?b=1` → `org,example:8080)/a?b=1`. */
export function surt(address: string): string {
  const url = new URL(address);
  const host = url.hostname.replace(/^www\d*\./, '');
  const reversed = /^[\d.]+$|^\[/.test(host) ? host : host.split('.').reverse().join(',');
  const port = url.port === '' ? '' : `:${url.port}`;
  const query = [...new URLSearchParams(url.search)].length > 1 ? sortedQuery(url.search) : url.search;
  return `${reversed}${port})${url.pathname.toLowerCase()}${query.toLowerCase()}`;
}

const sortedQuery = (search: string): string => `?${search.slice(1).split('&').sort().join('&')}`;
