import type { Concept } from './concepts.ts';
import type { LanguagePack } from './language-pack.ts';
import { PACKS } from './load-packs.ts';

/** Terms between commas; line ends count as commas. */
const termsIn = (text: string): readonly string[] =>
  text
    .split(/[,\n]/)
    .map((term) => term.trim())
    .filter((term) => term !== '');

/** The words of one pack for a concept; none where it has no list. */
export function wordsOfPack({ words }: LanguagePack, concept: Concept): readonly string[] {
  const list = words[concept] ?? [];
  return typeof list === 'string' ? termsIn(list) : list;
}

/** The words of all languages for a concept. A word of two languages stands in it twice. */
export const wordsFor = (concept: Concept): readonly string[] =>
  [...PACKS.values()].flatMap((pack) => wordsOfPack(pack, concept));

/** The words of a concept by language code, for languages that have any. */
export const wordsByLanguage = (concept: Concept): ReadonlyMap<string, readonly string[]> =>
  new Map(
    [...PACKS].flatMap(([code, pack]) => {
      const words = wordsOfPack(pack, concept);
      return words.length === 0 ? [] : [[code, words] as const];
    }),
  );

/** The patterns of all languages for a concept, as alternatives of one regular expression. */
export const alternatives = (concept: Concept): string => [...new Set(wordsFor(concept))].join('|');
