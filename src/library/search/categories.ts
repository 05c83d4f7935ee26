import type { Store } from '../../drivers/sqlite/index.ts';
import { listOntologies } from '../ontology/load-ontology.ts';

export interface CategoryCount {
  readonly name: string;
  /** Documents of the library in it. */
  readonly count: number;
}

/** Lists all categories with their number of documents: the shipped ones and those of users' files. */
export async function listCategories(store: Store): Promise<CategoryCount[]> {
  const rows = await store.db
    .selectFrom('document')
    .select((eb) => ['category', eb.fn.countAll<number>().as('count')])
    .where('category', 'is not', null)
    .groupBy('category')
    .execute();
  const counts = new Map(rows.map((row) => [row.category ?? '', Number(row.count)]));
  const names = new Set([...listOntologies(), ...counts.keys()]);
  return [...names].sort().map((name) => ({ name, count: counts.get(name) ?? 0 }));
}
