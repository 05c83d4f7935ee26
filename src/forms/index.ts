export {
  type Correction,
  type Corrections,
  correctionsFile,
  formatCorrection,
  readCorrections,
} from './corrections.ts';
export { LabelledDataError, ModelError } from './errors.ts';
export { type EvaluationOptions, evaluateForms, type FormsEvaluation } from './evaluation.ts';
export { contextOf, extractForms } from './extract.ts';
export { type FeatureReport, featureReport, featureReportText } from './feature-report.ts';
export { FEATURE_NAMES, featuresOf } from './features.ts';
export { type FieldScores, fieldScoresText, scoreFields } from './field-evaluation.ts';
export * from './form.ts';
export { signatureOf } from './identity.ts';
export { type JudgeOptions, judgeForm } from './judge.ts';
export { type FieldMeaning, meaningOfSubmit, meaningsOf } from './meaning.ts';
export { DEFAULT_MODEL, type FormsModel, loadModel, modelFrom } from './model.ts';
export { modelCard } from './model-card.ts';
export { type ModelScores, scoreModel } from './model-scores.ts';
export { type ModelComparison, misjudged, notWorse } from './not-worse.ts';
export { compareOnForms, comparisonTables, type PaperTable, tablesText } from './paper-tables.ts';
export { REJECTION_RULES, type Rejection, type RejectionRule, type RejectOptions, reject } from './reject.ts';
export {
  DEFAULT_ROWS,
  type FormRow,
  formatRows,
  hashed,
  type LabelledForm,
  labelledForms,
  PRACTICE_ROWS,
  parseRows,
  readRows,
  rowOf,
} from './rows.ts';
export { evaluationText, modelScoresText } from './score-report.ts';
export { SEARCH_SETTINGS, trainModel, type Workbench, workbench } from './training.ts';
