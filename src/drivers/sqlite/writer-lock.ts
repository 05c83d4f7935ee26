import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreBusyError } from '../../storage/index.ts';
import { faultOf } from './fault.ts';

export interface WriterLock {
  release(): void;
}

const LOCK_FILE = 'writer.lock';
/** Somebody who only looks whether there is a writer holds the file for a moment. */
const PATIENCE_MS = 200;

/**
 * Lets one process write to a store. The lock is an exclusive transaction on a file beside the store, so the system
 * takes it back when its holder dies, however it dies: there is no stale lock to clean up.
 * @throws {StoreBusyError} when another process holds it
 */
export function acquireWriterLock(folder: string): WriterLock {
  const file = join(folder, LOCK_FILE);
  const database = new DatabaseSync(file, { timeout: PATIENCE_MS });
  try {
    database.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    database.close();
    if (faultOf(error) === 'busy') {
      throw new StoreBusyError(`another fieldfare process is writing to this store (${file})`, {
        hint: 'wait for it to end, or use --storage DIR',
      });
    }
    throw error;
  }
  return { release: () => database.close() };
}

/** Whether a process holds the store of a folder for writing at this moment. */
export function isBeingWritten(folder: string): boolean {
  const file = join(folder, LOCK_FILE);
  if (!existsSync(file)) return false;
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { readOnly: true, timeout: 0 });
    database.prepare('select count(*) from sqlite_master').get();
    return false;
  } catch (error) {
    return faultOf(error) === 'busy';
  } finally {
    database?.close();
  }
}
