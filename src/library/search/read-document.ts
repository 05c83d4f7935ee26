import type { Store } from '../../storage/index.ts';
import { SearchError } from './parse-query.ts';
import type { SearchResult } from './search.ts';
import { shownText } from './shown-text.ts';

/** A document with its new parts marked. */
export interface LibraryDocument
  extends Pick<SearchResult, 'id' | 'runId' | 'kind' | 'site' | 'url' | 'title' | 'category' | 'fields'> {
  readonly state: 'novel' | 'known' | 'bare';
  /** Similarity to the document it repeats; 0 where there is none. */
  readonly similarity: number;
  /** Address of the document it repeats. */
  readonly like: string | null;
  /** Address of the document that the text is of, where its own is not kept. */
  readonly textOf: string | null;
  /** Its text in order; `isNew` marks sentences that no earlier document has. */
  readonly parts: readonly { readonly text: string; readonly isNew: boolean }[];
}

/** Reads a document. @throws {SearchError} when there is none, or it is not judged yet */
export async function readDocument(store: Store, id: number): Promise<LibraryDocument> {
  const [row] = await store.documents.get([id]);
  const shown = row && (await shownText(store, row));
  if (row === undefined || shown === undefined || row.state === 'waiting')
    throw new SearchError(`the library has no document ${id}`);
  return {
    id: row.id,
    runId: row.run_id,
    kind: row.kind,
    site: row.site,
    url: row.url,
    title: row.title,
    state: row.state,
    similarity: row.similarity ?? 0,
    like: row.like_url,
    category: row.category,
    fields: row.fields === null ? null : (JSON.parse(row.fields) as Record<string, string>),
    textOf: shown.of,
    parts: partsOf(shown.text, shown.of === null ? row.new_spans : null),
  };
}

function partsOf(text: string, spans: string | null): { text: string; isNew: boolean }[] {
  const parts: { text: string; isNew: boolean }[] = [];
  let from = 0;
  for (const [begin, end] of JSON.parse(spans ?? '[]') as [number, number][]) {
    parts.push(
      { text: text.slice(from, begin), isNew: false },
      { text: text.slice(begin, end), isNew: true },
    );
    from = end;
  }
  parts.push({ text: text.slice(from), isNew: false });
  return parts.filter((part) => part.text !== '');
}
