export { SqliteLists } from './lists.ts';
export { SqliteSentences } from './sentences.ts';
export { holdsStore, openStore, type SqliteStore } from './store.ts';
export { acquireServerLock, isBeingWritten, namedWriter } from './writer-lock.ts';
