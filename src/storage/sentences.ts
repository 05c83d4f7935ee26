/** A sentence of a novel document, as others are compared with it. */
export interface KnownSentence {
  readonly document: number;
  /** Sentences are compared only where it is the same. */
  readonly guard: string;
  readonly terms: string;
}

/** The sentences of novel documents while documents are judged. */
export interface OpenSentences {
  /** Place in the order of judging that was committed last; 0 where nothing was. */
  seq(): Promise<number>;
  count(): Promise<number>;
  /** Numbers of sentences, in any order, once for each of the keys that they have; some may be forgotten. */
  sharing(keys: readonly number[]): Promise<readonly number[]>;
  /** Undefined where it is forgotten. */
  get(sentence: number): Promise<KnownSentence | undefined>;
  /** Adds a sentence that is found by its keys; it is gone again where it is not committed. */
  add(sentence: KnownSentence, keys: readonly number[]): Promise<void>;
  /** Keeps what was added, so that it survives the death of the process; a power cut may lose it, and `seq` with it. */
  commit(seq: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * An index of sentences beside the rows of the store, and outside its transactions: it can be made again from the texts of
 * novel documents. Needs a store that is open for writing.
 */
export interface SentenceStore {
  /** @param onDamage told why the index could not be read, in one line, where it begins anew */
  open(onDamage: (why: string) => void): Promise<OpenSentences>;
  /** Removes the sentences of documents, where there is an index; nobody may have it open. */
  forget(documents: readonly number[]): Promise<void>;
  /** Deletes the index. */
  remove(): Promise<void>;
}
