export { compareStrategies } from './strategies/compare-strategies.ts';
export { comparisonJson, comparisonText } from './reports/comparison-text.ts';
export { keepLabels, openLabelSource } from './models/label.ts';
export { FormsTraining, type TrainingReport, type TrainingState } from './models/forms-training.ts';
