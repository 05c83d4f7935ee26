export { LabelledDataError, ModelError } from './errors.ts';
export { type EvaluationOptions, evaluateForms, type FormsEvaluation } from './evaluation.ts';
export { contextOf, extractForms } from './extract.ts';
export { FEATURE_NAMES, featuresOf } from './features.ts';
export * from './form.ts';
export { signatureOf } from './identity.ts';
export { type JudgeOptions, judgeForm } from './judge.ts';
export { DEFAULT_MODEL, type FormsModel, loadModel } from './model.ts';
export { modelCard } from './model-card.ts';
export { type ModelScores, scoreModel } from './model-scores.ts';
export { REJECTION_RULES, type Rejection, type RejectionRule, type RejectOptions, reject } from './reject.ts';
export {
  DEFAULT_ROWS,
  type FormRow,
  formatRows,
  type LabelledForm,
  labelledForms,
  parseRows,
  readRows,
} from './rows.ts';
export { evaluationText, modelScoresText } from './score-report.ts';
export { trainModel, workbench } from './training.ts';
