/**
 * Forms, in the order a page goes through: `extraction` (tree → forms), `meaning` (what each field asks for), `verdict`
 * (rules, features, model: does it search), `training` (labelled data → model, scores, tables); `lexicon` holds the words.
 */

export { classifyForms } from './classify-forms.ts';
export { FEATURE_NAMES, featuresOf } from './classification/features.ts';
export {
  judgeForm,
  learnersDisagree,
  searchScore,
  featureShares,
  otherType,
} from './classification/judge.ts';
export {
  type FormsModel,
  loadModel,
  modelFrom,
  type FormsModelFile,
  packMachine,
  roundSignificant,
} from './classification/model.ts';
export { type Neighbours, openNeighbours, rowsIn, USUAL_K } from './classification/neighbours.ts';
export { VerdictCache } from './classification/verdict-cache.ts';
export {
  DOMAIN_CLASSES,
  domainFeaturesOf,
  PAGE_TEXT,
  type FormDomainName,
  DOMAIN_FEATURES,
  FORM_DOMAINS,
  pairOf,
} from './domain/domain-features.ts';
export {
  type DomainModel,
  domainModelText,
  loadDomainModel,
  type DomainMachines,
  GOODS,
  type PairMachine,
} from './domain/domain-model.ts';
export { type DomainReason, type DomainVerdict, explainDomain, judgeDomain } from './domain/judge-domain.ts';
export { LabelledDataError, ModelError } from './errors.ts';
export {
  type Announcement,
  descriptionsOf,
  pageWithAnnounced,
  readDescription,
  searchActionsOf,
  withAnnounced,
} from './extraction/announced.ts';
export { contextOf, extractForms, headingsOf } from './extraction/extract.ts';
export { identityOf } from './extraction/identity.ts';
export { isNoSubmit, saysSearch } from './extraction/press-words.ts';
export * from './form.ts';
export { type LexiconName, lexiconHits, lexiconNumber } from './lexicon/index.ts';
export {
  type Corrections,
  correctionsFile,
  formatCorrection,
  readCorrections,
  type Correction,
} from './rejection/corrections.ts';
export {
  findRejection,
  REJECTION_RULES,
  firingRules,
  type RuleFacts,
  ruleFacts,
} from './rejection/reject.ts';
export {
  ACHE_MODEL,
  DEFAULT_DOMAIN_MODEL,
  DEFAULT_MODEL,
  DEFAULT_ROWS,
  ownRowsFile,
  PRACTICE_ROWS,
} from './shipped-files.ts';
export type { FieldMeaning } from './semantics/field-meaning.ts';
export { meaningOfSubmit, meaningsOf } from './semantics/form-meanings.ts';
export { warnOfOtherWords } from './word-lists.ts';
export { columnsOfFile, packFeatures, unpackFeatures } from './classification/packed-features.ts';
export { MEANINGS_OF_ANNOTATION } from './semantics/annotations.ts';
export { wordsOf } from './classification/form-words.ts';
export {
  termCounts,
  type TermFrequencies,
  type TermWeight,
  textVector,
} from './classification/text-features.ts';
export { searchScales, type FeatureScales, typeScales } from './classification/feature-choice.ts';
