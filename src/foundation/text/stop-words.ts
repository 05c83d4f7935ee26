import { wordsByLanguage } from '../language/index.ts';
import { foldText } from './fold.ts';

const SETS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...wordsByLanguage('text/stop-word')].map(([code, words]) => [code, new Set(words.map(foldText))]),
);

/** Codes of the languages whose function words Fieldfare knows; where two fit equally well, the earlier one wins. */
export const STOP_WORD_LANGUAGES: readonly string[] = [...SETS.keys()];

/** Function words of one language (two-letter code), folded; undefined where Fieldfare has no list. */
export const stopWordsOf = (language: string): ReadonlySet<string> | undefined => SETS.get(language);

/** English words that carry no topic. */
export const STOP_WORDS: ReadonlySet<string> = stopWordsOf('en') ?? new Set();

export const STOP_WORDS_OF_ALL: ReadonlySet<string> = new Set(
  [...SETS.values()].flatMap((words) => [...words]),
);
