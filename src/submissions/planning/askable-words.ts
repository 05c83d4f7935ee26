/**
 * Words of a text as one would type them into a search box: whole words of any script, as they stand there. They are folded
 * to be compared, never to be asked: a site that does not fold would find nothing.
 */

import { foldText, STOP_WORDS_OF_ALL } from '../../foundation/text/index.ts';

export interface AskableWord {
  /** As it is typed. */
  readonly word: string;
  /** As it is compared. */
  readonly key: string;
}

const RUN = /[\p{L}\p{M}\p{N}]+/gu;
/** Scripts that put no space between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const HANGUL = /\p{Script=Hangul}/u;
const LEAST_LETTERS = 3;
/** Two signs of these are a word. */
const LEAST_SIGNS = 2;
const MOST_LETTERS = 30;
/** Of a text, so that a long one costs no more than a page. */
const MOST_CHARACTERS = 100_000;
/** Mean something to engines besides themselves; what else does is a function word or no word. */
const OPERATORS: ReadonlySet<string> = new Set([
  'and',
  'or',
  'not',
  'near',
  'xor',
  'adj',
  'und',
  'oder',
  'nicht',
]);

let segmenter: Intl.Segmenter | undefined;

/** The words of a text that are worth asking, in order, repetitions included. */
export function askableWords(text: string): AskableWord[] {
  const words: AskableWord[] = [];
  for (const [run] of text.slice(0, MOST_CHARACTERS).normalize('NFC').matchAll(RUN)) {
    for (const word of UNSPACED.test(run) ? segmentsOf(run) : [run]) {
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

/** How words are written, of several spellings the one in small letters: a capital at the start of a sentence says nothing. */
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
