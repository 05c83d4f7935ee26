export { lockForServer } from './server-lock.ts';
export {
  holdsPostgresStore,
  isPostgresBeingWritten,
  namedPostgresWriter,
  openPostgresStore,
} from './store.ts';
