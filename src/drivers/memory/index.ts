export { type MemoryStore, openMemoryStore } from './store.ts';
