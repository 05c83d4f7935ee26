import { type SelectQueryBuilder, sql } from 'kysely';
import type { Schema, Store, StoreTransaction } from '../../drivers/sqlite/index.ts';

type Documents = SelectQueryBuilder<Schema, 'document', { id: number }>;

const BATCH = 500;

/**
 * Deletes documents with their texts, index entries, fingerprints and sentences in batches: a crash leaves whole
 * documents, and the same call deletes the rest. Duplicates of deleted documents wait to be judged again.
 * @param which selects the documents to delete
 * @returns the number of deleted documents
 */
export async function deleteDocuments(
  store: Store,
  which: (documents: Documents) => Documents,
): Promise<number> {
  let deleted = 0;
  for (;;) {
    const rows = await which(store.db.selectFrom('document').select('document.id')).limit(BATCH).execute();
    if (rows.length === 0) return deleted;
    const ids = rows.map((row) => row.id);
    // Loads 170 MB of language data, so it is imported only when there is something to delete.
    const { forgetSentences } = await import('./judge-again.ts');
    // The sentence index is outside the store's transactions: entries that stay in it would count as known for ever.
    forgetSentences(store, ids);
    await store.transaction(async (trx) => {
      await requeueDuplicates(trx, ids);
      await sql`insert into document_fts (document_fts, rowid, title, text, url, site, fields)
        select 'delete', id, title, text, url, site, fields from document_text where id in (${sql.join(ids)})`.execute(
        trx.db,
      );
      await trx.db.deleteFrom('document_text').where('id', 'in', ids).execute();
      await trx.db.deleteFrom('document_print').where('id', 'in', ids).execute();
      await trx.db.deleteFrom('document').where('id', 'in', ids).execute();
    });
    deleted += ids.length;
  }
}

/** Requeues the duplicates of deleted documents. Their spans stay: they show in which mode they were judged. */
async function requeueDuplicates(trx: StoreTransaction, deleted: readonly number[]): Promise<void> {
  await trx.db
    .updateTable('document')
    .set({ state: 'waiting', seq: null, similarity: null, like_id: null, sentences: null })
    .where('like_id', 'in', deleted)
    .where('state', '=', 'known')
    .execute();
  await trx.db.updateTable('document').set({ like_id: null }).where('like_id', 'in', deleted).execute();
}

/** Lists runs with requeued documents, and the mode in which these were judged. */
export async function orphanedRuns({ db }: Store): Promise<{ run: number; mode: 'page' | 'sentence' }[]> {
  const { rows } = await sql<{ run: number; spans: number }>`
    select run_id as run, exists (select 1 from document d where d.run_id = document.run_id and d.new_spans is not null) as spans
    from document where state = 'waiting' and id in (select id from document_text) group by run_id order by run_id`.execute(
    db,
  );
  return rows.map(({ run, spans }) => ({ run, mode: spans === 1 ? 'sentence' : 'page' }));
}
