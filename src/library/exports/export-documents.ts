import type { DocumentRow, Store } from '../../storage/index.ts';
import type { ExportedDocument } from './export-columns.ts';

/** Reads the judged documents of a run in the order of (kind, key). */
export async function* exportedDocuments(
  { documents }: Pick<Store, 'documents'>,
  runId: number,
  after?: Pick<DocumentRow, 'kind' | 'key'>,
): AsyncGenerator<ExportedDocument> {
  for await (const row of documents.judged(runId, after)) {
    yield {
      kind: row.kind,
      key: row.key,
      site: row.site,
      domain: row.domain,
      category: row.category,
      url: row.url,
      title: row.title,
      language: row.language,
      state: row.state as Exclude<typeof row.state, 'waiting'>,
      similarity: row.similarity === null ? null : Math.round(row.similarity * 1e4) / 1e4,
      like: row.like_url,
      sentences: row.sentences,
      newSentences: row.new_spans === null ? null : (JSON.parse(row.new_spans) as unknown[]).length,
      cluster: row.cluster,
      bytes: row.bytes,
      fields: row.fields === null ? null : JSON.parse(row.fields),
      text: row.text ?? '',
    };
  }
}
