import { wordNet } from '../../foundation/text/index.ts';
import type { QueryClause } from './parse-query.ts';

const MAX_SYNONYMS = 4;

/**
 * Builds the FTS5 expression. Every word is quoted, so that no user input is an operator.
 * @param expand also matches synonyms (WordNet) of single words
 */
export function matchOf(clauses: readonly QueryClause[], expand: boolean): string {
  const groups: string[][] = [];
  for (const clause of clauses.filter((one) => !one.denied)) {
    const term = termOf(clause, expand);
    const last = groups.at(-1);
    if (clause.or && last !== undefined) last.push(term);
    else groups.push([term]);
  }
  const wanted = groups.map((group) => (group.length === 1 ? (group[0] ?? '') : `(${group.join(' OR ')})`));
  const unwanted = clauses.filter((one) => one.denied).map((clause) => ` NOT ${termOf(clause, false)}`);
  return `${wanted.join(' AND ')}${unwanted.join('')}`;
}

function termOf({ text, phrase, prefix, field, recordField }: QueryClause, expand: boolean): string {
  const column = field ?? (recordField === undefined ? undefined : 'fields');
  const words = [text, ...(expand && !phrase && !prefix ? synonymsOf(text) : [])].map(quoteForFts);
  const term = words.length === 1 ? `${words[0]}${prefix ? '*' : ''}` : `(${words.join(' OR ')})`;
  return column === undefined ? term : `${column} : ${term}`;
}

export const quoteForFts = (text: string): string => `"${text.replaceAll('"', '""')}"`;

function synonymsOf(word: string): string[] {
  const words = wordNet();
  const lemma = words.lemma(word.toLowerCase());
  if (lemma === undefined) return [];
  return words
    .synonyms(lemma, 2)
    .slice(0, MAX_SYNONYMS)
    .map((synonym) => synonym.replaceAll('_', ' '));
}
