import type { Ontology } from '../ontology/ontology.ts';
import type { Signature } from './min-hash.ts';
import type { PageMemory } from './page-memory.ts';
import { type ReadSentence, type TextReader, type TextReading, textOfStatement } from './read-text.ts';
import type { SentenceIndex } from './sentence-index.ts';

/** Similarity above which a text is a duplicate (paper 000, section 5). */
export const NOVELTY_THRESHOLD = 0.65;

/** What is new about a text. */
interface NoveltyVerdict {
  /** `bare`: nothing of its own to judge by. */
  readonly kind: 'novel' | 'known' | 'bare';
  /** Dice of the whole text and the page most like it; 0 where none is above the threshold. */
  readonly similarity: number;
  /** Document it repeats, as a whole or (sentence by sentence) for the most part. */
  readonly like: number | undefined;
  /** Sentence by sentence only. */
  readonly newSentences: readonly ReadSentence[] | undefined;
}

export interface JudgedText {
  readonly reading: TextReading;
  /** Undefined for a bare text. */
  readonly signature: Signature | undefined;
  readonly verdict: NoveltyVerdict;
}

export interface Judges {
  readonly reader: TextReader;
  readonly pages: PageMemory;
  /** Undefined where whole pages alone are judged. */
  readonly sentences: SentenceIndex | undefined;
}

/**
 * Judges one text against all that is known; what is new of it becomes known by `remember`.
 * @param content blocks of text, boilerplate out
 */
export async function judgeText(
  { reader, pages, sentences }: Judges,
  content: readonly string[],
  declared: string,
  ontology: Ontology,
  threshold = NOVELTY_THRESHOLD,
): Promise<JudgedText> {
  const reading = reader.read(content, declared, ontology);
  if (reading.fingerprint.length === 0) {
    const verdict = { kind: 'bare', similarity: 0, like: undefined, newSentences: undefined } as const;
    return { reading, signature: undefined, verdict };
  }
  const signature = pages.sign(reading.fingerprint);
  const hit = await pages.find(reading.fingerprint, signature, threshold);
  const similarity = hit?.similarity ?? 0;
  if (sentences === undefined) {
    const kind = hit === undefined ? 'novel' : 'known';
    return {
      reading,
      signature,
      verdict: { kind, similarity, like: hit?.document, newSentences: undefined },
    };
  }
  const { fresh, like } = judgeSentences(reading.sentences, sentences, threshold);
  const kind = fresh.length > 0 ? 'novel' : 'known';
  return {
    reading,
    signature,
    verdict: { kind, similarity, like: hit?.document ?? like, newSentences: fresh },
  };
}

/** The sentences nobody has said yet, neither an earlier document nor (word for word) this one above, and who said most of the rest. */
function judgeSentences(
  read: readonly ReadSentence[],
  known: SentenceIndex,
  threshold: number,
): { readonly fresh: ReadSentence[]; readonly like: number | undefined } {
  const fresh: ReadSentence[] = [];
  const said = new Map<number, number>();
  const above = new Set<string>();
  for (const sentence of read) {
    const whole = `${sentence.guard} ${textOfStatement(sentence)}`;
    if (above.has(whole)) continue;
    above.add(whole);
    const hit = known.find(sentence, threshold);
    if (hit === undefined) fresh.push(sentence);
    else said.set(hit.document, (said.get(hit.document) ?? 0) + 1);
  }
  const [most] = [...said].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return { fresh, like: most?.[0] };
}

/** Makes known what is new of a judged text. */
export function remember({ pages, sentences }: Judges, document: number, judged: JudgedText): void {
  if (judged.verdict.kind !== 'novel' || judged.signature === undefined) return;
  pages.addUnwritten(document, judged.signature, judged.reading.fingerprint);
  for (const sentence of judged.verdict.newSentences ?? []) sentences?.add(sentence, document);
}
