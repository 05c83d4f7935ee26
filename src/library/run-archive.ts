import { existsSync, readdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../foundation/errors/index.ts';
import { type ObjectFolder, openFolder } from '../foundation/object-storage/index.ts';
import {
  ArchiveBreak,
  type ArchiveReader,
  checkWhole,
  EXCHANGES_FILE,
  localArchive,
  openExchangeLog,
  SegmentReader,
  spoolOf,
} from '../foundation/warc/index.ts';
import { type Coordination, PART_BYTES, type RunRow, type Store, StoreError } from '../storage/index.ts';

/** Opens the archive of a run for reading, with the parts that workers wrote. */
export async function openArchive(
  { runs, runFolder, coordination }: Pick<Store, 'runs' | 'runFolder' | 'coordination'>,
  runId: number,
): Promise<ArchiveReader> {
  const row = await runs.get(runId);
  if (row?.log_pending === 1)
    throw new StoreError(`the archive of run ${runId} is being rewritten without a site`, {
      hint: 'wait for "fieldfare forget" to end; if it was killed, run it again with the same site',
    });
  const folder = row && archiveFolder(row);
  const dir = runFolder(runId);
  if (folder === undefined && coordination !== undefined) await cutTails(coordination, runId, dir);
  const archive = partedArchive(
    (part) => {
      const place = partOf(part, dir, folder);
      return place.segments === undefined
        ? localArchive(join(place.dir, EXCHANGES_FILE))
        : new SegmentReader(place.segments, spoolOf(place.dir));
    },
    () => partsHere(dir, folder),
  );
  return folder === undefined && row !== undefined ? wholeArchive(archive, row) : archive;
}

/** Ends the files of a run with an error where they hold less than its row says: the exchanges of this machine's harvest alone. */
const wholeArchive = (archive: ArchiveReader, { id, log_bytes: least }: RunRow): ArchiveReader => ({
  ...archive,
  async *files(into) {
    const paths: string[] = [];
    let bytes = 0;
    for await (const path of archive.files(into)) {
      paths.push(path);
      bytes += (await stat(path)).size;
      yield path;
    }
    const last = paths.at(-1);
    if (last === undefined || bytes >= least) return;
    for (const path of paths)
      await checkWhole(path).catch((error: unknown) => {
        throw error instanceof ArchiveBreak ? cutArchive(id, error) : error;
      });
    throw cutArchive(id, new ArchiveBreak(last, bytes, `${least - bytes} bytes are missing`));
  },
});

/** Returns what is said where a part of an archive is missing or damaged. */
export const cutArchive = (run: unknown, { path, offset, message }: ArchiveBreak): StoreError =>
  new StoreError(`the archive of run ${run} is damaged: ${path}, byte ${offset}: ${message}`, {
    hint: 'put the file back from a copy',
  });

/** Says where a part of an archive is kept. */
interface PartPlace {
  /** Its files on this machine, or its spool. */
  readonly dir: string;
  /** Undefined for a part in files. */
  readonly segments: ObjectFolder | undefined;
}

/** @param dir folder of the run, and `folder` of its segments */
export const partOf = (part: number, dir: string, folder: ObjectFolder | undefined): PartPlace =>
  part === 0
    ? { dir, segments: folder }
    : { dir: join(dir, partName(part)), segments: folder?.folder(partName(part)) };

/** Numbers of the parts that can be read here, in order; 0 is that of a harvest which works alone. */
export async function partsHere(dir: string, folder: ObjectFolder | undefined): Promise<readonly number[]> {
  const parts = new Set([0, ...localParts(dir)]);
  // Names of parts stand behind those of segments.
  for await (const { name } of folder?.list('part') ?? []) parts.add(partNumber(name) ?? 0);
  return [...parts].sort((a, b) => a - b);
}

/** Workers that were killed leave records behind that are not whole, and that no row points to. */
async function cutTails({ parts, workers }: Coordination, runId: number, dir: string): Promise<void> {
  const here = new Set(localParts(dir));
  if (here.size === 0) return;
  const alive = new Set((await workers.list()).flatMap(({ id, isAlive }) => (isAlive ? [id] : [])));
  for (const { part, worker, bytes } of await parts.list(runId)) {
    if (!here.has(part) || alive.has(worker)) continue;
    const acknowledged = bytes % PART_BYTES;
    // A part that cannot be cut may be read as far as it goes.
    const log = await openExchangeLog(join(dir, partName(part)), { acknowledged }).catch(() => undefined);
    await log?.close();
  }
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
        if (folder !== undefined) makeFolder(folder);
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
