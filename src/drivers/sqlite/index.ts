export { insertRow, statement } from './executor.ts';
export { faultOf } from './fault.ts';
export { onSchedule } from './schedule.ts';
export type * from './schema.ts';
export {
  type Database,
  explained,
  type OpenStoreOptions,
  openStore,
  type Store,
  type StoreTransaction,
} from './store.ts';
export { isBeingWritten } from './writer-lock.ts';
