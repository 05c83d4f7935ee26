export { type Harvest, harvest, SeedsUnreachableError } from './harvest.ts';
export { ALL_DOMAINS, type Inspection, type InspectOptions, inspect } from './inspect.ts';
export { planPage } from './plan-page.ts';
export { evaluateFormsOn, type FormsScores } from './evaluate-forms.ts';
export { seedRange } from './practice-forms.ts';
export { labelledRows } from './labelled-rows.ts';
export { evaluateDomains, trainDomainModel } from './train-domains.ts';
export { trainForms, type TrainedForms } from './train-forms.ts';
