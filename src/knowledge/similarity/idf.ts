/**
 * Inverse document frequency: log2 N/n (paper 003, eq. 1 and 6; its example, 14 of 1,151 documents, is 6.36).
 * @param all N, documents of the corpus
 * @param having n, documents with the noun, at least 1
 */
export const idf = (all: number, having: number): number => Math.log2(all / having);

/**
 * Computes the weight of a noun when a page is judged: its idf where at least two documents of the corpus have it, else
 * unseen · log2 N, as if one of N^unseen documents had it. The paper does not treat unseen nouns; without them a page on any
 * subject would be judged by the few common words it shares.
 */
export const rarity = (all: number, having: number, unseen: number): number =>
  having > 1 ? idf(all, having) : unseen * Math.log2(all);
