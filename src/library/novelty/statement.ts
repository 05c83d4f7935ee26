import {
  foldText,
  negationsOf,
  STOP_WORDS_OF_ALL,
  stem,
  stopWordsOf,
  type WordNet,
} from '../../foundation/text/index.ts';

/** A word of a sentence that is no stop word. */
export interface SentenceTerm {
  /** Base form, folded. */
  readonly lemma: string;
  /** Common spelling of words with one meaning. */
  readonly token: string;
  readonly noun: boolean;
  /** A proper name: capitalised inside a sentence, or unknown to WordNet. */
  readonly name: boolean;
}

/** Holds what a sentence states: its terms, and the guard that distinguishes statements with the same words. */
export interface Statement {
  readonly terms: readonly SentenceTerm[];
  /** Its numbers, sorted as text, and its count of negations: statements that differ here are never equal. */
  readonly guard: string;
  /** Words of the sentence with stop words. */
  readonly words: number;
}

type WordEntry =
  | { readonly kind: 'term'; readonly term: SentenceTerm; readonly capital: boolean }
  | { readonly kind: 'number'; readonly value: string }
  | { readonly kind: 'negation' }
  | { readonly kind: 'stop' };

const WORD = /\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+)*|\p{N}+(?:[.,]\p{N}+)*/gu;
const STOP: WordEntry = { kind: 'stop' };
const NEGATION: WordEntry = { kind: 'negation' };
/** Distinct words in the cache: enough for a crawl, but bounded against an attacker. */
const MAX_ENTRIES = 300_000;
const MAX_WORD_LENGTH = 60;
const MAX_TERMS = 400;

const NUMBER_WORDS = new Map(
  'zero two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, i) => [word, String(i === 0 ? 0 : i + 1)] as const),
);

/** Reads sentences of one language: English by WordNet; in others every word that is no stop word counts as a noun. */
export class StatementReader {
  readonly #entries = new Map<string, WordEntry>();
  readonly #stop: ReadonlySet<string>;
  readonly #negations: ReadonlySet<string>;
  readonly #english: boolean;
  readonly #wordNet: WordNet;

  constructor(language: string | undefined, wordNet: WordNet) {
    this.#english = language === 'en';
    this.#stop = (language === undefined ? undefined : stopWordsOf(language)) ?? STOP_WORDS_OF_ALL;
    this.#negations = negationsOf(language ?? 'en');
    this.#wordNet = wordNet;
  }

  read(sentence: string): Statement {
    const found: { readonly term: SentenceTerm; readonly capital: boolean; readonly first: boolean }[] = [];
    const numbers: string[] = [];
    let negations = 0;
    let words = 0;
    let capitals = 0;
    for (const [word] of sentence.matchAll(WORD)) {
      const entry = this.#entry(word);
      words++;
      if (entry.kind === 'number') numbers.push(entry.value);
      else if (entry.kind === 'negation') negations++;
      if (entry.kind !== 'term' && entry.kind !== 'number') continue;
      if (found.length >= MAX_TERMS) break;
      const capital = entry.kind === 'term' && entry.capital;
      if (capital) capitals++;
      found.push({
        term: entry.kind === 'term' ? entry.term : numberTerm(entry.value),
        capital,
        first: words === 1,
      });
    }
    // Where most words have a capital, as in titles, a capital does not mark a name.
    const capitalsMeanNames = capitals * 2 <= Math.max(found.length, 3);
    const terms = found.map(({ term, capital, first }) =>
      capital && capitalsMeanNames && !first && !term.name ? nameTerm(term) : term,
    );
    return { terms, guard: `${numbers.sort().join(' ')}/${negations}`, words };
  }

  #entry(word: string): WordEntry {
    const known = this.#entries.get(word);
    if (known !== undefined) return known;
    const entry = this.#makeEntry(word.slice(0, MAX_WORD_LENGTH));
    if (this.#entries.size >= MAX_ENTRIES) this.#entries.clear();
    this.#entries.set(word, entry);
    return entry;
  }

  #makeEntry(word: string): WordEntry {
    if (/^\p{N}/u.test(word)) return { kind: 'number', value: numberValue(word) };
    const folded = foldText(word).replace('’', "'");
    if (folded.endsWith("n't")) return NEGATION;
    // Possessive 's, and articles before an apostrophe in Romance languages.
    const plain = folded.replace(/'(?:s|re|ve|ll|d|m)$/, '').replace(/^\p{L}{1,2}'(?=\p{L}{2})/u, '');
    if (this.#negations.has(plain)) return NEGATION;
    if (this.#stop.has(plain)) return STOP;
    const value = this.#english ? NUMBER_WORDS.get(plain) : undefined;
    if (value !== undefined) return { kind: 'number', value };
    return { kind: 'term', term: this.#term(plain), capital: /^\p{Lu}/u.test(word) };
  }

  #term(word: string): SentenceTerm {
    if (!this.#english) return { lemma: word, token: word, noun: true, name: false };
    const lemma = this.#wordNet.lemma(word);
    if (lemma === undefined) return { lemma: word, token: stem(word), noun: true, name: true };
    return {
      lemma,
      token: this.#wordNet.representative(lemma),
      noun: this.#wordNet.isNoun(lemma),
      name: false,
    };
  }
}

const numberTerm = (value: string): SentenceTerm => ({
  lemma: value,
  token: value,
  noun: false,
  name: false,
});

/** Makes a term a name, which has no synonyms: Ram is no memory, Reading no reading. */
const nameTerm = (term: SentenceTerm): SentenceTerm => ({
  ...term,
  token: term.lemma,
  noun: true,
  name: true,
});

/** Normalises a number: `1,234.50` equals `1234.5`, and `4,86` has a decimal comma. */
function numberValue(text: string): string {
  const plain = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text)
    ? text.replaceAll(',', '')
    : text.replace(',', '.');
  const value = Number(plain);
  return Number.isFinite(value) ? String(value) : plain;
}
