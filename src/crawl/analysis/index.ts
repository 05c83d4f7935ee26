export { analysePage, type Classifiers, type PageAnalysis } from './analyse-page.ts';
export {
  type ChosenClassifiers,
  chooseClassifiers,
  hasOwnFormClassifier,
  hasOwnModels,
} from './classifiers.ts';
export type { ListedLink } from './content-handlers/content-handler.ts';
export { linksIn } from './content-handlers/links-in.ts';
export {
  bothSay,
  type FormPlace,
  type FormSequence,
  formPlacesOn,
  formSequenceOf,
} from './injected-forms.ts';
export { loadClassifiers } from './load-classifiers.ts';
export { type AnalysisJob, PageAnalyser, type TimedAnalysis, UnreadError } from './page-analyser.ts';
export type { RenderDecision, RenderMode } from './render-decision.ts';
export { type KnownDescriptions, type Permit, SearchDescriptions } from './search-descriptions.ts';
