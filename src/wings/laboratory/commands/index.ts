export { evaluateCommand } from './evaluate.ts';
export { labelCommand } from './label.ts';
export { trainCommand } from './train.ts';
