export { amount, count, countOrZero, type Intersection, share } from './fields.ts';
export { readNamedFile } from './read-named-file.ts';
