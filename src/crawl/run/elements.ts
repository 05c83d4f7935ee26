/** Publishes the form element table of a run when querying begins, and adds to it when querying has ended. */

import type { Domain } from '../../foundation/domain/index.ts';
import { readNamedFile } from '../../foundation/options/index.ts';
import { type HarvestedForm, harvestedForms } from '../../library/index.ts';
import {
  type DomainForm,
  type ElementRows,
  elementTable,
  type FilledControl,
  FormElementTable,
  readElements,
  rowsOf,
  saveElements,
  takeCsv,
  ValueFileError,
} from '../../submissions/index.ts';
import type { ResolvedOptions } from '../settings/index.ts';
import { isDiscoveredOnAnswer } from './answer-forms.ts';
import type { Recording } from './recording.ts';

type RunStore = Pick<Recording, 'store' | 'runId'>;

/**
 * Returns the table that the forms of a run are filled from: what earlier runs learned, the values of the domain files
 * and of the user's, and what the crawled forms offer. It is published with the run when querying begins: however the
 * order of its sites, and whatever other runs add before this one is resumed, its forms are queried the same.
 * @throws {ValueFileError} when the file of values cannot be read or has other columns
 */
export async function openElements(
  { store, runId }: RunStore,
  wanted: readonly Domain[],
  { values, elements }: Pick<ResolvedOptions, 'values' | 'elements'>,
): Promise<FormElementTable> {
  const published = await store.elements.version(runId);
  if (published !== undefined) return tableOf(published);
  const table = elementTable({
    wanted,
    ...(values !== undefined && { given: { text: readValues(values), file: values } }),
    ...(elements && { stored: await readElements(store), forms: await formsOf({ store, runId }, false) }),
  });
  const content = JSON.stringify(rowsOf(table));
  await store.transaction((trx) => trx.elements.publish(runId, content));
  return tableOf(content);
}

const tableOf = (content: string): FormElementTable =>
  elementTable({ wanted: [], stored: JSON.parse(content) as ElementRows });

/** Finds mistakes in a file of values before anything is harvested. @throws {ValueFileError} */
export function checkValues(file: string): void {
  takeCsv(new FormElementTable(), 'any', readValues(file), file);
}

export function readValues(file: string): string {
  try {
    return readNamedFile(file);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new ValueFileError(`cannot read the values of ${file} (${code})`);
  }
}

interface LearnedForm extends DomainForm {
  readonly formId: string;
}

/** Returns search forms of a domain; of those discovered on answers a resumed run knows more than a new one. */
async function formsOf({ store, runId }: RunStore, onAnswers: boolean): Promise<LearnedForm[]> {
  const forms: LearnedForm[] = [];
  for await (const found of harvestedForms(store, runId)) {
    if (!onAnswers && isDiscoveredOnAnswer(found)) continue;
    const { searchable, domain, formId } = found;
    if (searchable && domain !== null) forms.push({ formId, domain, form: wholeForm(found) });
  }
  return forms;
}

const wholeForm = ({ form, controls }: HarvestedForm): DomainForm['form'] => ({ ...form, controls });

/** Says whether what this run's forms offer is written down: then all of them have been queried. */
export const areElementsStored = ({ store, runId }: RunStore): Promise<boolean> =>
  store.elements.hasRun(runId);

/** Writes down, once a run, what its forms offer and how values fared. */
export async function keepElements({ store, runId }: RunStore, wanted: readonly Domain[]): Promise<void> {
  if (await areElementsStored({ store, runId })) return;
  const forms = await formsOf({ store, runId }, true);
  const table = elementTable({ wanted, stored: await readElements(store), forms });
  const byId = new Map(forms.map((one) => [one.formId, one]));
  for await (const { form_id, page, verdict, records, controls, binding } of store.submissions.each(runId)) {
    const queried = byId.get(form_id);
    if (queried === undefined || page > 1 || (verdict !== 'hits' && verdict !== 'no-hits')) continue;
    const bound = boundBy(JSON.parse(controls) as FilledControl[], JSON.parse(binding) as number[]);
    // Where several values together found nothing, none of them is at fault.
    if (verdict === 'no-hits' && bound.length > 1) continue;
    for (const control of bound) table.note(queried, control, verdict === 'hits' ? records : 0);
  }
  await store.transaction(async (trx) => {
    await saveElements(trx, table);
    await trx.elements.addRun(runId);
  });
}

const boundBy = (controls: readonly FilledControl[], binding: readonly number[]): FilledControl[] =>
  controls.filter(
    ({ position, source }) =>
      binding.includes(position) && source !== 'any' && source !== 'unset' && source !== 'probe',
  );
