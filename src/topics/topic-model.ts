import type { Domain } from '../domain/index.ts';
import { STOP_WORDS_OF_ALL, splitOnTerms, stem, tokensOf, urlTerms } from '../text/index.ts';
import { type Dimension, type Lexicon, lexiconOf, type Phrase } from './lexicon.ts';
import { frequencyWeight, type WeightedField } from './term-vector.ts';

const MAX_WORDS = 100_000;
const MAX_ADDRESSES = 1_000;
const MIN_PART = 4;
/** Shorter ones are looked up again sooner than remembered. */
const LONG_LIST = 50;

/** What one token means to the domains. */
interface Word {
  readonly stem: string;
  readonly dimensions: readonly Dimension[];
  /** False for function words, single letters and numbers that no domain claims. */
  readonly counts: boolean;
  /** Phrases that begin with it, the longest first. */
  readonly starts: readonly Phrase[] | undefined;
  /** How often it stands in the text that is compared now, and which comparison that is: cheaper than a map of words. */
  frequency: number;
  comparison: number;
}

/**
 * Domains made ready for comparing texts with them. Guards a cache of words; answers never depend on it.
 *
 * Each domain is a vector with one dimension a term. Synonyms, in whatever language, fall on their term's dimension;
 * negative terms have weights below 0. Words of a text that a domain does not claim keep dimensions of their own, so that
 * a text about other things as well is less similar.
 */
export class TopicModel {
  readonly domains: readonly Domain[];
  private readonly lexicons: readonly Lexicon[];
  private readonly phrases = new Map<string, Phrase[]>();
  private readonly words = new Map<string, Word>();
  private comparisons = 0;
  /** A page's address is asked for with every form, and many forms are sent to one address. */
  private readonly addresses = new Map<string, readonly string[]>();
  private lists = new WeakMap<readonly string[], readonly Word[]>();
  /** How the stems of all terms begin: words that begin otherwise need no stemming, the dearest step of all. */
  private readonly beginnings = new Set<string>();

  constructor(domains: readonly Domain[]) {
    this.domains = domains;
    this.lexicons = domains.map(lexiconOf);
    for (const phrase of this.lexicons.flatMap((lexicon) => lexicon.phrases)) {
      const first = phrase.stems[0] ?? '';
      this.phrases.set(first, [...(this.phrases.get(first) ?? []), phrase]);
    }
    for (const { stems, phrases } of this.lexicons) {
      for (const root of [...stems.keys(), ...phrases.flatMap((phrase) => phrase.stems)]) {
        this.beginnings.add(beginning(root, 3));
      }
    }
    for (const starts of this.phrases.values()) starts.sort((a, b) => b.stems.length - a.stems.length);
  }

  /**
   * Cosine (paper 004, eq. 12) of a text with every domain, in the order of the domains; 0 where it would be below.
   * @param leastLength the Euclidean length a shorter text is taken to have, so that one word is no proof
   */
  similarities(fields: readonly WeightedField[], leastLength = 0): number[] {
    this.forgetSome();
    const claimed = this.lexicons.map(() => new Map<number, number>());
    const claimedSquares = this.lexicons.map(() => 0);
    const comparison = ++this.comparisons;
    const met: Word[] = [];
    for (const { terms, weight } of fields) {
      const words = this.wordsFor(terms);
      for (const word of words) {
        if (!word.counts) continue;
        if (word.comparison !== comparison) {
          word.comparison = comparison;
          word.frequency = 0;
          met.push(word);
        }
        word.frequency += weight;
      }
      countPhrases(words, weight, claimed);
    }
    let squares = 0;
    for (const { dimensions, frequency } of met) {
      const square = frequencyWeight(frequency) ** 2;
      squares += square;
      for (const { domain, term } of dimensions) {
        add(claimed[domain], term, frequency);
        claimedSquares[domain] = (claimedSquares[domain] ?? 0) + square;
      }
    }
    return this.lexicons.map((lexicon, i) =>
      similarity(lexicon, claimed[i] ?? new Map(), squares - (claimedSquares[i] ?? 0), leastLength),
    );
  }

  /** Words of an address; run-together ones are split where a word of a domain begins or ends them. */
  addressTerms(address: string): readonly string[] {
    const known = this.addresses.get(address);
    if (known !== undefined) return known;
    const terms = urlTerms(address, this.isTerm);
    if (this.addresses.size >= MAX_ADDRESSES) this.addresses.clear();
    this.addresses.set(address, terms);
    return terms;
  }

  /** Words of a control's name or the like, run-together ones split likewise (`bookauthor` → `book`, `author`). */
  identifierTerms(identifier: string): string[] {
    return tokensOf(identifier).flatMap((word) => splitOnTerms(word, this.isTerm, 0.5));
  }

  /** How many different words speak for or against any of the domains. */
  evidence(tokens: Iterable<string>): number {
    let found = 0;
    for (const token of new Set(tokens)) if (this.wordOf(token).dimensions.length > 0) found++;
    return found;
  }

  private readonly isTerm = (word: string): boolean =>
    word.length >= MIN_PART && this.lexicons.some(({ exact }) => exact.has(word));

  /** Between two comparisons only: within one, a word must stay the same object. */
  private forgetSome(): void {
    if (this.words.size < MAX_WORDS) return;
    this.words.clear();
    this.lists = new WeakMap();
  }

  /** The words of a list, looked up once: a page's text is compared more than once. */
  private wordsFor(terms: readonly string[]): readonly Word[] {
    const known = this.lists.get(terms);
    if (known !== undefined) return known;
    const words = terms.map((term) => this.wordOf(term));
    if (terms.length >= LONG_LIST) this.lists.set(terms, words);
    return words;
  }

  private wordOf(token: string): Word {
    const known = this.words.get(token);
    if (known !== undefined) return known;
    const root =
      this.beginnings.has(beginning(token, 3)) || this.beginnings.has(beginning(token, 2))
        ? stem(token)
        : token;
    const dimensions = this.lexicons.flatMap(({ exact, stems }) => exact.get(token) ?? stems.get(root) ?? []);
    const idle = token.length < 2 || STOP_WORDS_OF_ALL.has(token) || /^\p{N}+$/u.test(token);
    const counts = dimensions.length > 0 || !idle;
    const starts = this.phrases.get(root);
    const word = { stem: root, dimensions, counts, starts, frequency: 0, comparison: 0 };
    this.words.set(token, word);
    return word;
  }
}

/**
 * Adds the frequencies of a field's phrases, by domain and term. Words inside a phrase are taken off their own terms: in
 * `book a room` nobody speaks of books.
 */
function countPhrases(words: readonly Word[], weight: number, counts: readonly Map<number, number>[]): void {
  const matchedTo = counts.map(() => 0);
  words.forEach(({ starts }, at) => {
    if (starts === undefined) return;
    for (const { domain, term, stems } of starts) {
      if (at < (matchedTo[domain] ?? 0)) continue;
      if (!stems.every((root, i) => words[at + i]?.stem === root)) continue;
      const end = at + stems.length;
      matchedTo[domain] = end;
      add(counts[domain], term, weight);
      for (const inside of words.slice(at, end).flatMap(({ dimensions }) => dimensions)) {
        if (inside.domain === domain) add(counts[domain], inside.term, -weight);
      }
    }
  });
}

/** Porter keeps what a word begins with, but for `y`, which may become `i`. */
function beginning(word: string, length: number): string {
  return word.slice(0, length).replaceAll('y', 'i');
}

function add(counts: Map<number, number> | undefined, term: number, frequency: number): void {
  counts?.set(term, (counts.get(term) ?? 0) + frequency);
}

/** @param otherSquares what the words without a dimension add to the square of the text's length */
function similarity(
  lexicon: Lexicon,
  frequencies: ReadonlyMap<number, number>,
  otherSquares: number,
  leastLength: number,
): number {
  let product = 0;
  let squares = otherSquares;
  for (const [term, frequency] of frequencies) {
    const weight = frequencyWeight(frequency);
    product += weight * (lexicon.weights[term] ?? 0);
    squares += weight * weight;
  }
  const length = lexicon.norm * Math.max(leastLength, Math.sqrt(squares));
  return length === 0 ? 0 : Math.max(0, product / length);
}

const models = new WeakMap<object, TopicModel>();

/** The model of a list of domains, or of one; made once for each list or domain. */
export function modelOf(domains: readonly Domain[] | Domain): TopicModel {
  const known = models.get(domains);
  if (known !== undefined) return known;
  const model = new TopicModel('terms' in domains ? [domains] : domains);
  models.set(domains, model);
  return model;
}
