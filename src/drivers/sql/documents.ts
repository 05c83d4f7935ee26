import { type Expression, sql } from 'kysely';
import type {
  DocumentCount,
  DocumentFilter,
  DocumentGroup,
  DocumentRow,
  DocumentStore,
  NewDocumentRow,
  StoredDocument,
} from '../../storage/index.ts';
import { countedBy, selects } from './document-filter.ts';
import { type Executor, insertNew, updateRow } from './executor.ts';
import { inBatches } from './in-batches.ts';
import { Port } from './port.ts';

const BATCH = 500;
const KINDS = ['hidden', 'page', 'record'] as const;

export class SqlDocuments extends Port implements DocumentStore {
  async count<Group extends DocumentGroup>(
    which: DocumentFilter,
    by: readonly Group[],
  ): Promise<readonly DocumentCount<Group>[]> {
    const counted = countedBy<DocumentCount<Group>>(
      sql`from document where ${selects(which, this.executor.dialect)}`,
      by,
    );
    return (await counted.execute(this.db)).rows;
  }

  async ids(which: DocumentFilter, limit = Number.MAX_SAFE_INTEGER): Promise<readonly number[]> {
    const rows = await this.db
      .selectFrom('document')
      .select('id')
      .where(selects(which, this.executor.dialect) as Expression<boolean>)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  }

  async get(ids: readonly number[]): Promise<readonly StoredDocument[]> {
    const rows = await this.documents().where('document.id', 'in', ids).execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  async *judged(runId: number, first?: Pick<DocumentRow, 'kind' | 'key'>): AsyncGenerator<StoredDocument> {
    for (const kind of KINDS) {
      if (first !== undefined && kind < first.kind) continue;
      const begin = kind === first?.kind ? first.key : '';
      yield* inBatches<StoredDocument>(
        (last) =>
          this.documents()
            .where('document.run_id', '=', runId)
            .where('document.kind', '=', kind)
            .where('document.state', '<>', 'waiting')
            .where('document.key', '>', last?.key ?? begin)
            .orderBy('document.key')
            .limit(BATCH)
            .execute(),
        BATCH,
      );
    }
  }

  async insert(documents: readonly NewDocumentRow[]): Promise<void> {
    for (const document of documents) {
      const { run_id, kind, key, blocks } = document;
      if (await insertNew(this.executor, 'document', { ...document, state: 'waiting' })) continue;
      const restored = `update document set blocks = ? where run_id = ? and kind = ? and key = ?
        and state = 'waiting' and content is not null and blocks is null`;
      await this.statement(restored, [blocks, run_id, kind, key]);
    }
  }

  async update(
    ids: readonly number[],
    change: Partial<Pick<DocumentRow, 'blocks' | 'cluster'>>,
  ): Promise<void> {
    for (const id of ids) await updateRow(this.executor, 'document', id, change);
  }

  async delete(ids: readonly number[]): Promise<void> {
    const { db } = this;
    const repeating = db.updateTable('document').where('like_id', 'in', ids);
    await repeating
      .set({ state: 'waiting', seq: null, similarity: null, like_id: null, sentences: null })
      .where('state', '=', 'known')
      .execute();
    await repeating.set({ like_id: null }).execute();
    await deleteTexts(this.executor, ids);
    await db.deleteFrom('document_print').where('id', 'in', ids).execute();
    await db.deleteFrom('document').where('id', 'in', ids).execute();
  }

  private documents() {
    return this.db
      .selectFrom('document')
      .leftJoin('document_text', 'document_text.id', 'document.id')
      .leftJoin('document as like', 'like.id', 'document.like_id')
      .selectAll('document')
      .select(['document_text.text', 'like.url as like_url']);
  }
}

/** Deletes texts with their index entries. */
export async function deleteTexts(executor: Executor, ids: readonly number[]): Promise<void> {
  await executor.dialect.unindexTexts(executor, ids);
  await executor.db.deleteFrom('document_text').where('id', 'in', ids).execute();
}
