import type { ElementRow, ElementValueRow, Store, Transaction } from '../../storage/index.ts';
import { FormElementTable } from './form-element-table.ts';

/** The form element table as the store has it. */
export async function loadElements(store: Pick<Store, 'elements'>): Promise<FormElementTable> {
  const book = new FormElementTable();
  const byElement = Map.groupBy(await store.elements.values(), ({ element_id: id }) => id);
  for (const row of await store.elements.elements()) {
    const element = book.meet(row.domain, row.label, row.source);
    for (const alias of JSON.parse(row.aliases) as string[]) element.aliases.add(alias);
    element.control = row.control;
    element.valueDomain = row.value_domain;
    element.status = row.status;
    for (const { value, source, forms, asked, hits } of byElement.get(row.id) ?? []) {
      const entry = book.addValue(element, value, source);
      if (entry !== undefined) Object.assign(entry, { forms, asked, hits });
    }
  }
  return book;
}

/** Writes the whole table anew. */
export async function saveElements(trx: Transaction, book: FormElementTable): Promise<void> {
  const elements: ElementRow[] = [];
  const values: ElementValueRow[] = [];
  for (const element of book.domains.flatMap((domain) => book.elements(domain))) {
    const id = elements.length + 1;
    const { domain, label, normalised, control, valueDomain, source, status } = element;
    const aliases = JSON.stringify([...element.aliases].sort());
    elements.push({
      id,
      domain,
      label,
      normalised,
      aliases,
      control,
      value_domain: valueDomain,
      source,
      status,
    });
    for (const value of element.values.values()) values.push({ element_id: id, ...value });
  }
  await trx.elements.replace(elements, values);
}
