export { chooseRun } from './choose-run.ts';
export { calledBy, describeForm } from './describe-form.ts';
export {
  foldProgress,
  type KernelName,
  kernelList,
  numberList,
  offsetNumber,
  positiveNumber,
  printJson,
  progress,
  readProgress,
  wholeNumber,
} from './labelled-data.ts';
export { progressLine } from './progress-line.ts';
