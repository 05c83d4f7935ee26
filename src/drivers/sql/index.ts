export { anyOf, countedBy, selects } from './document-filter.ts';
export { type Database, type Dialect, type Executor, statement } from './executor.ts';
export { SqlFigures } from './figures.ts';
export { SqlLinks } from './links.ts';
export {
  checkVersion,
  definitionOf,
  type Making,
  migrate,
  nothingIn,
} from './migrate.ts';
export { SqlPace } from './pace.ts';
export { Port } from './port.ts';
export { portsOn } from './ports.ts';
export { prepared } from './prepared.ts';
export { holderNamed, processName } from './process-name.ts';
export { SqlRuns } from './runs.ts';
export type { Schema } from './schema.ts';
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
