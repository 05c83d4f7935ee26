import { IRREGULAR_FORMS } from './irregular-forms.ts';
import { type Dictionary, type Lists, PARTS, type PartOfSpeech, readDictionary } from './read-dictionary.ts';

/** What WordNet says of English words. Words are lower case; a word it does not have has no meanings, and no answer throws. */
export interface WordNet {
  /** Base form as it stands in WordNet (`children` → `child`), or undefined where it has none. */
  lemma(word: string): string | undefined;
  /** True when the commonest use of the word, or any use of it, is a noun. */
  isNoun(word: string): boolean;
  /** Part of speech of the word's commonest use. */
  partOf(word: string): PartOfSpeech | undefined;
  /** Words of the senses of a word, most frequent sense first, itself left out; `_` joins a collocation. */
  synonyms(word: string, senses?: number): readonly string[];
  /** One spelling for words of one meaning: the first word of the commonest sense (`car`, `automobile` → `car`). */
  representative(word: string): string;
  areSynonyms(a: string, b: string): boolean;
  areAntonyms(a: string, b: string): boolean;
  /** What a word is, by the noun's commonest sense: every word of every hypernym, nearest first. */
  kindsOf(word: string): ReadonlySet<string>;
  /** `ancestor` is one of the kinds of `word`. */
  isA(word: string, ancestor: string): boolean;
  /** Topics of its senses: `goalkeeper` → `sport`, … */
  topicsOf(word: string): readonly string[];
}

/** Endings taken off to find a base form, as WordNet's own Morphy does. */
const ENDINGS: readonly (readonly [string, string])[] = [
  ['ies', 'y'],
  ['ches', 'ch'],
  ['shes', 'sh'],
  ['sses', 'ss'],
  ['xes', 'x'],
  ['zes', 'z'],
  ['men', 'man'],
  ['ied', 'y'],
  ['es', 'e'],
  ['es', ''],
  ['s', ''],
  ['ed', 'e'],
  ['ed', ''],
  ['ing', 'e'],
  ['ing', ''],
  ['iest', 'y'],
  ['ier', 'y'],
  ['est', 'e'],
  ['est', ''],
  ['er', 'e'],
  ['er', ''],
];
/** Senses of a word in which it may stand for another. The rare ones would make everything like everything. */
const SENSES_THAT_FOLD = 3;

const NOUN = PARTS.indexOf('noun');

class LoadedWordNet implements WordNet {
  readonly #data: Dictionary;
  readonly #kinds = new Map<string, ReadonlySet<string>>();

  constructor(data: Dictionary) {
    this.#data = data;
  }

  lemma(word: string): string | undefined {
    const irregular = IRREGULAR_FORMS.get(word);
    if (irregular !== undefined && this.#known(irregular)) return irregular;
    if (this.#known(word)) return word;
    for (const [ending, put] of ENDINGS) {
      if (!word.endsWith(ending) || word.length - ending.length < 2) continue;
      const base = word.slice(0, -ending.length) + put;
      if (this.#known(base)) return base;
      // stopped, running
      const last = base.at(-1);
      if (put === '' && base.length > 3 && last === base.at(-2) && this.#known(base.slice(0, -1)))
        return base.slice(0, -1);
    }
    return undefined;
  }

  isNoun(word: string): boolean {
    return this.#senses(word).some((sense) => this.#data.parts[sense] === NOUN);
  }

  partOf(word: string): PartOfSpeech | undefined {
    const [first] = this.#senses(word);
    return first === undefined ? undefined : PARTS[this.#data.parts[first] ?? 0];
  }

  synonyms(word: string, senses = SENSES_THAT_FOLD): readonly string[] {
    const found = new Set<string>();
    for (const sense of this.#senses(word).slice(0, senses))
      for (const member of this.#words(sense)) if (member !== word) found.add(member);
    return [...found];
  }

  representative(word: string): string {
    const [first] = this.#senses(word);
    return first === undefined ? word : (this.#words(first)[0] ?? word);
  }

  areSynonyms(a: string, b: string): boolean {
    if (a === b) return true;
    const ofA = this.#meanings(a);
    return this.#meanings(b).some((meaning) => ofA.includes(meaning));
  }

  areAntonyms(a: string, b: string): boolean {
    const { wordIds, antonyms } = this.#data;
    const [idA, idB] = [wordIds.get(a), wordIds.get(b)];
    return idA !== undefined && idB !== undefined && antonyms.get(idA)?.has(idB) === true;
  }

  kindsOf(word: string): ReadonlySet<string> {
    const known = this.#kinds.get(word);
    if (known !== undefined) return known;
    const kinds = new Set<string>();
    const first = this.#senses(word).find((sense) => this.#data.parts[sense] === NOUN);
    const waiting = first === undefined ? [] : [...itemsOf(this.#data.hypernyms, first)];
    const seen = new Set(waiting);
    for (let at = 0; at < waiting.length; at++) {
      const synset = waiting[at] ?? 0;
      for (const name of this.#words(synset)) kinds.add(name);
      for (const above of itemsOf(this.#data.hypernyms, synset)) {
        if (!seen.has(above)) waiting.push(above);
        seen.add(above);
      }
    }
    kinds.delete(word);
    if (this.#kinds.size > 100_000) this.#kinds.clear();
    this.#kinds.set(word, kinds);
    return kinds;
  }

  isA(word: string, ancestor: string): boolean {
    return this.kindsOf(word).has(ancestor);
  }

  topicsOf(word: string): readonly string[] {
    const topics = this.#senses(word)
      .slice(0, SENSES_THAT_FOLD)
      .flatMap((sense) => [...itemsOf(this.#data.topics, sense)]);
    return [...new Set(topics.flatMap((topic) => this.#words(topic).slice(0, 1)))];
  }

  #known(word: string): boolean {
    return this.#data.wordIds.has(word);
  }

  #senses(word: string): readonly number[] {
    const id = this.#data.wordIds.get(word);
    return id === undefined ? [] : [...itemsOf(this.#data.senses, id)];
  }

  /** The senses a word is commonly used in, and those that are nearly the same. */
  #meanings(word: string): readonly number[] {
    const senses = this.#senses(word).slice(0, SENSES_THAT_FOLD);
    return senses.flatMap((sense) => [sense, ...itemsOf(this.#data.similar, sense)]);
  }

  #words(synset: number): string[] {
    return [...itemsOf(this.#data.members, synset)].map((id) => this.#data.words[id] ?? '');
  }
}

const itemsOf = ({ starts, items }: Lists, at: number): Int32Array =>
  items.subarray(starts[at] ?? 0, starts[at + 1] ?? 0);

let loaded: WordNet | undefined;

/** WordNet in memory (about 80 MB), read when it is first asked for and shared by all who ask. */
export function wordNet(): WordNet {
  loaded ??= new LoadedWordNet(readDictionary());
  return loaded;
}
