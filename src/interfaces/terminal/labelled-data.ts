import { InvalidArgumentError } from 'commander';

export function foldProgress(): (done: number, all: number) => void {
  const start = performance.now();
  return (done, all) => {
    const left = ((performance.now() - start) / done) * (all - done);
    progress(done === all ? '' : `fold ${done} of ${all}, about ${Math.ceil(left / 1_000)} s left`);
  };
}

export function readProgress(read: number, all?: number): void {
  if (all === read) progress('');
  else if (read % 100 === 0) progress(`${read}${all === undefined ? '' : ` of ${all}`} labelled forms read`);
}

/** One line that is redrawn; nothing where nobody watches. */
export function progress(line: string): void {
  if (process.stderr.isTTY === true) process.stderr.write(`\r\x1b[K${line}`);
}

export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < least || value > most) {
      throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`);
    }
    return value;
  };
}

export function positiveNumber(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0) throw new InvalidArgumentError('Give a number above 0.');
  return value;
}

export function offsetNumber(text: string): number {
  const value = Number(text);
  if (!(value >= 0 && value <= 1_000)) throw new InvalidArgumentError('Give a number from 0 to 1000.');
  return value;
}

export function numberList(text: string): number[] {
  return text === '' ? [] : text.split(',').map(wholeNumber(1, 1_000));
}

export type KernelName = 'linear' | 'poly' | 'rbf';

export function kernelList(text: string): KernelName[] {
  return text.split(',').map((name) => {
    if (name !== 'linear' && name !== 'poly' && name !== 'rbf')
      throw new InvalidArgumentError('Give kernels as linear,poly,rbf.');
    return name;
  });
}

export const printJson = (value: object): void => {
  process.stdout.write(`${JSON.stringify(value)}\n`);
};
