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
import { isBehind, orderBy } from './table.ts';
import type { MemoryTables } from './tables.ts';

export class MemoryDocuments implements DocumentStore {
  private readonly tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.tables = tables;
  }

  async count<Group extends DocumentGroup>(
    which: DocumentFilter,
    by: readonly Group[],
  ): Promise<readonly DocumentCount<Group>[]> {
    return countedBy(
      this.tables.document.where((row) => selects(which, row)),
      by,
    );
  }

  async ids(which: DocumentFilter, limit = Number.MAX_SAFE_INTEGER): Promise<readonly number[]> {
    const found = this.tables.document.where((row) => selects(which, row)).map(({ id }) => id);
    return found.sort((a, b) => a - b).slice(0, limit);
  }

  async get(ids: readonly number[]): Promise<readonly StoredDocument[]> {
    return ids.flatMap((id) => {
      const row = this.tables.document.get(id);
      return row === undefined ? [] : [this.stored(row)];
    });
  }

  async *judged(runId: number, after?: Pick<DocumentRow, 'kind' | 'key'>): AsyncGenerator<StoredDocument> {
    const rows = this.tables.document.where(
      (row) =>
        row.run_id === runId &&
        row.state !== 'waiting' &&
        (after === undefined || isBehind([row.kind, row.key], [after.kind, after.key])),
    );
    for (const row of orderBy(
      rows,
      ({ kind }) => kind,
      ({ key }) => key,
    ))
      yield this.stored(row);
  }

  async insert(documents: readonly NewDocumentRow[]): Promise<void> {
    const verdict = { category: null, similarity: null, like_id: null, sentences: null, new_spans: null };
    const unheld = { content: null, text_bytes: null };
    for (const document of documents) {
      const { run_id, kind, key } = document;
      const there = this.tables.documentId.get(run_id, kind, key);
      if (there !== undefined) {
        const row = this.tables.document.get(there.id);
        if (row !== undefined && isWithoutText(row))
          this.tables.document.put({ ...row, blocks: document.blocks });
        continue;
      }
      const id = this.tables.nextId('document');
      this.tables.documentId.insert({ id, run_id, kind, key });
      this.tables.document.insert({
        ...verdict,
        ...unheld,
        cluster: null,
        seq: null,
        ...document,
        id,
        state: 'waiting',
      });
    }
  }

  async update(
    ids: readonly number[],
    change: Partial<Pick<DocumentRow, 'blocks' | 'cluster'>>,
  ): Promise<void> {
    for (const id of ids) {
      const row = this.tables.document.get(id);
      if (row !== undefined) this.tables.document.put({ ...row, ...change });
    }
  }

  async delete(ids: readonly number[]): Promise<void> {
    const gone = new Set(ids);
    const among = ({ id }: { readonly id: number }) => gone.has(id);
    this.tables.document.update(
      ({ like_id }) => like_id !== null && gone.has(like_id),
      ({ state }) => ({
        like_id: null,
        ...(state === 'known' && { state: 'waiting', seq: null, similarity: null, sentences: null }),
      }),
    );
    this.tables.documentText.delete(among);
    this.tables.documentPrint.delete(among);
    this.tables.documentId.delete(among);
    this.tables.document.delete(among);
  }

  private stored(row: DocumentRow): StoredDocument {
    const like = row.like_id === null ? undefined : this.tables.document.get(row.like_id);
    return {
      ...row,
      text: this.tables.documentText.get(row.id)?.text ?? null,
      like_url: like?.url ?? null,
    };
  }
}

/** It waits to be judged again, and nothing of its text is there. */
export const isWithoutText = ({ state, content, blocks }: DocumentRow): boolean =>
  state === 'waiting' && content !== null && blocks === null;
