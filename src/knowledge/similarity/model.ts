import { idf } from './idf.ts';

/** The idf values of a corpus, by which pages are judged. Plain data, so that it can be sent to another thread. */
export interface KnowledgeModel {
  readonly topic: string;
  /** N: documents of the corpus. */
  readonly documents: number;
  /** n by {@link nounKey}; only nouns that are linked. */
  readonly having: ReadonlyMap<string, number>;
  /** μ of the idf over the linked nouns of all documents (paper 003, eq. 2), a noun once a document. */
  readonly mean: number;
  /** σ of the same values (eq. 3). */
  readonly deviation: number;
}

export interface StoredModel extends KnowledgeModel {
  /** Holds what linked its nouns, each once: `embedded`, or the address of a service. */
  readonly linkers: readonly string[];
}

/** Least number of documents for valid μ and σ. */
export const MIN_DOCUMENTS = 5;

/** @param having n of each linked noun, by {@link nounKey} */
export function modelFrom(
  topic: string,
  documents: number,
  having: ReadonlyMap<string, number>,
): KnowledgeModel {
  let [nouns, sum, squares] = [0, 0, 0];
  for (const n of having.values()) {
    const value = idf(documents, n);
    nouns += n;
    sum += n * value;
    squares += n * value * value;
  }
  const mean = nouns === 0 ? 0 : sum / nouns;
  const deviation = nouns === 0 ? 0 : Math.sqrt(Math.max(0, squares / nouns - mean * mean));
  return { topic, documents, having, mean, deviation };
}
