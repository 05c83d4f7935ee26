/** Every driver that the conformance suite runs against; `on-postgres.ci.test.ts` runs it against PostgreSQL. */

import { openStore } from '../../src/drivers/sqlite/index.ts';
import { whileOpen } from '../../src/foundation/errors/index.ts';
import type { Store } from '../../src/storage/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

export type Driver = readonly [name: string, open: (folder: string) => Promise<Store>];

export const DRIVERS: Driver[] = [['sqlite', (folder) => openStore(folder, { mode: 'write' })]];

/** Opens an empty store, and hands it over. */
export async function withStore<T>([, open]: Driver, use: (store: Store) => Promise<T>): Promise<T> {
  const folder = temporaryFolder('fieldfare-store-');
  return whileOpen(open(folder), use);
}
