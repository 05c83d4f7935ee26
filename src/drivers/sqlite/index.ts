export { insertRow, statement } from './executor.ts';
export { faultOf } from './fault.ts';
export type * from './schema.ts';
export {
  type Database,
  explained,
  type OpenStoreOptions,
  openStore,
  type SqliteStore,
  type SqliteTransaction,
} from './store.ts';
export { storeExists } from './store.ts';
export { isBeingWritten } from './writer-lock.ts';
