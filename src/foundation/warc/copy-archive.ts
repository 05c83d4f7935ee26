import { type FileHandle, open, stat } from 'node:fs/promises';
import { whileOpen } from '../errors/index.ts';
import type { ByteRange } from './read-record.ts';
import { scanArchive } from './scan.ts';

const CHUNK = 1024 * 1024;

/** Decides by a record's target address, undefined where it has none. */
export type KeepRecord = (targetUri: string | undefined) => boolean;

export interface CopyResult {
  /** Old and new offset of each copied record. */
  readonly moved: ReadonlyMap<number, number>;
  readonly bytes: number;
}

/** Copies selected records byte for byte and syncs the copy to disk. @param from files, whose offsets count as if they were concatenated */
export async function copyArchive(
  from: Iterable<string> | AsyncIterable<string>,
  to: string,
  keep: KeepRecord,
): Promise<CopyResult> {
  const target = await open(to, 'w');
  const moved = new Map<number, number>();
  let [start, bytes] = [0, 0];
  try {
    for await (const path of from) {
      await whileOpen(open(path, 'r'), async (source) => {
        for await (const { head, offset, length } of scanArchive(path)) {
          if (!keep(head.fields.get('warc-target-uri')?.replace(/^<|>$/g, ''))) continue;
          moved.set(start + offset, bytes);
          for await (const chunk of recordBytes(source, { offset, length })) {
            await target.write(chunk, 0, chunk.length, bytes);
            bytes += chunk.length;
          }
        }
        start += (await source.stat()).size;
      });
    }
    await target.sync();
  } finally {
    await target.close();
  }
  return { moved, bytes };
}

/** Copies a log file by file, each to its name with an ending; offsets count through all. @param files of the log, in order */
export async function copyLog(
  files: readonly string[],
  ending: string,
  keep: KeepRecord,
): Promise<CopyResult> {
  const moved = new Map<number, number>();
  let [start, bytes] = [0, 0];
  for (const file of files) {
    const copy = await copyArchive([file], file + ending, keep);
    for (const [from, to] of copy.moved) moved.set(start + from, bytes + to);
    start += (await stat(file)).size;
    bytes += copy.bytes;
  }
  return { moved, bytes };
}

async function* recordBytes(file: FileHandle, { offset, length }: ByteRange): AsyncGenerator<Buffer> {
  for (let at = 0; at < length; ) {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK, length - at));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, offset + at);
    if (bytesRead === 0) throw new Error('the archive became shorter while it was copied');
    at += bytesRead;
    yield chunk.subarray(0, bytesRead);
  }
}
