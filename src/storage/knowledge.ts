import { integer, numbered, type RowOf, table, text } from './table.ts';

export const KNOWLEDGE_TABLES = {
  knowledge_document: table(['topic', 'source'], {
    id: numbered,
    /** What the corpus is about: the name of a domain. */
    topic: text,
    /** Address or path it was read from; names it within the topic. */
    source: text,
    title: text,
    /** Digest of its text: what did not change is not read again. */
    digest: text,
    sentences: integer,
    /** `embedded`, or the address of the service that linked its nouns. */
    linker: text,
  }),
  /** A noun of a topic, one row for each meaning it was linked to. */
  knowledge_noun: table(['topic', 'anchor', 'uri'], {
    id: numbered,
    topic: text,
    anchor: text,
    /** Address of its meaning; empty where nothing is linked. */
    uri: text,
    /** n of the idf: documents of the topic that hold it. */
    documents: integer,
  }),
  /** A noun in a document. */
  knowledge_mention: table(['document_id', 'noun_id'], {
    document_id: integer,
    noun_id: integer,
    pos_tag: text,
    ne_tag: text,
    count: integer,
  }),
};
export type KnowledgeDocumentRow = RowOf<typeof KNOWLEDGE_TABLES.knowledge_document>;
export type KnowledgeNounRow = RowOf<typeof KNOWLEDGE_TABLES.knowledge_noun>;
type KnowledgeMentionRow = RowOf<typeof KNOWLEDGE_TABLES.knowledge_mention>;

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
