import { stat } from 'node:fs/promises';
import { InvalidArgumentError } from 'commander';
import type { LabelledForm, TrainingRow } from '../../forms/index.ts';

/** Rows of a folder of pages, with its forms, or of a file of rows. */
export async function rowsFrom(
  data: string | undefined,
): Promise<{ rows: TrainingRow[]; labelled: LabelledForm[] }> {
  const forms = await import('../../forms/index.ts');
  if (!(await isFolder(data))) return { rows: await forms.readRows(data), labelled: [] };
  const labelled: LabelledForm[] = [];
  for await (const entry of forms.labelledForms(data as string)) {
    labelled.push(entry);
    if (labelled.length % 100 === 0) progress(`${labelled.length} labelled forms read`);
  }
  progress('');
  return { rows: labelled.map(({ row }) => row), labelled };
}

export const isFolder = async (path: string | undefined): Promise<boolean> =>
  path !== undefined && (await stat(path).catch(() => undefined))?.isDirectory() === true;

export function foldProgress(): (done: number, all: number) => void {
  const start = performance.now();
  return (done, all) => {
    const left = ((performance.now() - start) / done) * (all - done);
    progress(done === all ? '' : `fold ${done} of ${all}, about ${Math.ceil(left / 1_000)} s left`);
  };
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
