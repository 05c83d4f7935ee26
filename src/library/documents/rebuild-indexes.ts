import type { Store } from '../../storage/index.ts';

/**
 * Rebuilds the full-text index from the texts of the documents and deletes the sentence index: the next judging fills it
 * from the store.
 * @returns the number of documents in the full-text index
 */
export async function rebuildIndexes(store: Store): Promise<number> {
  const texts = await store.transaction((trx) => trx.searchIndex.rebuild());
  await store.sentences.remove();
  return texts;
}
