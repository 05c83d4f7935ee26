/** Opens the rows of a storage folder: in a file in it, or in the database that `DATABASE_URL` names. */

import { OlderStoreError, type Store, StoreError } from '../../storage/index.ts';
import * as sqlite from '../sqlite/index.ts';

const database = (): string | undefined => process.env.DATABASE_URL || undefined;

export const isShareable = (): boolean => database() !== undefined;

type OpenMode = 'read' | 'write' | 'share';

/**
 * Opens (and on writing creates) the store of a folder; the exchange logs and reports are in the folder. A store that an
 * older version made is brought up to date.
 * @param options.mode `write` lets no other process write; `read` refuses a store that is not there; `share` writes beside
 * others that share it, and has a `coordination`: for a database alone
 * @throws {StoreError} no access, nothing there to read, made by a newer version, or damaged
 * @throws {StoreBusyError} another process is writing
 */
export async function openStore(folder: string, options: { readonly mode: OpenMode }): Promise<Store> {
  try {
    return await openAs(folder, options);
  } catch (error) {
    if (!(error instanceof OlderStoreError)) throw error;
    await bringUpToDate(folder, error);
    return openAs(folder, options);
  }
}

async function bringUpToDate(folder: string, older: OlderStoreError): Promise<void> {
  try {
    await (await openAs(folder, { mode: 'write' })).close();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StoreError(`${older.message} and cannot be brought up to date: ${why}`, { cause: error });
  }
}

async function openAs(folder: string, options: { readonly mode: OpenMode }): Promise<Store> {
  const url = database();
  const { mode } = options;
  if (url === undefined) {
    if (mode === 'share')
      throw new StoreError('several processes cannot write to a store in a folder', {
        hint: 'keep the rows in PostgreSQL: --store postgres://USER@HOST/DATABASE',
      });
    return sqlite.openStore(folder, { mode });
  }
  const { openPostgresStore } = await import('../postgres/index.ts');
  return openPostgresStore(url, folder, options);
}

export async function holdsStore(folder: string): Promise<boolean> {
  const url = database();
  if (url === undefined) return sqlite.holdsStore(folder);
  const { holdsPostgresStore } = await import('../postgres/index.ts');
  return holdsPostgresStore(url);
}

/**
 * A number that another one takes the place of when another connection has committed; undefined where the engine has none,
 * so that nothing that was read may be kept.
 */
export async function dataVersion(store: Store): Promise<number | undefined> {
  if (database() !== undefined) return undefined;
  const { run } = store as sqlite.SqliteStore;
  const [row] = await run<{ data_version: number }>('pragma data_version', []);
  return row?.data_version;
}

/**
 * Keeps other servers away from a store.
 * @throws {StoreBusyError} another server is there
 */
export async function acquireServerLock(folder: string): Promise<{ release(): Promise<void> }> {
  const ofFolder = sqlite.acquireServerLock(folder);
  try {
    const ofDatabase = await lockDatabase();
    return {
      release: async () => {
        await ofDatabase?.release();
        ofFolder.release();
      },
    };
  } catch (error) {
    ofFolder.release();
    throw error;
  }
}

async function lockDatabase(): Promise<{ release(): Promise<void> } | undefined> {
  const url = database();
  if (url === undefined) return undefined;
  const { lockForServer } = await import('../postgres/index.ts');
  return lockForServer(url);
}

export async function isBeingWritten(folder: string): Promise<boolean> {
  const url = database();
  if (url === undefined) return sqlite.isBeingWritten(folder);
  const { isPostgresBeingWritten } = await import('../postgres/index.ts');
  return isPostgresBeingWritten(url);
}
