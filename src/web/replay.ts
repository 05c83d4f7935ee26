/**
 * An archive in the place of the network: any WARC answers what was recorded, and nothing leaves.
 * Where an address was recorded more than once, the first response counts.
 */

import { type FileHandle, open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { isHtml } from './markup.ts';
import { requestKey } from './request-key.ts';
import { decodeHttpHead, headerValue, statusOf } from './warc/http-message.ts';
import { type Location, readResponse } from './warc/read-record.ts';
import { WarcError } from './warc/record.ts';
import { ArchiveBreak, type ScannedRecord, scanArchive } from './warc/scan.ts';
import { type Web, WebError, type WebRequest, type WebResponse } from './web.ts';
import { shortened, webUrl } from './web-url.ts';

export interface ReplayWeb extends Web {
  readonly kind: 'replay';
  /** Distinct requests it can answer. */
  readonly responses: number;
  /** What was wrong with the archive though it can be used, one line each. */
  readonly warnings: readonly string[];
}

interface Held extends Location {
  readonly page: boolean;
}

interface Candidate extends Held {
  readonly url: string;
  readonly id: string;
  readonly concurrentTo: string;
}

interface Asked {
  readonly method: string;
  readonly key: string;
}

/** What the scan collects; requests and responses find each other by record id once all are known. */
interface Collected {
  readonly responses: Candidate[];
  readonly revisits: { readonly url: string; readonly of: string }[];
  /** By id of the request record, and by id of the response it names. */
  readonly asked: Map<string, Asked>;
}

const archivedUrl = (record: ScannedRecord): string | undefined => {
  const raw = record.head.fields.get('warc-target-uri')?.replace(/^<|>$/g, '') ?? '';
  if (!/^https?:/i.test(raw)) return undefined;
  try {
    return webUrl(raw);
  } catch {
    return undefined;
  }
};

const noteRequest = (record: ScannedRecord, url: string, asked: Collected['asked']): void => {
  const http = decodeHttpHead(record.prefix);
  const method = http?.startLine.split(' ', 1)[0] ?? 'GET';
  // Plain GETs need no note: that is what a response without a request is taken for.
  if (!http || method === 'GET') return;
  const note = { method, key: requestKey(method, url, http.headers, record.prefix.subarray(http.headBytes)) };
  for (const name of ['warc-record-id', 'warc-concurrent-to']) {
    const id = record.head.fields.get(name);
    if (id) asked.set(id, note);
  }
};

const noteResponse = (record: ScannedRecord, url: string, responses: Candidate[]): void => {
  const http = decodeHttpHead(record.prefix);
  const status = http ? statusOf(http.startLine).status : 0;
  if (!http || status < 100) return;
  const coded = headerValue(http.headers, 'content-encoding') !== undefined;
  const first = coded ? new Uint8Array() : record.prefix.subarray(http.headBytes);
  responses.push({
    url,
    offset: record.offset,
    length: record.length,
    page: status === 200 && isHtml(headerValue(http.headers, 'content-type'), first),
    id: record.head.fields.get('warc-record-id') ?? '',
    concurrentTo: record.head.fields.get('warc-concurrent-to') ?? '',
  });
};

const note = (record: ScannedRecord, collected: Collected): void => {
  const url = archivedUrl(record);
  if (url === undefined) return;
  const type = record.head.fields.get('warc-type')?.toLowerCase();
  if (type === 'request') noteRequest(record, url, collected.asked);
  if (type === 'response') noteResponse(record, url, collected.responses);
  if (type === 'revisit') {
    const of = record.head.fields.get('warc-refers-to-target-uri')?.replace(/^<|>$/g, '');
    if (of) collected.revisits.push({ url, of: webUrl(of) });
  }
};

const indexOf = ({ responses, revisits, asked }: Collected): Map<string, Held> => {
  const index = new Map<string, Held>();
  for (const { url, id, concurrentTo, offset, length, page } of responses) {
    const request = asked.get(id) ?? asked.get(concurrentTo);
    const key = request?.key ?? url;
    if (!index.has(key)) index.set(key, { offset, length, page: page && !request });
  }
  for (const { url, of } of revisits) {
    const original = index.get(of);
    if (original && !index.has(url)) index.set(url, original);
  }
  return index;
};

const refuse = async (path: string): Promise<void> => {
  const info = await stat(path).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' ? 'no such file' : (error.code ?? error.message);
    throw new WarcError(`Cannot replay ${path}: ${why}. Give the path of a .warc or .warc.gz file.`);
  });
  if (!info.isFile())
    throw new WarcError(`Cannot replay ${path}: not a file. Give a .warc or .warc.gz file.`);
  if (info.size === 0) throw new WarcError(`Cannot replay ${path}: the file is empty.`);
};

/** Why a file that gave not one record is none of ours, judged by its first bytes. */
const notAnArchive = async (path: string, cause: ArchiveBreak): Promise<WarcError> => {
  const file = await open(path, 'r');
  const { buffer } = await file.read(Buffer.alloc(16), 0, 16, 0).finally(() => file.close());
  const start = buffer.toString('latin1');
  if (start.startsWith('\x28\xb5\x2f\xfd')) {
    return new WarcError(`Cannot replay ${path}: it is compressed with zstd. Unpack it first: zstd -d`);
  }
  if (start.startsWith('filedesc:')) return new WarcError(`Cannot replay ${path}: an ARC file, not a WARC.`);
  return new WarcError(
    `Cannot replay ${path}: not a WARC archive, or damaged from its first record on (${cause.message}). ` +
      'Give a .warc or .warc.gz with one gzip member a record.',
    { cause },
  );
};

const collect = async (path: string, warnings: string[]): Promise<Collected> => {
  const collected: Collected = { responses: [], revisits: [], asked: new Map() };
  let records = 0;
  try {
    const damaged = (offset: number, why: string) => {
      warnings.push(`${path}: the record at byte ${offset} is damaged (${why}) and is left out.`);
    };
    for await (const record of scanArchive(path, damaged)) {
      records += 1;
      note(record, collected);
    }
  } catch (error) {
    if (!(error instanceof ArchiveBreak)) throw error;
    if (records === 0) throw await notAnArchive(path, error);
    warnings.push(
      `${path} breaks off at byte ${error.offset} (${error.message}): its first ${records} records are used.`,
    );
  }
  return collected;
};

/** GET pages of the index in the order of the file. */
const pagesOf = (index: ReadonlyMap<string, Held>): string[] =>
  [...index]
    .filter(([, held]) => held.page)
    .sort(([, a], [, b]) => a.offset - b.offset)
    .map(([url]) => url);

const otherScheme = (url: string): string =>
  url.startsWith('https:') ? `http:${url.slice(6)}` : `https:${url.slice(5)}`;

const lookUp = (index: ReadonlyMap<string, Held>, request: WebRequest): Held | undefined => {
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const keyOf = (url: string) => requestKey(method, url, request.headers, request.body);
  const url = webUrl(request.url);
  return index.get(keyOf(url)) ?? index.get(keyOf(otherScheme(url)));
};

const answerFrom = async (file: FileHandle, held: Held, request: WebRequest): Promise<WebResponse> => {
  const response = await readResponse(file, held).catch((cause: unknown) => {
    throw new WebError('protocol', `The archive's answer to ${shortened(request.url)} cannot be read`, {
      cause,
    });
  });
  const { status, statusText, headers, body, warc } = response;
  const address = warc.fields.get('warc-ip-address');
  return {
    status,
    statusText,
    headers,
    body: request.method === 'HEAD' ? (async function* () {})() : body,
    ...(address === undefined ? {} : { address }),
  };
};

/**
 * Opens a WARC file as a web. Reads it once from end to end to index it; bodies stay in the file.
 * @param path `.warc`, or `.warc.gz` with one gzip member a record
 * @throws {WarcError} when the file is missing or no WARC; a file that breaks off is used up to the break,
 *   with a warning
 */
export const replayWeb = async (path: string): Promise<ReplayWeb> => {
  await refuse(path);
  const warnings: string[] = [];
  const index = indexOf(await collect(path, warnings));
  if (index.size === 0) {
    throw new WarcError([`Cannot replay ${path}: it holds no HTTP responses.`, ...warnings].join(' '));
  }
  const pages = pagesOf(index);
  const file = await open(path, 'r');
  let closed = false;
  return {
    kind: 'replay',
    responses: index.size,
    warnings,
    seeds: async () => pages,
    holds(url) {
      try {
        // Under the other scheme it would be the same page once more.
        return index.has(requestKey('GET', webUrl(url), [], undefined));
      } catch {
        return false;
      }
    },
    async exchange(request, signal) {
      if (signal?.aborted) throw new WebError('aborted', 'The request was given up.');
      if (closed) throw new WebError('aborted', 'The archive has been closed.');
      const held = lookUp(index, request);
      if (held) return answerFrom(file, held, request);
      const what = `${request.method} ${shortened(request.url)}`;
      throw new WebError('not-in-archive', `${basename(path)} holds no answer to ${what}`);
    },
    async close() {
      if (closed) return;
      closed = true;
      await file.close();
    },
  };
};
