import type { Ontology } from '../ontology/ontology.ts';
import type { MinHashSignature } from './min-hash.ts';
import type { PageMemory } from './page-memory.ts';
import { type TextReader, type TextReading, textOfStatement } from './read-text.ts';
import type { SentenceIndex } from './sentence-index.ts';
import type { ReadSentence } from './sentences.ts';

/** Similarity above which a text is a duplicate (paper 000, section 5). */
export const NOVELTY_THRESHOLD = 0.65;

/** Holds what is new about a text. */
interface NoveltyVerdict {
  /** `bare`: the page has no text of its own to judge. */
  readonly kind: 'novel' | 'known' | 'bare';
  /** Dice coefficient with the most similar page; 0 where none is above the threshold. */
  readonly similarity: number;
  /** Document that it repeats as a whole or, in sentence mode, in most of its sentences. */
  readonly duplicateOf: number | undefined;
  /** Set in sentence mode only. */
  readonly newSentences: readonly ReadSentence[] | undefined;
}

export interface JudgedText {
  readonly reading: TextReading;
  /** Undefined for a bare text. */
  readonly signature: MinHashSignature | undefined;
  readonly verdict: NoveltyVerdict;
}

export interface NoveltyIndexes {
  readonly reader: TextReader;
  readonly pages: PageMemory;
  /** Undefined in page mode. */
  readonly sentences: SentenceIndex | undefined;
}

/**
 * Judges one text against all known documents; `addToIndexes` then adds what is new.
 * @param content blocks of text without boilerplate
 */
export async function judgeText(
  { reader, pages, sentences }: NoveltyIndexes,
  content: readonly string[],
  declared: string,
  ontology: Ontology,
  threshold = NOVELTY_THRESHOLD,
): Promise<JudgedText> {
  const reading = await reader.read(content, declared, ontology);
  if (reading.fingerprint.length === 0) {
    const verdict = { kind: 'bare', similarity: 0, duplicateOf: undefined, newSentences: undefined } as const;
    return { reading, signature: undefined, verdict };
  }
  const signature = pages.sign(reading.fingerprint);
  const duplicate = await pages.find(reading.fingerprint, signature, threshold);
  const similarity = duplicate?.similarity ?? 0;
  if (sentences === undefined) {
    const kind = duplicate === undefined ? 'novel' : 'known';
    return {
      reading,
      signature,
      verdict: { kind, similarity, duplicateOf: duplicate?.document, newSentences: undefined },
    };
  }
  const { fresh, duplicateOf } = await judgeSentences(reading.sentences, sentences, threshold);
  const kind = fresh.length > 0 ? 'novel' : 'known';
  return {
    reading,
    signature,
    verdict: { kind, similarity, duplicateOf: duplicate?.document ?? duplicateOf, newSentences: fresh },
  };
}

/** Returns the sentences that neither an earlier document nor this text above has, and the document that has most of the others. */
async function judgeSentences(
  read: readonly ReadSentence[],
  known: SentenceIndex,
  threshold: number,
): Promise<{ readonly fresh: ReadSentence[]; readonly duplicateOf: number | undefined }> {
  const fresh: ReadSentence[] = [];
  const repeatedSentences = new Map<number, number>();
  const seen = new Set<string>();
  for (const sentence of read) {
    const whole = `${sentence.guard} ${textOfStatement(sentence)}`;
    if (seen.has(whole)) continue;
    seen.add(whole);
    const match = await known.find(sentence, threshold);
    if (match === undefined) fresh.push(sentence);
    else repeatedSentences.set(match.document, (repeatedSentences.get(match.document) ?? 0) + 1);
  }
  const [most] = [...repeatedSentences].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return { fresh, duplicateOf: most?.[0] };
}

/** Adds the new content of a judged text to the indexes. */
export async function addToIndexes(
  { pages, sentences }: NoveltyIndexes,
  document: number,
  judged: JudgedText,
): Promise<void> {
  if (judged.verdict.kind !== 'novel' || judged.signature === undefined) return;
  pages.addUnwritten(document, judged.signature, judged.reading.fingerprint);
  for (const sentence of judged.verdict.newSentences ?? []) await sentences?.add(sentence, document);
}
