/** Answers requests from a WARC archive and sends nothing. Of an address recorded more than once, the first response counts. */

import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  ArchiveBreak,
  type ArchivedResponse,
  archiveFiles,
  headerValue,
  readResponse,
  scanArchive,
  WarcError,
} from '../warc/index.ts';
import { type ReplayAnswer, ReplayIndex } from './replay-index.ts';
import { requestKey } from './request-key.ts';
import {
  type Transport,
  TransportError,
  type TransportRequest,
  type TransportResponse,
} from './transport.ts';
import { comparableUrl, shortened } from './transport-url.ts';
import { fileFault } from '../errors/index.ts';

export interface ReplayTransport extends Transport {
  readonly kind: 'replay';
  /** Number of distinct requests it can answer. */
  readonly responses: number;
  /** Problems of the archive that still allow its use, one line each. */
  readonly warnings: readonly string[];
}

/** Lists the files of an archive: those of a folder, or a file and its continuations. */
const filesOf = async (path: string): Promise<string[]> => {
  const info = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new WarcError(
      `Cannot replay ${path}: ${fileFault(error)}. Give the path of a .warc or .warc.gz file.`,
    );
  });
  if (info.isDirectory()) {
    const names = (await readdir(path)).filter((name) => /\.warc(?:\.gz)?$/i.test(name)).sort();
    if (names.length > 0) return names.map((name) => join(path, name));
    throw new WarcError(`Cannot replay ${path}: not a file, and a folder without .warc or .warc.gz files.`);
  }
  if (!info.isFile())
    throw new WarcError(
      `Cannot replay ${path}: not a file. Give a .warc or .warc.gz file, or a folder of them.`,
    );
  return archiveFiles(path);
};

/** Explains by its first bytes why a file has no readable record. */
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

const indexFile = async (
  path: string,
  file: number,
  index: ReplayIndex,
  warnings: string[],
): Promise<void> => {
  if ((await stat(path)).size === 0) throw new WarcError(`Cannot replay ${path}: the file is empty.`);
  let records = 0;
  try {
    const damaged = (offset: number, why: string) => {
      warnings.push(`${path}: the record at byte ${offset} is damaged (${why}) and is left out.`);
    };
    for await (const record of scanArchive(path, damaged)) {
      records += 1;
      index.add(record, file);
    }
  } catch (error) {
    if (!(error instanceof ArchiveBreak)) throw error;
    if (records === 0) throw await notAnArchive(path, error);
    warnings.push(
      `${path} breaks off at byte ${error.offset} (${error.message}): its first ${records} records are used.`,
    );
  }
};

const indexOf = async (
  files: readonly string[],
  path: string,
  warnings: string[],
): Promise<Map<string, ReplayAnswer>> => {
  const collected = new ReplayIndex();
  for (const [i, file] of files.entries()) {
    try {
      await indexFile(file, i, collected, warnings);
    } catch (error) {
      // The other files are still used.
      if (!(error instanceof WarcError) || files.length === 1) throw error;
      warnings.push(error.message);
    }
  }
  const index = collected.resolve();
  if (collected.unresolved > 0)
    warnings.push(
      `${path}: ${collected.unresolved} revisits are of answers that it does not hold; left out.`,
    );
  if (index.size === 0)
    throw new WarcError([`Cannot replay ${path}: it holds no HTTP responses.`, ...warnings].join(' '));
  return index;
};

/** Lists the GET pages of the index in file order. */
const pagesOf = (index: ReadonlyMap<string, ReplayAnswer>): string[] =>
  [...index].filter(([, archived]) => archived.page).map(([url]) => url);

const otherScheme = (url: string): string =>
  url.startsWith('https:') ? `http:${url.slice(6)}` : `https:${url.slice(5)}`;

const lookUp = (
  index: ReadonlyMap<string, ReplayAnswer>,
  request: TransportRequest,
): ReplayAnswer | undefined => {
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const keyOf = (url: string) => requestKey(method, url, request.headers, request.body);
  const url = comparableUrl(request.url);
  return index.get(keyOf(url)) ?? index.get(keyOf(otherScheme(url)));
};

/** Opens file handles of an archive on first use. */
class ArchiveHandles {
  readonly #files: readonly string[];
  readonly #open = new Map<number, Promise<FileHandle>>();

  constructor(files: readonly string[]) {
    this.#files = files;
  }

  at(file: number): Promise<FileHandle> {
    const known = this.#open.get(file) ?? open(this.#files[file] ?? '', 'r');
    this.#open.set(file, known);
    return known;
  }

  async close(): Promise<void> {
    for (const handle of this.#open.values()) await (await handle.catch(() => undefined))?.close();
  }
}

/** Returns the head of a revisit, unless the original's body needs another content coding. */
const headFrom = async (handles: ArchiveHandles, { revisit }: ReplayAnswer, original: ArchivedResponse) => {
  if (revisit === undefined) return original;
  const own = await readResponse(await handles.at(revisit.file), revisit).catch(() => undefined);
  if (own === undefined) return original;
  await own.body[Symbol.asyncIterator]().return?.();
  const coding = (response: ArchivedResponse) => headerValue(response.headers, 'content-encoding');
  return own.status === original.status && coding(own) === coding(original) ? own : original;
};

const answerFrom = async (
  handles: ArchiveHandles,
  archived: ReplayAnswer,
  request: TransportRequest,
): Promise<TransportResponse> => {
  try {
    const original = await readResponse(await handles.at(archived.response.file), archived.response);
    const { status, statusText, headers, warc } = await headFrom(handles, archived, original);
    const address = warc.fields.get('warc-ip-address');
    return {
      status,
      statusText,
      headers,
      body: request.method === 'HEAD' ? (async function* () {})() : original.body,
      ...(address === undefined ? {} : { address }),
    };
  } catch (cause) {
    throw new TransportError('protocol', `The archive's answer to ${shortened(request.url)} cannot be read`, {
      cause,
    });
  }
};

/**
 * Opens a WARC file or a folder of them as a transport. Reads it once to index it; bodies stay in the file.
 * @param path `.warc`, or `.warc.gz` with one gzip member a record, or a folder
 * @throws {WarcError} when the file is missing or no WARC; a damaged file is used up to the damage, with a warning
 */
export const replayTransport = async (path: string): Promise<ReplayTransport> => {
  const files = await filesOf(path);
  const warnings: string[] = [];
  const index = await indexOf(files, path, warnings);
  const pages = pagesOf(index);
  const handles = new ArchiveHandles(files);
  let closed = false;
  return {
    kind: 'replay',
    responses: index.size,
    warnings,
    seeds: async () => pages,
    holds(url) {
      try {
        // The other scheme would give the same page twice.
        return index.has(requestKey('GET', comparableUrl(url), [], undefined));
      } catch {
        return false;
      }
    },
    async send(request, signal) {
      if (signal?.aborted) throw new TransportError('aborted', 'The request was given up.');
      if (closed) throw new TransportError('aborted', 'The archive has been closed.');
      const archived = lookUp(index, request);
      if (archived) return answerFrom(handles, archived, request);
      const what = `${request.method} ${shortened(request.url)}`;
      throw new TransportError('not-in-archive', `${basename(path)} holds no answer to ${what}`);
    },
    async close() {
      if (closed) return;
      closed = true;
      await handles.close();
    },
  };
};
