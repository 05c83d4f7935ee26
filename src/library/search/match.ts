import { wordNet } from '../../foundation/text/index.ts';
import type { SearchQuery, SearchTerm } from '../../storage/index.ts';
import type { QueryClause } from './parse-query.ts';

const MAX_SYNONYMS = 4;

/**
 * Builds the words of a search.
 * @param expand also matches synonyms (WordNet) of single words
 */
export function matchOf(
  clauses: readonly QueryClause[],
  expand: boolean,
): Pick<SearchQuery, 'wanted' | 'unwanted'> {
  const wanted: SearchTerm[][] = [];
  for (const clause of clauses.filter((one) => !one.denied)) {
    const term = termOf(clause, expand);
    const last = wanted.at(-1);
    if (clause.or && last !== undefined) last.push(term);
    else wanted.push([term]);
  }
  return { wanted, unwanted: clauses.filter((one) => one.denied).map((clause) => termOf(clause, false)) };
}

function termOf({ text, phrase, prefix, field, recordField }: QueryClause, expand: boolean): SearchTerm {
  const column = field ?? (recordField === undefined ? undefined : 'fields');
  const texts = [text, ...(expand && !phrase && !prefix ? synonymsOf(text) : [])];
  return { texts, prefix, ...(column && { column }) };
}

function synonymsOf(word: string): string[] {
  const words = wordNet();
  const lemma = words.lemma(word.toLowerCase());
  if (lemma === undefined) return [];
  return words
    .synonyms(lemma, 2)
    .slice(0, MAX_SYNONYMS)
    .map((synonym) => synonym.replaceAll('_', ' '));
}
