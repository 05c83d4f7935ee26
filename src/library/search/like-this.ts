import { STOP_WORDS_OF_ALL, stem, wordsOf } from '../../foundation/text/index.ts';
import type { Store } from '../../storage/index.ts';
import { fieldText } from '../documents/keep-document.ts';
import { SearchError } from './parse-query.ts';
import { judgedStates, runSearch, type SearchOptions, type SearchPage } from './search.ts';
import { shownText } from './shown-text.ts';

const MAX_TERMS = 12;
const MAX_CHARACTERS = 20_000;

/**
 * Finds documents that share the most frequent words of a document, weighted by rarity (BM25).
 * @throws {SearchError} when there is no such document
 */
export async function moreLikeThis(
  store: Store,
  id: number,
  options: SearchOptions = {},
): Promise<SearchPage> {
  const [document] = await store.documents.get([id]);
  const shown = document && (await shownText(store, document));
  if (document === undefined || shown === undefined)
    throw new SearchError(`the library has no document ${id}`);
  const { title, fields } = document;
  const words = significantWords(
    `${title} ${title} ${fieldText(fields)} ${shown.text.slice(0, MAX_CHARACTERS)}`,
  );
  if (words.length === 0) return { results: [], total: 0 };
  const query = { states: judgedStates(options), except: id, wanted: [[{ texts: words }]], unwanted: [] };
  return runSearch(store, query, options);
}

function significantWords(text: string): string[] {
  const counts = new Map<string, { word: string; count: number }>();
  for (const word of wordsOf(text)) {
    if (word.length < 3 || STOP_WORDS_OF_ALL.has(word) || /^\p{N}+$/u.test(word)) continue;
    const known = counts.get(stem(word));
    if (known === undefined) counts.set(stem(word), { word, count: 1 });
    else known.count++;
  }
  return [...counts.values()]
    .sort((a, b) => b.count - a.count || b.word.length - a.word.length || (a.word < b.word ? -1 : 1))
    .slice(0, MAX_TERMS)
    .map(({ word }) => word);
}
