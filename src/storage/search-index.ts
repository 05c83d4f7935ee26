import type { DocumentCount, DocumentFilter, DocumentGroup, DocumentRow } from './documents.ts';

/** Words that a document must have. Words are stemmed (English); case and accents are ignored. */
export interface SearchTerm {
  /** Alternatives: each a word, or words that follow one another. */
  readonly texts: readonly string[];
  /** The last word of each may go on. */
  readonly prefix?: boolean;
  /** They must stand together in this column; by default in any one. */
  readonly column?: 'title' | 'text' | 'url' | 'fields';
}

export interface SearchQuery extends DocumentFilter {
  /** A document must have a term of each group; no groups select by the filter alone. */
  readonly wanted: readonly (readonly SearchTerm[])[];
  /** A document must have none of these; they need a group that is wanted. */
  readonly unwanted: readonly SearchTerm[];
}

/** A piece of a snippet; a hit matches the search. */
export interface SnippetPart {
  readonly text: string;
  readonly hit: boolean;
}

export type FoundDocument = Pick<
  DocumentRow,
  | 'id'
  | 'run_id'
  | 'kind'
  | 'site'
  | 'domain'
  | 'category'
  | 'language'
  | 'url'
  | 'title'
  | 'state'
  | 'fields'
  | 'fetched_at'
> & {
  /** Higher is better: BM25, a word in title, address, site or fields counting more; 0 where no words are wanted. */
  readonly score: number;
  /** Some words around hits; the beginning of the text where no words are wanted. */
  readonly snippet: readonly SnippetPart[];
};

/**
 * Finds documents by their text; a known document without a text by that of the document it repeats.
 * @throws {DamagedIndexError} from each method, until the index is rebuilt
 */
export interface SearchIndexReader {
  /** Best first, then by number; the latest fetched first where no words are wanted. */
  find(query: SearchQuery, limit: number, offset: number): Promise<readonly FoundDocument[]>;
  /** As `DocumentReader.count`; of more than `most` documents, only so many are counted. */
  count<Group extends DocumentGroup>(
    query: SearchQuery,
    by: readonly Group[],
    most: number,
  ): Promise<readonly DocumentCount<Group>[]>;
}

export interface SearchIndex extends SearchIndexReader {
  /** Makes the index anew from the texts. @returns the number of texts */
  rebuild(): Promise<number>;
}
