import { type SelectQueryBuilder, sql } from 'kysely';
import type { Schema, Store, StoreTransaction } from '../../drivers/sqlite/index.ts';

type Documents = SelectQueryBuilder<Schema, 'document', { id: number }>;

const BATCH = 500;

/**
 * Deletes documents with their texts, index entries, fingerprints and sentences, batch by batch: a crash on the way leaves
 * whole documents, and the same call again takes the rest. What was known because of them waits to be judged again.
 * @param which narrows the documents to those that are to go
 * @returns how many are gone
 */
export async function deleteDocuments(
  store: Store,
  which: (documents: Documents) => Documents,
): Promise<number> {
  let gone = 0;
  for (;;) {
    const rows = await which(store.db.selectFrom('document').select('document.id')).limit(BATCH).execute();
    if (rows.length === 0) return gone;
    const ids = rows.map((row) => row.id);
    // It brings the data of all languages along, 170 MB: not for whom has nothing to delete.
    const { forgetSentences } = await import('./judge-again.ts');
    // First the index that is not under the store's transactions: what it still held would be known for ever.
    forgetSentences(store, ids);
    await store.transaction(async (trx) => {
      await orphan(trx, ids);
      await sql`insert into document_fts (document_fts, rowid, title, text, url, site, fields)
        select 'delete', id, title, text, url, site, fields from document_text where id in (${sql.join(ids)})`.execute(
        trx,
      );
      await trx.deleteFrom('document_text').where('id', 'in', ids).execute();
      await trx.deleteFrom('document_print').where('id', 'in', ids).execute();
      await trx.deleteFrom('document').where('id', 'in', ids).execute();
    });
    gone += ids.length;
  }
}

/** What repeated a document that goes is the only one left to say it. Its spans stay: they tell how it was judged. */
async function orphan(trx: StoreTransaction, gone: readonly number[]): Promise<void> {
  await trx
    .updateTable('document')
    .set({ state: 'waiting', seq: null, similarity: null, like_id: null, sentences: null })
    .where('like_id', 'in', gone)
    .where('state', '=', 'known')
    .execute();
  await trx.updateTable('document').set({ like_id: null }).where('like_id', 'in', gone).execute();
}

/** Runs with documents that were judged and wait again, and whether they were judged as whole pages. */
export async function orphanedRuns({ db }: Store): Promise<{ run: number; mode: 'page' | 'sentence' }[]> {
  const { rows } = await sql<{ run: number; spans: number }>`
    select run_id as run, exists (select 1 from document d where d.run_id = document.run_id and d.new_spans is not null) as spans
    from document where state = 'waiting' and id in (select id from document_text) group by run_id order by run_id`.execute(
    db,
  );
  return rows.map(({ run, spans }) => ({ run, mode: spans === 1 ? 'sentence' : 'page' }));
}
