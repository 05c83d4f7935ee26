import { STOP_WORDS, stem } from '../../foundation/text/index.ts';
import type { FormWordSource, FormWords } from './form-words.ts';

/** Number of occurrences of each stem in a form's text. */
export type TermFrequencies = ReadonlyMap<string, number>;

/** A stem that a model knows. */
export interface TermWeight {
  readonly term: string;
  /** log2 of training forms by training forms that hold it. */
  readonly idf: number;
  /** Information gain of its presence for the type of a form (paper 004, eq. 9–11), relative to the best term. */
  readonly gain: number;
}

/** What a reader reads of a form: captions, choices, buttons, text and headline, not names of the markup. */
const READ: readonly FormWordSource[] = ['submit', 'box-labels', 'options', 'text', 'heading'];
const TERM = /^[\p{L}\p{M}]{2,30}$/u;

/** The stems of a form's own text. */
export function termCounts({ lines }: FormWords): TermFrequencies {
  const counts = new Map<string, number>();
  for (const source of READ) {
    for (const word of lines[source].split(' ')) {
      if (!TERM.test(word) || STOP_WORDS.has(word)) continue;
      const term = stem(word);
      counts.set(term, (counts.get(term) ?? 0) + 1);
    }
  }
  return counts;
}

/**
 * tf · idf · IG of each term, over the length of the form's tf · idf vector (paper 004, eq. 8).
 * @returns one number a term, 0–1
 */
export function textVector(terms: readonly TermWeight[], counts: TermFrequencies): Float64Array {
  const vector = new Float64Array(terms.length);
  let squares = 0;
  terms.forEach(({ term, idf, gain }, i) => {
    const weight = (counts.get(term) ?? 0) * idf;
    squares += weight * weight;
    vector[i] = weight * gain;
  });
  return squares === 0 ? vector : vector.map((weight) => weight / Math.sqrt(squares));
}
