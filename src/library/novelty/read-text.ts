import { sentencesOf, type WordNet } from '../../foundation/text/index.ts';
import type { Ontology } from '../ontology/ontology.ts';
import { fingerprintOf } from './fingerprint.ts';
import { languageOf } from './language.ts';
import { minimise } from './minimise.ts';
import { type Statement, StatementReader } from './statement.ts';
import { summaryOf } from './summary.ts';

/** A sentence of a page and what it states. */
export interface ReadSentence extends Statement {
  readonly text: string;
}

/** A page's text as novelty is judged by it. */
export interface TextReading {
  readonly language: string;
  /** Sentences that state something, in order; headings and labels of one or two words are none. */
  readonly sentences: readonly ReadSentence[];
  /** Of the minimised summary: distinct hashes, ascending. */
  readonly fingerprint: Uint32Array;
}

/** Fewer words than this are a label, unless one of them is a number: `Price 7`. */
const LEAST_WORDS = 3;
const MOST_SENTENCES = 3_000;

/** Reads texts; keeps what it learnt of words, so use one for many pages. */
export class TextReader {
  readonly #wordNet: WordNet;
  readonly #readers = new Map<string, StatementReader>();

  constructor(wordNet: WordNet) {
    this.#wordNet = wordNet;
  }

  /**
   * @param content blocks of text, boilerplate already out
   * @param declared language the page says it is in; believed only where the text itself does not tell
   */
  read(content: readonly string[], declared: string, ontology: Ontology): TextReading {
    const language =
      languageOf(content.join(' ')) ?? (/^[a-z]{2}/i.exec(declared)?.[0].toLowerCase() || 'en');
    const sentences = this.readSentences(content, language, ontology);
    const summary = summaryOf(sentences);
    return { language, sentences, fingerprint: fingerprintOf(summary.map(textOfStatement)) };
  }

  /** The sentences that state something, of blocks of text in a known language. */
  readSentences(content: readonly string[], language: string, ontology: Ontology): ReadSentence[] {
    const reader = this.#reader(language);
    const sentences: ReadSentence[] = [];
    for (const block of content) {
      for (const text of sentencesOf(block)) {
        if (sentences.length >= MOST_SENTENCES) return sentences;
        const { terms, guard, words } = reader.read(text);
        if (terms.length === 0 || words < (guard.startsWith('/') ? LEAST_WORDS : 2)) continue;
        sentences.push({ text, terms: minimise(terms, ontology), guard, words });
      }
    }
    return sentences;
  }

  #reader(language: string): StatementReader {
    const known = this.#readers.get(language);
    if (known !== undefined) return known;
    const made = new StatementReader(language, this.#wordNet);
    this.#readers.set(language, made);
    return made;
  }
}

/** The terms without spaces, as grams are taken from them. */
export const textOfStatement = ({ terms }: Pick<Statement, 'terms'>): string =>
  terms.map((term) => term.token).join('');
