import { rmSync } from 'node:fs';
import { sql } from 'kysely';
import type { Store } from '../../drivers/sqlite/index.ts';
import { sentenceFile } from './judge-run.ts';

/**
 * Rebuilds the full-text index from the texts of the documents and deletes the sentence index: the next judging fills it
 * from the store.
 * @returns the number of documents in the full-text index
 */
export async function rebuildIndexes(store: Store): Promise<number> {
  await store.transaction((trx) =>
    sql`insert into document_fts (document_fts) values ('rebuild')`.execute(trx.db),
  );
  for (const ending of ['', '-wal', '-shm']) rmSync(sentenceFile(store) + ending, { force: true });
  const { rows } = await sql<{ count: number }>`select count(*) as count from document_text`.execute(
    store.db,
  );
  return Number(rows[0]?.count ?? 0);
}
