export { progressLine } from './progress-line.ts';
export {
  foldProgress,
  printJson,
  readProgress,
  wholeNumber,
  type KernelName,
  kernelList,
  numberList,
  progress,
  offsetNumber,
  positiveNumber,
} from './labelled-data.ts';
export { describeForm, printable, calledBy } from './describe-form.ts';
