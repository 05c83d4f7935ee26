import { STOP_WORDS, sentencesOf } from '../../foundation/text/index.ts';
import type { EntityLink, EntityLinker } from './entity-linker.ts';
import { type Annotation, type EnrichedNoun, type EntityTag, type NounTag, nounKey } from './noun.ts';
import type { TaggedToken, Tagger } from './tagger.ts';

/** Characters of a document that are annotated; more text does not improve the decision. */
export const MAX_CHARACTERS = 8_000;
/** Most words of a phrase. */
const MAX_PHRASE_WORDS = 4;
const MAX_LETTERS = 60;
/** Long runs without spaces, which are no English words and take tokenizers quadratic time. */
const NO_WORD = /\S{60,}/g;
const WORD = /^\p{L}[\p{L}\p{M}\p{N}'’.&-]*$/u;
/** Words at the end of an organisation's name, and before a person's. */
const COMPANY = new Set(
  'inc ltd llc corp corporation company co gmbh plc university institute society'.split(' '),
);
const TITLE = new Set('mr mrs ms dr prof sir lady president'.split(' '));

/** Finds the nouns of a document and their meanings. */
export class Annotator {
  readonly #tag: Tagger;
  readonly #linker: EntityLinker;

  constructor(tag: Tagger, linker: EntityLinker) {
    this.#tag = tag;
    this.#linker = linker;
  }

  /**
   * Splits text into sentences, tags, lemmatises, joins phrases, links (paper 003, figure 5).
   * @param content blocks of running text without boilerplate; the first 8,000 characters are read
   */
  annotate(content: readonly string[]): Annotation {
    const found = new Map<string, EnrichedNoun>();
    let sentences = 0;
    let left = MAX_CHARACTERS;
    for (const block of content) {
      if (left <= 0) break;
      const text = block.slice(0, left).replace(NO_WORD, ' ');
      left -= block.length;
      sentences += sentencesOf(text).length;
      for (const noun of this.#nounsOf(this.#tag(text))) {
        const key = nounKey(noun);
        const before = found.get(key);
        found.set(key, before === undefined ? noun : { ...before, count: before.count + 1 });
      }
    }
    const nouns = [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, noun]) => noun);
    return { sentences, nouns };
  }

  *#nounsOf(tokens: readonly TaggedToken[]): Generator<EnrichedNoun> {
    for (let at = 0; at < tokens.length; ) {
      if (!canStandInPhrase(tokens[at])) {
        at++;
        continue;
      }
      const phrase = this.#phraseAt(tokens, at);
      const [noun, length] = phrase ?? [this.#wordAt(tokens, at), 1];
      if (noun !== undefined) yield noun;
      at += length;
    }
  }

  /** Returns the longest linked phrase from here, else the longest run of names. */
  #phraseAt(tokens: readonly TaggedToken[], at: number): [EnrichedNoun, number] | undefined {
    let length = 1;
    while (length < MAX_PHRASE_WORDS && canStandInPhrase(tokens[at + length])) length++;
    const run = tokens.slice(at, at + length);
    for (let size = run.length; size > 1; size--) {
      const part = run.slice(0, size);
      if (!isNoun(part.at(-1))) continue;
      const anchor = anchorOf(part);
      const link = this.#linker.link(anchor, part.every(isName));
      if (link !== undefined) return [enriched(part, anchor, link), size];
    }
    const names = run.findIndex((token) => !isName(token));
    const size = names < 0 ? run.length : names;
    if (size < 2 || run.slice(0, size).some((token) => this.#linker.link(token.lemma, true) !== undefined))
      return undefined;
    const part = run.slice(0, size);
    return [enriched(part, anchorOf(part), undefined, unlinkedTag(tokens[at - 1], part)), size];
  }

  #wordAt(tokens: readonly TaggedToken[], at: number): EnrichedNoun | undefined {
    const token = tokens[at];
    if (token === undefined || !isNoun(token) || STOP_WORDS.has(token.lemma)) return undefined;
    const link =
      this.#linker.link(token.lemma, isName(token)) ??
      (token.text.toLowerCase() === token.lemma
        ? undefined
        : this.#linker.link(token.text.toLowerCase(), isName(token)));
    return enriched([token], token.lemma, link, unlinkedTag(tokens[at - 1], [token]));
  }
}

const isName = (token: TaggedToken | undefined): boolean => token?.part === 'PROPN';
const isNoun = (token: TaggedToken | undefined): boolean => token?.part === 'NOUN' || isName(token);
/** True for a word that can be part of a noun phrase. */
const canStandInPhrase = (token: TaggedToken | undefined): token is TaggedToken =>
  token !== undefined &&
  (isNoun(token) || token.part === 'ADJ') &&
  token.text.length > 1 &&
  token.text.length <= MAX_LETTERS &&
  WORD.test(token.text);

/** A phrase is inflected at its end only. */
const anchorOf = (tokens: readonly TaggedToken[]): string =>
  tokens.map(({ text, lemma }, i) => (i === tokens.length - 1 ? lemma : text.toLowerCase())).join(' ');

function enriched(
  tokens: readonly TaggedToken[],
  anchor: string,
  link: EntityLink | undefined,
  neTag: EntityTag = 'O',
): EnrichedNoun {
  return {
    anchor,
    posTag: pennTag(tokens),
    neTag: link?.neTag ?? neTag,
    uri: link?.uri ?? null,
    count: 1,
  };
}

function pennTag(tokens: readonly TaggedToken[]): NounTag {
  const last = tokens.at(-1);
  const plural = last !== undefined && last.lemma !== last.text.toLowerCase();
  if (tokens.every(isName)) return plural ? 'NNPS' : 'NNP';
  return plural ? 'NNS' : 'NN';
}

/** Guesses the class of an unlinked name by the words around it. */
function unlinkedTag(before: TaggedToken | undefined, tokens: readonly TaggedToken[]): EntityTag {
  if (!tokens.every(isName)) return 'O';
  if (before !== undefined && TITLE.has(before.lemma.replace(/\.$/, ''))) return 'PERSON';
  return COMPANY.has((tokens.at(-1)?.lemma ?? '').replace(/\.$/, '')) ? 'ORGANIZATION' : 'MISC';
}
