import { join } from 'node:path';
import { openExchangeLog, spooledSegments, spoolOf } from '../../foundation/warc/index.ts';
import { archiveFolder, partName } from '../../library/index.ts';
import { coordinationOf, PART_BYTES, type Store, type WorkerRow } from '../../storage/index.ts';

/**
 * Uploads what workers of this machine have left on its disk that are gone.
 * @param workers those that are known
 */
export async function deliverLeftSpools(
  store: Store,
  runId: number,
  workers: readonly Pick<WorkerRow, 'id' | 'pid' | 'host' | 'isAlive'>[],
  host: string,
): Promise<void> {
  const row = await store.runs.get(runId);
  const archive = row && archiveFolder(row);
  if (archive === undefined) return;
  for (const { part, worker, bytes } of await coordinationOf(store).parts.list(runId)) {
    const folder = join(store.runFolder(runId), partName(part));
    const owner = workers.find(({ id }) => id === worker);
    const isGone = owner === undefined || (owner.host === host ? !isRunning(owner.pid) : !owner.isAlive);
    if (!isGone || (await spooledSegments(spoolOf(folder))).length === 0) continue;
    const log = await openExchangeLog(folder, {
      acknowledged: bytes % PART_BYTES,
      archive: { folder: archive.folder(partName(part)) },
    });
    await log.deliver().finally(() => log.close());
  }
}

/** Tells whether a process of this machine is there. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
