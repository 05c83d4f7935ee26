export { holdsPostgresStore, isPostgresBeingWritten, openPostgresStore } from './store.ts';
