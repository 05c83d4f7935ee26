/**
 * Forms, in the order a page goes through: `extraction` (tree → forms), `meaning` (what each field asks for), `verdict`
 * (rules, features, model: does it search), `training` (labelled data → model, scores, tables); `lexicon` holds the words.
 */

export { classifyForms } from './classify-forms.ts';
export { FEATURE_NAMES, featuresOf } from './classification/features.ts';
export { judgeForm, learnersDisagree } from './classification/judge.ts';
export { type FormsModel, loadModel, modelFrom } from './classification/model.ts';
export { type Neighbours, openNeighbours, rowsIn } from './classification/neighbours.ts';
export { VerdictCache } from './classification/verdict-cache.ts';
export {
  crossValidateDomains,
  domainScoresMarkdown,
  domainScoresText,
  leaveOneSiteOut,
  noneScoresText,
  scoreDomains,
} from './domain/domain-evaluation.ts';
export { DOMAIN_CLASSES, domainFeaturesOf, PAGE_TEXT } from './domain/domain-features.ts';
export {
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
export {
  ACHE_MODEL,
  DEFAULT_DOMAIN_MODEL,
  DEFAULT_MODEL,
  DEFAULT_ROWS,
  ownRowsFile,
  PRACTICE_ROWS,
} from './shipped-files.ts';
export { fieldScoresText, scoreFields } from './semantics/field-evaluation.ts';
export type { FieldMeaning } from './semantics/field-meaning.ts';
export { meaningOfSubmit, meaningsOf } from './semantics/form-meanings.ts';
export { neighboursText, trainMachine } from './training/engine-model.ts';
export { type EngineScores, scoreEngine } from './training/engine-scores.ts';
export { evaluateForms, type FormsEvaluation } from './training/evaluation.ts';
export { featureReport, featureReportText } from './training/feature-report.ts';
export { type FeatureSelection, withSelection } from './training/feature-selection.ts';
export { type JudgingTime, judgingTime } from './training/judging-time.ts';
export { engineCard, modelCard } from './training/model-card.ts';
export { type ModelScores, scoreModel } from './training/model-scores.ts';
export {
  evidenceOf,
  type MisjudgedForm,
  misjudged,
  misjudgedText,
  saidOf,
  scoresBy,
} from './training/misjudged.ts';
export { notWorse } from './training/not-worse.ts';
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
  formatRows,
  hashed,
  type LabelledForm,
  labelledForms,
  parseRows,
  readRows,
  rowOf,
  type TrainingRow,
} from './training/rows.ts';
export { engineScoresText, evaluationText, modelScoresText } from './training/score-report.ts';
export { requireTerms, withTerms } from './training/term-choice.ts';
export { distinctRows, SEARCH_SETTINGS, trainModel, type Workbench, workbench } from './training/training.ts';
export { WRITTEN_FORMS, writtenRows } from './training/written-forms.ts';
export { warnOfOtherWords } from './word-lists.ts';
