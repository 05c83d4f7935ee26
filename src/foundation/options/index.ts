export { amount, count, countOrZero, type Intersection, share } from './fields.ts';
