export { type Harvest, harvest, SeedsUnreachableError } from './harvest.ts';
export { ALL_DOMAINS, type Inspection, type InspectOptions, inspect } from './inspect.ts';
export { planPage } from './plan-page.ts';
