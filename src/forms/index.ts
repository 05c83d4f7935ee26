/**
 * Forms, in the order a page goes through: `extraction` (tree → forms), `meaning` (what each field asks for), `verdict`
 * (rules, features, model: does it search), `training` (labelled data → model, scores, tables); `lexicon` holds the words.
 */

export { type FeatureScales, searchScales, typeScales } from './classification/feature-choice.ts';
export { FEATURE_NAMES, featuresOf } from './classification/features.ts';
export { wordsOf } from './classification/form-words.ts';
export {
  judgeFeatures,
  judgeForm,
  learnersDisagree,
} from './classification/judge.ts';
export {
  type FormsModel,
  type FormsModelFile,
  loadModel,
  modelFrom,
} from './classification/model.ts';
export { type Neighbours, openNeighbours, rowsIn, USUAL_K } from './classification/neighbours.ts';
export { columnsOfFile, packFeatures, unpackFeatures } from './classification/packed-features.ts';
export {
  type TermFrequencies,
  type TermWeight,
  termCounts,
  textVector,
} from './classification/text-features.ts';
export { VerdictCache } from './classification/verdict-cache.ts';
export { classifyForms } from './classify-forms.ts';
export {
  domainFeatureNames,
  domainFeaturesOf,
  PAGE_TEXT,
  PAIR_FEATURES,
  pairOf,
} from './domain/domain-features.ts';
export {
  type DomainModel,
  GOODS,
  loadDomainModel,
} from './domain/domain-model.ts';
export { type DomainReason, type DomainVerdict, explainDomain, judgeDomain } from './domain/judge-domain.ts';
export { LabelledDataError, ModelError } from './errors.ts';
export {
  type Announcement,
  descriptionsOf,
  pageWithAnnounced,
  readDescription,
  searchActionsOf,
  searchLinksOf,
  withAnnounced,
} from './extraction/announced.ts';
export { contextOf, extractForms, headingsOf } from './extraction/extract.ts';
export { asksToAgree, gatePage, TERMS_GUARD } from './extraction/gate-page.ts';
export { identityOf } from './extraction/identity.ts';
export { isNoSubmit, leadsAway, ownWords, saysSearch } from './extraction/press-words.ts';
export {
  type ControlOption,
  FORM_TYPES,
  type Form,
  type FormContext,
  type FormControl,
  type FormType,
  type FormVerdict,
  JUDGES,
  type JudgeKind,
  type LearnerOpinions,
  type Neighbour,
  type SubmitControl,
  type WeightedFeature,
} from './form.ts';
export { type LexiconName, lexiconHits, lexiconNumber } from './lexicon/index.ts';
export {
  type Corrections,
  correctedControls,
  correctionsFile,
  fieldNamesOf,
  readCorrections,
} from './rejection/corrections.ts';
export {
  findRejection,
  firingRules,
  REJECTION_RULES,
  type RuleFacts,
  ruleFacts,
} from './rejection/reject.ts';
export { FACETS, FIELD_MEANINGS, type FieldMeaning } from './semantics/field-meaning.ts';
export { judgedMeanings, meaningOfSubmit, meaningsOf } from './semantics/form-meanings.ts';
export {
  ownRowsFile,
  SHIPPED,
} from './shipped-files.ts';
export { warnOfOtherWords } from './word-lists.ts';
export { labelLines } from './label-lines.ts';
