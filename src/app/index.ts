export { type Harvest, SeedsUnreachableError, harvest } from './harvest.ts';
export { ALL_DOMAINS, type InspectOptions, type Inspection, inspect } from './inspect.ts';
export { planPage } from './plan-page.ts';
