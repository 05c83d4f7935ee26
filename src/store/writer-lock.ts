import { DatabaseSync } from 'node:sqlite';

export class StoreBusyError extends Error {
  override readonly name = 'StoreBusyError';
}

export interface WriterLock {
  release(): void;
}

/**
 * Lets one process write to a store. The lock is an exclusive transaction on a file beside the store, so the system
 * takes it back when its holder dies, however it dies: there is no stale lock to clean up.
 * @throws {StoreBusyError} when another process holds it
 */
export function acquireWriterLock(file: string): WriterLock {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    database.close();
    if (/locked|busy/i.test(String(error))) {
      throw new StoreBusyError(
        `another fieldfare process is writing to this store (${file}); wait for it to end, or use --storage DIR`,
      );
    }
    throw error;
  }
  return { release: () => database.close() };
}
