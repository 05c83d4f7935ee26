export { type ParseOptions, parseTree } from './parse.ts';
export * from './tree.ts';
