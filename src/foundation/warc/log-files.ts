/** Continues a log in another file when one is full (`exchanges-00002.warc.gz`); offsets count through all files. */

import { existsSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type LogFile, type OpenLogFile, openLogFile } from './log-file.ts';

export const EXCHANGES_FILE = 'exchanges.warc.gz';
/** Recommended by the specification. */
export const WARC_FILE_BYTES = 1_000_000_000;

const fileName = (first: string, number: number): string =>
  number === 1
    ? first
    : first.replace(/(?:\.warc)?(?:\.gz)?$/, (ending) => `-${String(number).padStart(5, '0')}${ending}`);

/** Lists the existing files of a log in order. @param first path of its first file */
export function archiveFiles(first: string): string[] {
  const found: string[] = [];
  for (let number = 1; existsSync(fileName(first, number)); number++) found.push(fileName(first, number));
  return found;
}

/** Finds the file of an offset and the offset in it. An offset beyond the end belongs to the last file. */
export function placeInFiles(
  first: string,
  offset: number,
): { readonly file: string; readonly offset: number } {
  const [file = first, ...more] = archiveFiles(first);
  let [current, left] = [file, offset];
  for (const next of more) {
    const { size } = statSync(current);
    if (left < size) break;
    left -= size;
    current = next;
  }
  return { file: current, offset: left };
}

export interface LogFiles extends LogFile {
  readonly current: { readonly path: string; readonly start: number };
  cutAt(position: number): void;
}

/** A file of a log; `start` and `end` count through all its files. */
export interface LogPart {
  readonly start: number;
  readonly path: string;
  readonly file: LogFile;
  end: number;
  /** Undefined while bytes may still be added. */
  limit: number | undefined;
}

export async function openLogFiles(first: string, openFile: OpenLogFile = openLogFile): Promise<LogFiles> {
  const parts: LogPart[] = [];
  let size = 0;
  for (const path of [first, ...archiveFiles(first).slice(1)]) {
    const file = await openFile(path);
    parts.push({ start: size, path, file, end: size + file.size, limit: undefined });
    size += file.size;
  }
  return joinedFiles(parts, size, (_, number) => fileName(first, number), openFile);
}

/**
 * Joins files to one log.
 * @param parts its files in order; the caller may remove some that are written no more
 * @param nameOf path of a new file by its start and number
 */
export function joinedFiles(
  parts: LogPart[],
  size: number,
  nameOf: (start: number, number: number) => string,
  openFile: OpenLogFile,
): LogFiles {
  const unsynced = new Set<LogPart>();
  /** Start offsets of files that have not been written to yet. */
  let cuts: { readonly start: number; readonly path: string }[] = [];
  const partAt = (position: number): LogPart => {
    const part = parts.findLast(({ start }) => start <= position);
    if (part === undefined) throw new Error('the log has no files');
    return part;
  };
  const last = () => cuts.at(-1) ?? partAt(Number.POSITIVE_INFINITY);
  return {
    size,
    get current() {
      const { path, start } = last();
      return { path, start };
    },
    cutAt(position) {
      const part = parts.at(-1);
      if (cuts.length === 0 && part !== undefined) part.limit ??= position;
      cuts.push({ start: position, path: nameOf(position, parts.length + cuts.length + 1) });
    },
    async write(bytes, position) {
      for (let done = 0; done < bytes.length; ) {
        const at = position + done;
        while (cuts[0] !== undefined && cuts[0].start <= at) {
          const cut = cuts[0];
          parts.push({ ...cut, file: await openFile(cut.path), end: cut.start, limit: cuts[1]?.start });
          cuts = cuts.slice(1);
        }
        const part = partAt(at);
        const end = Math.min(bytes.length, (cuts[0]?.start ?? Number.POSITIVE_INFINITY) - position);
        unsynced.add(part);
        await part.file.write(bytes.subarray(done, end), at - part.start);
        part.end = position + end;
        done = end;
      }
    },
    async sync() {
      const written = [...unsynced];
      unsynced.clear();
      for (const { file } of written) await file.sync();
    },
    async truncate(bytes) {
      cuts = [];
      while (parts.length > 1 && last().start >= bytes) {
        const part = parts.pop();
        await part?.file.close();
        if (part !== undefined) await rm(part.path, { force: true });
      }
      const part = partAt(bytes);
      await part.file.truncate(bytes - part.start);
      part.end = bytes;
      unsynced.add(part);
    },
    read(offset, length) {
      const part = partAt(offset);
      return part.file.read(offset - part.start, length);
    },
    async close() {
      for (const { file } of parts) await file.close();
    },
  };
}
