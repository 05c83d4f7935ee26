/**
 * Extracts words of a text for a search box: whole words of any script, as written. They are folded for
 * comparison only: a site that does not fold would find nothing for a folded word.
 */

import { foldText, STOP_WORDS_OF_ALL } from '../../foundation/text/index.ts';

export interface AskableWord {
  /** The word as typed. */
  readonly word: string;
  /** The folded word, for comparison. */
  readonly key: string;
}

const RUN = /[\p{L}\p{M}\p{N}]+/gu;
/** Scripts that put no space between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const HANGUL = /\p{Script=Hangul}/u;
const HUMP = /(?<=\p{Ll})(?=\p{Lu})/u;
const LEAST_LETTERS = 3;
/** Two signs of these are a word. */
const LEAST_SIGNS = 2;
const MOST_LETTERS = 30;
/** Characters of a text that are read at most. */
const MOST_CHARACTERS = 100_000;
/** Words that search engines take as operators, other than function words. */
const OPERATORS: ReadonlySet<string> = new Set('and or not near xor adj und oder nicht'.split(' '));

let segmenter: Intl.Segmenter | undefined;

/** Returns the words of a text that are worth querying, in order, with repetitions; a name in one word (`SaltMarsh`) has those it is made of, too. */
export function askableWords(text: string): AskableWord[] {
  const words: AskableWord[] = [];
  const isName = !/\s/.test(text.trim());
  for (const [run] of text.slice(0, MOST_CHARACTERS).normalize('NFC').matchAll(RUN)) {
    for (const word of UNSPACED.test(run)
      ? segmentsOf(run)
      : isName
        ? new Set([run, ...run.split(HUMP)])
        : [run]) {
      const key = foldText(word);
      if (isTelling(word, key)) words.push({ word, key });
    }
  }
  return words;
}

function segmentsOf(run: string): string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  return [...segmenter.segment(run)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []));
}

function isTelling(word: string, key: string): boolean {
  const least = UNSPACED.test(word) || HANGUL.test(word) ? LEAST_SIGNS : LEAST_LETTERS;
  return (
    word.length >= least &&
    word.length <= MOST_LETTERS &&
    !/\p{N}/u.test(word) &&
    !STOP_WORDS_OF_ALL.has(key) &&
    !OPERATORS.has(key)
  );
}

/** Remembers the spelling of words; prefers lower case, because a capital may only start a sentence. */
export class Spellings {
  private readonly written = new Map<string, string>();

  add({ word, key }: AskableWord): void {
    const known = this.written.get(key);
    if (known === undefined || (known !== known.toLowerCase() && word === word.toLowerCase()))
      this.written.set(key, word);
  }

  of(key: string): string {
    return this.written.get(key) ?? key;
  }
}
