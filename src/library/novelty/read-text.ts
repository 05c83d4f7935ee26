import type { WordNet } from '../../foundation/text/index.ts';
import type { Ontology } from '../ontology/ontology.ts';
import { fingerprintOf } from './fingerprint.ts';
import { languageOf } from './language.ts';
import { dropImpliedTerms } from './minimise.ts';
import { type ReadSentence, SentenceReader, type Sentences } from './sentences.ts';
import type { Statement } from './statement.ts';
import { DEFAULT_SUMMARY, summaryOf } from './summary.ts';

/** A page's text, prepared for judging its novelty. */
export interface TextReading {
  readonly language: string;
  /** Sentences in order, without headings and labels of one or two words. */
  readonly sentences: readonly ReadSentence[];
  /** Fingerprint of the minimised summary: distinct hashes, ascending. */
  readonly fingerprint: Uint32Array;
}

/** Reads texts. */
export class TextReader {
  readonly #wordNet: WordNet;
  readonly #summary: number;
  readonly #sentences: Sentences;

  /**
   * @param summary sentences of a page that its fingerprint is of: a number, or a share of them
   * @param sentences reads the sentences (default: in this thread)
   */
  constructor(
    wordNet: WordNet,
    summary = DEFAULT_SUMMARY,
    sentences: Sentences = new SentenceReader(wordNet),
  ) {
    this.#wordNet = wordNet;
    this.#summary = summary;
    this.#sentences = sentences;
  }

  /**
   * @param content blocks of text without boilerplate
   * @param declared language that the page declares; used only where it cannot be detected from the text
   */
  async read(content: readonly string[], declared: string, ontology: Ontology): Promise<TextReading> {
    const language =
      languageOf(content.join(' ')) ?? (/^[a-z]{2}/i.exec(declared)?.[0].toLowerCase() || 'en');
    const sentences = await this.readSentences(content, language, ontology);
    const summary = summaryOf(sentences, this.#summary);
    return { language, sentences, fingerprint: fingerprintOf(summary.map(textOfStatement)) };
  }

  /** Reads the sentences of blocks of text in a known language. */
  async readSentences(
    content: readonly string[],
    language: string,
    ontology: Ontology,
  ): Promise<ReadSentence[]> {
    const sentences = await this.#sentences.read(content, language);
    return sentences.map((sentence) => ({
      ...sentence,
      terms: dropImpliedTerms(sentence.terms, ontology, this.#wordNet),
    }));
  }
}

/** Joins the terms without spaces, as input for the grams. */
export const textOfStatement = ({ terms }: Pick<Statement, 'terms'>): string =>
  terms.map((term) => term.token).join('');
