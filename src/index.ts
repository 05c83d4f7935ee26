/// <reference types="node" preserve="true" />
/**
 * Fieldfare as a library.
 *
 * ```ts
 * import { harvest } from 'fieldfare';
 *
 * for await (const event of harvest({ domains: ['book'], web: 'practice' })) {
 *   if (event.type === 'form' && event.verdict.searchable) console.log(event.site, event.action);
 * }
 * ```
 */

export {
  type Harvest,
  harvest,
  type Inspection,
  type InspectOptions,
  inspect,
  SeedsUnreachableError,
} from './app/index.ts';
export type { HarvestEvent, Progress, RunStatus } from './crawl/events/index.ts';
export { NoBrowserError } from './crawl/rendering/index.ts';
export { type HarvestOptions, harvestOptionsJsonSchema } from './crawl/settings/index.ts';
export { openStore } from './drivers/open/index.ts';
export type { Form, FormControl, FormType, FormVerdict, SubmitControl } from './forms/index.ts';
export {
  type Domain,
  DomainError,
  listDomains,
  loadDomain,
  loadRegion,
  type Region,
  UnknownDomainError,
} from './foundation/domain/index.ts';
export { FieldfareError } from './foundation/errors/index.ts';
export {
  liveTransport,
  mappedTransport,
  openTransport,
  replayTransport,
  type Transport,
  TransportError,
} from './foundation/http/index.ts';
export { OptionsError } from './foundation/options/index.ts';
export {
  answerSparql,
  type Annotation,
  type BuiltCorpus,
  buildKnowledge,
  exportRdf,
  importRdf,
  judgeKnowledge,
  KnowledgeError,
  type KnowledgeModel,
  type KnowledgeVerdict,
  loadKnowledge,
  openAnnotator,
  SparqlEngine,
  triplesOfTopic,
} from './knowledge/index.ts';
export {
  type CategoryCount,
  compareNovelty,
  type ExportedDocument,
  type ExportedForm,
  type ExportedPage,
  type ExportedSite,
  type ExportFormat,
  type ExportKind,
  type Facets,
  findRun,
  forgetRun,
  forgetSite,
  type HarvestedForm,
  type HarvestedRecord,
  type HarvestedSubmission,
  type HarvestedThing,
  harvestedForms,
  harvestedRecords,
  harvestedThings,
  type JudgedLibrary,
  type JudgeLibraryOptions,
  judgeLibrary,
  type LibraryDocument,
  listCategories,
  listRuns,
  moreLikeThis,
  type NoveltyComparison,
  type NoveltyMode,
  type RunInfo,
  readDocument,
  SearchError,
  type SearchOptions,
  type SearchPage,
  type SearchResult,
  searchLibrary,
  type TypedFields,
} from './library/index.ts';
export { collectReport, exportLines, type RunReport, reportHtml, summaryTable } from './reports/index.ts';
export { type Store, StoreBusyError, StoreError } from './storage/index.ts';
export {
  type AirQualityOptions,
  type AirQualityRun,
  airQuality,
  type Observation,
  type RegionReport,
  type RegionResult,
  regionReport,
} from './wings/air-quality/index.ts';
