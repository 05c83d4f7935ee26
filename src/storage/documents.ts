/** What the library knows of a page of the crawl, a page behind a form, or a record of one. */
export interface DocumentRow {
  readonly id: number;
  readonly run_id: number;
  readonly kind: 'page' | 'hidden' | 'record';
  /** Names it within run and kind, whatever the order it came in. */
  readonly key: string;
  readonly site: string;
  readonly domain: string | null;
  readonly depth: number;
  readonly url: string;
  readonly title: string;
  /** Two letters once it is judged; before, as the page declares it. */
  readonly language: string;
  readonly category: string | null;
  readonly fetched_at: number;
  /** Size of the page as it came. */
  readonly bytes: number;
  /** JSON: name to value, of a record. */
  readonly fields: string | null;
  /** Deflated JSON: its blocks, until its site is judged. */
  readonly blocks: Uint8Array | null;
  /** `bare`: nothing of its own to judge by. */
  readonly state: 'waiting' | 'novel' | 'known' | 'bare';
  /** Place in the order of judging. */
  readonly seq: number | null;
  /** To the document it repeats. */
  readonly similarity: number | null;
  readonly like_id: number | null;
  readonly sentences: number | null;
  /** JSON: [begin, end][] of new sentences in its text; null where whole pages alone are judged. */
  readonly new_spans: string | null;
  readonly cluster: string | null;
}

/** What full text search looks into; the index itself is the table `document_fts`. */
export interface DocumentTextRow {
  readonly id: number;
  readonly title: string;
  readonly text: string;
  readonly url: string;
  readonly site: string;
  readonly fields: string;
}

/** What novelty compares of a novel document. */
export interface DocumentPrintRow {
  readonly id: number;
  /** MinHash keys and sketch. */
  readonly signature: Uint8Array;
  /** Winnowed hashes, 32 bits each, ascending. */
  readonly fingerprint: Uint8Array;
}

export type DocumentReader = {};

export interface DocumentStore extends DocumentReader {}
