import {
  foldText,
  negationsOf,
  STOP_WORDS_OF_ALL,
  stem,
  stopWordsOf,
  type WordNet,
} from '../../foundation/text/index.ts';

/** What a word counts for once stop words are gone. */
export interface Term {
  /** Base form, folded. */
  readonly lemma: string;
  /** One spelling for words of one meaning. */
  readonly token: string;
  readonly noun: boolean;
  /** It names someone or something: written with a capital where nothing else asks for one, or unknown to WordNet. */
  readonly name: boolean;
}

/** A sentence as far as it says something: its terms, and what makes it another statement however alike the words are. */
export interface Statement {
  readonly terms: readonly Term[];
  /** Numbers in it, in order of value as text, and how often it says no: two statements that differ here are never one. */
  readonly guard: string;
  /** Words of the sentence, stop words and all. */
  readonly words: number;
}

type Entry =
  | { readonly kind: 'term'; readonly term: Term; readonly capital: boolean }
  | { readonly kind: 'number'; readonly value: string }
  | { readonly kind: 'negation' }
  | { readonly kind: 'stop' };

const WORD = /\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+)*|\p{N}+(?:[.,]\p{N}+)*/gu;
const STOP: Entry = { kind: 'stop' };
const NEGATION: Entry = { kind: 'negation' };
/** Distinct words remembered: the vocabulary of a crawl, not of an attacker. */
const MOST_ENTRIES = 300_000;
const LONGEST_WORD = 60;
const MOST_TERMS = 400;

const NUMBER_WORDS = new Map(
  'zero two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, i) => [word, String(i === 0 ? 0 : i + 1)] as const),
);

/** Reads sentences of one language. English by WordNet; elsewhere every word that is no stop word counts as a noun. */
export class StatementReader {
  readonly #entries = new Map<string, Entry>();
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
    const found: { readonly term: Term; readonly capital: boolean; readonly first: boolean }[] = [];
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
      if (found.length >= MOST_TERMS) break;
      const capital = entry.kind === 'term' && entry.capital;
      if (capital) capitals++;
      found.push({
        term: entry.kind === 'term' ? entry.term : numberTerm(entry.value),
        capital,
        first: words === 1,
      });
    }
    // Where every word has a capital, as in titles, a capital says nothing.
    const telling = capitals * 2 <= Math.max(found.length, 3);
    const terms = found.map(({ term, capital, first }) =>
      capital && telling && !first && !term.name ? nameTerm(term) : term,
    );
    return { terms, guard: `${numbers.sort().join(' ')}/${negations}`, words };
  }

  #entry(word: string): Entry {
    const known = this.#entries.get(word);
    if (known !== undefined) return known;
    const entry = this.#makeEntry(word.slice(0, LONGEST_WORD));
    if (this.#entries.size >= MOST_ENTRIES) this.#entries.clear();
    this.#entries.set(word, entry);
    return entry;
  }

  #makeEntry(word: string): Entry {
    if (/^\p{N}/u.test(word)) return { kind: 'number', value: numberValue(word) };
    const folded = foldText(word).replace('’', "'");
    if (folded.endsWith("n't")) return NEGATION;
    // Possessive 's, and what romance languages put before the apostrophe.
    const plain = folded.replace(/'(?:s|re|ve|ll|d|m)$/, '').replace(/^\p{L}{1,2}'(?=\p{L}{2})/u, '');
    if (this.#negations.has(plain)) return NEGATION;
    if (this.#stop.has(plain)) return STOP;
    const value = this.#english ? NUMBER_WORDS.get(plain) : undefined;
    if (value !== undefined) return { kind: 'number', value };
    return { kind: 'term', term: this.#term(plain), capital: /^\p{Lu}/u.test(word) };
  }

  #term(word: string): Term {
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

const numberTerm = (value: string): Term => ({ lemma: value, token: value, noun: false, name: false });

/** A name stands for itself: Ram is no memory, and Reading no reading. */
const nameTerm = (term: Term): Term => ({ ...term, token: term.lemma, noun: true, name: true });

/** `1,234.50` and `1234.5` are one number; so is `4,86` where the comma is the point. */
function numberValue(text: string): string {
  const plain = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text)
    ? text.replaceAll(',', '')
    : text.replace(',', '.');
  const value = Number(plain);
  return Number.isFinite(value) ? String(value) : plain;
}
