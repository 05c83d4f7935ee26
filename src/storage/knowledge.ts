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

export interface KnowledgeReader {}

export interface KnowledgeStore extends KnowledgeReader {}
