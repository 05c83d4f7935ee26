/** The form element table in a run: read before its forms are asked, added to when they have been. */

import { readFileSync } from 'node:fs';
import { meaningsOf } from '../../forms/index.ts';
import type { Domain } from '../../foundation/domain/index.ts';
import { type HarvestedForm, harvestedForms, harvestedSubmissions } from '../../library/index.ts';
import {
  FormElementTable,
  loadElements,
  saveElements,
  takeCsv,
  ValueFileError,
} from '../../submissions/index.ts';
import type { Recording } from './recording.ts';

/**
 * The table as earlier runs left it, with the values of the domain files and of the user's. What this run learns of its
 * forms is added by the caller and written down at its end, so that a run that goes on after a crash knows the same.
 * @throws {ValueFileError} when the file of values cannot be read or has other columns
 */
export async function openElements(
  { store }: Pick<Recording, 'store'>,
  wanted: readonly Domain[],
  file: string | undefined,
): Promise<FormElementTable> {
  const book = await loadElements(store);
  for (const { name, values } of wanted) book.seed(name, values);
  if (file !== undefined) {
    const text = readValues(file);
    for (const { name } of wanted) takeCsv(book, name, text, file);
  }
  return book;
}

/** Finds mistakes in a file of values before anything is harvested. @throws {ValueFileError} */
export function checkValues(file: string | undefined): void {
  if (file !== undefined) takeCsv(new FormElementTable(), 'any', readValues(file), file);
}

/** @throws {ValueFileError} when the file cannot be read */
export function readValues(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new ValueFileError(`cannot read the values of ${file} (${code})`);
  }
}

export function learnForm(
  book: FormElementTable,
  { searchable, domain, form, controls }: HarvestedForm,
): void {
  if (!searchable || domain === null) return;
  const whole = { ...form, controls };
  book.learn(domain, whole, meaningsOf(whole));
}

/** Whether what this run's forms offer is written down: then all of them have been asked. */
export const areElementsKept = ({ store, runId }: Pick<Recording, 'store' | 'runId'>): Promise<boolean> =>
  store.elements.hasRun(runId);

/** Writes down, once a run, what its forms offer and how values fared. */
export async function keepElements(
  { store, runId }: Pick<Recording, 'store' | 'runId'>,
  wanted: readonly Domain[],
): Promise<void> {
  if (await areElementsKept({ store, runId })) return;
  const book = await loadElements(store);
  for (const { name, values } of wanted) book.seed(name, values);
  const domains = new Map<string, string>();
  for await (const form of harvestedForms(store, runId)) {
    learnForm(book, form);
    if (form.domain !== null) domains.set(form.formId, form.domain);
  }
  for await (const { formId, page, verdict, controls } of harvestedSubmissions(store, runId)) {
    const domain = domains.get(formId);
    if (domain === undefined || page > 1 || verdict === null) continue;
    for (const { name, label, values, source } of controls) {
      if (source === 'any' || source === 'unset' || source === 'probe') continue;
      for (const value of values) book.note(domain, { name, label }, value, verdict === 'hits');
    }
  }
  await store.transaction(async (trx) => {
    await saveElements(trx, book);
    await trx.elements.addRun(runId);
  });
}
