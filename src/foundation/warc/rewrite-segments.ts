/** Rewrites the segments of an archive without some of its records. Segments keep their names, so that offsets stay in place. */

import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { ObjectFolder } from '../object-storage/index.ts';
import { SegmentReader } from './archive-reader.ts';
import { type CopyResult, copyArchive, type KeepRecord } from './copy-archive.ts';
import type { ExchangeLog } from './exchange-log.ts';
import { segmentsBehind } from './segments.ts';

/** Ending of a rewritten segment beside the one that it is to replace. */
const REWRITTEN = '.new';

/**
 * Uploads what waits on this disk, and puts a rewritten copy beside each segment; {@link finishRewriting} lets them take their
 * places.
 * @param log of the run; it is closed
 */
export async function rewriteSegments(
  log: ExchangeLog,
  folder: ObjectFolder,
  keep: KeepRecord,
): Promise<CopyResult> {
  const copies = await mkdtemp(join(tmpdir(), 'fieldfare-rewrite-'));
  const moved = new Map<number, number>();
  try {
    await log.deliver().finally(() => log.close());
    await deleteRewritten(folder);
    const starts = new Map<string, number>();
    for await (const { name, start } of segmentsBehind(folder, 0)) starts.set(name, start);
    for await (const path of new SegmentReader(folder, log.path).files()) {
      const start = starts.get(basename(path)) ?? 0;
      const copy = join(copies, 'segment');
      const copied = await copyArchive([path], copy, keep);
      for (const [from, to] of copied.moved) moved.set(start + from, start + to);
      if (copied.bytes < (await stat(path)).size)
        await folder.put(basename(path) + REWRITTEN, { file: copy });
    }
  } finally {
    await rm(copies, { recursive: true, force: true });
  }
  return { moved, bytes: log.bytes };
}

/** Lets rewritten segments take the places of the old ones; may be called again. */
export async function finishRewriting(folder: ObjectFolder): Promise<void> {
  for await (const { name, bytes } of folder.list()) {
    if (!name.endsWith(REWRITTEN)) continue;
    await folder.put(name.slice(0, -REWRITTEN.length), await folder.read(name, 0, bytes));
    await folder.delete(name);
  }
}

async function deleteRewritten(folder: ObjectFolder): Promise<void> {
  for await (const { name } of folder.list()) if (name.endsWith(REWRITTEN)) await folder.delete(name);
}
