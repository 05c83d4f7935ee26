import type { DocumentFilter, Store } from '../../storage/index.ts';

const BATCH = 500;

/**
 * Deletes documents with their texts, index entries, fingerprints and sentences in batches: a crash leaves whole
 * documents, and the same call deletes the rest. Duplicates of deleted documents wait to be judged again.
 * @param which selects the documents to delete
 * @returns the number of deleted documents
 */
export async function deleteDocuments(store: Store, which: DocumentFilter): Promise<number> {
  let deleted = 0;
  for (;;) {
    const ids = await store.documents.ids(which, BATCH);
    if (ids.length === 0) return deleted;
    // The sentence index is outside the store's transactions: entries that stay in it would count as known for ever.
    await store.sentences.forget(ids);
    await store.transaction((trx) => trx.documents.delete(ids));
    deleted += ids.length;
  }
}
