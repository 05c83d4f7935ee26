import type { Domain } from '../domain/index.ts';
import { STOP_WORDS_OF_ALL, splitOnTerms, stem, tokensOf, urlTerms, WordTable } from '../text/index.ts';
import { type Dimension, type Lexicon, lexiconOf, type Phrase, singularOf } from './lexicon.ts';
import { frequencyWeight, type WeightedField } from './term-vector.ts';

const MAX_WORDS = 100_000;
const MAX_LETTERS = 2_000_000;
const MAX_ADDRESSES = 1_000;
const MIN_PART = 4;

/** Holds what one token means to the domains. */
interface Word {
  readonly stem: string;
  readonly dimensions: readonly Dimension[];
  /** False for function words, single letters and numbers that no domain claims. */
  readonly counts: boolean;
  /** Phrases that begin with it, the longest first. */
  readonly starts: readonly Phrase[] | undefined;
  /** Counts it in the text of the current turn, and says which turn that is: cheaper than a map of words. */
  frequency: number;
  turn: number;
}

/** Counts a text once however often it is compared. */
interface CountedText {
  readonly words: readonly Word[];
  readonly counts: readonly number[];
  /** Holds what phrases add to terms and take off them, in the order in which terms come first. */
  readonly phrases: readonly (Dimension & { count: number })[];
}

/** Holds words, or a text of which the words are still to be found. */
export type ComparedField = WeightedField | { readonly text: string; readonly weight: number };

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
  private table = new WordTable();
  private words: Word[] = [];
  /** A page's address is asked for with every form, and many forms are sent to one address. */
  private readonly addresses = new Map<string, readonly string[]>();
  /** The text that was counted last: a page's text is compared for its topic, then for its forms. */
  private latest: { readonly text: string; readonly counted: CountedText } | undefined;
  /** Lists beginnings of the stems of all phrases: words that begin otherwise need no stemming, the dearest step of all. */
  private readonly beginnings = new Set<string>();
  private turns = 0;
  /** Belong to the current comparison: the frequency of each term, the comparison it is of, and the terms found, by domain. */
  private readonly frequencies: Float64Array;
  private readonly termTurns: Float64Array;
  private readonly found: readonly number[][];

  constructor(domains: readonly Domain[]) {
    this.domains = domains;
    let terms = 0;
    this.lexicons = domains.map((domain, i) => {
      const lexicon = lexiconOf(domain, i, terms);
      terms += lexicon.weights.length;
      return lexicon;
    });
    this.frequencies = new Float64Array(terms);
    this.termTurns = new Float64Array(terms);
    this.found = domains.map(() => []);
    for (const phrase of this.lexicons.flatMap((lexicon) => lexicon.phrases)) {
      const first = phrase.stems[0] ?? '';
      this.phrases.set(first, [...(this.phrases.get(first) ?? []), phrase]);
    }
    for (const { phrases } of this.lexicons)
      for (const root of phrases.flatMap((phrase) => phrase.stems)) this.beginnings.add(beginning(root, 3));
    for (const starts of this.phrases.values()) starts.sort((a, b) => b.stems.length - a.stems.length);
  }

  /**
   * Cosine (paper 004, eq. 12) of a text with every domain, in the order of the domains; 0 where it would be below.
   * @param leastLength the Euclidean length a shorter text is taken to have, so that one word is no proof
   */
  similarities(fields: readonly ComparedField[], leastLength = 0): number[] {
    this.forgetSome();
    const counted = fields.map((field) =>
      'text' in field
        ? this.textOf(field.text)
        : this.count(field.terms.map((term) => this.table.numberOf(term))),
    );
    this.turns++;
    for (const terms of this.found) terms.length = 0;
    const found: Word[] = [];
    counted.forEach(({ words, counts, phrases }, i) => {
      const { weight } = fields[i] as ComparedField;
      for (let k = 0; k < words.length; k++) {
        const word = words[k] as Word;
        if (word.turn !== this.turns) {
          word.turn = this.turns;
          word.frequency = 0;
          found.push(word);
        }
        word.frequency += weight * (counts[k] as number);
      }
      for (const { domain, term, count } of phrases) this.add(domain, term, weight * count);
    });
    const claimedSquares = this.lexicons.map(() => 0);
    let squares = 0;
    for (const { dimensions, frequency } of found) {
      const square = frequencyWeight(frequency) ** 2;
      squares += square;
      for (const { domain, term } of dimensions) {
        this.add(domain, term, frequency);
        claimedSquares[domain] = (claimedSquares[domain] ?? 0) + square;
      }
    }
    return this.lexicons.map((lexicon, i) =>
      this.similarity(lexicon, this.found[i] ?? [], squares - (claimedSquares[i] ?? 0), leastLength),
    );
  }

  /** Counts the different terms of at least some weight that a text has, of each domain, in the order of the domains. */
  termsIn(text: string, leastWeight: number): number[] {
    this.forgetSome();
    const { words, phrases } = this.textOf(text);
    const found = this.lexicons.map(() => new Set<number>());
    for (const { dimensions } of words) for (const { domain, term } of dimensions) found[domain]?.add(term);
    for (const { domain, term, count } of phrases) if (count > 0) found[domain]?.add(term);
    return this.lexicons.map(({ weights, first }, i) => {
      let count = 0;
      for (const term of found[i] ?? []) if ((weights[term - first] ?? 0) >= leastWeight) count++;
      return count;
    });
  }

  private add(domain: number, term: number, frequency: number): void {
    if (this.termTurns[term] !== this.turns) {
      this.termTurns[term] = this.turns;
      this.frequencies[term] = 0;
      this.found[domain]?.push(term);
    }
    this.frequencies[term] = (this.frequencies[term] as number) + frequency;
  }

  /** @param otherSquares what the words without a dimension add to the square of the text's length */
  private similarity(
    lexicon: Lexicon,
    terms: readonly number[],
    otherSquares: number,
    leastLength: number,
  ): number {
    let product = 0;
    let squares = otherSquares;
    for (const term of terms) {
      const weight = frequencyWeight(this.frequencies[term] as number);
      product += weight * (lexicon.weights[term - lexicon.first] ?? 0);
      squares += weight * weight;
    }
    const length = lexicon.norm * Math.max(leastLength, Math.sqrt(squares));
    return length === 0 ? 0 : Math.max(0, product / length);
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

  /** Counts the different words that speak for or against any of the domains. */
  evidence(tokens: Iterable<string>): number {
    let found = 0;
    for (const token of new Set(tokens)) {
      if (this.wordOf(this.table.numberOf(token)).dimensions.length > 0) found++;
    }
    return found;
  }

  private readonly isTerm = (word: string): boolean =>
    word.length >= MIN_PART && this.lexicons.some(({ exact }) => exact.has(word));

  /** Between two comparisons only: within one, a word must stay the same object. */
  private forgetSome(): void {
    if (this.words.length < MAX_WORDS && this.table.length < MAX_LETTERS) return;
    this.table = new WordTable();
    this.words = [];
    this.latest = undefined;
  }

  private textOf(text: string): CountedText {
    if (this.latest?.text !== text) this.latest = { text, counted: this.count(this.table.numbersOf(text)) };
    return this.latest.counted;
  }

  private count(numbers: ArrayLike<number>): CountedText {
    const turn = ++this.turns;
    const all: Word[] = [];
    const words: Word[] = [];
    const starts: number[] = [];
    for (let i = 0; i < numbers.length; i++) {
      const word = this.wordOf(numbers[i] as number);
      if (word.starts !== undefined) starts.push(all.length);
      all.push(word);
      if (!word.counts) continue;
      if (word.turn !== turn) {
        word.turn = turn;
        word.frequency = 0;
        words.push(word);
      }
      word.frequency++;
    }
    return { words, counts: words.map(({ frequency }) => frequency), phrases: this.phrasesOf(all, starts) };
  }

  /**
   * Returns what phrases add to their terms. Words inside a phrase are taken off their own terms: in `book a room` nobody
   * speaks of books.
   * @param starts places of words that phrases begin with
   */
  private phrasesOf(words: readonly Word[], starts: readonly number[]): CountedText['phrases'] {
    const changes = new Map<number, Dimension & { count: number }>();
    const change = ({ domain, term }: Dimension, by: number): void => {
      const known = changes.get(term);
      if (known === undefined) changes.set(term, { domain, term, count: by });
      else known.count += by;
    };
    const matchedTo = this.lexicons.map(() => 0);
    for (const at of starts) {
      for (const phrase of words[at]?.starts ?? []) {
        const { domain, stems } = phrase;
        if (at < (matchedTo[domain] ?? 0)) continue;
        if (!stems.every((root, i) => words[at + i]?.stem === root)) continue;
        const end = at + stems.length;
        matchedTo[domain] = end;
        change(phrase, 1);
        for (const inside of words.slice(at, end).flatMap(({ dimensions }) => dimensions)) {
          if (inside.domain === domain) change(inside, -1);
        }
      }
    }
    return [...changes.values()];
  }

  private wordOf(number: number): Word {
    for (let at = this.words.length; at <= number; at++)
      this.words.push(this.make(this.table.words[at] ?? ''));
    return this.words[number] as Word;
  }

  private make(token: string): Word {
    const root =
      this.beginnings.has(beginning(token, 3)) || this.beginnings.has(beginning(token, 2))
        ? stem(token)
        : token;
    const singular = singularOf(token);
    const dimensions = this.lexicons.flatMap(
      ({ exact, singulars }) => exact.get(token) ?? singulars.get(singular) ?? [],
    );
    const idle = token.length < 2 || STOP_WORDS_OF_ALL.has(token) || /^\p{N}+$/u.test(token);
    const counts = dimensions.length > 0 || !idle;
    const starts = this.phrases.get(root);
    return { stem: root, dimensions, counts, starts, frequency: 0, turn: 0 };
  }
}

/** Porter keeps what a word begins with, but for `y`, which may become `i`. */
function beginning(word: string, length: number): string {
  return word.slice(0, length).replaceAll('y', 'i');
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
