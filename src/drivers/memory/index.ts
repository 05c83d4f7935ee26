export { type MemoryStore, openMemoryStore } from './store.ts';
export {
  beginningOf,
  COLUMNS,
  lengthOf,
  rarity,
  scoreOf,
  snippetOf,
  type Words,
  wantedHits,
  wordsIn,
  wordsOf,
} from './text-search.ts';
