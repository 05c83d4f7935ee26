import { open } from 'node:fs/promises';
import type { Location } from './read-record.ts';
import { scanArchive } from './scan.ts';

const CHUNK = 1024 * 1024;

/**
 * Copies the records of an archive that are to be kept, byte for byte, and syncs the copy to disk.
 * @param keep told the record's target address, undefined where it has none
 * @returns where each kept record lay and where it lies now
 */
export async function copyArchive(
  from: string,
  to: string,
  keep: (targetUri: string | undefined) => boolean,
): Promise<{ readonly moved: ReadonlyMap<number, number>; readonly bytes: number }> {
  const source = await open(from, 'r');
  const target = await open(to, 'w');
  const moved = new Map<number, number>();
  let bytes = 0;
  try {
    for await (const { head, offset, length } of scanArchive(from)) {
      if (!keep(head.fields.get('warc-target-uri')?.replace(/^<|>$/g, ''))) continue;
      moved.set(offset, bytes);
      for await (const chunk of piece(source, { offset, length })) {
        await target.write(chunk, 0, chunk.length, bytes);
        bytes += chunk.length;
      }
    }
    await target.sync();
  } finally {
    await source.close();
    await target.close();
  }
  return { moved, bytes };
}

async function* piece(
  file: {
    read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
  },
  { offset, length }: Location,
): AsyncGenerator<Buffer> {
  for (let at = 0; at < length; ) {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK, length - at));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, offset + at);
    if (bytesRead === 0) throw new Error('the archive became shorter while it was copied');
    at += bytesRead;
    yield chunk.subarray(0, bytesRead);
  }
}
