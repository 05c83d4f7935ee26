export {
  holdsPostgresStore,
  isPostgresBeingWritten,
  openPostgresStore,
  type PostgresStore,
} from './store.ts';
