import { type FieldMeaning, type Form, meaningsOf } from '../../forms/index.ts';
import type { Domain } from '../../foundation/domain/index.ts';
import type { ElementRow, ElementValueRow, Store, Transaction } from '../../storage/index.ts';
import { takeCsv } from './element-csv.ts';
import { FormElementTable } from './form-element-table.ts';

/** The form element table as the store has it. */
export interface ElementRows {
  readonly elements: readonly ElementRow[];
  readonly values: readonly ElementValueRow[];
}

/** A search form of a domain, whose controls are learned. */
export interface DomainForm {
  readonly domain: string;
  readonly form: Form;
}

/** What a table is made from, in this order: who comes first names an element, and precedes among equal values. */
interface TableSources {
  readonly wanted: readonly Pick<Domain, 'name' | 'values'>[];
  /** A CSV file of the user. */
  readonly given?: { readonly text: string; readonly file: string };
  /** What earlier runs learned. */
  readonly stored?: ElementRows;
  readonly forms?: readonly DomainForm[];
}

/**
 * The table by which forms are filled: the same for whoever plans and whoever asks.
 * @throws {ValueFileError} for a file of values with a mistake
 */
export function elementTable({ wanted, given, stored, forms = [] }: TableSources): FormElementTable {
  const table = new FormElementTable();
  for (const { name, values } of wanted) {
    table.seed(name, values);
    if (given !== undefined) takeCsv(table, name, given.text, given.file);
  }
  if (stored !== undefined) addRows(table, stored);
  for (const { domain, form } of forms.toSorted((a, b) => (a.form.id < b.form.id ? -1 : 1)))
    table.learn(domain, form, meaningsOf(form));
  return table;
}

export const readElements = async ({ elements }: Pick<Store, 'elements'>): Promise<ElementRows> => ({
  elements: await elements.elements(),
  values: await elements.values(),
});

export async function loadElements(store: Pick<Store, 'elements'>): Promise<FormElementTable> {
  return elementTable({ wanted: [], stored: await readElements(store) });
}

function addRows(table: FormElementTable, { elements, values }: ElementRows): void {
  const byElement = Map.groupBy(values, ({ element_id: id }) => id);
  for (const row of elements) {
    // Earlier versions kept no meaning: then the label says it.
    const { domain, key, label, source } = row;
    const element =
      row.meaning === ''
        ? table.meet(domain, label, source)
        : table.restore({ domain, key, label, source, meaning: row.meaning as FieldMeaning });
    for (const alias of JSON.parse(row.aliases) as string[]) element.aliases.add(alias);
    element.control = row.control;
    element.valueDomain = row.value_domain;
    if (row.status === 'off') element.status = 'off';
    for (const one of byElement.get(row.id) ?? []) {
      const entry = table.addValue(element, one.value, one.source, one.label || label);
      if (entry === undefined) continue;
      entry.forms += one.forms;
      entry.asked += one.asked;
      entry.hits += one.hits;
    }
  }
}

export function rowsOf(table: FormElementTable): ElementRows {
  const elements: ElementRow[] = [];
  const values: ElementValueRow[] = [];
  for (const element of table.domains.flatMap((domain) => table.elements(domain))) {
    const id = elements.length + 1;
    const { domain, label, key, meaning, control, valueDomain, source, status } = element;
    const aliases = JSON.stringify([...element.aliases].sort());
    elements.push({
      id,
      domain,
      label,
      key,
      meaning,
      aliases,
      control,
      value_domain: valueDomain,
      source,
      status,
    });
    for (const value of element.values.values()) values.push({ element_id: id, ...value });
  }
  return { elements, values };
}

/** Writes the whole table anew. */
export async function saveElements(trx: Transaction, table: FormElementTable): Promise<void> {
  const { elements, values } = rowsOf(table);
  await trx.elements.replace(elements, values);
}
