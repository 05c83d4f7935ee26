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
export { termsOfPage } from './draft-domain.ts';
export { formPicture } from './form-picture.ts';
export { type Harvest, harvest, SeedsUnreachableError } from './harvest.ts';
export { ALL_DOMAINS, type Inspection, type InspectOptions, inspect } from './inspect.ts';
export { knowledgeOf, seedsFromCorpus, triplesOfAll } from './knowledge.ts';
export { planPage } from './plan-page.ts';
export { type FindOptions, Gateway, MOST_RECORDS, openGateway, WHOLE_DATABASE } from './query-form.ts';
export { readyReader } from './ready-reader.ts';
export { runScope } from './run-scope.ts';
export { dueTimes, onSchedule } from './schedule.ts';
export { retryUnknown, submitPage } from './submit.ts';
export { publishedTopicModels, publishTopicModels, readTopicModels } from './topic-models.ts';
export { type WhyNoForm, whyNoForm } from './why-no-form.ts';
