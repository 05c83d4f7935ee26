/** Opens the rows of a storage folder: in a file in it, or in the database that `DATABASE_URL` names. */

import { OlderStoreError, type Store, StoreError } from '../../storage/index.ts';
import * as sqlite from '../sqlite/index.ts';

type OpenMode = 'read' | 'write' | 'share';
type Lock = { release(): Promise<void> };

/** What holds the rows of storage folders. */
interface StoreDriver {
  open(folder: string, options: { readonly mode: OpenMode }): Promise<Store>;
  holdsStore(folder: string): boolean | Promise<boolean>;
  isBeingWritten(folder: string): boolean | Promise<boolean>;
  namedWriter(folder: string): string | Promise<string>;
  /** Keeps other servers away from what several folders may share. */
  lock?(): Promise<Lock>;
  /** See {@link dataVersion}. */
  dataVersion?(store: Store): Promise<number | undefined>;
}

interface DriverRow {
  matches(database: string | undefined): boolean;
  /** Several processes may write to one store. */
  readonly isShareable: boolean;
  load(database: string): Promise<StoreDriver>;
}

/** One row a driver; the first that matches `DATABASE_URL` is taken, undefined where the folder holds its rows itself. */
const DRIVERS: readonly DriverRow[] = [
  {
    matches: (database) => database === undefined,
    isShareable: false,
    load: async () => ({
      open: async (folder, { mode }) => {
        if (mode === 'share')
          throw new StoreError('several processes cannot write to a store in a folder', {
            hint: 'keep the rows in PostgreSQL: --store postgres://USER@HOST/DATABASE',
          });
        return sqlite.openStore(folder, { mode });
      },
      holdsStore: sqlite.holdsStore,
      isBeingWritten: sqlite.isBeingWritten,
      namedWriter: sqlite.namedWriter,
      dataVersion: async (store) => {
        const { run } = store as sqlite.SqliteStore;
        const [row] = await run<{ data_version: number }>('pragma data_version', []);
        return row?.data_version;
      },
    }),
  },
  {
    matches: (database) => database !== undefined,
    isShareable: true,
    load: async (url) => {
      const postgres = await import('../postgres/index.ts');
      return {
        open: (folder, options) => postgres.openPostgresStore(url, folder, options),
        holdsStore: () => postgres.holdsPostgresStore(url),
        isBeingWritten: () => postgres.isPostgresBeingWritten(url),
        namedWriter: () => postgres.namedPostgresWriter(url),
        lock: () => postgres.lockForServer(url),
      };
    },
  },
];

const database = (): string | undefined => process.env.DATABASE_URL || undefined;
const row = (): DriverRow => DRIVERS.find(({ matches }) => matches(database())) as DriverRow;
const driver = (): Promise<StoreDriver> => row().load(database() ?? '');

export const isShareable = (): boolean => row().isShareable;

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

const openAs = async (folder: string, options: { readonly mode: OpenMode }): Promise<Store> =>
  (await driver()).open(folder, options);

export const holdsStore = async (folder: string): Promise<boolean> => (await driver()).holdsStore(folder);

export const isBeingWritten = async (folder: string): Promise<boolean> =>
  (await driver()).isBeingWritten(folder);

/** Says who writes to a store, or wrote last, as `: process 7, "fieldfare harvest", since …`; empty where that cannot be told. */
export const namedWriter = async (folder: string): Promise<string> => (await driver()).namedWriter(folder);

/**
 * A number that another one takes the place of when another connection has committed; undefined where the engine has none,
 * so that nothing that was read may be kept.
 */
export const dataVersion = async (store: Store): Promise<number | undefined> =>
  (await driver()).dataVersion?.(store);

/**
 * Keeps other servers away from a store.
 * @throws {StoreBusyError} another server is there
 */
export async function acquireServerLock(folder: string): Promise<{ release(): Promise<void> }> {
  const ofFolder = sqlite.acquireServerLock(folder);
  try {
    const ofDatabase = await (await driver()).lock?.();
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
