import type { Coordination } from './coordination.ts';
import { StoreError } from './errors.ts';
import type { Store } from './store.ts';

/** @throws {StoreError} where the store is one process's alone */
export function coordinationOf({ coordination }: Pick<Store, 'coordination'>): Coordination {
  if (coordination === undefined)
    throw new StoreError('several processes cannot write to this store', {
      hint: 'keep the rows in PostgreSQL: --store postgres://USER@HOST/DATABASE',
    });
  return coordination;
}
