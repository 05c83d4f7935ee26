export { isPostgresBeingWritten, openPostgresStore, type PostgresStore } from './store.ts';
