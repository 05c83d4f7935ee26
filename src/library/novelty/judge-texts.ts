/** Judges texts that no run fetched, in their order, each against those before it. */

import { wordNet } from '../../foundation/text/index.ts';
import type { KnownSentence, OpenSentences } from '../../storage/index.ts';
import type { JudgeLibraryOptions } from '../documents/judge-library.ts';
import { noveltySettings } from '../ontology/settings.ts';
import { gramHashes } from './fingerprint.ts';
import { addToIndexes, judgeText } from './judge-text.ts';
import { PageMemory } from './page-memory.ts';
import { TextReader, textOfStatement } from './read-text.ts';
import { SentenceIndex } from './sentence-index.ts';

export type JudgeTextsOptions = Pick<JudgeLibraryOptions, 'mode' | 'threshold' | 'ontologies' | 'summary'>;

export interface TextNovelty {
  /** `bare`: there is no sentence to judge. */
  readonly kind: 'novel' | 'known' | 'bare';
  /** Dice coefficient with the most similar text before; 0 where none is above the threshold. */
  readonly similarity: number;
  /** Position of the text that it repeats, as a whole or in most of its known sentences. */
  readonly like: number | undefined;
  readonly language: string;
  readonly sentences: readonly {
    readonly text: string;
    /** Undefined where texts are compared whole. */
    readonly isNew: boolean | undefined;
    /** Words that are compared, nouns with `*`. */
    readonly terms: readonly string[];
    /** Number of its 5-grams. */
    readonly grams: number;
  }[];
  /** Hashes kept of the summary: the least one of each frame of four. */
  readonly hashes: number;
}

/** @throws {OntologyError} a file with a mistake */
export async function judgeTexts(
  texts: readonly string[],
  { mode, threshold, ontologies, summary }: JudgeTextsOptions,
): Promise<TextNovelty[]> {
  const words = wordNet();
  const { ontologyOf, thresholdOf } = noveltySettings([], ontologies, threshold);
  const indexes = {
    reader: new TextReader(words, summary),
    pages: new PageMemory(async () => undefined),
    sentences: mode === 'sentence' ? new SentenceIndex(sentencesInMemory(), words) : undefined,
  };
  const found: TextNovelty[] = [];
  for (const [position, text] of texts.entries()) {
    const judged = await judgeText(indexes, text.split(/\n\s*\n/), '', ontologyOf(null), thresholdOf(null));
    await addToIndexes(indexes, position, judged);
    const { reading, verdict } = judged;
    const sentences = reading.sentences.map((sentence) => ({
      text: sentence.text,
      isNew: verdict.newSentences?.includes(sentence),
      terms: sentence.terms.map(({ lemma, noun }) => `${lemma}${noun ? '*' : ''}`),
      grams: gramHashes(textOfStatement(sentence)).length,
    }));
    const { kind, similarity, duplicateOf: like } = verdict;
    const { language, fingerprint } = reading;
    found.push({ kind, similarity, like, language, sentences, hashes: fingerprint.length });
  }
  return found;
}

function sentencesInMemory(): OpenSentences {
  const all: KnownSentence[] = [];
  const byKey = new Map<number, number[]>();
  return {
    seq: async () => 0,
    count: async () => all.length,
    sharing: async (keys) => keys.flatMap((key) => byKey.get(key) ?? []),
    get: async (sentence) => all[sentence],
    async add(sentence, keys) {
      const at = all.push(sentence) - 1;
      for (const key of new Set(keys)) byKey.set(key, [...(byKey.get(key) ?? []), at]);
    },
    commit: async () => undefined,
    close: async () => undefined,
  };
}
