import { STOP_WORDS, stem, tokensOf, wordsOf } from '../text/index.ts';

/** Counts that a link is judged by before it is followed (paper 001). */
export interface RelevanceCounts {
  /** Lc: times that keywords stand in the content of the page it is on. */
  readonly content: number;
  /** Ll: keywords among the tokens of its address; 0 unless the page it stands on is relevant. */
  readonly link: number;
  /** Ls: siblings (links of the same page) that were read and found relevant, where most were; else 0. */
  readonly siblings: number;
}

type RelevanceWeights = readonly [content: number, link: number, sibling: number];

/** Computes Rs = w1·Lc + w2·Ll + w3·Ls (paper 001) of counts: of 0 or 1, none could pass the paper's threshold of 2.1. */
export const relevancyScore = (counts: RelevanceCounts, [w1, w2, w3]: RelevanceWeights): number =>
  w1 * counts.content + w2 * counts.link + w3 * counts.siblings;

/** Ls of a page's remaining links. @param read links of the page that were read, @param relevant of them */
export const siblingCount = (read: number, relevant: number): number => (2 * relevant > read ? relevant : 0);

/** Counts keywords by Porter stem. One of several words is as many keywords; English stop words are none, unless nothing else is left. */
export class KeywordCounter {
  readonly keywords: ReadonlySet<string>;

  constructor(keywords: readonly string[]) {
    const words = keywords.flatMap(wordsOf);
    const telling = words.filter((word) => !STOP_WORDS.has(word));
    this.keywords = new Set((telling.length > 0 ? telling : words).map(stem));
  }

  inText(text: string): number {
    let count = 0;
    for (const word of wordsOf(text)) if (this.keywords.has(stem(word))) count++;
    return count;
  }

  /** Splits tokens at anything that is no letter or digit. */
  inAddress(url: string): number {
    const found = new Set(tokensOf(url.replace(/^[a-z]+:\/\//i, '')).map(stem));
    let count = 0;
    for (const keyword of this.keywords) if (found.has(keyword)) count++;
    return count;
  }

  allIn(text: string): boolean {
    return this.keywords.size > 0 && this.inAddress(text) === this.keywords.size;
  }
}
