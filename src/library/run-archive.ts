import { existsSync, readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type ObjectFolder, openFolder } from '../foundation/object-storage/index.ts';
import {
  type ArchiveReader,
  EXCHANGES_FILE,
  localArchive,
  SegmentReader,
  spoolOf,
} from '../foundation/warc/index.ts';
import { PART_BYTES, type RunRow, type Store } from '../storage/index.ts';

/** Opens the archive of a run for reading, with the parts that workers wrote. */
export async function openArchive(
  { runs, runFolder }: Pick<Store, 'runs' | 'runFolder'>,
  runId: number,
): Promise<ArchiveReader> {
  const row = await runs.get(runId);
  const folder = row && archiveFolder(row);
  const dir = runFolder(runId);
  return partedArchive(
    (part) => {
      const local = part === 0 ? dir : join(dir, partName(part));
      if (folder === undefined) return localArchive(join(local, EXCHANGES_FILE));
      return new SegmentReader(part === 0 ? folder : folder.folder(partName(part)), spoolOf(local));
    },
    async () => {
      const parts = new Set(localParts(dir));
      // Names of parts stand behind those of segments.
      for await (const { name } of folder?.list('part') ?? []) parts.add(partNumber(name) ?? 0);
      return [0, ...parts].filter((part, i) => part > 0 || i === 0).sort((a, b) => a - b);
    },
  );
}

/** Folder of the part that one worker writes. */
export const partName = (part: number): string => `part-${String(part).padStart(6, '0')}`;

const partNumber = (name: string): number | undefined => {
  const number = /^part-(\d{6,})(?:\/|$)/.exec(name)?.[1];
  return number === undefined ? undefined : Number(number);
};

/** Numbers of the parts that lie in a folder of this machine. */
export const localParts = (dir: string): number[] =>
  existsSync(dir) ? readdirSync(dir).flatMap((name) => partNumber(name) ?? []) : [];

function partedArchive(
  open: (part: number) => ArchiveReader,
  parts: () => Promise<readonly number[]>,
): ArchiveReader {
  const readers = new Map<number, ArchiveReader>();
  const readerOf = (part: number) => {
    const reader = readers.get(part) ?? open(part);
    readers.set(part, reader);
    return reader;
  };
  return {
    isEmpty: async () => {
      for (const part of await parts()) if (!(await readerOf(part).isEmpty())) return false;
      return true;
    },
    exchange: (offset, length) =>
      readerOf(Math.floor(offset / PART_BYTES)).exchange(offset % PART_BYTES, length),
    copyRange: ({ offset, length }, to) =>
      readerOf(Math.floor(offset / PART_BYTES)).copyRange({ offset: offset % PART_BYTES, length }, to),
    async *files(into) {
      for (const part of await parts()) {
        const folder = part === 0 || into === undefined ? into : join(into, partName(part));
        if (folder !== undefined) await mkdir(folder, { recursive: true });
        yield* readerOf(part).files(folder);
      }
    },
  };
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
