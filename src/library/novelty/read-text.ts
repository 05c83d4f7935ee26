import { sentencesOf, type WordNet } from '../../foundation/text/index.ts';
import type { Ontology } from '../ontology/ontology.ts';
import { fingerprintOf } from './fingerprint.ts';
import { languageOf } from './language.ts';
import { dropImpliedTerms } from './minimise.ts';
import { type Statement, StatementReader } from './statement.ts';
import { DEFAULT_SUMMARY, summaryOf } from './summary.ts';

/** A sentence of a page with its statement. */
export interface ReadSentence extends Statement {
  readonly text: string;
}

/** A page's text, prepared for judging its novelty. */
export interface TextReading {
  readonly language: string;
  /** Sentences in order, without headings and labels of one or two words. */
  readonly sentences: readonly ReadSentence[];
  /** Fingerprint of the minimised summary: distinct hashes, ascending. */
  readonly fingerprint: Uint32Array;
}

/** A text with fewer words is a label, unless one of them is a number: `Price 7`. */
const MIN_WORDS = 3;
const MAX_SENTENCES = 3_000;

/** Reads texts. It caches words, so use one for many pages. */
export class TextReader {
  readonly #wordNet: WordNet;
  readonly #summary: number;
  readonly #readers = new Map<string, StatementReader>();

  /** @param summary sentences of a page that its fingerprint is of: a number, or a share of them */
  constructor(wordNet: WordNet, summary = DEFAULT_SUMMARY) {
    this.#wordNet = wordNet;
    this.#summary = summary;
  }

  /**
   * @param content blocks of text without boilerplate
   * @param declared language that the page declares; used only where it cannot be detected from the text
   */
  read(content: readonly string[], declared: string, ontology: Ontology): TextReading {
    const language =
      languageOf(content.join(' ')) ?? (/^[a-z]{2}/i.exec(declared)?.[0].toLowerCase() || 'en');
    const sentences = this.readSentences(content, language, ontology);
    const summary = summaryOf(sentences, this.#summary);
    return { language, sentences, fingerprint: fingerprintOf(summary.map(textOfStatement)) };
  }

  /** Reads the sentences of blocks of text in a known language. */
  readSentences(content: readonly string[], language: string, ontology: Ontology): ReadSentence[] {
    const reader = this.#reader(language);
    const sentences: ReadSentence[] = [];
    for (const block of content) {
      for (const text of sentencesOf(block)) {
        if (sentences.length >= MAX_SENTENCES) return sentences;
        const { terms, guard, words } = reader.read(text);
        if (terms.length === 0 || words < (guard.startsWith('/') ? MIN_WORDS : 2)) continue;
        sentences.push({ text, terms: dropImpliedTerms(terms, ontology, this.#wordNet), guard, words });
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

/** Joins the terms without spaces, as input for the grams. */
export const textOfStatement = ({ terms }: Pick<Statement, 'terms'>): string =>
  terms.map((term) => term.token).join('');
