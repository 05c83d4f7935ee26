export { anyOf, countedBy, selects } from './document-filter.ts';
export { type Database, type Dialect, type Executor, insertRows, statement } from './executor.ts';
export { SqlFigures } from './figures.ts';
export { SqlLinks } from './links.ts';
export { checkVersion, migrate, nothingIn, type Steps } from './migrate.ts';
export { portsOn } from './ports.ts';
export { prepared } from './prepared.ts';
export { SqlRuns } from './runs.ts';
export { KEYS, type Schema } from './schema.ts';
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
