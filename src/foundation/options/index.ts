export {
  amount,
  count,
  countOrZero,
  inGroup,
  name,
  off,
  on,
  oneOf,
  positive,
  share,
  summaryLength,
  texts,
} from './fields.ts';
export { OptionsError, parseOptions } from './options-error.ts';
export { readNamedFile } from './read-named-file.ts';
export { allowPrivate, contact, storage } from './shared-options.ts';
