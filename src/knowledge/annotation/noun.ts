/** Classes of named entities (sfwc:neTag); `O` marks words that are no names, as in CoNLL's data. */
export type EntityTag = 'PERSON' | 'LOCATION' | 'ORGANIZATION' | 'MISC' | 'O';

/** Tags of the Penn treebank that nouns have. */
export type NounTag = 'NN' | 'NNS' | 'NNP' | 'NNPS';

/** A noun of a document with its tags and meaning (paper 003, section 3.1: an enriched noun). */
export interface EnrichedNoun {
  /** Lemma, lower case; words of a phrase parted by one space (nif:anchorOf). */
  readonly anchor: string;
  readonly posTag: NounTag;
  readonly neTag: EntityTag;
  /** Its meaning in a knowledge base; null where it is not linked (itsrdf:taIdentRef). */
  readonly uri: string | null;
  /** Occurrences in the document. */
  readonly count: number;
}

export interface Annotation {
  readonly sentences: number;
  /** Sorted by anchor, then address of the meaning; each pair once. */
  readonly nouns: readonly EnrichedNoun[];
}

/** Key of a noun: anchor and meaning must both match (paper 003). */
export const nounKey = ({ anchor, uri }: Pick<EnrichedNoun, 'anchor' | 'uri'>): string =>
  `${anchor}\t${uri ?? ''}`;
