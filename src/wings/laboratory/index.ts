export { forgetLabel } from './forms/own-labels.ts';
export { FormsTraining, type FormsTrainingReport, type TrainingState } from './models/forms-training.ts';
export { keepFieldLabel, keepLabel, openLabelSource } from './models/label.ts';
export { comparisonJson, comparisonText } from './reports/comparison-text.ts';
export type { TruthOf } from './reports/relevant-growth.ts';
export { compareStrategies } from './strategies/compare-strategies.ts';
