import type { Store } from '../../storage/index.ts';
import { listOntologies } from '../ontology/load-ontology.ts';

export interface CategoryCount {
  readonly name: string;
  /** Documents of the library in it. */
  readonly count: number;
}

/** Lists all categories with their number of documents: the shipped ones and those of users' files. */
export async function listCategories(store: Store): Promise<CategoryCount[]> {
  const groups = await store.documents.count({}, ['category']);
  const counts = new Map(
    groups.flatMap(({ category, documents }) => (category === null ? [] : [[category, documents]])),
  );
  const names = new Set([...listOntologies(), ...counts.keys()]);
  return [...names].sort().map((name) => ({ name, count: counts.get(name) ?? 0 }));
}
