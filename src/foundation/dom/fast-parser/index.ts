export { fastParse } from './fast-parse.ts';
