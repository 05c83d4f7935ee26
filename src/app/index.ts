export {
  type AirQualityOptions,
  type AirQualityRun,
  airQuality,
  keptRegion,
  propertyOverview,
} from './air-quality.ts';
export {
  describeForm,
  type FormDescription,
  QueryError,
  recordSchema,
  type StoredForm,
  storedForm,
  storedForms,
} from './callable-forms.ts';
export { clusterOverview, signalRun } from './cluster.ts';
export { termsOfPage } from './draft-domain.ts';
export { formPicture } from './form-picture.ts';
export { type Harvest, harvest, SeedsUnreachableError } from './harvest.ts';
export { type Inspection, type InspectOptions, inspect, ALL_DOMAINS } from './inspect.ts';
export { seedsFromCorpus, triplesOfAll, knowledgeOf } from './knowledge.ts';
export { planPage } from './plan-page.ts';
export type { CallAnswer } from './call-answer.ts';
export { type FindOptions, Gateway, MOST_RECORDS, openGateway } from './query-form.ts';
export { dueTimes, onSchedule } from './schedule.ts';
export { retryUnknown, submitPage } from './submit.ts';
export { workOnRuns } from './work-on-runs.ts';
export { shippedSources, type TriedSource, trySources } from './try-sources.ts';
