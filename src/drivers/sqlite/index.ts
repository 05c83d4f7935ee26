export {
  type LinkCode,
  type LinkReason,
  type Reason,
  reasonOf,
  type RenderCode,
  type RenderReason,
  type RunCode,
  type RunReason,
  type SiteCode,
  type SiteReason,
} from './codes.ts';
export { faultOf } from './fault.ts';
export { afterCommit } from './group-commit.ts';
export type { DocumentTable } from './library-tables.ts';
export { onSchedule } from './schedule.ts';
export type * from './schema.ts';
export { insertRow, statement } from './statement.ts';
export {
  type Database,
  DiskError,
  explained,
  type OpenStoreOptions,
  openStore,
  type Store,
  StoreError,
  type StoreTransaction,
} from './store.ts';
export type { SubmissionTable } from './submission-tables.ts';
export { isBeingWritten, StoreBusyError } from './writer-lock.ts';
