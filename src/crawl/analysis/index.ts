export {
  bothSay,
  type FormPlace,
  type FormSequence,
  formSequenceOf,
  formPlacesOn,
} from './injected-forms.ts';
export type { RenderDecision, RenderMode } from './render-decision.ts';
export { hasOwnFormClassifier, loadClassifiers } from './classifiers.ts';
export { knowledgeOf } from './knowledge-filter.ts';
export { type AnalysisJob, PageAnalyser, type TimedAnalysis } from './page-analyser.ts';
export { type Classifiers, type PageAnalysis, analysePage } from './analyse-page.ts';
export { type KnownDescriptions, type Permit, SearchDescriptions } from './search-descriptions.ts';
export type { ListedLink } from './content-handlers/content-handler.ts';
export { linksIn } from './content-handlers/links-in.ts';
