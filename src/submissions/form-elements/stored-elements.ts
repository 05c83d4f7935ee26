import type { Database, StoreTransaction } from '../../drivers/sqlite/index.ts';
import { FormElementTable } from './form-element-table.ts';

/** The form element table as the store has it. */
export async function loadElements(db: Database): Promise<FormElementTable> {
  const book = new FormElementTable();
  const elements = await db.selectFrom('element').selectAll().orderBy('id').execute();
  const values = await db
    .selectFrom('element_value')
    .selectAll()
    .orderBy('element_id')
    .orderBy('value')
    .execute();
  const byElement = Map.groupBy(values, ({ element_id: id }) => id);
  for (const row of elements) {
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

const ROWS = 200;

/** Writes the whole table anew. */
export async function saveElements(trx: StoreTransaction, book: FormElementTable): Promise<void> {
  await trx.db.deleteFrom('element_value').execute();
  await trx.db.deleteFrom('element').execute();
  let id = 0;
  for (const domain of book.domains) {
    for (const element of book.elements(domain)) {
      id++;
      const { label, normalised, control, valueDomain, source, status } = element;
      await trx.db
        .insertInto('element')
        .values({
          id,
          domain,
          label,
          normalised,
          aliases: JSON.stringify([...element.aliases].sort()),
          control,
          value_domain: valueDomain,
          source,
          status,
        })
        .execute();
      const rows = [...element.values.values()].map((value) => ({ element_id: id, ...value }));
      for (let from = 0; from < rows.length; from += ROWS)
        await trx.db
          .insertInto('element_value')
          .values(rows.slice(from, from + ROWS))
          .execute();
    }
  }
}
