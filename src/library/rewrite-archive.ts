/** Rewrites the archive of a run, with the parts that workers wrote, without some of its exchanges. */

import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ObjectFolder } from '../foundation/object-storage/index.ts';
import {
  archiveFiles,
  copyLog,
  EXCHANGES_FILE,
  finishRewriting,
  missingSegments,
  openExchangeLog,
  rewriteSegments,
  SegmentReader,
  spoolOf,
} from '../foundation/warc/index.ts';
import { type ArchivePart, PART_BYTES, type Store, StoreError } from '../storage/index.ts';
import { archiveFolder, localParts, partOf, partsHere } from './run-archive.ts';

/** Ending of a copy that is to replace its file. */
const COPY = '.new';

/** Says what a rewritten archive holds once its copies have taken the places of the old files. */
export interface RewrittenArchive {
  /** New places of what is left, by the old ones. */
  readonly moved: ReadonlyMap<number, number>;
  /** Lengths of parts, by their numbers. */
  readonly bytes: ReadonlyMap<number, number>;
}

/**
 * Writes a copy beside each file and segment; {@link finishRewritingArchive} lets them take their places.
 * @param keep decides by the address of an exchange
 * @returns undefined where nothing is archived
 * @throws {StoreError} parts of the archive are on other machines
 */
export async function rewriteArchive(
  store: Store,
  runId: number,
  keep: (uri: string | undefined) => boolean,
): Promise<RewrittenArchive | undefined> {
  const row = await store.runs.get(runId);
  if (row === undefined) return undefined;
  const folder = archiveFolder(row);
  const dir = store.runFolder(runId);
  const written = await store.transaction(async ({ coordination }) => coordination?.parts.list(runId));
  await checkParts(written ?? [], dir, folder);
  const lengths = new Map((written ?? []).map(({ part, bytes }) => [part, bytes % PART_BYTES]));
  const moved = new Map<number, number>();
  const bytes = new Map<number, number>();
  for (const part of await partsHere(dir, folder)) {
    const place = partOf(part, dir, folder);
    const length = part === 0 ? row.log_bytes : lengths.get(part);
    const copy =
      place.segments === undefined
        ? await copyFiles(place.dir, part === 0 ? undefined : length, keep)
        : await copySegments(place.dir, place.segments, length, keep);
    if (copy === undefined) continue;
    bytes.set(part, copy.bytes);
    for (const [from, to] of copy.moved) moved.set(part * PART_BYTES + from, part * PART_BYTES + to);
  }
  return bytes.size === 0 ? undefined : { moved, bytes };
}

/** @throws {StoreError} */
async function checkParts(
  written: readonly ArchivePart[],
  dir: string,
  folder: ObjectFolder | undefined,
): Promise<void> {
  for (const { runId, part, place, bytes } of written) {
    const own = partOf(part, dir, folder);
    if (bytes % PART_BYTES === 0) continue;
    if (own.segments === undefined && !existsSync(own.dir))
      throw new StoreError(`part ${part} of the archive of run ${runId} is not here but in ${place}`, {
        hint: `copy it from there to ${own.dir}; where it is lost, make that folder and leave it empty`,
      });
    if (own.segments === undefined) continue;
    const missing = await missingSegments(own.segments, spoolOf(own.dir), bytes % PART_BYTES);
    if (missing.length > 0)
      throw new StoreError(`segments of run ${runId} have not been uploaded by the machine of part ${part}`, {
        hint: `go on with --resume ${runId} there; where the machine is lost, go on anywhere`,
      });
  }
}

/** @param acknowledged what lies behind is cut off, as a killed worker left it; undefined cuts nothing */
async function copyFiles(
  dir: string,
  acknowledged: number | undefined,
  keep: (uri: string | undefined) => boolean,
) {
  const files = archiveFiles(join(dir, EXCHANGES_FILE));
  if (files.length === 0) return undefined;
  if (acknowledged !== undefined) await (await openExchangeLog(dir, { acknowledged })).close();
  return copyLog(files, COPY, keep);
}

async function copySegments(
  dir: string,
  folder: ObjectFolder,
  acknowledged: number | undefined,
  keep: (uri: string | undefined) => boolean,
) {
  if (await new SegmentReader(folder, spoolOf(dir)).isEmpty()) return undefined;
  return rewriteSegments(await openExchangeLog(dir, { acknowledged, archive: { folder } }), folder, keep);
}

/** Completes the replacement of a rewritten archive, also after a crash; deletes copies that no row refers to. */
export async function finishRewritingArchive(store: Store, runId: number): Promise<void> {
  const run = await store.runs.get(runId);
  const isPending = run?.log_pending === 1;
  const dir = store.runFolder(runId);
  for (const part of [0, ...localParts(dir)])
    for (const file of archiveFiles(join(partOf(part, dir, undefined).dir, EXCHANGES_FILE))) {
      if (!existsSync(file + COPY)) continue;
      if (isPending) await rename(file + COPY, file);
      else await rm(file + COPY);
    }
  if (!isPending) return;
  const folder = archiveFolder(run);
  if (folder !== undefined) await finishRewriting(folder);
  await store.transaction((trx) => trx.runs.update(runId, { log_pending: 0 }));
}
