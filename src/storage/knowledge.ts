/** A document of a corpus. */
export interface KnowledgeDocumentRow {
  readonly id: number;
  /** What the corpus is about: the name of a domain. */
  readonly topic: string;
  /** Address or path it was read from; names it within the topic. */
  readonly source: string;
  readonly title: string;
  /** Of its text, so that what did not change is not read again. */
  readonly digest: string;
  readonly sentences: number;
  /** What linked its nouns: `embedded`, or the address of a service. */
  readonly linker: string;
}

/** A noun of a topic, one row for each meaning it was linked to. */
export interface KnowledgeNounRow {
  readonly id: number;
  readonly topic: string;
  readonly anchor: string;
  /** Address of its meaning; empty where nothing is linked. */
  readonly uri: string;
  /** n of the idf: documents of the topic that hold it. */
  readonly documents: number;
}

/** A noun in a document. */
export interface KnowledgeMentionRow {
  readonly document_id: number;
  readonly noun_id: number;
  readonly pos_tag: string;
  readonly ne_tag: string;
  readonly count: number;
}

/** A noun that is written with its document: its row, and that of the mention. */
export type KnowledgeNoun = Pick<KnowledgeNounRow, 'anchor' | 'uri'> &
  Pick<KnowledgeMentionRow, 'pos_tag' | 'ne_tag' | 'count'>;

/** A noun as it is read with its document. */
export interface CountedNoun extends KnowledgeNoun {
  /** Documents of the topic that hold it. */
  readonly documents: number;
}

/** Size of a corpus. */
export interface KnowledgeCounts {
  readonly documents: number;
  readonly sentences: number;
  /** Nouns over all documents, linked or not, each once a document. */
  readonly nouns: number;
  /** Documents by linker, in the order of their names. */
  readonly linkers: Readonly<Record<string, number>>;
}

/** Reads the corpora of a store: what pages about a topic say. */
export interface KnowledgeReader {
  /** Topics with a document, by name. */
  topics(): Promise<readonly string[]>;
  /** All counts are 0 where nothing is known of the topic. */
  counts(topic: string): Promise<KnowledgeCounts>;
  /** Documents of a topic by source. */
  documents(topic: string): AsyncIterable<KnowledgeDocumentRow>;
  /** Linked nouns of a topic, one for each meaning, by anchor and address of the meaning. */
  linkedNouns(topic: string): Promise<readonly KnowledgeNounRow[]>;
  /** Nouns of a document, linked or not, by anchor and address of the meaning. */
  nounsOf(documentId: number): Promise<readonly CountedNoun[]>;
}

export interface KnowledgeStore extends KnowledgeReader {
  /**
   * Adds a document with its nouns in the place of the one of the same topic and source, and counts the documents of its
   * nouns; a noun that no document of the topic holds any longer is deleted.
   * @throws where two of the nouns share anchor and address
   */
  putDocument(document: Omit<KnowledgeDocumentRow, 'id'>, nouns: readonly KnowledgeNoun[]): Promise<void>;
  /** Deletes the documents and nouns of a topic. @returns the number of documents */
  deleteTopic(topic: string): Promise<number>;
}
