export {
  type AnswerText,
  archivedAnswer,
  archivedDocument,
  archivedPageText,
} from './archived-answer.ts';
export { archivedPage, archivedTree } from './archived-page.ts';
export type { ChangedRecord, ChangedRows, CountWithExamples } from './changed-rows.ts';
export { compareRuns, newsOfRuns, type RunChanges, type RunNews, runBefore } from './changes.ts';
export type { JudgedLibrary, JudgeLibraryOptions } from './documents/judge-library.ts';
export type { NoveltyCount } from './documents/judge-run.ts';
export { storeDocument } from './documents/keep-document.ts';
export {
  type ExportFormat,
  exportLines,
  exportRows,
  type ReasonWords,
  type RenderedPage,
} from './exports/export.ts';
export {
  columnsOf,
  columnTable,
  EXPORT_KINDS,
  type ExportedDocument,
  type ExportedForm,
  type ExportedPage,
  type ExportedSite,
  type ExportKind,
  type HarvestedRecord,
  type HarvestedSubmission,
  type HarvestedThing,
} from './exports/export-columns.ts';
export { exportToDatabase } from './exports/export-database.ts';
export { exportToFile, type FileFormat } from './exports/export-file.ts';
export { exportPackage } from './exports/export-package.ts';
export { exportPage } from './exports/export-page.ts';
export { keyOfCursor, type ListQuery, readFilter } from './exports/export-range.ts';
export { exportSchema } from './exports/export-schema.ts';
export { isFacetKind, listCounts, MOST_COUNTED } from './exports/facets.ts';
export { facetGroups, keepList, lacksList } from './exports/kept-lists.ts';
export { SORT_COLUMNS } from './exports/sort-columns.ts';
export { forgetRun, forgetSite } from './forget.ts';
export {
  formIdOf,
  type JudgedForm,
  type KnownFormIds,
  type PersistedForm,
  type RemovedForm,
  replacePage,
  storePage,
} from './keep.ts';
export {
  compareNovelty,
  judgeLibrary,
  judgeNovelty,
  judgeOrphans,
  judgeTexts,
  readNoveltySettings,
  rebuildIndexes,
} from './lazy-library.ts';
export { NOVELTY_MODES, type NoveltyMode } from './novelty/mode.ts';
export { DEFAULT_SUMMARY } from './novelty/summary.ts';
export type { NoveltyComparison } from './novelty-comparison.ts';

export { formsOfSite, type HarvestedForm, harvestedForms } from './read.ts';
export {
  type DetailCount,
  detailCount,
  harvestedRecords,
  readRecord,
  SiteNotations,
} from './read-records.ts';
export {
  type AskedForm,
  answersByForm,
  askedForms,
  earlierAnswers,
  harvestedSubmissions,
  type SourceCount,
  sourceCounts,
  submissionCounts,
} from './read-submissions.ts';
export { type RecordOrigin, recordOrigin } from './record-origin.ts';
export { type TypedFields, typedFieldsSchema } from './records/canonical-fields.ts';
export { harvestedThings } from './records/things.ts';
export { REPORT_LISTS } from './report-files.ts';
export { forgetExpired, type Retention } from './retention.ts';
export { finishRewritingArchive } from './rewrite-archive.ts';
export { archiveFolder, openArchive, partName, partOf } from './run-archive.ts';
export {
  findRun,
  addressOfRun,
  isOnePage,
  isSameHarvest,
  latestRun,
  listRuns,
  type RunInfo,
  type RunKind,
  type RunSummary,
  stateOf,
  summariesOfRuns,
  summaryOfRun,
  unfinishedRun,
} from './runs.ts';
export { type CategoryCount, listCategories } from './search/categories.ts';
export { moreLikeThis } from './search/like-this.ts';
export { SearchError } from './search/parse-query.ts';
export { type LibraryDocument, readDocument } from './search/read-document.ts';
export {
  type Facets,
  type SearchOptions,
  type SearchPage,
  type SearchResult,
  searchLibrary,
} from './search/search.ts';
