import { type Concept, wordsFor } from '../foundation/language/index.ts';
import { foldText, STOP_WORDS_OF_ALL, stem, wordsOf } from '../foundation/text/index.ts';
import { type InspectOptions, inspect } from './inspect.ts';

/** Terms that a page gives at most. */
const MOST_TERMS = 20;
/** A word of a page counts from so many occurrences on. */
const LEAST_COUNT = 2;
const LONGEST_WORD = 40;

/** Names what every site says, whatever it is about. */
const OF_EVERY_SITE: readonly Concept[] = [
  'form/search',
  'form/find',
  'form/browse',
  'form/go',
  'form/filter',
  'form/login',
  'form/register',
  'form/cart',
  'form/subscribe',
  'form/contact',
  'form/sort',
  'list/next',
];

/**
 * The words that an example page of a domain uses most, those of its own address and title first among equals; words that
 * every site has (log in, next page, search) and function words are left out.
 * @throws {OptionsError} for what is neither an address nor a file; {TransportError} when the page cannot be had
 */
export async function termsOfPage(page: string, options: InspectOptions): Promise<readonly string[]> {
  const { reading, text } = await inspect(page, options);
  return frequentTerms(text, reading.title);
}

/** The most frequent content words of a text, one a stem, the most frequent first; at most 20. */
function frequentTerms(text: string, title: string): readonly string[] {
  const site = new Set(OF_EVERY_SITE.flatMap(wordsFor).map((term) => foldText(term.replaceAll('*', ''))));
  const counts = new Map<string, { readonly word: string; count: number }>();
  for (const word of [...wordsOf(title), ...wordsOf(text)]) {
    if (word.length < 3 || word.length > LONGEST_WORD || /^\d/.test(word)) continue;
    if (STOP_WORDS_OF_ALL.has(word) || site.has(word)) continue;
    const key = stem(word);
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { word, count: 1 });
    else known.count++;
  }
  return [...counts.values()]
    .filter(({ count }) => count >= LEAST_COUNT)
    .sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1))
    .slice(0, MOST_TERMS)
    .map(({ word }) => word);
}
