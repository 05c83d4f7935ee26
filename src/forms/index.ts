/**
 * Forms, in the order a page goes through: `extraction` (tree → forms), `meaning` (what each field asks for), `verdict`
 * (rules, features, model: does it search), `training` (labelled data → model, scores, tables); `lexicon` holds the words.
 */

export { classifyForms } from './classify-forms.ts';
export { FEATURE_NAMES, featuresOf } from './classification/features.ts';
export { judgeForm } from './classification/judge.ts';
export { ACHE_MODEL, DEFAULT_MODEL, type FormsModel, loadModel, modelFrom } from './classification/model.ts';
export {
  crossValidateDomains,
  domainScoresMarkdown,
  domainScoresText,
  leaveOneSiteOut,
  noneScoresText,
  scoreDomains,
} from './domain/domain-evaluation.ts';
export { DOMAIN_CLASSES, domainFeaturesOf } from './domain/domain-features.ts';
export {
  DEFAULT_DOMAIN_MODEL,
  type DomainModel,
  domainModelText,
  loadDomainModel,
} from './domain/domain-model.ts';
export {
  DOMAIN_ROWS,
  type DomainRow,
  domainRows,
  formatDomainRows,
  NONE_DOMAIN_ROWS,
  noneDomainRows,
  PAGE_TEXT,
  PRACTICE_DOMAIN_ROWS,
  readDomainLabels,
  readDomainRows,
} from './domain/domain-rows.ts';
export { trainDomains } from './domain/domain-training.ts';
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
} from './rejection/corrections.ts';
export {
  findRejection,
  REJECTION_RULES,
} from './rejection/reject.ts';
export { fieldScoresText, scoreFields } from './semantics/field-evaluation.ts';
export type { FieldMeaning } from './semantics/field-meaning.ts';
export { meaningOfSubmit, meaningsOf } from './semantics/form-meanings.ts';
export { type EngineScores, scoreEngine } from './training/engine-scores.ts';
export { evaluateForms, type FormsEvaluation } from './training/evaluation.ts';
export { featureReport, featureReportText } from './training/feature-report.ts';
export { type FeatureSelection, withSelection } from './training/feature-selection.ts';
export { type JudgingTime, judgingTime } from './training/judging-time.ts';
export { modelCard } from './training/model-card.ts';
export { type ModelScores, scoreModel } from './training/model-scores.ts';
export { misjudged, notWorse } from './training/not-worse.ts';
export {
  type OwnLabel,
  ownDomainRows,
  ownRows,
  rememberLabel,
} from './training/own-labels.ts';
export {
  compareOnForms,
  comparisonTables,
  machineSettings,
  type PaperTable,
  paperLearners,
  type TableOptions,
  tablesText,
} from './training/paper-tables.ts';
export {
  DEFAULT_ROWS,
  formatRows,
  hashed,
  type LabelledForm,
  labelledForms,
  PRACTICE_ROWS,
  parseRows,
  readRows,
  rowOf,
  type TrainingRow,
} from './training/rows.ts';
export { engineScoresText, evaluationText, modelScoresText } from './training/score-report.ts';
export { requireTerms, withTerms } from './training/term-choice.ts';
export { distinctRows, SEARCH_SETTINGS, trainModel, type Workbench, workbench } from './training/training.ts';
export { WRITTEN_FORMS, writtenRows } from './training/written-forms.ts';
