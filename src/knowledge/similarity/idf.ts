/**
 * Inverse document frequency: log2 N/n (paper 003, eq. 1 and 6; its example, 14 of 1,151 documents, is 6.36).
 *
 * A noun that no document of the corpus has counts as if it stood in one of N² documents: 2 · log2 N, twice as rare as what
 * stands in one. The paper says nothing of such nouns; without them a page about anything else would be judged by the few
 * common words it shares.
 * @param all N, documents of the corpus
 * @param having n, those of them that hold the noun
 */
export const idf = (all: number, having: number): number =>
  having > 0 ? Math.log2(all / having) : 2 * Math.log2(all);
