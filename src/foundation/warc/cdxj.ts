/** Writes a CDXJ index of an archive: one line a response, ordered by address and time. */

import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { getSurt, postToGetUrl } from 'warcio/utils';
import { decodeHttpHead, headerValue, statusOf } from './http-message.ts';
import { type ScannedRecord, scanArchive } from './scan.ts';

/** Of a request body, as pywb and warcio cut it. */
const MAX_BODY_CHARACTERS = 4096;

/**
 * Builds the lines of a CDXJ index (`SURT timestamp {JSON}`), sorted by bytes. As pywb and warcio do it, the key of a request
 * with a body ends in `__wb_method=POST&` and the body.
 * @param files `.warc` or `.warc.gz` files
 * @param copy name of the file that holds them one after the other; left out, the lines name each file
 * @throws {ArchiveBreak} where a file is damaged
 */
export async function cdxjLines(
  files: Iterable<string> | AsyncIterable<string>,
  copy?: string,
): Promise<string[]> {
  const lines: string[] = [];
  let start = 0;
  for await (const file of files) {
    for await (const line of linesOf(file, copy ?? basename(file), start)) lines.push(line);
    if (copy !== undefined) start += (await stat(file)).size;
  }
  return lines.sort(order);
}

async function* linesOf(path: string, filename: string, start: number): AsyncGenerator<string> {
  let response: ScannedRecord | undefined;
  for await (const record of scanArchive(path, () => undefined)) {
    const type = typeOf(record);
    // The request of a response follows it.
    if (response !== undefined)
      yield* lineOf(response, type === 'request' ? record : undefined, filename, start);
    response = type === 'response' || type === 'revisit' ? record : undefined;
  }
  if (response !== undefined) yield* lineOf(response, undefined, filename, start);
}

const typeOf = ({ head }: ScannedRecord): string | undefined => head.fields.get('warc-type')?.toLowerCase();

const addressOf = ({ head }: ScannedRecord): string =>
  head.fields.get('warc-target-uri')?.replace(/^<|>$/g, '') ?? '';

function* lineOf(
  response: ScannedRecord,
  request: ScannedRecord | undefined,
  filename: string,
  start: number,
): Generator<string> {
  const { head, prefix, offset, length } = response;
  const url = addressOf(response);
  const http = decodeHttpHead(prefix);
  if (!http || !URL.canParse(url)) return;
  const mime = headerValue(http.headers, 'content-type')?.split(';')[0]?.trim().toLowerCase();
  const digest = head.fields.get('warc-payload-digest');
  const sent = request !== undefined && addressOf(request) === url ? sentBody(url, request) : undefined;
  const facts = {
    url,
    mime: typeOf(response) === 'revisit' ? 'warc/revisit' : (mime ?? 'unk'),
    status: String(statusOf(http.startLine).status),
    ...(digest !== undefined && { digest }),
    length: String(length),
    offset: String(start + offset),
    filename,
    ...(sent && { method: sent.method, requestBody: sent.body }),
  };
  const time = (head.fields.get('warc-date') ?? '').replace(/\D/g, '').slice(0, 14);
  yield `${keyOf(sent?.url ?? url)} ${time} ${JSON.stringify(facts)}\n`;
}

/**
 * The key that pywb looks an address up by. That of warcio keeps `%5B` and a slash at the end; pywb decodes percent escapes as
 * often as there are any, escapes again only what cannot stand in a line (the Internet Archive's `surt`), and drops the slash.
 */
function keyOf(address: string): string {
  const [whole = '', query] = withFewEscapes(getSurt(address)).split(/\?(.*)/s);
  const path = whole.replace(/(?<!\))\/$/, '');
  if (query === undefined) return path;
  const pairs = query.split('&').map((pair) => pair.split(/=(.*)/s, 2));
  return `${path}?${pairs
    .sort(byText)
    .map((pair) => pair.join('='))
    .join('&')}`;
}

const byText = ([name = '', value]: readonly string[], [other = '', its]: readonly string[]): number =>
  name === other ? order(value ?? '', its ?? '') : order(name, other);

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const ESCAPE = /%([0-9a-f]{2})/gi;

function withFewEscapes(text: string): string {
  const once = text.replace(ESCAPE, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  if (once !== text) return withFewEscapes(once);
  const code = (letter: string) => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`;
  return text.replace(/[^!-~]|[#%]/g, code).toLowerCase();
}

/** Undefined for GET. */
function sentBody(url: string, { prefix }: ScannedRecord) {
  const http = decodeHttpHead(prefix);
  const method = http?.startLine.split(' ', 1)[0] ?? 'GET';
  if (http === undefined || method === 'GET') return undefined;
  const request = {
    url,
    method,
    headers: new Map([['content-type', headerValue(http.headers, 'content-type') ?? '']]),
    postData: prefix.subarray(http.headBytes),
    requestBody: '',
  };
  postToGetUrl(request, MAX_BODY_CHARACTERS);
  return { url: request.url, method, body: request.requestBody };
}
