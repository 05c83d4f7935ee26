import { Dictionary, PARTS, type Sense } from './dictionary.ts';
import { IRREGULAR_FORMS } from './irregular-forms.ts';

/** Answers questions about English words. Words are lower case; a word it does not have has no meanings, and no answer throws. */
export interface WordNet {
  /** Base form as it stands in WordNet (`children` → `child`), or undefined where it has none. */
  lemma(word: string): string | undefined;
  /** True when the commonest use of the word, or any use of it, is a noun. */
  isNoun(word: string): boolean;
  /** Words of the senses of a word, most frequent sense first, itself left out; `_` joins a collocation. */
  synonyms(word: string, senses?: number): readonly string[];
  /** One spelling for words of one meaning: the first word of the commonest sense (`car`, `automobile` → `car`). */
  representative(word: string): string;
  areSynonyms(a: string, b: string): boolean;
  areAntonyms(a: string, b: string): boolean;
  /** Returns the kinds of a word by the noun's commonest sense: every word of every hypernym, nearest first. */
  kindsOf(word: string): ReadonlySet<string>;
  /** In a common sense it is what something is called by (`surname`, `title`), or to call something so (`christen`). */
  isNaming(word: string, part: 'noun' | 'verb'): boolean;
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
/** Senses in which a word may be one for naming: “title” is a heading before it is a name, “tag” a mark long before. */
const NAMING_SENSES = { noun: 2, verb: 1 } as const;
/** Words and meanings remembered: the vocabulary of a crawl, not of an attacker. */
const MOST_REMEMBERED = 200_000;

interface Word {
  readonly senses: readonly Sense[];
  /** Its commonest senses and those nearly the same, as text. */
  readonly meanings: readonly string[];
  readonly representative: string;
  antonyms?: ReadonlySet<string>;
}

interface Concept {
  readonly words: readonly string[];
  readonly above: readonly Sense[];
}

class FileWordNet implements WordNet {
  readonly #dictionary = new Dictionary();
  readonly #words = new Map<string, Word>();
  readonly #kinds = new Map<string, ReadonlySet<string>>();
  /** By offset: there are 82,000. */
  readonly #concepts = new Map<number, Concept>();
  readonly #naming = new Map<number, ReadonlySet<number>>();

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
    return this.#word(word).senses.some((sense) => sense.part === NOUN);
  }

  synonyms(word: string, senses = SENSES_THAT_FOLD): readonly string[] {
    const found = new Set<string>();
    for (const sense of this.#word(word).senses.slice(0, senses))
      for (const member of this.#dictionary.synset(sense).words) if (member !== word) found.add(member);
    return [...found];
  }

  representative(word: string): string {
    return this.#word(word).representative;
  }

  areSynonyms(a: string, b: string): boolean {
    if (a === b) return true;
    const ofA = this.#word(a).meanings;
    return this.#word(b).meanings.some((meaning) => ofA.includes(meaning));
  }

  areAntonyms(a: string, b: string): boolean {
    const word = this.#word(a);
    word.antonyms ??= new Set(word.senses.flatMap((sense) => this.#antonymsOf(a, sense)));
    return word.antonyms.has(b);
  }

  /** Opposites hold between two words of two synsets. */
  #antonymsOf(word: string, sense: Sense): string[] {
    const { words, pointers } = this.#dictionary.synset(sense);
    return pointers
      .filter(({ symbol, from }) => symbol === '!' && words[from - 1] === word)
      .map(({ to, ...other }) => this.#dictionary.synset(other).words[to - 1] ?? '');
  }

  kindsOf(word: string): ReadonlySet<string> {
    const known = this.#kinds.get(word);
    if (known !== undefined) return known;
    const first = this.#word(word).senses.find((sense) => sense.part === NOUN);
    const kinds = new Set<string>();
    const waiting = first === undefined ? [] : [...this.#concept(first).above];
    for (let at = 0; at < waiting.length; at++) {
      const { words, above } = this.#concept(waiting[at] ?? { part: NOUN, offset: 0 });
      for (const name of words) kinds.add(name);
      for (const kind of above) if (!waiting.some(({ offset }) => offset === kind.offset)) waiting.push(kind);
    }
    kinds.delete(word);
    if (this.#kinds.size >= MOST_REMEMBERED) this.#kinds.clear();
    this.#kinds.set(word, kinds);
    return kinds;
  }

  /** The upper concepts have thousands of pointers down; they are read once. */
  #concept(sense: Sense): Concept {
    const known = this.#concepts.get(sense.offset);
    if (known !== undefined) return known;
    const { words, pointers } = this.#dictionary.synset(sense);
    const concept = { words, above: pointers.filter(({ symbol }) => symbol.startsWith('@')) };
    this.#concepts.set(sense.offset, concept);
    return concept;
  }

  isNaming(word: string, name: 'noun' | 'verb'): boolean {
    const part = PARTS.indexOf(name);
    const senses = this.#word(word).senses.filter((sense) => sense.part === part);
    return senses.slice(0, NAMING_SENSES[name]).some(({ offset }) => this.#namingSenses(part).has(offset));
  }

  /** The commonest sense of `name`, and all that are a kind of it. */
  #namingSenses(part: number): ReadonlySet<number> {
    const known = this.#naming.get(part);
    if (known !== undefined) return known;
    const found = new Set(this.#dictionary.offsetsOf('name', part).slice(0, 1));
    for (const offset of found)
      for (const { symbol, ...below } of this.#dictionary.synset({ part, offset }).pointers)
        if (symbol === '~' && below.part === part) found.add(below.offset);
    this.#naming.set(part, found);
    return found;
  }

  #known(word: string): boolean {
    return this.#words.has(word) ? this.#word(word).senses.length > 0 : this.#dictionary.has(word);
  }

  #word(word: string): Word {
    const known = this.#words.get(word);
    if (known !== undefined) return known;
    const senses = this.#dictionary.sensesOf(word);
    const meanings = senses.slice(0, SENSES_THAT_FOLD).flatMap((sense) => {
      const similar = this.#dictionary.synset(sense).pointers.filter(({ symbol }) => symbol === '&');
      return [sense, ...similar].map(({ part, offset }) => `${part} ${offset}`);
    });
    const [first] = senses;
    const representative = first === undefined ? word : (this.#dictionary.synset(first).words[0] ?? word);
    const read: Word = { senses, meanings, representative };
    if (this.#words.size >= MOST_REMEMBERED) this.#words.clear();
    this.#words.set(word, read);
    return read;
  }
}

let opened: WordNet | undefined;

/** WordNet, opened when it is first asked for (35 MB, some ten milliseconds) and shared by all who ask. */
export function wordNet(): WordNet {
  opened ??= new FileWordNet();
  return opened;
}
