/**
 * Inverse document frequency: log2 N/n (paper 003, eq. 1 and 6; its example, 14 of 1,151 documents, is 6.36).
 * @param all N, documents of the corpus
 * @param having n, those of them that hold the noun; 1 at least
 */
export const idf = (all: number, having: number): number => Math.log2(all / having);

/** Rarity of a noun without evidence, as a multiple of log2 N. */
const UNSEEN = 1.8;

/**
 * What a noun of a page weighs when the page is judged: its idf where two documents of the corpus have it. One that no
 * document has, or a single one (which is no evidence that it belongs to the topic), counts 1.8 · log2 N, as if it stood
 * in one of N^1.8 documents. The paper says nothing of unseen nouns; without them a page about anything would be judged by
 * the few common words it shares.
 */
export const rarity = (all: number, having: number): number =>
  having > 1 ? idf(all, having) : UNSEEN * Math.log2(all);
