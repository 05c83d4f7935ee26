/** Segments of a log that are not uploaded yet, as files of a folder on this disk. */

import { readdir, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { ObjectFolder } from '../object-storage/index.ts';
import { type OpenLogFile, openLogFile } from './log-file.ts';
import { joinedFiles, type LogFiles, type LogPart } from './log-files.ts';
import { gapsBetween, type SegmentRange, segmentsBehind, spoolName, spoolStart } from './segments.ts';

export interface SpooledSegment extends SegmentRange {
  readonly path: string;
}

export interface Spool extends LogFiles {
  /** Ended segments that are on disk, the oldest first. @param durable bytes of the log that are on disk */
  ended(durable: number): readonly SpooledSegment[];
  remove(segment: SpooledSegment): Promise<void>;
}

/** Lists the segments in a spool, the oldest first; none where there is no spool. */
export async function spooledSegments(dir: string): Promise<SpooledSegment[]> {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const found: SpooledSegment[] = [];
  for (const name of names.sort()) {
    const start = spoolStart(name);
    const path = join(dir, name);
    // A segment may be uploaded and deleted meanwhile.
    const info = start === undefined ? undefined : await stat(path).catch(() => undefined);
    if (start !== undefined && info !== undefined && info.size > 0)
      found.push({ path, start, end: start + info.size });
  }
  return found;
}

/** Finds the acknowledged parts of a log that neither its archive nor this disk holds. @param dir spool of the log on this disk */
export async function missingSegments(
  folder: ObjectFolder,
  dir: string,
  acknowledged: number,
): Promise<readonly SegmentRange[]> {
  // In this order, since a segment may be uploaded and deleted meanwhile.
  const waiting = await spooledSegments(dir);
  const uploaded = await Array.fromAsync(segmentsBehind(folder, 0));
  return gapsBetween([...uploaded, ...waiting], acknowledged);
}

/** Opens the spool of a log of `size` bytes and deletes what lies behind, or is uploaded. @param uploaded end of the last such segment */
export async function openSpool(
  dir: string,
  uploaded: number,
  size: number,
  openFile: OpenLogFile = openLogFile,
): Promise<Spool> {
  const parts: LogPart[] = [];
  for (const { path, start, end } of await spooledSegments(dir)) {
    if (end <= uploaded || start >= size) await rm(path);
    else {
      if (end > size) await truncate(path, size - start);
      const limit = Math.min(end, size);
      parts.push({ start, path, end: limit, limit, file: await openFile(path) });
    }
  }
  const files = joinedFiles(parts, size, (start) => join(dir, spoolName(start)), openFile);
  files.cutAt(size);
  const ended = (durable: number) => parts.filter(({ end, limit }) => end === limit && end <= durable);
  return {
    get size() {
      return files.size;
    },
    get current() {
      return files.current;
    },
    cutAt: files.cutAt,
    write: files.write,
    sync: files.sync,
    truncate: files.truncate,
    read: files.read,
    close: files.close,
    ended,
    async remove({ path }) {
      const at = parts.findIndex((part) => part.path === path);
      const [part] = at < 0 ? [] : parts.splice(at, 1);
      await part?.file.close();
      await rm(path, { force: true });
    },
  };
}
