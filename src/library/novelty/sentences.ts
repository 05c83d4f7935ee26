import { sentencesOf, type WordNet } from '../../foundation/text/index.ts';
import { type Statement, StatementReader } from './statement.ts';

/** A sentence of a page with its statement. */
export interface ReadSentence extends Statement {
  readonly text: string;
}

/** Reads the sentences of blocks of text in a known language: in order, without headings and labels of one or two words. */
export interface Sentences {
  read(
    content: readonly string[],
    language: string,
  ): readonly ReadSentence[] | Promise<readonly ReadSentence[]>;
}

/** A text with fewer words is a label, unless one of them is a number: `Price 7`. */
const MIN_WORDS = 3;
const MAX_SENTENCES = 3_000;

/** Reads sentences in this thread. It caches words, so use one for many pages. */
export class SentenceReader implements Sentences {
  readonly #wordNet: WordNet;
  readonly #readers = new Map<string, StatementReader>();

  constructor(wordNet: WordNet) {
    this.#wordNet = wordNet;
  }

  read(content: readonly string[], language: string): ReadSentence[] {
    const reader = this.#reader(language);
    const sentences: ReadSentence[] = [];
    for (const block of content) {
      for (const text of sentencesOf(block)) {
        if (sentences.length >= MAX_SENTENCES) return sentences;
        const { terms, guard, words } = reader.read(text);
        if (terms.length === 0 || words < (guard.startsWith('/') ? MIN_WORDS : 2)) continue;
        sentences.push({ text, terms, guard, words });
      }
    }
    return sentences;
  }

  #reader(language: string): StatementReader {
    const known = this.#readers.get(language);
    if (known !== undefined) return known;
    const created = new StatementReader(language, this.#wordNet);
    this.#readers.set(language, created);
    return created;
  }
}
