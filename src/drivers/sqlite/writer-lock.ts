import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileFault, makeFolder } from '../../foundation/errors/index.ts';
import { StoreBusyError, StoreError } from '../../storage/index.ts';
import { holderNamed, processName } from '../sql/index.ts';
import { faultOf } from './fault.ts';

/** Held as long as its process lives. */
export interface WriterLock {
  release(): void;
}

const LOCK_FILE = 'writer.lock';
const SERVER_LOCK_FILE = 'server.lock';
/** Somebody who only looks whether there is a writer holds the file for a moment. */
const PATIENCE_MS = 200;

/**
 * Lets one process write to a store. The lock is an exclusive transaction on a file beside the store, so the system
 * takes it back when its holder dies, however it dies: there is no stale lock to clean up.
 * @throws {StoreBusyError} when another process holds it
 */
export const acquireWriterLock = (folder: string): WriterLock =>
  acquire(join(folder, LOCK_FILE), 'another fieldfare process is writing to this store');

/** @throws {StoreError} where the folder cannot be made or written to */
export function makeStorageFolder(folder: string): void {
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new StoreError(`cannot write to the storage folder ${folder}: ${fileFault(error)}`, {
      hint: 'choose another with --storage DIR',
      cause: error,
    });
  }
}

/**
 * Lets one server serve a store, by the same means: between two harvests it writes nothing, and still begins the next.
 * @throws {StoreBusyError} when another process serves it
 */
export function acquireServerLock(folder: string): WriterLock {
  makeStorageFolder(folder);
  return acquire(join(folder, SERVER_LOCK_FILE), 'another fieldfare server serves this store');
}

function acquire(file: string, why: string): WriterLock {
  const database = new DatabaseSync(file, { timeout: PATIENCE_MS });
  try {
    database.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    database.close();
    if (faultOf(error) !== 'busy') throw error;
    throw new StoreBusyError(`${why}${holderOf(file)} (${file})`, {
      hint: 'wait for it to end, or use --storage DIR',
    });
  }
  try {
    writeFileSync(holderFile(file), `${processName()}, ${new Date().toISOString()}`);
  } catch {
    // A full disk takes no name; the lock holds without.
  }
  return { release: () => database.close() };
}

const holderFile = (file: string): string => `${file}.holder`;

/** Says who wrote last to the store of a folder, as `: process 7, …`; empty where nobody left a name. */
export const namedWriter = (folder: string): string => holderOf(join(folder, LOCK_FILE));

function holderOf(file: string): string {
  try {
    const [name = '', since = ''] = readFileSync(holderFile(file), 'utf8').slice(0, 300).split(', ');
    return holderNamed(name, since);
  } catch {
    return '';
  }
}

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
