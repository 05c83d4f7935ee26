import { bytes, integer, numbered, type RowOf, real, table, text } from './table.ts';

export const DOCUMENT_TABLES = {
  /** A page of the crawl, a page behind a form, or a record of one. */
  document: table(['run_id', 'kind', 'key'], {
    id: numbered,
    run_id: integer,
    kind: text.as<'page' | 'hidden' | 'record'>(),
    /** Names it within run and kind, whatever the order it came in; a key belongs to one site. */
    key: text,
    site: text,
    domain: text.orNull(),
    depth: integer,
    url: text,
    title: text,
    /** Two letters once it is judged; before, as the page declares it. */
    language: text,
    category: text.orNull(),
    fetched_at: integer,
    /** Size of the page as it came. */
    bytes: integer,
    /** JSON: name to value, of a record. */
    fields: text.orNull(),
    /** Deflated JSON: its blocks, until its site is judged. */
    blocks: bytes.orNull(),
    /** `bare`: nothing of its own to judge by. */
    state: text.as<'waiting' | 'novel' | 'known' | 'bare'>(),
    /** Place in the order of judging. */
    seq: integer.orNull(),
    /** To the document it repeats. */
    similarity: real.orNull(),
    like_id: integer.orNull(),
    /**
     * Set on a known document whose text is not stored: hashes of its blocks of content, 32 bits each, by which they are found
     * again in the archive. What it says, the document that it repeats shows.
     */
    content: bytes.orNull(),
    /** Bytes of its text when it was judged, UTF-8, kept or not. */
    text_bytes: integer.orNull(),
    sentences: integer.orNull(),
    /** JSON: [begin, end][] of new sentences in its text; null where whole pages alone are judged. */
    new_spans: text.orNull(),
    cluster: text.orNull(),
  }),
  /** Full text search reads these columns. */
  document_text: table(['id'], {
    id: integer,
    title: text,
    text: text,
    url: text,
    site: text,
    fields: text,
  }),
  /** Novelty compares novel documents by these. */
  document_print: table(['id'], {
    id: integer,
    /** MinHash keys and sketch. */
    signature: bytes,
    /** Winnowed hashes, 32 bits each, ascending. */
    fingerprint: bytes,
  }),
};
export type DocumentRow = RowOf<typeof DOCUMENT_TABLES.document>;
export type DocumentTextRow = RowOf<typeof DOCUMENT_TABLES.document_text>;
export type DocumentPrintRow = RowOf<typeof DOCUMENT_TABLES.document_print>;

/** A document that joins the library: nothing is known of its novelty yet. */
export type NewDocumentRow = Pick<
  DocumentRow,
  | 'run_id'
  | 'kind'
  | 'key'
  | 'site'
  | 'domain'
  | 'depth'
  | 'url'
  | 'title'
  | 'language'
  | 'fetched_at'
  | 'bytes'
  | 'fields'
  | 'blocks'
>;

export interface StoredDocument extends DocumentRow {
  /** Null until it is judged for the first time, and where it is not kept. */
  readonly text: string | null;
  /** Address of the document it repeats. */
  readonly like_url: string | null;
}

/** Selects documents by all that is given; an empty list selects none. */
export interface DocumentFilter {
  readonly run?: number;
  /** The judged documents of this run and all before it, each where it was crawled first. */
  readonly firstThrough?: number;
  /** A document that is not selected. */
  readonly except?: number;
  readonly states?: readonly DocumentRow['state'][];
  readonly site?: string;
  readonly domain?: string;
  readonly language?: string;
  /** A text that is no kind selects none. */
  readonly kind?: string;
  readonly categories?: readonly string[];
  /** First and last time that it may be fetched at. */
  readonly fetchedFrom?: number;
  readonly fetchedTo?: number;
  /** Texts in named fields of a record; neither tells capitals of ASCII from small letters. */
  readonly fields?: readonly { readonly name: string; readonly text: string }[];
}

export type DocumentGroup = 'kind' | 'site' | 'domain' | 'category' | 'cluster' | 'language' | 'state';

export type DocumentCount<Group extends DocumentGroup> = Pick<DocumentRow, Group> & {
  readonly documents: number;
  /** Size of their pages together. */
  readonly bytes: number;
};

/** Reads the documents of the library. */
export interface DocumentReader {
  /** Counts documents in groups, ordered by the columns of `by` with null first; by no column, there is one group, even of none. */
  count<Group extends DocumentGroup>(
    which: DocumentFilter,
    by: readonly Group[],
  ): Promise<readonly DocumentCount<Group>[]>;
  /** Numbers of documents, ascending; all, or `limit` at most. */
  ids(which: DocumentFilter, limit?: number): Promise<readonly number[]>;
  /** Documents in the order of their numbers here; those that are gone are left out. */
  get(ids: readonly number[]): Promise<readonly StoredDocument[]>;
  /** Judged documents of a run by kind (hidden, page, record) and key, from behind `after` on. */
  judged(runId: number, after?: Pick<DocumentRow, 'kind' | 'key'>): AsyncIterable<StoredDocument>;
}

export interface DocumentStore extends DocumentReader {
  /**
   * Adds documents that wait to be judged. Of those that are there with the same run, kind and key, only those change that
   * wait and lost their text: they have blocks again.
   */
  insert(documents: readonly NewDocumentRow[]): Promise<void>;
  /** Changes columns of documents; does nothing where one is gone. */
  update(ids: readonly number[], change: Partial<Pick<DocumentRow, 'blocks' | 'cluster'>>): Promise<void>;
  /**
   * Deletes documents with texts, index entries and prints. Documents that repeat one of them wait to be judged again;
   * their `new_spans` stay, which show in which mode they were judged.
   */
  delete(ids: readonly number[]): Promise<void>;
}
