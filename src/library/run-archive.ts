import { join } from 'node:path';
import { type ObjectFolder, openFolder } from '../foundation/object-storage/index.ts';
import {
  type ArchiveReader,
  EXCHANGES_FILE,
  localArchive,
  SegmentReader,
  spoolOf,
} from '../foundation/warc/index.ts';
import type { RunRow, Store } from '../storage/index.ts';

/** Opens the archive of a run for reading. */
export async function openArchive(
  { runs, runFolder }: Pick<Store, 'runs' | 'runFolder'>,
  runId: number,
): Promise<ArchiveReader> {
  const row = await runs.get(runId);
  const folder = row && archiveFolder(row);
  const dir = runFolder(runId);
  return folder === undefined
    ? localArchive(join(dir, EXCHANGES_FILE))
    : new SegmentReader(folder, spoolOf(dir));
}

/** Folder of the segments of a run with `--archive`; undefined for an archive in the storage folder. */
export function archiveFolder({
  id,
  started_at: startedAt,
  options,
}: Pick<RunRow, 'id' | 'started_at' | 'options'>): ObjectFolder | undefined {
  const { archive } = JSON.parse(options) as { archive?: string };
  if (archive === undefined) return undefined;
  // Stores that share an archive number their runs alike; the time tells them apart.
  const began = new Date(startedAt).toISOString().replace(/[-:.]/g, '');
  return openFolder(archive).folder(`run-${String(id).padStart(6, '0')}-${began}`);
}
