export * from './codes.ts';
export * from './coordination.ts';
export { coordinationOf } from './coordination-of.ts';
export type * from './documents.ts';
export type * from './elements.ts';
export {
  DamagedIndexError,
  DiskError,
  explained,
  type Fault,
  LeaseEndedError,
  OlderStoreError,
  StoreBusyError,
  StoreError,
  systemFault,
  WorkerRefusedError,
} from './errors.ts';
export { FACET_COLUMNS, type FacetGroup, type FacetKind, priceBand, yearIn } from './facets.ts';
export type * from './figures.ts';
export { ADDRESS_COLUMNS } from './figures.ts';
export type * from './forms.ts';
export type * from './history.ts';
export type * from './knowledge.ts';
export type * from './links.ts';
export type * from './lists.ts';
export type * from './novelty.ts';
export type * from './pace.ts';
export type * from './pages.ts';
export type * from './records.ts';
export type * from './regions.ts';
export type * from './runs.ts';
export type * from './search-index.ts';
export type * from './sentences.ts';
export type * from './sites.ts';
export type * from './store.ts';
export type * from './submissions.ts';
export { blankRow, type Column, type RowOf, type Table } from './table.ts';
export { INDEXES, type Index, TABLES, type Tables } from './tables.ts';
