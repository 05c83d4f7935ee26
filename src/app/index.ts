export {
  type AirQualityOptions,
  type AirQualityRun,
  airQuality,
  propertyOverview,
  regionReport,
} from './air-quality.ts';
export type { CallAnswer } from './call-answer.ts';
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
export { compareStrategies } from './compare.ts';
export { termsOfPage } from './draft-domain.ts';
export { evaluateFormsOn, type FormsScores } from './evaluate-forms.ts';
export { formPicture } from './form-picture.ts';
export { FormsTraining, type TrainingReport, type TrainingState } from './forms-training.ts';
export { type Harvest, harvest, SeedsUnreachableError } from './harvest.ts';
export { type Inspection, type InspectOptions, inspect } from './inspect.ts';
export { seedsFromCorpus, triplesOfAll } from './knowledge.ts';
export {
  type FormLabel,
  type FoundForm,
  keepLabels,
  type LabelCandidate,
  type Labeller,
  openLabelSource,
} from './label.ts';
export { labelledRows } from './labelled-rows.ts';
export { planPage } from './plan-page.ts';
export { type FindOptions, Gateway, MOST_RECORDS, openGateway } from './query-form.ts';
export { dueTimes, onSchedule } from './schedule.ts';
export { retryUnknown, submitPage } from './submit.ts';
export { evaluateDomains, trainDomainModel } from './train-domains.ts';
export { trainByEngine } from './train-engine.ts';
export { type TrainedForms, trainForms } from './train-forms.ts';
export { trainRankersOn } from './train-rankers.ts';
export { shippedSources, type TriedSource, trySources } from './try-sources.ts';
export { workOnRuns } from './work-on-runs.ts';
