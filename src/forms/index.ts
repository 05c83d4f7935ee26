export { contextOf, extractForms } from './extract.ts';
export { FEATURE_NAMES, featuresOf } from './features.ts';
export * from './form.ts';
export { type JudgeOptions, judgeForm } from './judge.ts';
export { DEFAULT_MODEL, type FormsModel, loadModel } from './model.ts';
export { REJECTION_RULES, type Rejection, type RejectionRule, type RejectOptions, reject } from './reject.ts';
