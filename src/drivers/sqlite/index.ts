export { insertRow, statement } from './executor.ts';
export { faultOf } from './fault.ts';
export type * from './schema.ts';
export {
  type Database,
  explained,
  holdsStore,
  type OpenStoreOptions,
  openStore,
  type SqliteStore,
  type SqliteTransaction,
} from './store.ts';
export { acquireServerLock, isBeingWritten } from './writer-lock.ts';
