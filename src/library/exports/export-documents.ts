import type { Database } from '../../drivers/sqlite/index.ts';
import type { ExportedDocument } from './export-columns.ts';

const BATCH = 500;
const KINDS = ['hidden', 'page', 'record'] as const;

/** Reads the judged documents of a run in the order of (kind, key). */
export async function* exportedDocuments(db: Database, runId: number): AsyncGenerator<ExportedDocument> {
  for (const kind of KINDS) {
    for (let after = ''; ; ) {
      const rows = await db
        .selectFrom('document')
        .innerJoin('document_text', 'document_text.id', 'document.id')
        .leftJoin('document as like', 'like.id', 'document.like_id')
        .selectAll('document')
        .select(['document_text.text', 'like.url as like'])
        .where('document.run_id', '=', runId)
        .where('document.kind', '=', kind)
        .where('document.state', '<>', 'waiting')
        .where('document.key', '>', after)
        .orderBy('document.key')
        .limit(BATCH)
        .execute();
      const last = rows.at(-1);
      if (last === undefined) break;
      after = last.key;
      for (const row of rows) {
        yield {
          kind: row.kind,
          key: row.key,
          site: row.site,
          domain: row.domain,
          category: row.category,
          url: row.url,
          title: row.title,
          language: row.language,
          state: row.state,
          similarity: row.similarity === null ? null : Math.round(row.similarity * 1e4) / 1e4,
          like: row.like,
          sentences: row.sentences,
          newSentences: row.new_spans === null ? null : (JSON.parse(row.new_spans) as unknown[]).length,
          cluster: row.cluster,
          bytes: row.bytes,
          fields: row.fields === null ? null : JSON.parse(row.fields),
          text: row.text,
        };
      }
    }
  }
}
