/** Words to type if nothing is known of a site's content: words of nearly every text, letters, a wildcard. */

import { foldText, STOP_WORD_LANGUAGES, stopWordsOf } from '../../foundation/text/index.ts';

const FUNCTION_WORDS = 2;
const LETTERS = 2;
/** Boolean operators of many engines. */
const OPERATORS: ReadonlySet<string> = new Set('and or not und oder nicht et ou y o e en of'.split(' '));

/**
 * @param text text of the form's page, which shows its script and language
 * @returns frequent words of its language, its most frequent letters, and `*`
 */
export function commonWords(text: string): string[] {
  const sample = sampleOf(text);
  return [...functionWords(sample).slice(0, FUNCTION_WORDS), ...letters(sample), '*'];
}

const sampleOf = (text: string): string => text.slice(0, 20_000).normalize('NFC').toLowerCase();

/** @returns words of nearly every text that a text has, its most frequent first */
export const wordsOfEveryText = (text: string): string[] => functionWords(sampleOf(text));

function functionWords(text: string): string[] {
  const counts = new Map<string, number>();
  for (const [word] of text.matchAll(/[\p{L}\p{M}]+/gu)) counts.set(word, (counts.get(word) ?? 0) + 1);
  let best: [string, number][] = [];
  let most = 0;
  for (const language of STOP_WORD_LANGUAGES) {
    const list = stopWordsOf(language);
    const found = [...counts].filter(([word]) => list?.has(foldText(word)) === true);
    const sum = found.reduce((all, [, count]) => all + count, 0);
    if (sum > most) [best, most] = [found, sum];
  }
  return best
    .filter(([word]) => word.length > 1 && !OPERATORS.has(word))
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([word]) => word);
}

function letters(text: string): string[] {
  const counts = new Map<string, number>();
  for (const [letter] of text.matchAll(/\p{L}/gu)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return [...counts]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, LETTERS)
    .map(([letter]) => letter);
}
