export { fastParse } from './fast-parse.ts';
export { decodeText } from './references.ts';
