/** Labels of controls, made comparable: what asks for the same thing is one element (paper 004, “normalised label”). */

import { editDistance, STOP_WORDS_OF_ALL, stem, wordNet, wordsOf } from '../../foundation/text/index.ts';

/** Words of labels that say what to do, not what is asked for. */
const SAYS_NOTHING = new Set([
  ...['select', 'choose', 'enter', 'please', 'your', 'any', 'all', 'search', 'find', 'optional', 'required'],
  ...['wahlen', 'bitte', 'choisir', 'elegir', 'seleccionar'],
]);

const known = new Map<string, string>();
const MOST_KNOWN = 5_000;

/** Stems in order, without what says nothing; the label itself where nothing else is left. */
export function normalisedLabel(label: string): string {
  const before = known.get(label);
  if (before !== undefined) return before;
  const words = wordsOf(label);
  const telling = words.filter((word) => !STOP_WORDS_OF_ALL.has(word) && !SAYS_NOTHING.has(word));
  const normalised = (telling.length > 0 ? telling : words).map(stem).join(' ').slice(0, 80);
  if (known.size < MOST_KNOWN) known.set(label, normalised);
  return normalised;
}

/**
 * Whether two labels ask for the same thing: by their stems, by at most one edit in six letters, or, where both are one
 * word, by WordNet's synonyms.
 */
export function sameLabel(one: string, other: string): boolean {
  const [a, b] = [normalisedLabel(one), normalisedLabel(other)];
  if (a === '' || b === '') return false;
  if (a === b || a.split(' ').sort().join(' ') === b.split(' ').sort().join(' ')) return true;
  const longest = Math.max(a.length, b.length);
  if (longest >= 6 && editDistance(a, b) <= Math.floor(longest / 6)) return true;
  const [first, second] = [wordsOf(one), wordsOf(other)];
  const [x, y] = [first[0], second[0]];
  return (
    first.length === 1 &&
    second.length === 1 &&
    x !== undefined &&
    y !== undefined &&
    wordNet().areSynonyms(x, y)
  );
}

/** 1 where two labels ask for the same thing; else the Dice coefficient of their stems. */
export function labelSimilarity(one: string, other: string): number {
  if (sameLabel(one, other)) return 1;
  const stems = (label: string): Set<string> => new Set(normalisedLabel(label).split(' '));
  const [a, b] = [stems(one), stems(other)];
  return (2 * [...a].filter((stem) => b.has(stem)).length) / (a.size + b.size);
}
