/** Waits for the segments of a run that are not uploaded yet, and gives those up that were lost with their machine. */

import type { HarvestEvent } from '../../crawl/events/index.ts';
import { loseExchanges, lossOf } from '../../crawl/run/index.ts';
import { type ObjectFolder, ObjectStorageError } from '../../foundation/object-storage/index.ts';
import { missingSegments, type SegmentRange, spoolOf } from '../../foundation/warc/index.ts';
import { archiveFolder, partOf } from '../../library/index.ts';
import {
  type ArchivePart,
  coordinationOf,
  type Leadership,
  PART_BYTES,
  type Store,
} from '../../storage/index.ts';

interface LostParts {
  readonly store: Store;
  readonly leadership: Leadership;
  /** Says how long a site stays with a worker that says nothing. */
  readonly leaseMs: number;
  emit(event: HarvestEvent): void;
}

/** A part of which this machine can read no end. */
interface OpenPart extends ArchivePart {
  readonly missing: readonly SegmentRange[];
}

/** Segments are listed part by part, which takes a request each. */
const LOOK_EVERY_MS = 1_000;
/** Leases that a machine whose worker is gone may take to come back and upload what it has. */
const PATIENCE_LEASES = 4;

export class LostSegments {
  private readonly parts: LostParts;
  /** Lengths of parts that were found whole. */
  private readonly whole = new Map<number, number>();
  /** Says when parts whose workers are gone were first found to lack segments. */
  private readonly since = new Map<number, number>();
  private looked = Number.NEGATIVE_INFINITY;

  constructor(parts: LostParts) {
    this.parts = parts;
  }

  /**
   * Whether all that rows point to can be read here. Pages of segments that are lost wait once more then, so that the run
   * explores again.
   * @param mayExplore false where a budget of the run is used up
   * @throws {LeaseEndedError} another worker leads
   */
  async areDelivered(mayExplore: boolean): Promise<boolean> {
    const { store, leadership, leaseMs } = this.parts;
    const row = await store.runs.get(leadership.runId);
    const folder = row && archiveFolder(row);
    if (folder === undefined) return true;
    const now = performance.now();
    if (now - this.looked < LOOK_EVERY_MS) return false;
    this.looked = now;
    const open = await this.open(folder).catch((error: unknown) => {
      if (error instanceof ObjectStorageError && error.mayPass) return undefined;
      throw error;
    });
    if (open?.length === 0) return true;
    const workers = await coordinationOf(store).workers.list();
    const alive = new Set(workers.flatMap(({ id, isAlive }) => (isAlive ? [id] : [])));
    const lost = (open ?? []).filter(({ part, worker }) => {
      if (alive.has(worker)) this.since.delete(part);
      else if (!this.since.has(part)) this.since.set(part, now);
      return now - (this.since.get(part) ?? now) >= PATIENCE_LEASES * leaseMs;
    });
    if (lost.length > 0) await this.giveUp(lost, mayExplore);
    return false;
  }

  private async open(folder: ObjectFolder): Promise<readonly OpenPart[]> {
    const { store, leadership } = this.parts;
    const dir = store.runFolder(leadership.runId);
    const open: OpenPart[] = [];
    for (const known of await coordinationOf(store).parts.list(leadership.runId)) {
      const { part, bytes } = known;
      if (bytes === 0 || this.whole.get(part) === bytes) continue;
      const place = partOf(part, dir, folder);
      const missing = await missingSegments(place.segments ?? folder, spoolOf(place.dir), bytes % PART_BYTES);
      if (missing.length > 0) open.push({ ...known, missing });
      else this.whole.set(part, bytes);
    }
    return open;
  }

  private async giveUp(lost: readonly OpenPart[], mayExplore: boolean): Promise<void> {
    const { store, leadership, emit } = this.parts;
    const { runId } = leadership;
    const ranges = lost.flatMap(({ part, missing }) =>
      missing.map(({ start, end }) => ({ start: part * PART_BYTES + start, end: part * PART_BYTES + end })),
    );
    const done = await coordinationOf(store).sites.list(runId, ['done']);
    const loss = await store.transaction(
      async (trx) => {
        const exchanges = await loseExchanges(trx, runId, ranges);
        for (const { part, missing } of lost)
          await trx.coordination?.parts.cut({ runId, part, bytes: missing[0]?.start ?? 0 });
        const sites = new Set(exchanges.pages.map(({ site }) => site));
        if (sites.size === 0 || !mayExplore) return exchanges;
        const again = done.filter(({ site }) => sites.has(site));
        await trx.coordination?.sites.put(
          leadership,
          again.map(({ site, score }) => ({ site, score, state: 'idle' })),
        );
        await trx.coordination?.runs.enter(leadership, 'explore');
        return exchanges;
      },
      { under: [leadership] },
    );
    if (loss.pages.length + loss.answers > 0) emit(lossOf(loss));
  }
}
