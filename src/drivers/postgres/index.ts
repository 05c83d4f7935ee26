export { lockForServer } from './server-lock.ts';
export {
  holdsPostgresStore,
  isPostgresBeingWritten,
  openPostgresStore,
  type PostgresStore,
} from './store.ts';
