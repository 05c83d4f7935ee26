import { stat } from 'node:fs/promises';
import type { LabelledForm, TrainingRow } from '../forms/rows.ts';

/** Called after each labelled form that is read; `all` is known at the end, and where labels were counted before. */
export type ReadProgress = (read: number, all?: number) => void;

/** Reads the rows of a folder of pages, with its forms, or those of a file of rows. */
export async function labelledRows(
  data: string | undefined,
  onRead: ReadProgress = () => undefined,
): Promise<{ rows: TrainingRow[]; labelled: LabelledForm[] }> {
  const { labelledForms, readRows } = await import('../forms/rows.ts');
  if (data === undefined || !(await isFolder(data))) return { rows: await readRows(data), labelled: [] };
  const labelled: LabelledForm[] = [];
  for await (const entry of labelledForms(data)) {
    labelled.push(entry);
    onRead(labelled.length);
  }
  onRead(labelled.length, labelled.length);
  return { rows: labelled.map(({ row }) => row), labelled };
}

export const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isDirectory() === true;
