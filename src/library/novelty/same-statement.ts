import type { WordNet } from '../../foundation/text/index.ts';
import { dice, fingerprintOf } from './fingerprint.ts';
import { textOfStatement } from './read-text.ts';
import type { SentenceTerm, Statement } from './statement.ts';

/**
 * Computes the similarity of two statements, 0 to 1. Synonyms count as the same word. 0 where the numbers or negations
 * differ, one has a word and the other its antonym, or each has a name that the other lacks.
 */
export function statementSimilarity(a: Statement, b: Statement, wordNet: WordNet): number {
  if (a.guard !== b.guard) return 0;
  const aligned = alignTerms(a.terms, b.terms, wordNet);
  if (aligned === undefined) return 0;
  return dice(fingerprintOf([textOfStatement(a)]), fingerprintOf([textOfStatement({ terms: aligned })]));
}

/** Returns `b` with its synonyms replaced by the words of `a`; undefined where the two cannot mean the same. */
function alignTerms(
  a: readonly SentenceTerm[],
  b: readonly SentenceTerm[],
  wordNet: WordNet,
): readonly SentenceTerm[] | undefined {
  const ofA = new Set(a.map((term) => term.token));
  const ofB = new Set(b.map((term) => term.token));
  const onlyA = a.filter((term) => !ofB.has(term.token));
  const onlyB = b.filter((term) => !ofA.has(term.token));
  if (onlyA.length === 0 || onlyB.length === 0) return b;
  const replacements = new Map<SentenceTerm, SentenceTerm>();
  const taken = new Set<SentenceTerm>();
  for (const term of onlyB) {
    if (onlyA.some((other) => wordNet.areAntonyms(term.lemma, other.lemma))) return undefined;
    const same = onlyA.find((other) => !taken.has(other) && haveSameMeaning(term, other, wordNet));
    if (same === undefined) continue;
    taken.add(same);
    replacements.set(term, same);
  }
  const hasUnmatchedName = (terms: readonly SentenceTerm[], matched: { has(term: SentenceTerm): boolean }) =>
    terms.some((term) => term.name && !matched.has(term));
  if (hasUnmatchedName(onlyA, taken) && hasUnmatchedName(onlyB, replacements)) return undefined;
  return b.map((term) => replacements.get(term) ?? term);
}

const haveSameMeaning = (a: SentenceTerm, b: SentenceTerm, wordNet: WordNet): boolean =>
  a.lemma === b.lemma || (!a.name && !b.name && wordNet.areSynonyms(a.lemma, b.lemma));
