/** Classes of named entities (sfwc:neTag); `O` marks what is no name, as in CoNLL's data. */
export type EntityTag = 'PERSON' | 'LOCATION' | 'ORGANIZATION' | 'MISC' | 'O';

/** Tags of the Penn treebank that nouns have. */
export type NounTag = 'NN' | 'NNS' | 'NNP' | 'NNPS';

/** A noun of a document with what is known of it (paper 003, section 3.1: an enriched noun). */
export interface EnrichedNoun {
  /** Lemma, lower case; words of a phrase parted by one space (nif:anchorOf). */
  readonly anchor: string;
  readonly posTag: NounTag;
  readonly neTag: EntityTag;
  /** What it means, in a knowledge base; null where nothing is linked (itsrdf:taIdentRef). */
  readonly uri: string | null;
  /** Times that it stands in the document. */
  readonly count: number;
}

/** What a document is to the knowledge schema. */
export interface Annotation {
  readonly sentences: number;
  /** By anchor, then address of the meaning; each pair once. */
  readonly nouns: readonly EnrichedNoun[];
}

/** Nouns are one and the same where anchor and meaning are (paper 003: both must match). */
export const nounKey = ({ anchor, uri }: Pick<EnrichedNoun, 'anchor' | 'uri'>): string =>
  `${anchor}\t${uri ?? ''}`;
