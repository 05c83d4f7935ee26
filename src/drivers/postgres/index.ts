export { lockForServer } from './server-lock.ts';
export { holdsPostgresStore, isPostgresBeingWritten, openPostgresStore } from './store.ts';
