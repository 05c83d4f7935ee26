import { type SelectQueryBuilder, sql } from 'kysely';
import type { Schema, Store } from '../../store/index.ts';
import { forgetSentences } from './judge-again.ts';

type Documents = SelectQueryBuilder<Schema, 'document', { id: number }>;

const BATCH = 500;

/**
 * Deletes documents with their texts, index entries, fingerprints and sentences, batch by batch: a crash on the way leaves
 * whole documents, and the same call again takes the rest.
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
    // First the index that is not under the store's transactions: what it still held would be known for ever.
    forgetSentences(store, ids);
    await store.transaction(async (trx) => {
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
