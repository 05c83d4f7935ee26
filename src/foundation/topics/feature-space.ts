import { addressTokens, STOP_WORDS_OF_ALL, splitOnTerms, stem, urlTerms, wordsOf } from '../text/index.ts';
import { frequencyWeight } from './term-vector.ts';

const CONTEXTS = ['address', 'anchor', 'around'] as const;
type Context = (typeof CONTEXTS)[number];

/** Stemmed words of a link, stop words and bare numbers left out. */
export type LinkTerms = Readonly<Record<Context, readonly string[]>>;

/** By how much more than others links with a word (stemmed) yield, and how many samples that is to count for. */
export type KnownWords = ReadonlyMap<string, readonly [ratio: number, belief: number]>;

interface TermCount {
  all: number;
  good: number;
}

/** Samples, those that led to something, and the same by the stems in their anchor or address. */
export interface TermCounts extends Readonly<TermCount> {
  readonly terms: ReadonlyMap<string, Readonly<TermCount>>;
}

/** `gain`: tf · idf · IG (paper 004, eq. 8); `frequency`: 1 + log tf (paper 002, eq. 3). */
type Weighting = 'gain' | 'frequency';

interface ContextCounts {
  readonly terms: Map<string, TermCount>;
  weights: ReadonlyMap<string, number>;
  norm: number;
}

/** m of paper 004. */
const TOP_TERMS = 10;
/** Terms counted in a context at most; after that only known ones are counted on. */
const MOST_TERMS = 50_000;
const MAX_WORDS = 60;
/** Samples by which the yield of a word that nothing is known of is drawn to the mean. */
const BELIEF = 2;
const UNKNOWN_WORD = [1, BELIEF] as const;
/** In how many addresses of good samples a word stands before addresses are split at it. */
const FREQUENT = 3;

/**
 * Learns what links have in common that led to something: FSS = [URL, anchor, text around] for sites and FSL = [path, anchor,
 * text around] for links (paper 002, eq. 1 and 2; paper 004, eq. 4 and 5), built online. Each context keeps its top m terms by
 * tf · idf · IG (004, eq. 8–11), or the most frequent ones by 1 + log tf (002, eq. 3).
 */
export class FeatureSpace {
  private readonly top: number;
  private readonly weighting: Weighting;
  private readonly known: KnownWords;
  private readonly contexts: Readonly<Record<Context, ContextCounts>>;
  private all = 0;
  private good = 0;

  /**
   * @param top m, terms a context keeps (004: 10)
   * @param known what is known of words before anything was counted
   */
  constructor(top = TOP_TERMS, known: KnownWords = new Map(), weighting: Weighting = 'gain') {
    this.top = top;
    this.weighting = weighting;
    this.known = known;
    const empty = (): ContextCounts => ({ terms: new Map(), weights: new Map(), norm: 0 });
    this.contexts = { address: empty(), anchor: empty(), around: empty() };
  }

  get size(): number {
    return this.good;
  }

  observe(terms: LinkTerms, good: boolean): void {
    this.all++;
    this.count(terms, 1, good ? 1 : 0);
    if (good) this.good++;
  }

  /** A link that was counted as fruitless led to something after all. */
  turnedGood(terms: LinkTerms): void {
    this.good++;
    this.count(terms, 0, 1);
  }

  private count(terms: LinkTerms, all: number, good: number): void {
    for (const context of CONTEXTS) {
      const counts = this.contexts[context].terms;
      for (const term of new Set(terms[context])) {
        const known = counts.get(term);
        if (known !== undefined) {
          known.all += all;
          known.good += good;
        } else if (counts.size < MOST_TERMS) counts.set(term, { all, good });
      }
    }
  }

  /** Chooses the top terms anew from everything counted so far; until then similarities do not change. */
  rebuild(): void {
    for (const context of CONTEXTS) {
      const counts = this.contexts[context];
      const weighted = [...counts.terms]
        .map(([term, count]): [string, number] => [term, this.weight(count)])
        .filter(([, weight]) => weight > 0)
        .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
        .slice(0, this.top);
      counts.norm = Math.hypot(...weighted.map(([, weight]) => weight));
      counts.weights = new Map(weighted);
    }
  }

  private weight({ all, good }: TermCount): number {
    if (this.weighting === 'frequency') return frequencyWeight(good);
    if (good * this.all <= all * this.good) return 0;
    const inverse = Math.log10(1 + this.all / all);
    return frequencyWeight(good) * inverse * termGain(good, all, this.good, this.all);
  }

  /**
   * Compares a link with those that led to something: the mean of the cosines (004, eq. 12) of the contexts in which the link
   * says anything; 0 to 1.
   */
  similarity(terms: LinkTerms): number {
    let sum = 0;
    let said = 0;
    for (const context of CONTEXTS) {
      const { weights, norm } = this.contexts[context];
      const words = terms[context];
      if (words.length === 0) continue;
      said++;
      if (norm === 0) continue;
      let product = 0;
      const different = new Set(words);
      for (const word of different) product += weights.get(word) ?? 0;
      sum += product / (norm * Math.sqrt(different.size));
    }
    return said === 0 ? 0 : sum / said;
  }

  /**
   * Returns how much more often than others links with these words in anchor and address led to something, 1 for words that say
   * nothing: similarity with the good cannot see that a word was followed often and for nothing.
   */
  wordYield(terms: LinkTerms): number {
    if (this.all === 0 && this.known.size === 0) return 1;
    const mean = (this.good + 1) / (this.all + 2);
    const words = new Set([...terms.anchor, ...terms.address]);
    let log = 0;
    for (const word of words) {
      const here = [this.contexts.anchor.terms.get(word), this.contexts.address.terms.get(word)];
      const all = (here[0]?.all ?? 0) + (here[1]?.all ?? 0);
      const good = (here[0]?.good ?? 0) + (here[1]?.good ?? 0);
      const [ratio, belief] = this.known.get(word) ?? UNKNOWN_WORD;
      log += Math.log((good + belief * ratio * mean) / ((all + belief) * mean));
    }
    return words.size === 0 ? 1 : Math.exp(log / Math.sqrt(words.size));
  }

  /** Weight w_ij of a link's heaviest term as a share of the heaviest of all, 0 to 1 (004, eq. 2 and 8). */
  termWeight(terms: LinkTerms): number {
    let best = 0;
    for (const context of CONTEXTS) {
      const { weights } = this.contexts[context];
      const [heaviest = 0] = weights.values();
      if (heaviest === 0) continue;
      for (const word of terms[context]) best = Math.max(best, (weights.get(word) ?? 0) / heaviest);
    }
    return best;
  }

  /** True for a word at which run-together addresses are split: one that is frequent in addresses that led somewhere. */
  readonly isFrequent = (word: string): boolean =>
    (this.contexts.address.terms.get(stem(word))?.good ?? 0) >= FREQUENT;

  counts(): TermCounts {
    const terms = new Map<string, TermCount>();
    for (const context of ['anchor', 'address'] as const) {
      for (const [term, { all, good }] of this.contexts[context].terms) {
        const sum = terms.get(term) ?? { all: 0, good: 0 };
        terms.set(term, { all: sum.all + all, good: sum.good + good });
      }
    }
    return { all: this.all, good: this.good, terms };
  }

  /** The chosen terms, heaviest first, for people to look at. */
  terms(): Readonly<Record<Context, readonly (readonly [term: string, weight: number])[]>> {
    const of = (context: Context) => [...this.contexts[context].weights];
    return { address: of('address'), anchor: of('anchor'), around: of('around') };
  }
}

/**
 * Returns what a term says about whether links lead to something: entropy of the outcome less what is left of it once the term
 * is known to occur or not (004, eq. 9–11), in bits.
 * @param goodWith samples with the term that led to something, of `all` with it; `good` of `total` did in all
 */
export function termGain(goodWith: number, allWith: number, good: number, total: number): number {
  if (total === 0) return 0;
  const without = total - allWith;
  const left =
    (allWith / total) * entropy(goodWith, allWith) + (without / total) * entropy(good - goodWith, without);
  return Math.max(0, entropy(good, total) - left);
}

function entropy(part: number, whole: number): number {
  if (part <= 0 || part >= whole) return 0;
  const p = part / whole;
  return -p * Math.log2(p) - (1 - p) * Math.log2(1 - p);
}

export interface LinkWords {
  readonly url: string;
  readonly anchor: string;
  readonly around: string;
}

/** Terms of a link to another site: its whole address counts. @param frequent words at which run-together ones are split */
export const siteTerms = (link: LinkWords, frequent: (word: string) => boolean): LinkTerms => ({
  address: termsOf(urlTerms(link.url, frequent)),
  anchor: termsOf(wordsOf(link.anchor)),
  around: termsOf(wordsOf(link.around)),
});

/** Terms of a link within a site: all its links share the host, so the path alone counts. */
export const pathTerms = (link: LinkWords, frequent: (word: string) => boolean): LinkTerms => ({
  address: termsOf(addressTokens(link.url).flatMap((word) => splitOnTerms(word, frequent, 0.5))),
  anchor: termsOf(wordsOf(link.anchor)),
  around: termsOf(wordsOf(link.around)),
});

const termsOf = (words: readonly string[]): string[] =>
  words
    .slice(0, MAX_WORDS)
    .filter((word) => word.length > 1 && !STOP_WORDS_OF_ALL.has(word) && !/^\p{N}+$/u.test(word))
    .map(stem);
